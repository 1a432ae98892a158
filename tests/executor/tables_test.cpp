// SPDX-License-Identifier: Apache-2.0
// Tables as wholes: listing all of them, renaming, restoring, their metadata and their statistics.
#include <lancespec/executor/service.hpp>

#include "tests/executor/http_calls.hpp"

#include <lancespec/core/percent.hpp>

#include <boost/json/serialize.hpp>

namespace tables_test {

using http_calls::server;

std::string listed(server& on, std::string const& query = "") {
    auto const out = on.call("GET", "/v1/table" + query);
    REQUIRE(out.status == 200);
    return boost::json::serialize(out["tables"]);
}

void create(server& on, std::string const& id) {
    REQUIRE(on.call("POST", "/v1/table/" + id + "/create", http_calls::rows_of({1, 2})).status == 200);
}

/// Namespaces `a` and `a.b`; tables `t`, `a.t`, `a.b.t`.
void make_tree(server& on) {
    REQUIRE(on.call("POST", "/v1/namespace/a/create", "{}").status == 200);
    REQUIRE(on.call("POST", "/v1/namespace/a$b/create", "{}").status == 200);
    for (auto const* id : {"t", "a$t", "a$b$t"}) create(on, id);
}

TEST_CASE("all tables are listed by their whole identifiers, joined by the delimiter asked for") {
    server s;
    CHECK(listed(s) == "[]");
    make_tree(s);
    CHECK(listed(s) == R"(["a$b$t","a$t","t"])");
    CHECK(listed(s, "?delimiter=.") == R"(["a.b.t","a.t","t"])");
    CHECK(listed(s, "?delimiter=%3A%3A") == R"(["a::b::t","a::t","t"])");
    std::string walked;
    std::string token;
    for (int pages = 0; pages < 4; ++pages) {
        auto const page = s.call("GET", "/v1/table?limit=1&page_token=" + lancespec::percent_encode(token));
        for (auto const& one : page["tables"].as_array()) walked += std::string(one.as_string()) + ' ';
        auto const* next = page.body.as_object().if_contains("page_token");
        if (next == nullptr) break;
        token = std::string_view(next->as_string());
    }
    CHECK(walked == "a$b$t a$t t ");
    CHECK(s.call("GET", "/v1/table?limit=0").status == 400);
}

TEST_CASE("a renamed table keeps its rows, versions, tags, branches and location") {
    server s;
    make_tree(s);
    REQUIRE(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({3})).status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/tags/create", R"({"tag":"one","version":1})").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b"})").status == 200);
    auto const before = s.call("POST", "/v1/table/t/describe", "{}");
    REQUIRE(s.call("POST", "/v1/table/t/rename", R"({"new_table_name":"u"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/describe", "{}").code() == 4);
    auto const after = s.call("POST", "/v1/table/u/describe", "{}");
    CHECK(after["location"] == before["location"]);
    CHECK(after["version"] == 2);
    CHECK(after["table"] == "u");
    CHECK(s.call("POST", "/v1/table/u/count_rows", "{}").body == 3);
    CHECK(s.call("POST", "/v1/table/u/describe", R"({"tag":"one"})")["version"] == 1);
    CHECK(s.call("POST", "/v1/table/u/count_rows", R"({"branch":"b"})").body == 3);
    // Into another namespace.
    REQUIRE(s.call("POST", "/v1/table/u/rename", R"({"new_table_name":"v","new_namespace_id":["a","b"]})").status ==
            200);
    CHECK(listed(s) == R"(["a$b$t","a$b$v","a$t"])");
    CHECK(s.call("POST", "/v1/table/a$b$v/insert", http_calls::rows_of({4})).status == 200);
    CHECK(s.call("POST", "/v1/table/a$b$v/count_rows", "{}").body == 4);
    // Its place is not given to another table of the old name.
    create(s, "t");
    CHECK(s.call("POST", "/v1/table/t/describe", "{}")["location"] != before["location"]);
}

TEST_CASE("a rename that fails changes neither table") {
    server s;
    make_tree(s);
    struct row {
        char const* target;
        char const* body;
        int status;
        int code;
    };
    for (auto const& [target, body, status, code] :
         {row{"/v1/table/none/rename", R"({"new_table_name":"u"})", 404, 4},
          row{"/v1/table/x$t/rename", R"({"new_table_name":"u"})", 404, 1},
          row{"/v1/table/t/rename", R"({"new_table_name":"u","new_namespace_id":["x"]})", 404, 1},
          row{"/v1/table/t/rename", R"({"new_table_name":"t","new_namespace_id":["a"]})", 409, 5},
          row{"/v1/table/t/rename", R"({"new_table_name":"t"})", 409, 5},
          row{"/v1/table/a$t/rename", R"({"new_table_name":"b"})", 409, 2},
          row{"/v1/table/t/rename", R"({"new_table_name":""})", 400, 13}}) {
        INFO(target << ' ' << body);
        auto const out = s.call("POST", target, body);
        CHECK(out.status == status);
        CHECK(out.code() == code);
    }
    CHECK(listed(s) == R"(["a$b$t","a$t","t"])");
}

