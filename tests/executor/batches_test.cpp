// SPDX-License-Identifier: Apache-2.0
// Versions that clients record, one at a time and in batches: one winner each, and all or nothing.
#include <lancespec/executor/service.hpp>

#include "tests/executor/http_calls.hpp"

#include <boost/json/serialize.hpp>

#include <atomic>
#include <thread>

namespace batches_test {

using http_calls::server;

void declare(server& on, std::string const& id) {
    REQUIRE(on.call("POST", "/v1/table/" + id + "/declare", "{}").status == 200);
}

/// The numbers of the versions of a table; nothing when it has none.
std::string numbers(server& on, std::string const& id) {
    std::string out;
    auto const all = on.call("POST", "/v1/table/" + id + "/version/list", "{}");
    if (all.status != 200) return out;
    for (auto const& one : all["versions"].as_array()) out += boost::json::serialize(one.at("version")) + ' ';
    return out;
}

TEST_CASE("a version is recorded once, with what the client says of its manifest") {
    server s;
    declare(s, "t");
    auto const made =
        s.call("POST", "/v1/table/t/version/create",
               R"({"version":1,"manifest_path":"m/1","manifest_size":7,"e_tag":"x","metadata":{"a":"b"}})");
    REQUIRE(made.status == 200);
    auto const described = s.call("POST", "/v1/table/t/version/describe", R"({"version":1})");
    CHECK(described["version"] == made["version"]);
    CHECK(described["version"].at("manifest_path") == "m/1");
    CHECK(described["version"].at("manifest_size") == 7);
    CHECK(described["version"].at("e_tag") == "x");
    auto const again = s.call("POST", "/v1/table/t/version/create", R"({"version":1,"manifest_path":"m/other"})");
    CHECK(again.status == 409);
    CHECK(again.code() == 14);
    CHECK(s.call("POST", "/v1/table/t/version/describe", "{}")["version"].at("manifest_path") == "m/1");
    CHECK(s.call("POST", "/v1/table/t/describe", R"({"check_declared":true})")["is_only_declared"] == false);
    CHECK(s.call("POST", "/v1/table/t/describe", "{}")["version"] == 1);
}

TEST_CASE("rows of a version that a client recorded are asked for in vain, with the reason") {
    server s;
    declare(s, "t");
    REQUIRE(s.call("POST", "/v1/table/t/version/create", R"({"version":1,"manifest_path":"m/1"})").status == 200);
    for (auto const* one : {"count_rows", "stats"}) {
        auto const out = s.call("POST", "/v1/table/t/" + std::string(one), "{}");
        CHECK(out.status == 406);
        CHECK(out.code() == 0);
        CHECK(out.text.find("recorded by a client") != std::string::npos);
    }
    CHECK(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({1})).code() == 0);
}

