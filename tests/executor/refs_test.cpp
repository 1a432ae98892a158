// SPDX-License-Identifier: Apache-2.0
// Branches and tags: what they stand for, what they keep, and every error that the pages list for them.
#include <lancespec/executor/service.hpp>

#include "tests/executor/http_calls.hpp"

#include <lancespec/core/percent.hpp>

#include <boost/json/serialize.hpp>

namespace refs_test {

using http_calls::server;

/// The table `t` with three versions: one row, two, three.
void make_three(server& on) {
    REQUIRE(on.call("POST", "/v1/table/t/create", http_calls::rows_of({1})).status == 200);
    REQUIRE(on.call("POST", "/v1/table/t/insert", http_calls::rows_of({2})).status == 200);
    REQUIRE(on.call("POST", "/v1/table/t/insert", http_calls::rows_of({3})).status == 200);
}

std::int64_t count(server& on, std::string const& members) {
    return on.call("POST", "/v1/table/t/count_rows", members).body.as_int64();
}

TEST_CASE("a tag stands for its version whatever is written later") {
    server s;
    make_three(s);
    CHECK(s.call("POST", "/v1/table/t/tags/create", R"({"tag":"two","version":2})").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/insert", http_calls::rows_of({4})).status == 200);
    auto const found = s.call("POST", "/v1/table/t/tags/version", R"({"tag":"two"})");
    CHECK(found["version"] == 2);
    CHECK_FALSE(found.body.as_object().contains("branch"));  // it is on main
    auto const described = s.call("POST", "/v1/table/t/describe", R"({"tag":"two"})");
    CHECK(described["version"] == 2);
    CHECK(count(s, R"({"version":2})") == 2);
    CHECK(s.call("POST", "/v1/table/t/tags/update", R"({"tag":"two","version":3})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/describe", R"({"tag":"two"})")["version"] == 3);
    CHECK(s.call("POST", "/v1/table/t/tags/delete", R"({"tag":"two"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/tags/version", R"({"tag":"two"})").code() == 8);
}

TEST_CASE("tags are listed by name, page by page, with a branch where they are not on main") {
    server s;
    make_three(s);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b","from_version":2})").status == 200);
    for (auto const* tag : {R"({"tag":"z","version":1})", R"({"tag":"a","version":3})",
                            R"({"tag":"m","version":2,"branch":"b"})", R"({"tag":"é \"","version":1})"})
        REQUIRE(s.call("POST", "/v1/table/t/tags/create", tag).status == 200);
    auto const all = s.call("POST", "/v1/table/t/tags/list");
    REQUIRE(all["tags"].as_object().size() == 4);
    CHECK(all["tags"].at("m").at("branch") == "b");
    CHECK(all["tags"].at("m").at("version") == 2);
    CHECK_FALSE(all["tags"].at("a").as_object().contains("branch"));
    for (int limit = 1; limit <= 5; ++limit) {
        boost::json::object walked;
        std::string token;
        for (int pages = 0; pages < 6; ++pages) {
            auto const page =
                s.call("GET", "/v1/table/t/tags/list?limit=" + std::to_string(limit) +
                                  (token.empty() ? "" : "&page_token=" + lancespec::percent_encode(token)));
            for (auto const& one : page["tags"].as_object()) CHECK(walked.emplace(one.key(), one.value()).second);
            auto const* next = page.body.as_object().if_contains("page_token");
            if (next == nullptr) break;
            token = std::string_view(next->as_string());
        }
        CHECK(walked.size() == 4);
    }
}

TEST_CASE("each error of a tag has its code") {
    server s;
    make_three(s);
    REQUIRE(s.call("POST", "/v1/table/t/tags/create", R"({"tag":"here","version":1})").status == 200);
    struct row {
        char const* target;
        char const* body;
        int status;
        int code;
    };
    for (auto const& [target, body, status, code] :
         {row{"/v1/table/t/tags/create", R"({"tag":"here","version":2})", 409, 9},
          row{"/v1/table/t/tags/create", R"({"tag":"new","version":9})", 404, 11},
          row{"/v1/table/t/tags/create", R"({"tag":"new","version":1,"branch":"none"})", 404, 22},
          row{"/v1/table/t/tags/create", R"({"tag":"","version":1})", 400, 13},
          row{"/v1/table/none/tags/create", R"({"tag":"new","version":1})", 404, 4},
          row{"/v1/table/ns$t/tags/create", R"({"tag":"new","version":1})", 404, 1},
          row{"/v1/table/t/tags/update", R"({"tag":"none","version":1})", 404, 8},
          row{"/v1/table/t/tags/update", R"({"tag":"here","version":9})", 404, 11},
          row{"/v1/table/none/tags/update", R"({"tag":"here","version":1})", 404, 4},
          row{"/v1/table/t/tags/delete", R"({"tag":"none"})", 404, 8},
          row{"/v1/table/none/tags/delete", R"({"tag":"here"})", 404, 4},
          row{"/v1/table/t/tags/version", R"({"tag":"none"})", 404, 8},
          row{"/v1/table/none/tags/version", R"({"tag":"here"})", 404, 4}, row{"/v1/table/none/tags/list", "", 404, 4},
          row{"/v1/table/t/describe", R"({"tag":"none"})", 404, 8}}) {
        INFO(target << ' ' << body);
        auto const out = s.call("POST", target, body);
        CHECK(out.status == status);
        CHECK(out.code() == code);
    }
    CHECK(s.call("POST", "/v1/table/t/tags/version", R"({"tag":"here"})")["version"] == 1);
}