TEST_CASE("restore makes a new version of the old rows and columns") {
    server s;
    create(s, "t");
    REQUIRE(s.call("POST", "/v1/table/t/delete", R"({"predicate":"id = 1"})").status == 200);
    REQUIRE(
        s.call("POST", "/v1/table/t/add_columns", R"({"new_columns":[{"name":"y","expression":"x + 1"}]})").status ==
        200);
    REQUIRE(s.call("POST", "/v1/table/t/restore", R"({"version":1})").status == 200);
    auto const now = s.call("POST", "/v1/table/t/describe", "{}");
    CHECK(now["version"] == 4);  // versions are never used again
    CHECK(now["schema"].at("fields").as_array().size() == 3);
    CHECK(s.call("POST", "/v1/table/t/count_rows", R"({"predicate":"id = 1"})").body == 1);
    CHECK(s.call("POST", "/v1/table/t/count_rows", R"({"version":3})").body == 1);
    CHECK(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({5})).status == 200);
    CHECK(s.call("POST", "/v1/table/t/count_rows", "{}").body == 3);
    CHECK(s.call("POST", "/v1/table/t/restore", R"({"version":9})").code() == 11);
    CHECK(s.call("POST", "/v1/table/t/restore", R"({"version":-1})").status >= 400);
    CHECK(s.call("POST", "/v1/table/none/restore", R"({"version":1})").code() == 4);
    // On a branch, and nowhere else.
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b","from_version":2})").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/insert?branch=b", http_calls::rows_of({6})).status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/restore", R"({"version":2,"branch":"b"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/count_rows", R"({"branch":"b"})").body == 1);
    CHECK(s.call("POST", "/v1/table/t/count_rows", "{}").body == 3);
}

TEST_CASE("schema metadata is replaced as a whole, and old versions keep theirs") {
    server s;
    create(s, "t");
    auto const first = s.call("POST", "/v1/table/t/schema_metadata/update", R"({"a":"1","b":"2"})");
    CHECK(first.status == 200);
    CHECK(boost::json::serialize(first.body) == R"({"a":"1","b":"2"})");
    CHECK(s.call("POST", "/v1/table/t/schema_metadata/update", R"({"c":"3"})").status == 200);
    CHECK(boost::json::serialize(s.call("POST", "/v1/table/t/describe", "{}")["metadata"]) == R"({"c":"3"})");
    CHECK(boost::json::serialize(s.call("POST", "/v1/table/t/describe", R"({"version":2})")["metadata"]) ==
          R"({"a":"1","b":"2"})");
    CHECK(s.call("POST", "/v1/table/t/count_rows", "{}").body == 2);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/schema_metadata/update?branch=b", R"({"d":"4"})").status == 200);
    CHECK(boost::json::serialize(s.call("POST", "/v1/table/t/describe", "{}")["metadata"]) == R"({"c":"3"})");
    CHECK(s.call("POST", "/v1/table/none/schema_metadata/update", "{}").code() == 4);
    CHECK(s.call("POST", "/v1/table/t/schema_metadata/update", R"({"a":1})").status == 400);
}

TEST_CASE("statistics count rows, bytes and fragments") {
    server s;
    create(s, "t");
    REQUIRE(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({1, 2, 3, 4, 5, 6})).status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({7})).status == 200);
    auto const stats = s.call("POST", "/v1/table/t/stats", "{}");
    CHECK(stats["num_rows"] == 9);
    CHECK(stats["total_bytes"].as_int64() > 9 * 16);
    CHECK(stats["num_indices"] == 0);
    auto const& fragments = stats["fragment_stats"];
    CHECK(fragments.at("num_fragments") == 3);
    CHECK(fragments.at("num_small_fragments") == 3);
    auto const& lengths = fragments.at("lengths");
    CHECK(lengths.at("min") == 1);
    CHECK(lengths.at("max") == 6);
    CHECK(lengths.at("mean") == 3);
    CHECK(lengths.at("p50") == 2);
    CHECK(s.call("POST", "/v1/table/none/stats", "{}").code() == 4);
    REQUIRE(s.call("POST", "/v1/table/t/delete", R"({"predicate":"true"})").status == 200);
    auto const empty = s.call("POST", "/v1/table/t/stats", "{}");
    CHECK(empty["num_rows"] == 0);
    CHECK(empty["fragment_stats"].at("lengths").at("max") == 0);
}

