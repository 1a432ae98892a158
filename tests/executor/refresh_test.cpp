// SPDX-License-Identifier: Apache-2.0
#include <lancespec/executor/catalog.hpp>

#include "tests/support/catch.hpp"

#include "tests/executor/tables.hpp"

#include <limits>

namespace refresh_test {

using namespace executor_tables;
using lancespec::model::materialized_view_kind;

object_identifier const source{"source"};
object_identifier const view{"view"};

columnar::schema source_fields() {
    return schema({{"id", "int64"}, {"words", "utf8"}});
}

columnar::record_batch source_rows(std::vector<std::pair<std::int64_t, char const*>> const& values) {
    std::vector<columnar::scalars> rows;
    for (auto const& [id, words] : values) rows.push_back({number(id), words ? text(words) : scalar{}});
    return batch(source_fields(), rows);
}

/// A source of two fragments; views are made by the tests.
struct fixture {
    fixture() {
        catalog
            .create_table(source, source_fields(), {source_rows({{1, "a b"}, {2, "c"}}), source_rows({{3, "d e f"}})})
            .value();
    }
    void make(lancespec::model::materialized_view_kind kind, std::string query, std::string function = {}) {
        catalog.create_materialized_view(view, {kind, std::move(query), std::move(function)}).value();
    }
    void make_chunker(std::string function = "split_words") {
        make(lancespec::model::materialized_view_kind::chunker, R"({"table":["source"],"columns":["words","id"]})",
             std::move(function));
    }
    [[nodiscard]] std::string shown(std::size_t index, std::optional<std::int64_t> version = {}) const {
        return column(catalog, view, index, version);
    }

    executor::catalog catalog{inline_jobs()};
};

TEST_CASE("A query view is empty until its refresh, and has the source's rows then") {
    fixture f;
    f.make(lancespec::model::materialized_view_kind::query,
           R"({"table":["source"],"columns":["words","id"],"where":"id <> 2"})");
    CHECK(rows(f.catalog, view).empty());
    auto const job = succeed(f.catalog, refresh(view));
    CHECK(job.kind == executor::job_kind::refresh);
    CHECK(job.object == "view");
    CHECK(job.rows_computed == 2);
    CHECK(job.commits == 1);
    CHECK(f.shown(0) == "'a b' 'd e f'");
    CHECK(f.shown(1) == "1 3");
    auto const fields = f.catalog.read(view).value().front().fields->fields;
    REQUIRE(fields.size() == 3);
    CHECK(fields[2].name == "__source_row_id");
    CHECK(f.shown(2) == "0 2");
}

TEST_CASE("A view follows its source at each refresh, and can go back to an earlier source version") {
    fixture f;
    f.make(lancespec::model::materialized_view_kind::query, R"({"table":["source"],"columns":["id"]})");
    succeed(f.catalog, refresh(view));
    auto const early_view = f.catalog.latest_version(view).value();
    auto const early = f.catalog.latest_version(source).value();
    f.catalog.delete_rows(source, "id = 1").value();
    f.catalog.insert(source, {source_rows({{4, nullptr}})}).value();
    CHECK(f.shown(0) == "1 2 3");
    succeed(f.catalog, refresh(view));
    CHECK(f.shown(0) == "2 3 4");
    CHECK(f.shown(0, early_view) == "1 2 3");
    auto request = refresh(view);
    request.src_version = early;
    succeed(f.catalog, request);
    CHECK(f.shown(0) == "1 2 3");
}

TEST_CASE("max_rows_per_fragment cuts the view's fragments") {
    fixture f;
    f.make(lancespec::model::materialized_view_kind::query, R"({"table":["source"],"columns":["id"]})");
    auto request = refresh(view);
    request.max_rows_per_fragment = 2;
    succeed(f.catalog, request);
    auto parts = f.catalog.read(view).value();
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].length == 2);
    CHECK(parts[1].length == 1);
    request.max_rows_per_fragment = std::numeric_limits<std::int64_t>::max();
    succeed(f.catalog, request);
    CHECK(f.catalog.read(view).value().size() == 1);
}

