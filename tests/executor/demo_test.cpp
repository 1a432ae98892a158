// SPDX-License-Identifier: Apache-2.0
#include <lancespec/executor/demo.hpp>

#include "tests/support/catch.hpp"

#include "tests/executor/tables.hpp"

#include <set>

namespace demo_test {

using namespace executor_tables;

object_identifier const items{"demo", "items"};

std::size_t nulls(executor::catalog const& in, object_identifier const& id, std::size_t column) {
    std::size_t out = 0;
    for (auto const& row : rows(in, id)) out += row[column].is_null() ? 1 : 0;
    return out;
}

TEST_CASE("The demo's items have 96 rows in 3 fragments, and null columns until a backfill") {
    executor::catalog catalog(inline_jobs());
    executor::load_demo(catalog);
    CHECK(catalog.read(items).value().size() == 3);
    CHECK(rows(catalog, items).size() == 96);
    CHECK(nulls(catalog, items, 2) == 8);
    CHECK(nulls(catalog, items, 4) == 96);
    CHECK(nulls(catalog, items, 5) == 96);
    CHECK(succeed(catalog, backfill(items, "doubled")).rows_computed == 96);
    CHECK(succeed(catalog, backfill(items, "stats.area")).rows_computed == 96);
    CHECK(succeed(catalog, backfill(items, "name_upper")).rows_computed == 96);
    for (auto const& row : rows(catalog, items)) {
        auto const id = std::get<std::int64_t>(row[0].value);
        CHECK(row[4] == number(2 * id));
        auto const& stats = std::get<columnar::scalars>(row[3].value);
        CHECK(std::get<std::int64_t>(stats[2].value) ==
              std::get<std::int64_t>(stats[0].value) * std::get<std::int64_t>(stats[1].value));
        CHECK(std::get<std::string>(row[5].value).find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos);
    }
}

TEST_CASE("The demo's branch has columns to backfill of its own") {
    executor::catalog catalog(inline_jobs());
    executor::load_demo(catalog);
    auto request = backfill(items, "doubled");
    request.branch = "experiment";
    succeed(catalog, request);
    CHECK(nulls(catalog, items, 4) == 96);
    CHECK(succeed(catalog, backfill({"demo", "deep", "leaf"}, "doubled")).rows_computed == 3);
}

TEST_CASE("The demo's views have rows after a refresh") {
    executor::catalog catalog(inline_jobs());
    executor::load_demo(catalog);
    for (auto const* view : {"cheap", "labels", "chunks"}) {
        CAPTURE(view);
        CHECK(rows(catalog, {"demo", view}).empty());
        succeed(catalog, refresh({"demo", view}));
        CHECK_FALSE(rows(catalog, {"demo", view}).empty());
    }
    for (auto const& row : rows(catalog, {"demo", "cheap"})) CHECK(std::get<double>(row[2].value) < 10);
    CHECK(rows(catalog, {"demo", "labels"}).size() == 96);
    std::set<std::string> words;
    for (auto const& row : rows(catalog, {"demo", "chunks"})) words.insert(std::get<std::string>(row[0].value));
    CHECK(words.contains("oak"));
    CHECK_FALSE(words.contains("small oak table"));
}

TEST_CASE("The demo loads once") {
    executor::catalog catalog(inline_jobs());
    executor::load_demo(catalog);
    CHECK_THROWS_AS(executor::load_demo(catalog), lancespec::error_exception);
}

}  // namespace demo_test