TEST_CASE("a recorded version of a table with rows has those of the version before it") {
    server s;
    REQUIRE(s.call("POST", "/v1/table/t/create", http_calls::rows_of({1, 2})).status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/version/create", R"({"version":2,"manifest_path":"m/2"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/count_rows", "{}").body == 2);
    CHECK(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({3}))["version"] == 3);
    CHECK(numbers(s, "t") == "1 2 3 ");
}

TEST_CASE("each error of recording a version has its code") {
    server s;
    declare(s, "t");
    struct row {
        char const* target;
        char const* body;
        int status;
        int code;
    };
    for (auto const& [target, body, status, code] :
         {row{"/v1/table/none/version/create", R"({"version":1,"manifest_path":"m"})", 404, 4},
          row{"/v1/table/x$t/version/create", R"({"version":1,"manifest_path":"m"})", 404, 1},
          row{"/v1/table/t/version/create", R"({"version":1,"manifest_path":"m","branch":"b"})", 404, 22},
          row{"/v1/table/t/version/create", R"({"version":0,"manifest_path":"m"})", 400, 13},
          row{"/v1/table/t/version/create", R"({"version":1,"manifest_path":""})", 400, 13},
          row{"/v1/table/t/version/create", R"({"version":1})", 400, 13}}) {
        INFO(target << ' ' << body);
        auto const out = s.call("POST", target, body);
        CHECK(out.status == status);
        CHECK(out.code() == code);
    }
    CHECK(numbers(s, "t").empty());
}

TEST_CASE("a batch of versions is recorded in its order, or not at all") {
    server s;
    for (auto const* id : {"a", "b"}) declare(s, id);
    auto const made =
        s.call("POST", "/v1/table/version/batch-create",
               R"({"entries":[{"id":["b"],"version":5,"manifest_path":"b5"},)"
               R"({"id":["a"],"version":1,"manifest_path":"a1"},{"id":["b"],"version":6,"manifest_path":"b6"}]})");
    REQUIRE(made.status == 200);
    auto const& versions = made["versions"].as_array();
    REQUIRE(versions.size() == 3);
    CHECK(versions.at(0).at("manifest_path") == "b5");
    CHECK(versions.at(1).at("manifest_path") == "a1");
    CHECK(versions.at(2).at("manifest_path") == "b6");
    for (auto const* last :
         {R"({"id":["b"],"version":6,"manifest_path":"again"})", R"({"id":["none"],"version":1,"manifest_path":"m"})",
          R"({"id":["a"],"version":2,"manifest_path":"twice"})"}) {
        auto const refused =
            s.call("POST", "/v1/table/version/batch-create",
                   R"({"entries":[{"id":["a"],"version":2,"manifest_path":"a2"},)" + std::string(last) + "]}");
        INFO(refused.text);
        CHECK(refused.status >= 400);
        CHECK(refused.text.find("/entries/1") != std::string::npos);
        CHECK(numbers(s, "a") == "1 ");
        CHECK(numbers(s, "b") == "5 6 ");
    }
}

TEST_CASE("operations of several kinds are committed together, with a result for each in its order") {
    server s;
    declare(s, "old");
    declare(s, "t");
    for (auto const* n : {"1", "2", "3"})
        REQUIRE(
            s.call("POST", "/v1/table/t/version/create", R"({"version":)" + std::string(n) + R"(,"manifest_path":"m"})")
                .status == 200);
    auto const done =
        s.call("POST", "/v1/table/batch-commit",
               R"({"operations":[{"deregister_table":{"id":["old"]}},{"declare_table":{"id":["new"]}},)"
               R"({"create_table_version":{"id":["new"],"version":1,"manifest_path":"n1"}},)"
               R"({"delete_table_versions":{"id":["t"],"ranges":[{"start_version":1,"end_version":3}]}}]})");
    INFO(done.text);
    REQUIRE(done.status == 200);
    auto const& results = done["results"].as_array();
    REQUIRE(results.size() == 4);
    CHECK(results.at(0).at("deregister_table").at("location") == "memory://old");
    CHECK(results.at(1).at("declare_table").at("location") == "memory://new");
    CHECK(results.at(2).at("create_table_version").at("version").at("version") == 1);
    CHECK(results.at(3).at("delete_table_versions").at("deleted_count") == 2);
    for (auto const& one : results) CHECK(one.as_object().size() == 1);
    CHECK(boost::json::serialize(s.call("GET", "/v1/table")["tables"]) == R"(["new","t"])");
    CHECK(numbers(s, "new") == "1 ");
    CHECK(numbers(s, "t") == "3 ");
}

TEST_CASE("when one operation of a commit fails, everything is as it was") {
    server s;
    REQUIRE(s.call("POST", "/v1/table/kept/create", http_calls::rows_of({1, 2})).status == 200);
    declare(s, "t");
    for (auto const* n : {"1", "2", "3"})
        REQUIRE(
            s.call("POST", "/v1/table/t/version/create", R"({"version":)" + std::string(n) + R"(,"manifest_path":"m"})")
                .status == 200);
    auto const before = s.call("POST", "/v1/table/kept/describe", "{}").text;
    std::string const good =
        R"({"deregister_table":{"id":["kept"]}},{"declare_table":{"id":["kept"]}},)"
        R"({"create_table_version":{"id":["t"],"version":9,"manifest_path":"n"}},)"
        R"({"delete_table_versions":{"id":["t"],"ranges":[{"start_version":0,"end_version":-1}]}},)"
        R"({"deregister_table":{"id":["t"]}})";
    for (auto const& bad : {R"({"deregister_table":{"id":["none"]}})", R"({"declare_table":{"id":["kept"]}})", R"({})",
                            R"({"declare_table":{"id":["x"]},"deregister_table":{"id":["x"]}})",
                            R"({"create_table_version":{"id":["t"],"version":1,"manifest_path":"n"}})"}) {
        auto const refused = s.call("POST", "/v1/table/batch-commit", R"({"operations":[)" + good + ',' + bad + "]}");
        INFO(refused.text);
        CHECK(refused.status >= 400);
        CHECK(numbers(s, "t") == "1 2 3 ");
        CHECK(s.call("POST", "/v1/table/kept/describe", "{}").text == before);
        CHECK(s.call("POST", "/v1/table/kept/count_rows", "{}").body == 2);
        CHECK(boost::json::serialize(s.call("GET", "/v1/table")["tables"]) == R"(["kept","t"])");
    }
    // The place of the table that was declared in between is free.
    REQUIRE(s.call("POST", "/v1/table/kept/drop", "{}").status == 200);
    declare(s, "kept");
    CHECK(s.call("POST", "/v1/table/kept/describe", "{}")["location"] == "memory://kept");
}

TEST_CASE("of writers that record the same versions each has one winner") {
    using namespace executor_tables;
    executor::catalog catalog(inline_jobs());
    lancespec::model::declare_table_request declared;
    declared.id = {"t"};
    REQUIRE(catalog.execute(declared).has_value());
    constexpr int writers = 8;
    constexpr int count = 1000;
    std::atomic<int> won{0};
    std::atomic<int> lost{0};
    std::vector<std::thread> threads;
    for (int w = 0; w < writers; ++w)
        threads.emplace_back([&, w] {
            for (int n = 1; n <= count; ++n) {
                lancespec::model::create_table_version_request request;
                request.id = {"t"};
                request.version = n;
                request.manifest_path = std::to_string(w);
                auto const made = catalog.execute(request);
                if (made)
                    ++won;
                else if (made.error().code == error_code::concurrent_modification)
                    ++lost;
            }
        });
    for (auto& thread : threads) thread.join();
    CHECK(won == count);
    CHECK(lost == count * (writers - 1));
}

}  // namespace batches_test