TEST_CASE("a branch says where and when it began, and main is not among them") {
    server s;
    make_three(s);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b","from_version":2})").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"c","from_branch":"b"})").status == 200);
    auto const all = s.call("POST", "/v1/table/t/branches/list");
    REQUIRE(all["branches"].as_object().size() == 2);
    CHECK_FALSE(all["branches"].at("b").as_object().contains("parentBranch"));  // it is main
    CHECK(all["branches"].at("b").at("parentVersion") == 2);
    CHECK(all["branches"].at("b").at("createAt") == 1);  // seconds; the clock of these tests stands at 1000 ms
    CHECK(all["branches"].at("c").at("parentBranch") == "b");
    CHECK(s.call("GET", "/v1/table/t/branches/list?limit=1").status != 200);  // POST alone
    auto const page = s.call("POST", "/v1/table/t/branches/list?limit=1");
    CHECK(page["branches"].as_object().size() == 1);
    CHECK(page["page_token"] == "b");
}

TEST_CASE("a branch that is removed takes nothing of others with it") {
    server s;
    make_three(s);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b"})").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"c","from_branch":"b"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/branches/delete", R"({"name":"b"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/count_rows", R"({"branch":"b"})").code() == 22);
    CHECK(count(s, R"({"branch":"c"})") == 3);
    CHECK(count(s, "{}") == 3);
    CHECK(s.call("POST", "/v1/table/t/branches/delete", R"({"name":"b"})").code() == 22);
    CHECK(s.call("POST", "/v1/table/t/branches/delete", R"({"name":"main"})").code() == 13);
    CHECK(s.call("POST", "/v1/table/none/branches/delete", R"({"name":"b"})").code() == 4);
    // The name is free again.
    CHECK(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b","from_version":1})").status == 200);
    CHECK(count(s, R"({"branch":"b"})") == 1);
}

TEST_CASE("a branch with a tagged version stays until the tag has gone") {
    server s;
    make_three(s);
    REQUIRE(s.call("POST", "/v1/table/t/branches/create", R"({"name":"b"})").status == 200);
    REQUIRE(s.call("POST", "/v1/table/t/tags/create", R"({"tag":"x","version":3,"branch":"b"})").status == 200);
    auto const refused = s.call("POST", "/v1/table/t/branches/delete", R"({"name":"b"})");
    CHECK(refused.status == 400);
    CHECK(refused.text.find("that tag x stands for") != std::string::npos);
    REQUIRE(s.call("POST", "/v1/table/t/tags/delete", R"({"tag":"x"})").status == 200);
    CHECK(s.call("POST", "/v1/table/t/branches/delete", R"({"name":"b"})").status == 200);
}

TEST_CASE("a write to a branch that is removed meanwhile fails, and changes nothing") {
    executor_tables::executor::catalog catalog(executor_tables::inline_jobs());
    using namespace executor_tables;
    object_identifier const t(std::vector<std::string>{"t"});
    REQUIRE(catalog.create_table(t, schema({{"x", "int64"}}), {xs({{1}})}).has_value());
    REQUIRE(catalog.create_branch(t, "b").has_value());
    catalog.register_function("removes", [&](std::span<scalar const>) {
        lancespec::model::delete_table_branch_request gone;
        gone.id = t.names();
        gone.name = "b";
        CHECK(catalog.execute(gone).has_value());
        return number(1);
    });
    REQUIRE(catalog.add_virtual_column(t, {{"v", type("int64"), true, {}}, "removes", {"x"}}).has_value());
    lancespec::model::create_table_branch_request again;
    again.id = t.names();
    again.name = "c";
    REQUIRE(catalog.execute(again).has_value());
    auto request = backfill(t, "v");
    request.branch = "c";
    lancespec::model::delete_table_branch_request gone;
    gone.id = t.names();
    gone.name = "b";
    catalog.register_function("removes", [&](std::span<scalar const>) {
        gone.name = "c";
        CHECK(catalog.execute(gone).has_value());
        return number(1);
    });
    auto const job = run(catalog, request);
    CHECK(job.state == executor::job_state::failed);
    REQUIRE(job.error);
    CHECK(job.error->code == error_code::table_branch_not_found);
    CHECK(column(catalog, t, 1) == "null");
}

}  // namespace refs_test
