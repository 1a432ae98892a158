// SPDX-License-Identifier: Apache-2.0
#include <lancespec/executor/catalog.hpp>

#include "tests/support/catch.hpp"

#include "tests/executor/tables.hpp"

#include <set>

namespace catalog_test {

using namespace executor_tables;

object_identifier const t{"t"};

std::optional<error_code> code(auto const& answer) {
    if (answer) return std::nullopt;
    CHECK_FALSE(answer.error().message.empty());
    return answer.error().code;
}

TEST_CASE("Namespaces and tables share their names, and need their parents") {
    executor::catalog catalog(inline_jobs());
    CHECK(code(catalog.create_namespace({"ns"})) == std::nullopt);
    CHECK(code(catalog.create_namespace({"ns"})) == error_code::namespace_already_exists);
    CHECK(code(catalog.create_namespace({"gone", "inner"})) == error_code::namespace_not_found);
    CHECK(code(catalog.create_namespace({"ns", "inner"})) == std::nullopt);
    CHECK(code(catalog.create_table({"ns", "inner", "t"}, schema({{"x", "int64"}}), {})) == std::nullopt);
    CHECK(code(catalog.create_table({"ns", "inner", "t"}, schema({{"x", "int64"}}), {})) ==
          error_code::table_already_exists);
    CHECK(code(catalog.create_table({"ns", "inner"}, {}, {})) == error_code::namespace_already_exists);
    CHECK(code(catalog.create_table({"gone", "t"}, {}, {})) == error_code::namespace_not_found);
    CHECK(code(catalog.create_namespace({"ns", "inner", "t"})) == error_code::table_already_exists);
    CHECK(code(catalog.create_namespace({"ns", "inner", "t", "below"})) == error_code::namespace_not_found);
    CHECK(code(catalog.read({"ns", "t"})) == error_code::table_not_found);
}

TEST_CASE("Names that no route could spell are refused") {
    executor::catalog catalog(inline_jobs());
    for (auto const& id : {object_identifier{}, object_identifier{""}, object_identifier{"\xff"}}) {
        CHECK(code(catalog.create_namespace(id)) == error_code::invalid_input);
        CHECK(code(catalog.create_table(id, {}, {})) == error_code::invalid_input);
        CHECK(code(catalog.create_materialized_view(id, {})) == error_code::invalid_input);
    }
}

TEST_CASE("Schemas that no path could reach into are refused") {
    executor::catalog catalog(inline_jobs());
    for (auto const& fields : {schema({{"", "int64"}}), schema({{"a.b", "int64"}}),
                               schema({{"a", "int64"}, {"a", "utf8"}}), schema({{"\xff", "int64"}})})
        CHECK(code(catalog.create_table(t, fields, {})) == error_code::table_schema_validation_error);
    CHECK(code(catalog.create_table(t, schema({{"a", "int64"}, {"A", "int64"}}), {})) == std::nullopt);
}

TEST_CASE("Batches are taken by name, in any order, and may leave out nullable columns at every level") {
    executor::catalog catalog(inline_jobs());
    auto const fields = schema({{"id", "int64"}, {"st", "struct<w: int32, h: int32>"}});
    catalog.create_table(t, fields, {}).value();
    catalog.add_computed_column(t, "st.area", "st.w * st.h").value();
    catalog.add_computed_column(t, "double", "id * 2").value();
    auto const given = schema({{"st", "struct<h: int32, w: int32>"}, {"id", "int64"}});
    CHECK(catalog.insert(t, {batch(given, {{{columnar::scalars{number(1), number(2)}}, number(7)}, {{}, {}}})}) == 4);
    CHECK(column(catalog, t, 0) == "7 null");
    CHECK(column(catalog, t, 1) == "[2, 1, null] null");
    CHECK(column(catalog, t, 2) == "null null");
    succeed(catalog, backfill(t, "st.area"));
    CHECK(column(catalog, t, 1) == "[2, 1, 2] null");
}

TEST_CASE("Batches that do not fit are refused whole, with the column named") {
    executor::catalog catalog(inline_jobs());
    auto fields = schema({{"id", "int64"}, {"st", "struct<w: int32>"}});
    fields.fields[0].nullable = false;
    catalog.create_table(t, fields, {}).value();
    auto const refused = [&](columnar::record_batch given, char const* named) {
        auto good = batch(schema({{"id", "int64"}}), {{number(1)}});
        auto const answer = catalog.insert(t, {std::move(good), std::move(given)});
        REQUIRE(answer.has_error());
        CAPTURE(answer.error().message);
        CHECK(answer.error().code == error_code::table_schema_validation_error);
        CHECK(answer.error().message.find(named) != std::string::npos);
    };
    refused(batch(schema({{"id", "int32"}}), {}), "id is int32, not int64");
    refused(batch(schema({{"id", "int64"}, {"st", "struct<w: utf8>"}}), {}), "st.w is utf8");
    refused(batch(schema({{"id", "int64"}, {"st", "struct<q: int32>"}}), {}), "no column st.q");
    refused(batch(schema({{"id", "int64"}, {"more", "int64"}}), {}), "no column more");
    refused(batch(schema({{"st", "struct<w: int32>"}}), {}), "id is missing");
    refused(batch(schema({{"id", "int64"}}), {{scalar{}}}), "id cannot be null");
    refused({nullptr, {}, -1}, "negative");
    refused({nullptr, {nullptr, nullptr}, 1}, "missing");
    refused({nullptr, {}, 1}, "0 columns for 2 fields");
    CHECK(catalog.latest_version(t) == 1);
}

TEST_CASE("delete_rows removes the rows on which the predicate is TRUE") {
    executor::catalog catalog(inline_jobs());
    make_doubled(catalog, {xs({1, 2, std::nullopt}), xs({4}), xs({5, 6})});
    CHECK(catalog.delete_rows(t, "NOT (x > 1)") == 3);
    CHECK(column(catalog, t, 0) == "2 null 4 5 6");
    catalog.delete_rows(t, "x = 4").value();
    CHECK(catalog.read(t).value().size() == 2);
    CHECK(code(catalog.delete_rows(t, "x")) == error_code::invalid_input);
    CHECK(code(catalog.delete_rows(t, "nope = 1")) == error_code::invalid_input);
    CHECK(code(catalog.delete_rows(t, "x = 1; drop table t")) == error_code::invalid_input);
    CHECK(code(catalog.delete_rows(t, "1 / (x - 5) = 1")) == error_code::invalid_input);
    CHECK(column(catalog, t, 0) == "2 null 5 6");
    CHECK(column(catalog, t, 0, 1) == "1 2 null 4 5 6");
}

TEST_CASE("Versions count up by one, and each can be read") {
    executor::catalog catalog(inline_jobs());
    make_doubled(catalog, {xs({1})});
    CHECK(catalog.latest_version(t) == 2);
    CHECK(catalog.insert(t, {xs({2})}) == 3);
    CHECK(column(catalog, t, 0, 2) == "1");
    CHECK(column(catalog, t, 0, 3) == "1 2");
    CHECK(code(catalog.read(t, 4)) == error_code::table_version_not_found);
    CHECK(code(catalog.read(t, 0)) == error_code::table_version_not_found);
    CHECK(code(catalog.read({"u"})) == error_code::table_not_found);
}

TEST_CASE("A branch begins with a version and goes its own way") {
    executor::catalog catalog(inline_jobs());
    make_doubled(catalog, {xs({1})});
    catalog.insert(t, {xs({2})}).value();
    CHECK(code(catalog.create_branch(t, "old", 2)) == std::nullopt);
    CHECK(code(catalog.create_branch(t, "new")) == std::nullopt);
    CHECK(code(catalog.create_branch(t, "old")) == error_code::table_branch_already_exists);
    CHECK(code(catalog.create_branch(t, "main")) == error_code::table_branch_already_exists);
    CHECK(code(catalog.create_branch(t, "x", 9)) == error_code::table_version_not_found);
    CHECK(code(catalog.create_branch({"u"}, "x")) == error_code::table_not_found);
    CHECK(code(catalog.create_branch(t, "")) == error_code::invalid_input);
    CHECK(catalog.latest_version(t, "old") == 2);
    CHECK(column(catalog, t, 0, {}, "new") == "1 2");
    CHECK(column(catalog, t, 0, {}, "old") == "1");
    CHECK(code(catalog.read(t, 3, "old")) == error_code::table_version_not_found);
    CHECK(code(catalog.read(t, {}, "gone")) == error_code::table_branch_not_found);
}

TEST_CASE("A computed or virtual column that cannot be, is not added") {
    executor::catalog catalog(inline_jobs());
    auto const fields = schema({{"x", "int64"}, {"l", "list<item: int64>"}, {"st", "struct<w: int32>"}});
    catalog.create_table(t, fields, {}).value();
    CHECK(code(catalog.add_computed_column(t, "y..z", "x")) == error_code::invalid_input);
    CHECK(code(catalog.add_computed_column(t, "y", "x +")) == error_code::invalid_input);
    CHECK(code(catalog.add_computed_column(t, "y", "nope")) == error_code::invalid_input);
    CHECK(code(catalog.add_computed_column(t, "x", "x")) == error_code::table_schema_validation_error);
    CHECK(code(catalog.add_computed_column(t, "`a.b`", "x")) == error_code::table_schema_validation_error);
    CHECK(code(catalog.add_computed_column(t, "x.y", "x")) == error_code::table_column_not_found);
    CHECK(code(catalog.add_computed_column(t, "gone.y", "x")) == error_code::table_column_not_found);
    auto const add = [&](char const* name, char const* function, std::vector<std::string> inputs) {
        return code(catalog.add_virtual_column(t, {{name, type("int64"), true, {}}, function, std::move(inputs)}));
    };
    CHECK(add("v", "nobody", {"x"}) == error_code::invalid_input);
    CHECK(add("v", "identity", {"gone"}) == error_code::table_column_not_found);
    CHECK(add("v", "identity", {"a..b"}) == error_code::invalid_input);
    CHECK(add("v", "identity", {"l.item"}) == error_code::invalid_input);
    CHECK(add("a.b", "identity", {"x"}) == error_code::table_schema_validation_error);
    CHECK(add("v", "identity", {"st.w"}) == std::nullopt);
    CHECK(catalog.latest_version(t) == 2);
}

TEST_CASE("A view needs a function exactly when its kind has one") {
    executor::catalog catalog(inline_jobs());
    using lancespec::model::materialized_view_kind;
    CHECK(code(catalog.create_materialized_view(
              t, {lancespec::model::materialized_view_kind::query, "{}", "identity"})) == error_code::invalid_input);
    CHECK(code(catalog.create_materialized_view(t, {lancespec::model::materialized_view_kind::udtf, "{}", ""})) ==
          error_code::invalid_input);
    CHECK(code(catalog.create_materialized_view(t, {lancespec::model::materialized_view_kind::chunker, "{}", ""})) ==
          error_code::invalid_input);
    CHECK(catalog.create_materialized_view(t, {lancespec::model::materialized_view_kind::query, "{}", ""}) == 1);
}

TEST_CASE("Job ids are readable and never the same, and an unknown one is nothing") {
    executor::catalog catalog(inline_jobs());
    make_doubled(catalog, {xs({1})});
    std::set<std::string> ids;
    for (int i = 0; i < 100; ++i) {
        auto const id = catalog.execute(backfill(t, "y")).value().job_id;
        CHECK(id.starts_with("backfill-"));
        CHECK(id.size() == 25);
        ids.insert(id);
    }
    CHECK(ids.size() == 100);
    CHECK_FALSE(catalog.find_job("backfill-0000000000000000"));
    CHECK_FALSE(catalog.find_job(""));
    CHECK_FALSE(catalog.wait("nope", 1ms));
}

TEST_CASE("Inline catalogs of one seed do the same, to the order of tasks") {
    auto const history = [](std::uint64_t seed) {
        executor::catalog catalog(inline_jobs(seed));
        std::string out;
        catalog.register_function("noted", executor::row_function([&](std::span<scalar const> inputs) {
                                      out += columnar::to_string(inputs[0]) + ' ';
                                      return inputs[0];
                                  }));
        make_doubled(catalog, {xs({1, 2, 3}), xs({4, 5, 6}), xs({7, 8, 9})});
        catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "noted", {"x"}}).value();
        auto request = backfill(t, "z");
        request.task_size = 1;
        out += run(catalog, request).id + ' ' + run(catalog, backfill(t, "y")).id;
        return out;
    };
    CHECK(history(1) == history(1));
    CHECK(history(1) != history(2));
}

}  // namespace catalog_test
