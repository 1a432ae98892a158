// SPDX-License-Identifier: Apache-2.0
// Tables keep dictionaries as they came: few bytes for many rows, the same answers as without.
#include <lancespec/executor/catalog.hpp>

#include "tests/executor/http_calls.hpp"

namespace dictionary_test {

using namespace executor_tables;

object_identifier const t(std::vector<std::string>{"t"});

/// Rows of one dictionary column `d`.
columnar::record_batch words(char const* kind, std::vector<scalar> const& values) {
    std::vector<columnar::scalars> rows;
    for (auto const& value : values) rows.push_back({value});
    return batch(schema({{"d", kind}}), rows);
}

std::int64_t count(executor::catalog& in, std::string const& filter) {
    lancespec::model::count_table_rows_request request;
    request.id = {"t"};
    request.predicate = filter;
    return in.execute(request).value().count.value();
}

TEST_CASE("a table of one long value and many rows holds the value once") {
    auto options = inline_jobs();
    options.table_bytes = 4 << 20;
    executor::catalog catalog(options);
    auto const fields = schema({{"d", "dictionary<utf8>[int8]"}, {"x", "int64"}});
    std::vector<columnar::scalars> values(4'000, {text(std::string(1 << 20, 'x')), number(7)});
    auto const rows = batch(fields, values);
    // 20 GB, if each row had a copy. All batches share the value.
    lancespec::model::create_table_request create;
    create.id = {"t"};
    create.data = http_calls::arrow(fields, std::vector(5, rows));
    REQUIRE(catalog.execute(create).has_value());
    CHECK(count(catalog, "x = 7") == 20'000);
    auto const parts = catalog.read(t).value();
    REQUIRE(parts.size() == 5);
    for (auto const& part : parts)
        CHECK(part.columns.front()->children().front() == parts.front().columns.front()->children().front());
}

TEST_CASE("describe gives a dictionary the type of its values") {
    http_calls::server server;
    auto const fields = schema({{"d", "dictionary<utf8>[int16]"}, {"l", "list<item: dictionary<date32>>"}});
    REQUIRE(server.call("POST", "/v1/table/t/create", http_calls::arrow(fields, {})).status == 200);
    auto const described = server.call("POST", "/v1/table/t/describe", R"({"load_detailed_metadata":true})");
    REQUIRE(described.status == 200);
    auto const& shown = described["schema"].at("fields").as_array();
    CHECK(shown.at(0).at("type").at("type").as_string() == "utf8");
    CHECK(shown.at(1).at("type").at("fields").as_array().at(0).at("type").at("type").as_string() == "date32");
}

TEST_CASE("rows are inserted with dictionaries or without, whatever the table has") {
    for (auto const* has : {"utf8", "dictionary<utf8>[int8]", "dictionary<utf8>[uint64]"}) {
        INFO(has);
        executor::catalog catalog(inline_jobs());
        REQUIRE(catalog.create_table(t, schema({{"d", has}}), {}).has_value());
        for (auto const* given : {"utf8", "dictionary<utf8>[int8]", "dictionary<utf8>[int32]"})
            REQUIRE(catalog.insert(t, {words(given, {text("a"), {}, text("b"), text("a")})}).has_value());
        CHECK(count(catalog, "d = 'a'") == 6);
        CHECK(count(catalog, "d is null") == 3);
        auto const parts = catalog.read(t).value();
        for (auto const& part : parts) CHECK(to_string(part.columns.front()->type()) == to_string(type(has)));
    }
}

TEST_CASE("rows whose values do not fit the table's dictionary are refused with the column and the reason") {
    executor::catalog catalog(inline_jobs());
    REQUIRE(catalog.create_table(t, schema({{"d", "dictionary<utf8>[int8]"}}), {}).has_value());
    std::vector<scalar> many;
    for (int i = 0; i < 200; ++i) many.push_back(text(std::to_string(i)));
    auto const refused = catalog.insert(t, {words("utf8", many)});
    REQUIRE(refused.has_error());
    CHECK(refused.error().message ==
          "batch 0 does not fit the table: column d: a dictionary outgrew its indices: use a wider index type");
    auto const other = catalog.insert(t, {words("int64", {number(1)})});
    REQUIRE(other.has_error());
    CHECK(other.error().message.find("column d is int64, not dictionary<values: utf8>[int8]") != std::string::npos);
}

TEST_CASE("without its dictionary a column may not take more than the table may") {
    auto options = inline_jobs();
    options.table_bytes = 4 << 20;
    executor::catalog catalog(options);
    REQUIRE(catalog.create_table(t, schema({{"d", "large_utf8"}}), {}).has_value());
    auto const long_one = text(std::string(1 << 20, 'x'));
    auto const refused = catalog.insert(t, {words("dictionary<large_utf8>[int8]", std::vector<scalar>(100, long_one))});
    REQUIRE(refused.has_error());
    CHECK(refused.error().message ==
          "batch 0 does not fit the table: column d: without its dictionary it would take more than 4194304 bytes");
}

TEST_CASE("computed columns and views read dictionaries") {
    executor::catalog catalog(inline_jobs());
    auto const rows_ = words("dictionary<utf8>[int8]", {text("a"), {}, text("bcd")});
    REQUIRE(catalog.create_table(t, schema({{"d", "dictionary<utf8>[int8]"}}), {rows_}).has_value());
    REQUIRE(catalog.add_computed_column(t, "n", "upper(d)").has_value());
    succeed(catalog, backfill(t, "n"));
    CHECK(count(catalog, "n = 'BCD' and d = 'bcd'") == 1);
    object_identifier const view(std::vector<std::string>{"v"});
    auto const query = lancespec::model::materialized_view_kind::query;
    catalog.create_materialized_view(view, {query, R"({"table":["t"],"columns":["d"],"where":"d is not null"})", {}})
        .value();
    succeed(catalog, refresh(view));
    auto const made = rows(catalog, view);
    REQUIRE(made.size() == 2);
    CHECK(made[1].front() == text("bcd"));
}

}  // namespace dictionary_test
