// SPDX-License-Identifier: Apache-2.0
// Indices as records, and the transactions that making one names.
#include <lancespec/executor/service.hpp>

#include "tests/executor/http_calls.hpp"

#include <boost/json/serialize.hpp>

namespace indices_test {

using http_calls::server;

/// The table `t` of `id` int64, `s` utf8, `st` struct<x: int32>, `l` list<int64>, `v` fixed_size_list<float32>[2].
void make(server& on) {
    using namespace executor_tables;
    using columnar::scalars;
    auto const fields = schema({{"id", "int64"},
                                {"s", "utf8"},
                                {"st", "struct<x: int32>"},
                                {"l", "list<item: int64>"},
                                {"v", "fixed_size_list<item: float32>[2]"}});
    std::vector<scalars> const rows{
        {number(1), text("a"), {scalars{number(1)}}, {scalars{number(5)}}, {scalars{{1.0}, {2.0}}}},
        {number(2), text("b"), {scalars{number(2)}}, {scalars{}}, {scalars{{3.0}, {4.0}}}},
    };
    REQUIRE(on.call("POST", "/v1/table/t/create", http_calls::arrow(fields, {batch(fields, rows)})).status == 200);
}

http_calls::answer index(server& on, std::string const& members, char const* route = "create_index") {
    return on.call("POST", "/v1/table/t/" + std::string(route), "{" + members + "}");
}

TEST_CASE("an index is listed with its column, type and rows, which sum to the table's") {
    server s;
    make(s);
    REQUIRE(index(s, R"("column":"id","index_type":"btree")").status == 200);
    REQUIRE(index(s, R"("column":"st.x","index_type":"BITMAP","name":"nested")", "create_scalar_index").status == 200);
    REQUIRE(index(s, R"("column":"v","index_type":"IVF_FLAT","distance_type":"cosine")").status == 200);
    auto const all = s.call("POST", "/v1/table/t/index/list", "{}");
    auto const& indexes = all["indexes"].as_array();
    REQUIRE(indexes.size() == 3);
    CHECK(indexes.at(0).at("index_name") == "id_idx");
    CHECK(indexes.at(0).at("index_type") == "BTREE");
    CHECK(boost::json::serialize(indexes.at(1).at("columns")) == R"(["st.x"])");
    CHECK(indexes.at(1).at("index_uuid") != indexes.at(0).at("index_uuid"));
    for (auto const& one : indexes) {
        CHECK(one.at("num_indexed_rows") == 2);
        CHECK(one.at("num_unindexed_rows") == 0);
    }
    CHECK(s.call("POST", "/v1/table/t/stats", "{}")["num_indices"] == 3);
    auto const stats = s.call("POST", "/v1/table/t/index/v_idx/stats", "{}");
    CHECK(stats["distance_type"] == "cosine");
    CHECK(stats["num_indexed_rows"] == 2);
    auto const page = s.call("POST", "/v1/table/t/index/list", R"({"limit":2})");
    CHECK(page["indexes"].as_array().size() == 2);
    CHECK(page["page_token"] == "nested");
}

TEST_CASE("rows that come later are not in the index, and rows that go are not counted") {
    server s;
    make(s);
    REQUIRE(index(s, R"("column":"id","index_type":"BTREE")").status == 200);
    using namespace executor_tables;
    auto const more = schema({{"id", "int64"}});
    REQUIRE(s.call("POST", "/v1/table/t/insert",
                   http_calls::arrow(more, {batch(more, {{number(3)}, {number(4)}, {number(5)}})}))
                .status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/delete", R"({"predicate":"id = 1 or id = 4"
})")
                .status == 200);
    auto const stats = s.call("POST", "/v1/table/t/index/id_idx/stats", "{}");
    CHECK(stats["num_indexed_rows"] == 1);
    CHECK(stats["num_unindexed_rows"] == 2);
    auto const before = s.call("POST", "/v1/table/t/index/id_idx/stats", R"({"version":2})");
    CHECK(before["num_indexed_rows"] == 2);
    CHECK(before["num_unindexed_rows"] == 0);
}

TEST_CASE("an index that is dropped has gone from the latest version alone, on its branch alone") {
    server s;
    make(s);
    REQUIRE(index(s, R"("column":"id","index_type":"BTREE")").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/index/id_idx/drop").status == 200);
    CHECK(s.call("POST", "/v1/table/t/index/id_idx/stats", "{}").code() == 6);
    CHECK(s.call("POST", "/v1/table/t/index/id_idx/drop").code() == 6);
    CHECK(s.call("POST", "/v1/table/t/index/id_idx/stats", R"({"version":2})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/index/id_idx/stats", R"({"branch":"b"})").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/restore", R"({"version":2})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/index/id_idx/stats", "{}").status == 200);
}

TEST_CASE("an index follows the new name of its column, and goes with a column that is dropped or retyped") {
    server s;
    make(s);
    for (auto const* column : {"id", "st.x", "s"})
        REQUIRE(index(s, R"("column":")" + std::string(column) + R"(","index_type":"BTREE")").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/alter_columns", R"({"alterations":[{"path":"st","rename":"su"}]})").status ==
            200);
    auto const renamed = s.call("POST", "/v1/table/t/index/list", "{}");
    CHECK(boost::json::serialize(renamed["indexes"].at(2).at("columns")) == R"(["su.x"])");
    CHECK(renamed["indexes"].at(2).at("num_indexed_rows") == 2);
    REQUIRE(s.call("POST", "/v1/table/t/drop_columns", R"({"columns":["su"]})").status == 200);
    REQUIRE(
        s.call("POST", "/v1/table/t/alter_columns", R"({"alterations":[{"path":"id","data_type":{"type":"int32"}}]})")
            .status == 200);
    auto const left = s.call("POST", "/v1/table/t/index/list", "{}");
    REQUIRE(left["indexes"].as_array().size() == 1);
    CHECK(left["indexes"].at(0).at("index_name") == "s_idx");
}

TEST_CASE("each error of an index has its code") {
    server s;
    make(s);
    REQUIRE(index(s, R"("column":"id","index_type":"BTREE","name":"here")").status == 200);
    struct row {
        char const* route;
        char const* body;
        int status;
        int code;
    };
    for (auto const& [route, body, status, code] :
         {row{"t/create_index", R"({"column":"id","index_type":"BTREE","name":"here"})", 409, 7},
          row{"t/create_index", R"({"column":"none","index_type":"BTREE"})", 404, 12},
          row{"t/create_index", R"({"column":"id","index_type":"TREE"})", 400, 13},
          row{"t/create_index", R"({"column":"st","index_type":"BTREE"})", 400, 13},
          row{"t/create_index", R"({"column":"id","index_type":"IVF_PQ"})", 400, 13},
          row{"t/create_index", R"({"column":"id","index_type":"FTS"})", 400, 13},
          row{"t/create_index", R"({"column":"s","index_type":"LABEL_LIST"})", 400, 13},
          row{"t/create_scalar_index", R"({"column":"v","index_type":"IVF_FLAT"})", 400, 13},
          row{"none/create_index", R"({"column":"id","index_type":"BTREE"})", 404, 4},
          row{"x$t/create_index", R"({"column":"id","index_type":"BTREE"})", 404, 1},
          row{"t/create_index", R"({"column":"id","index_type":"BTREE","branch":"b"})", 404, 22},
          row{"none/index/list", "{}", 404, 4}, row{"t/index/none/stats", "{}", 404, 6},
          row{"none/index/here/stats", "{}", 404, 4}}) {
        INFO(route << ' ' << body);
        auto const out = s.call("POST", "/v1/table/" + std::string(route), body);
        CHECK(out.status == status);
        CHECK(out.code() == code);
    }
    CHECK(s.call("POST", "/v1/table/t/index/list", "{}")["indexes"].as_array().size() == 1);
}

/// The transaction of an index.
std::string begin(server& on) {
    make(on);
    auto const made = index(on, R"("column":"id","index_type":"BTREE")");
    REQUIRE(made.status == 200);
    return std::string(made["transaction_id"].as_string());
}

TEST_CASE("a transaction is described by the id that an answer gave") {
    server s;
    auto const id = begin(s);
    auto const found = s.call("POST", "/v1/transaction/" + id + "/describe", "{}");
    REQUIRE(found.status == 200);
    CHECK(found["status"] == "Succeeded");
    CHECK(found["properties"].at("table") == "t");
    CHECK(s.call("POST", "/v1/transaction/none/describe", "{}").code() == 10);
    CHECK(s.call("POST", "/v1/transaction/none/alter", R"({"actions":[{"setStatusAction":{"status":"Failed"}}]})")
              .code() == 10);
}

TEST_CASE("the actions of an alteration are done in their order, all or none") {
    server s;
    auto const id = begin(s);
    auto const alter = [&](std::string const& actions) {
        return s.call("POST", "/v1/transaction/" + id + "/alter", R"({"actions":[)" + actions + "]}");
    };
    auto const properties = [&] {
        return boost::json::serialize(s.call("POST", "/v1/transaction/" + id + "/describe", "{}")["properties"]);
    };
    auto const done =
        alter(R"({"setPropertyAction":{"key":"a","value":"1"}},{"setStatusAction":{"status":"canceled"}},)"
              R"({"unsetPropertyAction":{"key":"operation"}},{"unsetPropertyAction":{"key":"table"}})");
    REQUIRE(done.status == 200);
    CHECK(done["status"] == "Canceled");
    CHECK(boost::json::serialize(done["properties"]) == R"({"a":"1"})");
    CHECK(alter(R"({"setPropertyAction":{"key":"a","value":"2","mode":"Skip"}})").status == 200);
    CHECK(properties() == R"({"a":"1"})");
    CHECK(alter(R"({"setPropertyAction":{"key":"a","value":"2"}})").status == 200);
    CHECK(properties() == R"({"a":"2"})");
    CHECK(alter(R"({"unsetPropertyAction":{"key":"none"}})").status == 200);
    for (auto const* bad :
         {R"({"setPropertyAction":{"key":"a","value":"3","mode":"fail"}})",
          R"({"unsetPropertyAction":{"key":"none","mode":"FAIL"}})", R"({"setPropertyAction":{"value":"3"}})"}) {
        INFO(bad);
        CHECK(alter(R"({"setPropertyAction":{"key":"b","value":"x"}},)" + std::string(bad)).status == 400);
        CHECK(properties() == R"({"a":"2"})");
    }
}

}  // namespace indices_test
