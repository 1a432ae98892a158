// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/operation.hpp"

#include "conformance/engine/request_draft.hpp"
#include "tests/support/catch.hpp"

namespace operation_test {

namespace lc = lancespec::conformance;

TEST_CASE("routes are written and read back, whatever the names hold") {
    rc::prop("parse_route(target_of(route)) is the route", [](std::string id, std::string delimiter, bool given) {
        RC_PRE(!id.empty());
        lc::route where{id, {}, false};
        if (given) where.delimiter = delimiter;
        for (auto const* op : {&lc::backfill_column(), &lc::refresh_materialized_view()}) {
            auto const read = lc::parse_route(*op, lc::target_of(*op, where));
            RC_ASSERT(read.has_value());
            RC_ASSERT(read->id == id);
            RC_ASSERT(read->delimiter == where.delimiter);
        }
    });
}

TEST_CASE("a target of another operation is no route") {
    auto const& op = lc::backfill_column();
    CHECK(lc::parse_route(op, "/v1/table/a/backfill_column"));
    CHECK(lc::parse_route(op, "/v1/table/a/backfill_column/")->trailing_slash);
    for (auto const* other : {"", "/", "/v1/table/a/b/backfill_column", "/v1/table/a", "/v1/table/backfill_column",
                              "/v1/materialized_view/a/refresh", "/v1/table/%zz/backfill_column"})
        CHECK_FALSE(lc::parse_route(op, other));
}

TEST_CASE("the optional fields are those of the specification") {
    auto const nullable = [](lc::operation const& op) {
        return std::ranges::count_if(lc::optional_members(op), [](auto const& f) { return f.nullable; });
    };
    CHECK(lc::optional_members(lc::backfill_column()).size() == 17);
    CHECK(nullable(lc::backfill_column()) == 13);
    CHECK(lc::optional_members(lc::refresh_materialized_view()).size() == 11);
    CHECK(nullable(lc::refresh_materialized_view()) == 8);
}

TEST_CASE("a draft changes one thing of a plain request") {
    auto const draft = [] { return lc::request_draft(lc::backfill_column(), {"demo", "items"}, {{"column", "c"}}); };
    auto const plain = draft().build();
    CHECK(plain.method == "POST");
    CHECK(plain.target == "/v1/table/demo%24items/backfill_column?delimiter=%24");
    CHECK(plain.body == R"({"column":"c"})");
    CHECK(plain.fields.find("content-type") == "application/json");
    CHECK(draft().delimiter("|").build().target == "/v1/table/demo%7Citems/backfill_column?delimiter=%7C");
    CHECK(draft().without_delimiter().build().target == "/v1/table/demo%24items/backfill_column");
    CHECK(draft().with({{"column", 7}}).build().body == R"({"column":7})");
    CHECK(draft().without("column").build().body == "{}");
    auto const empty = draft().body("").build();
    CHECK(empty.body.empty());
    CHECK_FALSE(empty.fields.find("content-type"));
    CHECK(draft().method("GET").build().body.empty());
}

}  // namespace operation_test