TEST_CASE("a declared table is there without a version, and its first rows bring its columns") {
    server s;
    auto const made = s.call("POST", "/v1/table/t/declare", R"({"properties":{"k":"v"}})");
    REQUIRE(made.status == 200);
    CHECK(s.call("POST", "/v1/table/t/exists", "{}").status == 200);
    auto const described = s.call("POST", "/v1/table/t/describe", R"({"check_declared":true})");
    CHECK(described["is_only_declared"] == true);
    CHECK(described["location"] == made["location"]);
    CHECK_FALSE(described.body.as_object().contains("version"));
    CHECK(listed(s) == R"(["t"])");
    CHECK(listed(s, "?include_declared=false") == "[]");
    CHECK(boost::json::serialize(s.call("GET", "/v1/namespace/$/table/list?include_declared=false")["tables"]) == "[]");
    // Nothing can be asked of rows that are not there yet.
    for (auto const* one : {"count_rows", "stats", "delete"}) {
        auto const out = s.call("POST", "/v1/table/t/" + std::string(one), R"({"predicate":"true"})");
        CHECK(out.status == 404);
        CHECK(out.code() == 11);
    }
    auto const inserted = s.call("POST", "/v1/table/t/insert", http_calls::rows_of({1, 2}));
    CHECK(inserted.status == 200);
    CHECK(inserted["version"] == 1);
    auto const after = s.call("POST", "/v1/table/t/describe", R"({"check_declared":true})");
    CHECK(after["is_only_declared"] == false);
    CHECK(after["location"] == made["location"]);
    CHECK(boost::json::serialize(after["properties"]) == R"({"k":"v"})");
    CHECK(s.call("POST", "/v1/table/t/count_rows", "{}").body == 2);
    CHECK(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({3}))["version"] == 2);
}

TEST_CASE("a declared table is renamed, deregistered, registered and dropped like any other") {
    server s;
    auto const made = s.call("POST", "/v1/table/t/declare", "{}");
    REQUIRE(s.call("POST", "/v1/table/t/rename", R"({"new_table_name":"u"})").status == 200);
    auto const gone = s.call("POST", "/v1/table/u/deregister", "{}");
    CHECK(gone["location"] == made["location"]);
    std::string const place(gone["location"].as_string());
    REQUIRE(s.call("POST", "/v1/table/v/register", R"({"location":")" + place + "\"}").status == 200);
    CHECK(s.call("POST", "/v1/table/v/describe", R"({"check_declared":true})")["is_only_declared"] == true);
    CHECK(s.call("POST", "/v1/table/v/drop", "{}").status == 200);
    CHECK(listed(s) == "[]");
}