TEST_CASE("A udtf view has a row per row that its function makes") {
    fixture f;
    f.make(lancespec::model::materialized_view_kind::udtf, R"({"table":["source"],"columns":["words"]})",
           "split_words");
    succeed(f.catalog, refresh(view));
    CHECK(f.shown(0) == "'a' 'b' 'c' 'd' 'e' 'f'");
    CHECK(f.shown(1) == "0 0 1 2 2 2");
    CHECK(f.shown(2) == "0 1 0 0 1 2");
}

TEST_CASE(
    "A chunker's refresh appends the rows of new source rows and drops those of deleted ones, and calls its "
    "function for no other") {
    fixture f;
    int calls = 0;
    f.catalog.register_function(
        "counted",
        executor::table_function{
            [](std::span<columnar::field const> inputs) { return std::vector(inputs.begin(), inputs.end()); },
            [&](std::span<scalar const> inputs) {
                ++calls;
                return std::vector<columnar::scalars>(2, columnar::scalars(inputs.begin(), inputs.end()));
            }});
    f.make_chunker("counted");
    auto const early = f.catalog.latest_version(source).value();
    CHECK(succeed(f.catalog, refresh(view)).rows_computed == 6);
    CHECK(calls == 3);
    f.catalog.insert(source, {source_rows({{4, "g"}})}).value();
    CHECK(succeed(f.catalog, refresh(view)).rows_computed == 2);
    CHECK(calls == 4);
    CHECK(f.shown(1) == "1 1 2 2 3 3 4 4");
    f.catalog.delete_rows(source, "id IN (2, 3)").value();
    CHECK(succeed(f.catalog, refresh(view)).rows_computed == 0);
    CHECK(calls == 4);
    CHECK(f.shown(1) == "1 1 4 4");
    CHECK(f.shown(2) == "0 0 3 3");

    auto request = refresh(view);  // back to rows that have gone since: made anew
    request.src_version = early;
    succeed(f.catalog, request);
    CHECK(f.shown(1) == "1 1 2 2 3 3");
}

TEST_CASE("A chunker makes the rows anew when a column that it reads was computed, and only then") {
    fixture f;
    f.catalog.add_computed_column(source, "twice", "id * 2").value();
    f.catalog.add_computed_column(source, "thrice", "id * 3").value();
    f.make(lancespec::model::materialized_view_kind::chunker,
           R"({"table":["source"],"columns":["twice"],"where":"thrice IS NULL OR thrice > 3"})", "identity");
    CHECK(succeed(f.catalog, refresh(view)).rows_computed == 3);
    f.catalog.add_computed_column(source, "other", "id").value();
    succeed(f.catalog, backfill(source, "other"));
    CHECK(succeed(f.catalog, refresh(view)).rows_computed == 0);
    succeed(f.catalog, backfill(source, "twice"));
    CHECK(succeed(f.catalog, refresh(view)).rows_computed == 3);
    succeed(f.catalog, backfill(source, "thrice"));
    CHECK(succeed(f.catalog, refresh(view)).rows_computed == 2);
    CHECK(f.shown(0) == "4 6");
}

TEST_CASE("output_limit caps a chunker's rows, and the next refresh without it has them all again") {
    fixture f;
    f.make_chunker();
    auto request = refresh(view);
    request.output_limit = 4;
    succeed(f.catalog, request);
    CHECK(f.shown(0) == "'a' 'b' 'c' 'd'");
    request.output_limit = 100;
    succeed(f.catalog, request);
    CHECK(f.shown(0) == "'a' 'b' 'c' 'd' 'e' 'f'");
    request.output_limit = std::nullopt;
    CHECK(succeed(f.catalog, request).rows_computed == 0);
    CHECK(rows(f.catalog, view).size() == 6);
}

TEST_CASE("source_task_size is the source rows per work item of a chunker") {
    fixture f;
    f.make_chunker();
    auto request = refresh(view);
    request.source_task_size = 1;
    CHECK(succeed(f.catalog, request).tasks_total == 3);
    CHECK(f.shown(0) == "'a' 'b' 'c' 'd' 'e' 'f'");
}

