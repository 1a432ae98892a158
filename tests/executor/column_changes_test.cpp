// SPDX-License-Identifier: Apache-2.0
// Dropping, renaming and retyping columns, and their metadata; nested ones too. Old versions keep what they had.
#include <lancespec/executor/service.hpp>

#include "tests/executor/http_calls.hpp"

#include <boost/json/serialize.hpp>

namespace column_changes_test {

using http_calls::server;

/// The table `t` of `id` int64, `s` utf8, `st` struct<x: int32, y: utf8>, `l` list<int64>; two rows.
void make(server& on) {
    auto const fields = executor_tables::schema(
        {{"id", "int64"}, {"s", "utf8"}, {"st", "struct<x: int32, y: utf8>"}, {"l", "list<item: int64>"}});
    using namespace executor_tables;
    using columnar::scalars;
    std::vector<scalars> const rows{
        {number(1), text("one"), {scalars{number(10), text("a")}}, {scalars{number(5)}}},
        {number(2), {}, {scalars{number(20), {}}}, {}},
    };
    REQUIRE(on.call("POST", "/v1/table/t/create", http_calls::arrow(fields, {batch(fields, rows)})).status == 200);
}

/// `id: int64, st: struct<x: int32>`
std::string fields_of(server& on, std::string const& members = "{}") {
    std::string out;
    auto const described = on.call("POST", "/v1/table/t/describe", members);
    auto const show = [](auto const& self, boost::json::value const& field) -> std::string {
        auto text =
            std::string(field.at("name").as_string()) + ": " + std::string(field.at("type").at("type").as_string());
        if (auto const* below = field.at("type").as_object().if_contains("fields")) {
            text += '<';
            for (auto const& child : below->as_array()) text += (text.back() == '<' ? "" : ", ") + self(self, child);
            text += '>';
        }
        return text + (field.at("nullable").as_bool() ? "" : "!");
    };
    for (auto const& field : described["schema"].at("fields").as_array())
        out += (out.empty() ? "" : ", ") + show(show, field);
    return out;
}

std::int64_t count(server& on, std::string const& predicate, std::string const& more = "") {
    return on.call("POST", "/v1/table/t/count_rows", R"({"predicate":")" + predicate + '"' + more + "}")
        .body.as_int64();
}

int alter(server& on, std::string const& entry) {
    return on.call("POST", "/v1/table/t/alter_columns", R"({"alterations":[)" + entry + "]}").status;
}

TEST_CASE("columns are dropped by their paths, and old versions keep them") {
    server s;
    make(s);
    auto const out = s.call("POST", "/v1/table/t/drop_columns", R"({"columns":["s","st.x"]})");
    CHECK(out.status == 200);
    CHECK(out["version"] == 2);
    CHECK(fields_of(s) == "id: int64, st: struct<y: utf8>, l: list<item: int64>");
    CHECK(count(s, "st.y = 'a'") == 1);
    CHECK(count(s, "st.x = 20", R"(,"version":1)") == 1);
    CHECK(fields_of(s, R"({"version":1})").starts_with("id: int64, s: utf8, st: struct<x: int32, y: utf8>"));
    CHECK(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({1})).status == 400);  // it has an s
}

TEST_CASE("dropping a leaf never drops another of its name") {
    server s;
    make(s);
    REQUIRE(s.call("POST", "/v1/table/t/add_columns", R"({"new_columns":[{"name":"x","expression":"id"}]})").status ==
            200);
    REQUIRE(s.call("POST", "/v1/table/t/drop_columns", R"({"columns":["x"]})").status == 200);
    CHECK(count(s, "st.x = 10") == 1);
    REQUIRE(s.call("POST", "/v1/table/t/drop_columns", R"({"columns":["st","st.y"]})").status == 200);  // one is within
    CHECK(fields_of(s) == "id: int64, s: utf8, l: list<item: int64>");
}

