// SPDX-License-Identifier: Apache-2.0
#include <lancespec/executor/service.hpp>

#include "tests/executor/http_calls.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

#include <lancespec/core/percent.hpp>

#include <set>

// Namespaces and tables over HTTP: made, listed, described and dropped.
namespace service_objects_test {

using http_calls::answer;
using http_calls::names;
using http_calls::rows_of;
using http_calls::server;

/// The status and the error code, as `404/1`; `200` alone for a success.
std::string outcome(answer const& a) {
    return std::to_string(a.status) + (a.code() < 0 ? "" : "/" + std::to_string(a.code()));
}

TEST_CASE("A namespace is made, told, listed and dropped", "[executor][service]") {
    server on;
    auto const made = on.post("/v1/namespace/a/create", R"({"properties":{"owner":"me"}})");
    CHECK(made.status == 200);
    CHECK(made["properties"].at("owner") == "me");
    CHECK(on.post("/v1/namespace/a%24b/create").status == 200);
    CHECK(on.post("/v1/namespace/a/describe")["properties"].at("owner") == "me");
    CHECK(on.post("/v1/namespace/a/exists").status == 200);
    CHECK(on.post("/v1/namespace/a/exists").text.empty());
    CHECK(on.get("/v1/namespace/%24/list")["namespaces"] == names({"a"}));
    CHECK(on.get("/v1/namespace/a/list")["namespaces"] == names({"b"}));
    CHECK(on.post("/v1/namespace/a%24b/drop").status == 200);
    CHECK(outcome(on.post("/v1/namespace/a%24b/exists")) == "404/1");
    CHECK(outcome(on.post("/v1/namespace/a%24b/describe")) == "404/1");
    auto const dropped = on.post("/v1/namespace/a/drop");
    CHECK(dropped.status == 200);
    CHECK(dropped["properties"].at("owner") == "me");
    CHECK(on.post("/v1/namespace/%24/exists").status == 200);
}

TEST_CASE("CreateNamespace: create fails when it is there, exist_ok keeps it, overwrite empties it, in any case",
          "[executor][service]") {
    server on;
    on.set_up();
    for (auto const* body : {"{}", R"({"mode":"create"})", R"({"mode":"CREATE"})", R"({"mode":null})"})
        CHECK(outcome(on.post("/v1/namespace/n/create", body)) == "409/2");
    for (auto const* mode : {"ExistOk", "exist_ok", "EXIST_OK", "existok"}) {
        INFO(mode);
        CHECK(on.post("/v1/namespace/n/create", R"({"mode":")" + std::string(mode) + R"("})").status == 200);
        CHECK(on.count("n%24t") == 6);
    }
    CHECK(outcome(on.post("/v1/namespace/n/create", R"({"mode":"perhaps"})")) == "400/13");
    CHECK(on.post("/v1/namespace/n/create", R"({"mode":"overwrite","properties":{"k":"v"}})").status == 200);
    CHECK(on.get("/v1/namespace/n/table/list")["tables"] == names({}));
    CHECK(on.post("/v1/namespace/n/describe")["properties"].at("k") == "v");
    CHECK(outcome(on.post("/v1/namespace/none%24x/create")) == "404/1");
    CHECK(outcome(on.post("/v1/namespace/n/create", R"({"id":["other"]})")) == "400/13");
}

TEST_CASE("DropNamespace: fail or skip what is not there, restrict or cascade what is not empty",
          "[executor][service]") {
    server on;
    on.set_up();
    CHECK(outcome(on.post("/v1/namespace/none/drop")) == "404/1");
    CHECK(outcome(on.post("/v1/namespace/none/drop", R"({"mode":"Fail"})")) == "404/1");
    CHECK(on.post("/v1/namespace/none/drop", R"({"mode":"skip"})").status == 200);
    CHECK(outcome(on.post("/v1/namespace/n/drop")) == "409/3");
    CHECK(outcome(on.post("/v1/namespace/n/drop", R"({"behavior":"Restrict"})")) == "409/3");
    CHECK(on.count("n%24t") == 6);
    CHECK(on.post("/v1/namespace/n%24deep/create").status == 200);
    CHECK(on.post("/v1/namespace/nn/create").status == 200);
    CHECK(on.post("/v1/namespace/n/drop", R"({"behavior":"cascade","mode":"SKIP"})").status == 200);
    CHECK(outcome(on.post("/v1/table/n%24t/exists")) == "404/1");
    CHECK(outcome(on.post("/v1/namespace/n%24deep/exists")) == "404/1");
    CHECK(on.post("/v1/namespace/nn/exists").status == 200);
    CHECK(outcome(on.post("/v1/namespace/%24/drop")) == "400/13");
}

TEST_CASE("Law: a walk by page token gives every name once, at every limit", "[executor][service]") {
    server on;
    std::set<std::string> made;
    for (auto const* name : {"b", "a", "aa", "z", "ä", "with space", "A", "a.b"}) {
        REQUIRE(on.catalog.create_namespace({name}));
        made.insert(name);
    }
    for (int limit = 1; limit <= 9; ++limit) {
        std::vector<std::string> walked;
        std::string token;
        int pages = 0;
        do {
            auto const page = on.get("/v1/namespace/%24/list?limit=" + std::to_string(limit) +
                                     (token.empty() ? "" : "&page_token=" + lancespec::percent_encode(token)));
            REQUIRE(page.status == 200);
            REQUIRE(page["namespaces"].as_array().size() <= static_cast<std::size_t>(limit));
            for (auto const& name : page["namespaces"].as_array()) walked.emplace_back(name.as_string());
            auto const* next = page.body.as_object().if_contains("page_token");
            token = next == nullptr ? "" : std::string(next->as_string());
        } while (!token.empty() && ++pages < 20);
        CHECK(walked == std::vector<std::string>(made.begin(), made.end()));
    }
    CHECK(outcome(on.get("/v1/namespace/%24/list?limit=0")) == "400/13");
    CHECK(outcome(on.get("/v1/namespace/%24/list?limit=x")) == "400/13");
    CHECK(outcome(on.get("/v1/namespace/none/list")) == "404/1");
    CHECK(outcome(on.get("/v1/namespace/none/table/list")) == "404/1");
}

TEST_CASE("A table is made of an Arrow stream, told, found and dropped", "[executor][service]") {
    server on;
    REQUIRE(on.post("/v1/namespace/n/create").status == 200);
    auto const made = on.post("/v1/table/n%24t/create?properties=%7B%22team%22%3A%22red%22%7D", rows_of({1, 2, 3}));
    CHECK(made.status == 200);
    CHECK(made["version"] == 1);
    CHECK(made["properties"].at("team") == "red");
    CHECK(on.count("n%24t") == 3);
    CHECK(on.get("/v1/namespace/n/table/list")["tables"] == names({"t"}));
    CHECK(on.post("/v1/table/n%24t/exists").status == 200);
    CHECK(on.post("/v1/table/n%24t/exists", R"({"version":1})").status == 200);
    CHECK(outcome(on.post("/v1/table/n%24t/exists", R"({"version":7})")) == "404/11");
    CHECK(outcome(on.post("/v1/table/n%24nope/exists")) == "404/4");
    auto const dropped = on.post("/v1/table/n%24t/drop", "");
    CHECK(dropped.status == 200);
    CHECK(dropped["id"] == names({"n", "t"}));
    CHECK(outcome(on.post("/v1/table/n%24t/exists")) == "404/4");
    CHECK(outcome(on.post("/v1/table/n%24t/drop", "{}")) == "404/4");
    CHECK(outcome(on.post("/v1/table/none%24t/drop", "")) == "404/1");
}

TEST_CASE("CreateTable: create fails when it is there, exist_ok keeps its rows, overwrite replaces them",
          "[executor][service]") {
    server on;
    on.set_up();
    CHECK(outcome(on.post("/v1/table/n%24t/create", rows_of({7}))) == "409/5");
    CHECK(outcome(on.post("/v1/table/n%24t/create?mode=Create", rows_of({7}))) == "409/5");
    auto const kept = on.post("/v1/table/n%24t/create?mode=ExistOk", rows_of({7}));
    CHECK(kept.status == 200);
    CHECK(kept["version"] == 1);
    CHECK(on.count("n%24t") == 6);
    CHECK(on.post("/v1/table/n%24t/create?mode=overwrite", rows_of({7})).status == 200);
    CHECK(on.count("n%24t") == 1);
    CHECK(outcome(on.post("/v1/table/n%24t/create?mode=perhaps", rows_of({7}))) == "400/13");
    CHECK(outcome(on.post("/v1/table/none%24t/create", rows_of({7}))) == "404/1");
    CHECK(outcome(on.post("/v1/table/n/create", rows_of({7}))) == "409/2");
    CHECK(outcome(on.post("/v1/namespace/n%24t/create")) == "409/5");
}

TEST_CASE("CreateTable: a schema without batches is an empty table; no bytes and no Arrow are refused and make nothing",
          "[executor][service]") {
    server on;
    REQUIRE(on.post("/v1/namespace/n/create").status == 200);
    auto const fields = executor_tables::schema({{"id", "int64"}});
    CHECK(on.post("/v1/table/n%24empty/create", http_calls::arrow(fields, {})).status == 200);
    CHECK(on.count("n%24empty") == 0);
    auto const whole = rows_of({1});
    for (auto const& body : {std::string(), std::string("nonsense"), whole.substr(0, whole.size() / 2)})
        CHECK(outcome(on.post("/v1/table/n%24bad/create", body)) == "400/13");
    auto const twice = executor_tables::schema({{"id", "int64"}, {"id", "int64"}});
    CHECK(outcome(on.post("/v1/table/n%24bad/create", http_calls::arrow(twice, {}))) == "400/20");
    CHECK(outcome(on.post("/v1/table/n%24bad/exists")) == "404/4");
}

TEST_CASE("DescribeTable tells version and schema unless told not to, of any version and branch",
          "[executor][service]") {
    server on;
    on.set_up();
    REQUIRE(on.post("/v1/table/n%24t/add_columns", R"({"new_columns":[{"name":"c","computed":"id * 2"}]})").status ==
            200);
    auto const told = on.post("/v1/table/n%24t/describe");
    CHECK(told["version"] == 2);
    CHECK(told["table"] == "t");
    CHECK(told["namespace"] == names({"n"}));
    CHECK(told["stats"].at("num_fragments") == 1);
    CHECK_FALSE(told.body.as_object().contains("is_only_declared"));
    CHECK(lancespec::to_json(told["schema"]) ==
          R"({"fields":[{"name":"id","nullable":true,"type":{"type":"int64"}},)"
          R"({"name":"x","nullable":true,"type":{"type":"int64"}},)"
          R"({"name":"s","nullable":true,"type":{"type":"utf8"}},)"
          R"({"metadata":{"computed":"id * 2"},"name":"c","nullable":true,"type":{"type":"int64"}}]})");
    auto const first = on.post("/v1/table/n%24t/describe", R"({"version":1})");
    CHECK(first["version"] == 1);
    CHECK(first["schema"].at("fields").as_array().size() == 3);
    auto const little = on.post("/v1/table/n%24t/describe?load_detailed_metadata=false&with_table_uri=true");
    CHECK_FALSE(little.body.as_object().contains("schema"));
    CHECK(little["location"] == "memory://n/t");
    CHECK(little["table_uri"] == "memory://n/t");
    CHECK(on.post("/v1/table/n%24t/describe?check_declared=true")["is_only_declared"] == false);
    CHECK(outcome(on.post("/v1/table/n%24t/describe", R"({"version":9})")) == "404/11");
    CHECK(outcome(on.post("/v1/table/n%24t/describe", R"({"branch":"b"})")) == "404/22");
    CHECK(outcome(on.post("/v1/table/n%24t/describe", R"({"tag":"v"})")) == "404/8");
    CHECK(outcome(on.post("/v1/table/n%24t/describe", R"({"tag":"v","version":1})")) == "400/13");
    CHECK(outcome(on.post("/v1/table/n%24x/describe")) == "404/4");
}

TEST_CASE("ListTableVersions gives all versions by pages, the latest first when asked", "[executor][service]") {
    server on;
    on.set_up();
    for (int i = 0; i < 3; ++i) REQUIRE(on.post("/v1/table/n%24t/insert", rows_of({i})).status == 200);
    auto const numbers = [&](std::string const& query) {
        std::string out;
        std::string token;
        do {
            auto const page = on.post("/v1/table/n%24t/version/list?" + query + token, "");
            REQUIRE(page.status == 200);
            for (auto const& version : page["versions"].as_array()) {
                out += std::to_string(version.at("version").as_int64()) + " ";
                CHECK(version.at("timestamp_millis") == 1000);
                CHECK(version.at("manifest_path").is_string());
            }
            auto const* next = page.body.as_object().if_contains("page_token");
            token = next == nullptr ? "" : "&page_token=" + std::string(next->as_string());
        } while (!token.empty());
        return out;
    };
    CHECK(numbers("") == "1 2 3 4 ");
    CHECK(numbers("descending=true") == "4 3 2 1 ");
    CHECK(numbers("limit=3&descending=true") == "4 3 2 1 ");
    CHECK(numbers("limit=1") == "1 2 3 4 ");
    CHECK(outcome(on.post("/v1/table/n%24t/version/list?page_token=x", "")) == "400/13");
    CHECK(outcome(on.post("/v1/table/n%24t/version/list?branch=b", "")) == "404/22");
    CHECK(outcome(on.post("/v1/table/n%24x/version/list", "")) == "404/4");
}

}  // namespace service_objects_test
