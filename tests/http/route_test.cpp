// SPDX-License-Identifier: Apache-2.0
#include <lancespec/http/route.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/contract/operations.hpp>

namespace route_test {

using lancespec::http::match_route;

TEST_CASE("Every operation is found by its method and path, with and without a slash at the end") {
    for (auto const& op : lancespec::contract::operations()) {
        std::string path(op.path);
        for (auto const* place : {"{id}", "{index_name}"})
            if (auto const at = path.find(place); at != std::string::npos)
                path.replace(at, std::string_view(place).size(), "a%24b");
        for (auto const& text : {path, path + "/"}) {
            auto const match = match_route(op.method, text);
            CHECK(match.operation == &op);
            CHECK(match.id == (op.has_id() ? "a$b" : ""));
            for (auto const& [name, value] : match.others) CHECK(value == "a$b");
        }
        auto const wrong_method = match_route("PATCH", path);
        CHECK(wrong_method.operation == nullptr);
        CHECK(wrong_method.allowed == std::vector<std::string>{std::string(op.method)});
    }
}

TEST_CASE("Paths that only resemble an operation's lead nowhere") {
    for (auto const* path :
         {"", "/", "//", "/v1", "/v1/table/a", "/v1/table/a/backfill_column/x", "/v1/table/a/backfill_column//",
          "/v1/table/a/b/backfill_column", "v1/table/a/backfill_column", "/V1/table/a/backfill_column",
          "/v1/table/a/backfill_column%2F"})
        CHECK(match_route("POST", path).operation == nullptr);
}

TEST_CASE("A slash within a name is encoded, and a broken escape is told") {
    CHECK(match_route("POST", "/v1/table/a%2Fb/backfill_column").id == "a/b");
    CHECK(!match_route("POST", "/v1/table/a%2/backfill_column").broken.empty());
    CHECK(match_route("POST", "/v1/table//backfill_column").id.empty());
}

TEST_CASE("What is written as a route is read back, whatever the id") {
    for (auto const& op : lancespec::contract::operations())
        for (auto const* id : {"a$b", "a/b", "..", "%2F", "\xC3\xA9 ?#"}) {
            auto const match = match_route(op.method, lancespec::http::write_route(op, id));
            CHECK(match.operation == &op);
            CHECK(match.id == (op.has_id() ? id : ""));
        }
}

TEST_CASE("A path has further parameters, and the batch operations have none") {
    auto const match = match_route("POST", "/v1/table/a%24b/index/my%20index/drop");
    REQUIRE(match.operation != nullptr);
    CHECK(match.operation->id == "DropTableIndex");
    CHECK(match.id == "a$b");
    REQUIRE(match.others.size() == 1);
    CHECK(match.others[0] == std::pair<std::string_view, std::string>{"index_name", "my index"});
    CHECK(lancespec::http::write_route(*match.operation, "a$b", match.others) ==
          "/v1/table/a%24b/index/my%20index/drop");
    CHECK(match_route("POST", "/v1/table/version/batch-create").operation->id == "BatchCreateTableVersions");
    CHECK(match_route("GET", "/v1/table").operation->id == "ListAllTables");
    auto const bad = match_route("POST", "/v1/table/a/index/%zz/drop");
    CHECK(bad.broken.at(0).pointer == "path:index_name");
}

}  // namespace route_test