TEST_CASE("The client's form of source_query names a sibling of the view") {
    fixture f;
    f.make(lancespec::model::materialized_view_kind::query,
           R"({"base":{"columns":["id"]},"source_table":"source","source_db_uri":null})");
    succeed(f.catalog, refresh(view));
    CHECK(f.shown(0) == "1 2 3");
    f.catalog.create_namespace({"ns"}).value();
    f.catalog
        .create_materialized_view({"ns", "v"}, {lancespec::model::materialized_view_kind::query,
                                                R"({"base":{"columns":["id"]},"source_table":"source"})",
                                                {}})
        .value();
    CHECK(run(f.catalog, refresh({"ns", "v"})).error.value().message.find("ns$source") != std::string::npos);
}

TEST_CASE("A source_query that cannot be run is stored, and its refresh fails with the reason") {
    for (auto const* query :
         {"", "select 1", "[]", "{}", R"({"table":"source","columns":["id"]})", R"({"table":[],"columns":["id"]})",
          R"({"table":["source"],"columns":[]})", R"({"table":["source"],"columns":["id",1]})",
          R"({"table":["source"],"columns":["id"],"limit":1})", R"({"table":["source"],"columns":["id"],"where":1})",
          R"({"table":["source"],"columns":["id"],"where":"id ="})", R"({"table":["source"],"columns":["id","id"]})",
          R"({"table":["source"],"columns":["nope"]})", R"({"table":["source"],"columns":["a..b"]})",
          R"({"table":["gone"],"columns":["id"]})", R"({"source_table":"source"})", "\xff"}) {
        CAPTURE(query);
        fixture f;
        f.make(lancespec::model::materialized_view_kind::query, query);
        auto const job = run(f.catalog, refresh(view));
        CHECK(job.state == executor::job_state::failed);
        REQUIRE(job.error);
        CHECK_FALSE(job.error->message.empty());
        CHECK(rows(f.catalog, view).empty());
    }
}

TEST_CASE("A view's function that fails, or makes rows that do not fit, fails the refresh and leaves the view") {
    fixture f;
    std::string mood = "well";
    f.catalog.register_function(
        "moody", executor::table_function{[](std::span<columnar::field const>) {
                                              return std::vector<columnar::field>{{"n", type("int8"), true, {}}};
                                          },
                                          [&](std::span<scalar const> inputs) -> std::vector<columnar::scalars> {
                                              if (mood == "bad" && inputs[1] == number(3))
                                                  throw std::runtime_error("not today");
                                              if (mood == "wide") return {{number(1), number(2)}};
                                              if (mood == "large") return {{number(1000)}};
                                              return {{number(1)}, {scalar{}}};
                                          }});
    f.make_chunker("moody");
    auto const failure = [&](char const* now) {
        mood = now;
        return run(f.catalog, refresh(view)).error.value().message;
    };
    succeed(f.catalog, refresh(view));
    CHECK(f.shown(0) == "1 null 1 null 1 null");
    f.catalog.insert(source, {source_rows({{3, "x"}})}).value();
    CHECK(failure("bad") == "moody failed at the source's row 3: not today");
    CHECK(failure("wide") == "moody failed at the source's row 3: a row has 2 values, not 1");
    CHECK(failure("large") == "moody failed at the source's row 3: 1000 does not fit column n of type int8");
    CHECK(f.shown(0) == "1 null 1 null 1 null");
}

TEST_CASE("A table function that cannot tell its columns, or is not registered, fails the refresh") {
    fixture f;
    f.catalog.register_function(
        "lost", executor::table_function{[](std::span<columnar::field const>) -> std::vector<columnar::field> {
                                             throw std::runtime_error("lost");
                                         },
                                         {}});
    f.catalog.register_function("empty", executor::table_function{});
    f.catalog.register_function(
        "doubles", executor::table_function{[](std::span<columnar::field const>) {
                                                return std::vector<columnar::field>(2, {"n", type("int8"), true, {}});
                                            },
                                            {}});
    for (auto const* function : {"lost", "empty", "doubles", "nobody"}) {
        CAPTURE(function);
        object_identifier const id{std::string("view_") + function};
        f.catalog
            .create_materialized_view(id, {lancespec::model::materialized_view_kind::udtf,
                                           R"({"table":["source"],"columns":["id"]})", function})
            .value();
        CHECK(run(f.catalog, refresh(id)).state == executor::job_state::failed);
    }
}