TEST_CASE("what cannot be dropped is refused, and nothing is dropped") {
    server s;
    make(s);
    REQUIRE(
        s.call("POST", "/v1/table/t/add_columns", R"({"new_columns":[{"name":"c","computed":"st.x + 1"}]})").status ==
        200);
    auto const before = fields_of(s);
    auto const told = [&](std::string const& columns) {
        auto const out = s.call("POST", "/v1/table/t/drop_columns", R"({"columns":)" + columns + "}");
        CHECK(fields_of(s) == before);
        return std::to_string(out.status) + ' ' + std::to_string(out.code());
    };
    CHECK(told(R"(["s","none"])") == "404 12");
    CHECK(told(R"(["st.none"])") == "404 12");
    CHECK(told(R"(["st.x"])") == "400 13");  // c is computed of it
    CHECK(told(R"(["st"])") == "400 13");
    CHECK(told(R"(["l.item"])") == "400 13");
    CHECK(told(R"(["id","s","st","l","c"])") == "400 13");
    CHECK(told(R"(["st.x","st.y","c"])") == "400 13");
    CHECK(told("[]") == "400 13");
    CHECK(s.call("POST", "/v1/table/none/drop_columns", R"({"columns":["s"]})").code() == 4);
    // With the one that is computed of it, it goes.
    CHECK(s.call("POST", "/v1/table/t/drop_columns", R"({"columns":["st.x","c"]})").status == 200);
}

TEST_CASE("columns are renamed, nested ones too, with their values") {
    server s;
    make(s);
    REQUIRE(alter(s, R"({"path":"st.x","rename":"z"},{"path":"s","rename":"t u"})") == 200);
    CHECK(fields_of(s) == "id: int64, t u: utf8, st: struct<z: int32, y: utf8>, l: list<item: int64>");
    CHECK(count(s, "st.z = 20") == 1);
    CHECK(count(s, "`t u` = 'one'") == 1);
    CHECK(count(s, "st.x = 20", R"(,"version":1)") == 1);
    CHECK(alter(s, R"({"path":"id","rename":"l"})") == 400);  // taken
    CHECK(alter(s, R"({"path":"id","rename":""})") == 400);
    CHECK(alter(s, R"({"path":"none","rename":"a"})") == 404);
    CHECK(alter(s, R"({"path":"id"})") == 400);
}

TEST_CASE("a renamed computed column is still computed, and what it is computed of keeps its name") {
    server s;
    make(s);
    REQUIRE(s.call("POST", "/v1/table/t/add_columns", R"({"new_columns":[{"name":"c","computed":"id * 2"}]})").status ==
            200);
    CHECK(alter(s, R"({"path":"id","rename":"n"})") == 400);
    REQUIRE(alter(s, R"({"path":"c","rename":"d"})") == 200);
    CHECK(s.call("POST", "/v1/table/t/backfill_column", R"({"column":"d"})").status == 202);
    CHECK(count(s, "d = 4") == 1);
}

TEST_CASE("a type changes where every value stays the same") {
    server s;
    make(s);
    auto const type = [](char const* path, std::string const& to) {
        return R"({"path":")" + std::string(path) + R"(","data_type":{"type":")" + to + R"("}})";
    };
    REQUIRE(alter(s, type("id", "int8")) == 200);
    REQUIRE(alter(s, type("st.x", "float64")) == 200);
    REQUIRE(alter(s, type("s", "large_utf8")) == 200);
    CHECK(fields_of(s) == "id: int8, s: large_utf8, st: struct<x: float64, y: utf8>, l: list<item: int64>");
    CHECK(count(s, "id = 2 and st.x = 20.0 and s is null") == 1);
    CHECK(count(s, "st.x = 20", R"(,"version":1)") == 1);
    CHECK(alter(s, type("s", "int64")) == 400);  // 'one' is no number
    CHECK(alter(s, type("id", "nothing")) == 400);
    CHECK(alter(s, type("id", "date32")) != 200);
    REQUIRE(s.call("POST", "/v1/table/t/add_columns", R"({"new_columns":[{"name":"big","expression":"id * 1000"
}]
})")
                .status == 200);
    CHECK(alter(s, type("big", "int8")) == 400);
    CHECK(count(s, "big >= 1000") == 2);  // nothing has changed
}

