#include <lancespec/http/route.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/contract/operations.hpp>

namespace route_test {

using lancespec::http::match_route;

TEST_CASE("Every operation is found by its method and path, with and without a slash at the end") {
    for (auto const& op : lancespec::contract::operations()) {
        std::string path(op.path);
        path.replace(path.find("{id}"), 4, "a%24b");
        for (auto const& text : {path, path + "/"}) {
            auto const match = match_route(op.method, text);
            CHECK(match.operation == &op);
            CHECK(match.id == "a$b");
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
            CHECK(match.id == id);
        }
}

}  // namespace route_test