TEST_CASE("each error of declaring and registering has its code") {
    server s;
    create(s, "t");
    REQUIRE(s.call("POST", "/v1/namespace/n/create", "{}").status == 200);
    struct row {
        char const* target;
        char const* body;
        int status;
        int code;
    };
    for (auto const& [target, body, status, code] :
         {row{"/v1/table/t/declare", "{}", 409, 5}, row{"/v1/table/n/declare", "{}", 409, 2},
          row{"/v1/table/x$t/declare", "{}", 404, 1},
          row{"/v1/table/new/declare", R"({"location":"file:///etc"})", 400, 13},
          row{"/v1/table/t/register", R"({"location":"memory://t"})", 409, 5},
          row{"/v1/table/x$t/register", R"({"location":"memory://t"})", 404, 1},
          row{"/v1/table/new/register", R"({"location":"memory://t"})", 400, 13},  // it is in use
          row{"/v1/table/new/register", R"({"location":"../t"})", 400, 13},
          row{"/v1/table/new/register", R"({"location":"file:///etc"})", 400, 13},
          row{"/v1/table/none/deregister", "{}", 404, 4}, row{"/v1/table/x$t/deregister", "{}", 404, 1}}) {
        INFO(target << ' ' << body);
        auto const out = s.call("POST", target, body);
        CHECK(out.status == status);
        CHECK(out.code() == code);
    }
    CHECK(listed(s) == R"(["t"])");
}

TEST_CASE("a deregistered table is nowhere, and comes back with its rows, versions and tags") {
    server s;
    create(s, "t");
    REQUIRE(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({3})).status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/tags/create", R"({"tag":"one","version":1})").status == 200);
    auto const gone = s.call("POST", "/v1/table/t/deregister", "{}");
    REQUIRE(gone.status == 200);
    CHECK(boost::json::serialize(gone["id"]) == R"(["t"])");
    CHECK(s.call("POST", "/v1/table/t/describe", "{}").code() == 4);
    CHECK(s.call("POST", "/v1/table/t/exists", "{}").status == 404);
    CHECK(s.call("POST", "/v1/table/t/deregister", "{}").code() == 4);
    CHECK(listed(s) == "[]");
    // Another table of the name is somewhere else.
    create(s, "t");
    CHECK(s.call("POST", "/v1/table/t/describe", "{}")["location"] != gone["location"]);
    std::string const body = R"({"location":")" + std::string(gone["location"].as_string()) + "\"";
    REQUIRE(s.call("POST", "/v1/table/u/register", body + "}").status == 200);
    CHECK(s.call("POST", "/v1/table/u/count_rows", "{}").body == 3);
    CHECK(s.call("POST", "/v1/table/u/describe", R"({"tag":"one"})")["version"] == 1);
    CHECK(s.call("POST", "/v1/table/v/register", body + "}").code() == 13);  // it is taken now
    // Overwrite puts it in the place of the table that has the name.
    REQUIRE(s.call("POST", "/v1/table/u/deregister", "{}").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/register", body + R"(,"mode":"overwrite","properties":{"p":"q"}})").status ==
            200);
    CHECK(s.call("POST", "/v1/table/t/count_rows", "{}").body == 3);
    CHECK(boost::json::serialize(s.call("POST", "/v1/table/t/describe", "{}")["properties"]) == R"({"p":"q"})");
}

TEST_CASE("a version is described by its number, and the latest without one") {
    server s;
    create(s, "t");
    REQUIRE(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({3})).status == 200);
    auto const first = s.call("POST", "/v1/table/t/version/describe", R"({"version":1})");
    CHECK(first["version"].at("version") == 1);
    CHECK(first["version"].at("manifest_path") == "memory://t/_versions/1.manifest");
    CHECK(first["version"].at("timestamp_millis") == 1000);
    CHECK(s.call("POST", "/v1/table/t/version/describe", "{}")["version"].at("version") == 2);
    CHECK(s.call("POST", "/v1/table/t/version/describe", R"({"version":9})").code() == 11);
    CHECK(s.call("POST", "/v1/table/none/version/describe", "{}").code() == 4);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/version/describe", R"({"branch":"b"})")["version"].at("manifest_path") ==
          "memory://t/tree/b/_versions/2.manifest");
}

TEST_CASE("versions are forgotten by ranges that leave their end out, but not the latest nor a tagged one") {
    server s;
    create(s, "t");
    for (int i = 2; i <= 8; ++i) REQUIRE(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({i})).status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/tags/create", R"({"tag":"kept","version":3})").status == 200);
    auto const numbers = [&] {
        std::string out;
        auto const all = s.call("POST", "/v1/table/t/version/list", "{}");
        for (auto const& one : all["versions"].as_array()) out += boost::json::serialize(one.at("version")) + ' ';
        return out;
    };
    auto const forget = [&](std::string const& ranges) {
        return s.call("POST", "/v1/table/t/version/delete", R"({"ranges":)" + ranges + "}");
    };
    CHECK(forget(R"([{"start_version":2,"end_version":5}])")["deleted_count"] == 2);
    CHECK(numbers() == "1 3 5 6 7 8 ");
    CHECK(s.call("POST", "/v1/table/t/count_rows", R"({"version":2})").code() == 11);
    CHECK(s.call("POST", "/v1/table/t/count_rows", R"({"version":3})").body == 4);
    CHECK(forget(R"([{"start_version":6,"end_version":6},{"start_version":100,"end_version":200}])")["deleted_count"] ==
          0);
    CHECK(forget(R"([{"start_version":7,"end_version":3}])").status == 400);
    CHECK(forget(R"([{"start_version":0,"end_version":-1}])")["deleted_count"] == 4);
    CHECK(numbers() == "3 8 ");
    CHECK(s.call("POST", "/v1/table/t/count_rows", "{}").body == 9);
    CHECK(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({9}))["version"] == 9);
    CHECK(s.call("POST", "/v1/table/none/version/delete", R"({"ranges":[]})").code() == 4);
}

}  // namespace tables_test
