// SPDX-License-Identifier: Apache-2.0
// What a catalog may hold: bytes of one table, of all tables, and of what is made of one request.
#include <lancespec/executor/catalog.hpp>

#include "tests/executor/http_calls.hpp"

namespace bytes_test {

using namespace executor_tables;

/// One int64 column of @p rows rows: 8 bytes a row, and 8 for the row's id.
inline columnar::record_batch numbers(std::int64_t rows) {
    columnar::array_builder x(type("int64"));
    for (std::int64_t i = 0; i < rows; ++i) x.push({i});
    return {std::make_shared<columnar::schema const>(schema({{"x", "int64"}})), {x.finish()}, rows};
}

inline object_identifier name(char const* of) {
    return object_identifier(std::vector<std::string>{of});
}

inline executor::catalog_options holding(std::int64_t table_bytes, std::int64_t catalog_bytes) {
    auto out = inline_jobs();
    out.table_bytes = table_bytes;
    out.catalog_bytes = catalog_bytes;
    return out;
}

TEST_CASE("a table takes rows until it holds table_bytes, and then stays as it was") {
    executor::catalog catalog(holding(100'000, 1'000'000));
    REQUIRE(catalog.create_table(name("t"), schema({{"x", "int64"}}), {}).has_value());
    std::int64_t taken = 0;
    for (;; ++taken) {
        REQUIRE(taken < 100);
        auto const added = catalog.insert(name("t"), {numbers(1000)});
        if (added) continue;
        CHECK(added.error().code == error_code::invalid_input);
        CHECK(added.error().message ==
              "table t would hold more than 100000 bytes, all its versions together (table_bytes)");
        break;
    }
    CHECK((taken == 4 || taken == 5));
    CHECK(catalog.latest_version(name("t")).value() == taken + 1);
    CHECK(rows(catalog, name("t")).size() == static_cast<std::size_t>(taken) * 1000);
    // Less is still taken, and so is the same for another table.
    CHECK(catalog.insert(name("t"), {numbers(1)}).has_value());
    CHECK(catalog.create_table(name("u"), schema({{"x", "int64"}}), {numbers(4000)}).has_value());
    // A table that is too large at once is not made.
    CHECK(catalog.create_table(name("v"), schema({{"x", "int64"}}), {numbers(10'000)}).error().code ==
          error_code::invalid_input);
    CHECK(catalog.latest_version(name("v")).error().code == error_code::table_not_found);
}

TEST_CASE("a catalog that is full takes rows again when a table has been dropped") {
    executor::catalog catalog(holding(100'000, 150'000));
    auto const make = [&](char const* of) {
        return catalog.create_table(name(of), schema({{"x", "int64"}}), {numbers(4000)});
    };
    REQUIRE(make("a").has_value());
    REQUIRE(make("b").has_value());
    auto const full = make("c");
    REQUIRE(full.has_error());
    CHECK(full.error().code == error_code::service_unavailable);
    CHECK(full.error().message ==
          "the catalog would hold more than 150000 bytes (catalog_bytes): drop tables to make room");
    auto held = catalog.read(name("a")).value();
    lancespec::model::drop_table_request drop;
    drop.id = {"a"};
    REQUIRE(catalog.execute(drop).has_value());
    CHECK(make("c").has_error());  // the rows that are still read are still there
    held.clear();
    CHECK(make("c").has_value());
}

TEST_CASE("what versions share is held once") {
    executor::catalog catalog(holding(400'000, 1'000'000));
    REQUIRE(catalog.create_table(name("t"), schema({{"x", "int64"}, {"st", "struct<y: int64>"}}), {}).has_value());
    auto batch = numbers(4000);
    batch.fields = nullptr;
    batch.columns.push_back(std::make_shared<columnar::array const>(
        type("struct<y: int64>"), 4000, 0, std::vector<std::byte>{}, std::vector<std::byte>{}, std::vector<std::byte>{},
        std::vector<columnar::array_ptr>{batch.columns[0]}));
    REQUIRE(catalog.insert(name("t"), {batch}).has_value());  // 64,000 bytes: the column is there once
    for (int i = 0; i < 20; ++i) REQUIRE(catalog.insert(name("t"), {numbers(0)}).has_value());
    REQUIRE(catalog.create_branch(name("t"), "b").has_value());
    REQUIRE(catalog.add_computed_column(name("t"), "st.z", "x + 1").has_value());
    auto const fill = catalog.execute(backfill(name("t"), "st.z")).value();
    CHECK(catalog.find_job(fill.job_id)->state == executor::job_state::succeeded);
    // Each backfill makes the column anew, and every version is kept: at last there is no room, and the job says so.
    for (int i = 0;; ++i) {
        REQUIRE(i < 20);
        auto request = backfill(name("t"), "st.z");
        request.where = "x >= 0";
        auto const job = catalog.find_job(catalog.execute(request).value().job_id);
        if (job->state == executor::job_state::succeeded) continue;
        CHECK(job->error->message.find("(table_bytes)") != std::string::npos);
        break;
    }
    CHECK(rows(catalog, name("t")).size() == 4000);
}

TEST_CASE("few bytes of Arrow that stand for many are refused with the option that bounds them") {
    auto options = inline_jobs();
    options.reading.ipc_free_memory = 100;
    options.reading.ipc_ratio = 1;
    executor::catalog catalog(options);
    lancespec::model::create_table_request request;
    request.id = {"t"};
    request.data = http_calls::arrow(schema({{"x", "null"}}), {{nullptr, {columnar::make_nulls({}, 10'000)}, 10'000}});
    auto const made = catalog.execute(request);
    REQUIRE(made.has_error());
    CHECK(made.error().code == error_code::invalid_input);
    CHECK(made.error().message.find("limits::ipc_ratio") != std::string::npos);
}

/// AlterTableAddColumns of one column that a function fills, of the type @p data_type.
inline http_calls::answer add_virtual(http_calls::server& to, std::string const& data_type) {
    return to.call("POST", "/v1/table/t/add_columns",
                   R"({"new_columns":[{"name":"v","virtual_column":{"input_columns":["x"],"udf_name":"identity",)"
                   R"("udf_version":"1","outputs":[{"column":"v","struct_field":"","data_type":)" +
                       data_type + R"(,"nullable":true}],"image":"i","udf":"YQ=="}}]})");
}

/// @p levels lists of @p length items each, in the JSON of the specification.
inline std::string lists_in_lists(int levels, int length) {
    std::string out = R"({"type":"int64"})";
    for (int i = 0; i < levels; ++i)
        out = R"({"type":"fixed_size_list","length":)" + std::to_string(length) +
              R"(,"fields":[{"name":"item","nullable":true,"type":)" + out + "}]}";
    return out;
}

TEST_CASE("a type given as JSON keeps the bounds of one read from Arrow") {
    http_calls::server here;
    here.catalog.create_table(name("t"), schema({{"x", "int64"}}), {numbers(10)}).value();
    std::string fields = R"({"name":"f","type":{"type":"int8"}})";
    for (int i = 0; i < 10'000; ++i)
        fields += "," + std::string(R"({"name":"f)") + std::to_string(i) + R"(","type":{"type":"int8"}})";
    for (auto const& [data_type, bound] : {
             std::pair{lists_in_lists(2, 1000), "ipc_value_bytes"},
             std::pair{lists_in_lists(8, 1 << 20), "ipc_value_bytes"},
             std::pair{std::string(R"({"type":"fixed_size_list<fixed_size_list<int64>[1024]>[1024]"})"),
                       "ipc_value_bytes"},
             std::pair{R"({"type":"struct","fields":[)" + fields + "]}", "ipc_fields"},
         }) {
        auto const got = add_virtual(here, data_type);
        CAPTURE(got.text);
        CHECK(got.status == 400);
        CHECK(got.code() == 13);
        CHECK(got.text.find("data_type") != std::string::npos);
        CHECK(got.text.find(bound) != std::string::npos);
    }
    CHECK(here.catalog.latest_version(name("t")) == 1);
}

TEST_CASE("the nulls of a new column are counted before they are made") {
    http_calls::server here;
    here.catalog.create_table(name("t"), schema({{"x", "int64"}}), {numbers(20'000)}).value();
    auto const got = add_virtual(here, lists_in_lists(1, 100'000));  // 16 GB
    CAPTURE(got.text);
    CHECK(got.status == 400);
    CHECK(got.text.find("output_bytes") != std::string::npos);
    CHECK(here.catalog.latest_version(name("t")) == 1);
}

TEST_CASE("the nulls of a column that rows leave out are counted before they are made") {
    executor::catalog catalog(holding(1'000'000, 10'000'000));
    catalog.create_table(name("t"), schema({{"x", "int64"}, {"wide", "fixed_size_list<item: int64>[100000]"}}), {})
        .value();
    auto const added = catalog.insert(name("t"), {numbers(20'000)});
    REQUIRE(added.has_error());
    CHECK(added.error().message ==
          "batch 0 does not fit the table: column wide is missing, and its nulls would take more than 1000000 bytes");
}

}  // namespace bytes_test