TEST_CASE("a column may be null or not, as its values allow") {
    server s;
    make(s);
    CHECK(alter(s, R"({"path":"s","nullable":false})") == 400);  // there is a null
    CHECK(alter(s, R"({"path":"id","nullable":false})") == 200);
    CHECK(alter(s, R"({"path":"st.x","nullable":false})") == 200);
    CHECK(fields_of(s) == "id: int64!, s: utf8, st: struct<x: int32!, y: utf8>, l: list<item: int64>");
    CHECK(count(s, "st.x = 10") == 1);
    CHECK(alter(s, R"({"path":"id","nullable":true})") == 200);
}

TEST_CASE("the function of a virtual column, and what it reads, can be changed") {
    server s;
    make(s);
    REQUIRE(s.call("POST", "/v1/table/t/add_columns",
                   R"({"new_columns":[{"name":"v","virtual_column":{"input_columns":["id"],"udf_name":"identity",)"
                   R"("udf_version":"1","outputs":[{"column":"v","struct_field":"","data_type":{"type":"int64"},)"
                   R"("nullable":true}],"image":"i","udf":"dQ=="}}]})")
                .status == 200);
    REQUIRE(alter(s, R"({"path":"v","virtual_column":{"udf_name":"add_one"}})") == 200);
    REQUIRE(s.call("POST", "/v1/table/t/backfill_column", R"({"column":"v"})").status == 202);
    CHECK(count(s, "v = id + 1") == 2);
    CHECK(alter(s, R"({"path":"v","virtual_column":{"input_columns":["none"]}})") == 404);
    CHECK(alter(s, R"({"path":"id","virtual_column":{"udf_name":"add_one"}})") == 400);
    CHECK(alter(s, R"({"path":"v","virtual_column":{"input_columns":["st.x"]}})") == 200);
    CHECK(s.call("POST", "/v1/table/t/drop_columns", R"({"columns":["st.x"]})").status == 400);
}

TEST_CASE("all alterations of a request are made, or none") {
    server s;
    make(s);
    auto const before = fields_of(s);
    CHECK(alter(s, R"({"path":"s","rename":"t"},{"path":"none","rename":"u"})") == 404);
    CHECK(fields_of(s) == before);
    CHECK(s.call("POST", "/v1/table/t/describe", "{}")["version"] == 1);
}

TEST_CASE("field metadata is merged, null takes a key away, and replace takes all others") {
    server s;
    make(s);
    auto const update = [&](std::string const& entry) {
        auto const out = s.call("POST", "/v1/table/t/update_field_metadata", R"({"updates":[)" + entry + "]}");
        REQUIRE(out.status == 200);
        return boost::json::serialize(out["fields"]);
    };
    CHECK(update(R"({"path":"id","metadata":{"a":"1","b":"2"}})") == R"({"id":{"a":"1","b":"2"}})");
    CHECK(update(R"({"path":"id","metadata":{"b":null,"c":"3"}})") == R"({"id":{"a":"1","c":"3"}})");
    CHECK(update(R"({"path":"id","metadata":{"d":"4"},"replace":true},{"path":"st.x","metadata":{"n":"x"}})") ==
          R"({"id":{"d":"4"},"st.x":{"n":"x"}})");
    auto const shown = s.call("POST", "/v1/table/t/describe", "{}");
    auto const& fields = shown["schema"].at("fields").as_array();
    CHECK(boost::json::serialize(fields.at(0).at("metadata")) == R"({"d":"4"})");
    CHECK(boost::json::serialize(fields.at(2).at("type").at("fields").at(0).at("metadata")) == R"({"n":"x"})");
    CHECK(count(s, "st.x = 10") == 1);
    CHECK(
        s.call("POST", "/v1/table/t/update_field_metadata", R"({"updates":[{"path":"none","metadata":{}}]})").code() ==
        12);
    auto const old = s.call("POST", "/v1/table/t/describe", R"({"version":1})");
    CHECK_FALSE(old["schema"].at("fields").as_array().at(0).as_object().contains("metadata"));
}

}  // namespace column_changes_test