TEST_CASE("Nested columns, with the nulls of their parents, can be a view's") {
    fixture f;
    auto const fields = schema({{"st", "struct<w: utf8>"}});
    f.catalog.create_table({"n"}, fields, {batch(fields, {{{columnar::scalars{text("a b")}}}, {{}}})}).value();
    f.make(lancespec::model::materialized_view_kind::query, R"({"table":["n"],"columns":["st.w"]})");
    succeed(f.catalog, refresh(view));
    CHECK(f.shown(0) == "'a b' null");
}

TEST_CASE("Each thing that is wrong with a refresh request has its code") {
    fixture f;
    f.make(lancespec::model::materialized_view_kind::query, R"({"table":["source"],"columns":["id"]})");
    f.catalog
        .create_materialized_view({"u"}, {lancespec::model::materialized_view_kind::udtf,
                                          R"({"table":["source"],"columns":["id"]})", "identity"})
        .value();
    f.catalog.create_namespace({"ns"}).value();
    auto const code = [&](auto const& change) {
        auto request = refresh(view);
        change(request);
        return refusal(f.catalog, request);
    };
    CHECK(code([](auto& r) { r.id = {"nope"}; }) == error_code::table_not_found);
    CHECK(code([](auto& r) { r.id = {"source"}; }) == error_code::table_not_found);
    CHECK(code([](auto& r) { r.id = {"ns"}; }) == error_code::table_not_found);
    CHECK(code([](auto& r) { r.id = {"other", "v"}; }) == error_code::namespace_not_found);
    CHECK(code([](auto& r) { r.id = std::nullopt; }) == error_code::invalid_input);
    CHECK(code([](auto& r) { r.src_version = 99; }) == error_code::table_version_not_found);
    CHECK(code([](auto& r) { r.output_limit = 1; }) == error_code::invalid_input);
    CHECK(code([](auto& r) { r.id = {"u"}, r.output_limit = 1; }) == error_code::invalid_input);
    using request = refresh_request;
    for (auto const member : {&request::src_version, &request::max_rows_per_fragment, &request::concurrency,
                              &request::intra_applier_concurrency, &request::source_task_size, &request::output_limit})
        for (auto const value : {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()})
            CHECK(code([&](auto& r) { r.*member = value; }) == error_code::invalid_input);
    CHECK(code([](auto&) {}) == std::nullopt);
    auto const answer = f.catalog.execute(refresh(source));
    CHECK(answer.error().message == "source is a table, not a materialized view");
}

TEST_CASE("Property: a chunker refreshed step by step has the rows of one refreshed at once") {
    rc::prop("for random insertions and deletions", [] {
        fixture f;
        f.make_chunker();
        std::int64_t next = 10;
        auto const steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 12));
        for (auto const step : steps) {
            if (step < 5) {
                std::vector<std::pair<std::int64_t, char const*>> added;
                for (int i = 0; i < step; ++i, ++next) added.emplace_back(next, next % 3 ? "p q" : "r");
                f.catalog.insert(source, {source_rows(added)}).value();
            } else if (step < 10) {
                f.catalog.delete_rows(source, "id % 5 = " + std::to_string(step - 5)).value();
            } else {
                auto request = refresh(view);
                if (step == 11) request.output_limit = 3;
                f.catalog.wait(f.catalog.execute(request).value().job_id, 60s);
            }
        }
        object_identifier const fresh{"fresh"};
        f.catalog
            .create_materialized_view(fresh, {lancespec::model::materialized_view_kind::chunker,
                                              R"({"table":["source"],"columns":["words","id"]})", "split_words"})
            .value();
        for (auto const& id : {view, fresh})
            RC_ASSERT(f.catalog.wait(f.catalog.execute(refresh(id)).value().job_id, 60s)->state ==
                      executor::job_state::succeeded);
        RC_ASSERT(rows(f.catalog, view) == rows(f.catalog, fresh));
    });
}

}  // namespace refresh_test
