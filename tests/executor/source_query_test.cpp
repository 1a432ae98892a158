// SPDX-License-Identifier: Apache-2.0
// The form of source_query that Geneva's client writes: what it asks for is run, or the refresh says what is not.
#include <lancespec/core/base64.hpp>
#include <lancespec/executor/catalog.hpp>

#include "tests/support/catch.hpp"

#include "tests/executor/http_calls.hpp"

namespace source_query_test {

using namespace executor_tables;
using lancespec::model::materialized_view_kind;

object_identifier const view{"view"};

/// The table `t` of `id` 1 to 6 in three fragments, with `s` {`w`} ten times that.
struct fixture {
    fixture() {
        auto const fields = schema({{"id", "int64"}, {"s", "struct<w: int64>"}});
        std::vector<columnar::record_batch> parts;
        for (std::int64_t first : {1, 3, 5})
            parts.push_back(batch(fields, {{number(first), {columnar::scalars{number(first * 10)}}},
                                           {number(first + 1), {columnar::scalars{number(first * 10 + 10)}}}}));
        catalog.create_table({"t"}, fields, std::move(parts)).value();
    }

    /// A serialized query with @p base, as the client writes it: every member that it does not use is null.
    static std::string query(std::string const& base, std::string const& more = R"("source_db_uri":"db://elsewhere")") {
        return R"({"base":{"vector":null,"distance_type":null,"with_row_id":null,"fast_search":false,)" + base +
               R"(},"shuffle":null,"fragment_ids":null,"column_udfs":[],"with_row_address":false,"source_table":"t",)" +
               more + "}";
    }
    executor::job_snapshot refreshed(lancespec::model::materialized_view_kind kind, std::string const& text,
                                     std::string const& function = {}, std::vector<std::string> inputs = {}) {
        auto const id = view.child(std::to_string(++made));
        if (made == 1) catalog.create_namespace(view).value();
        // The table is a sibling of the view.
        if (made == 1) {
            auto rows_of_t = catalog.read({"t"}).value();
            catalog.create_table(view.child("t"), *rows_of_t.front().fields, rows_of_t).value();
        }
        catalog.create_materialized_view(id, {kind, text, function, std::move(inputs)}).value();
        last = id;
        return run(catalog, refresh(id));
    }
    /// The columns of the last view, each as its name and its values.
    [[nodiscard]] std::string shown() const {
        auto const fields = catalog.read(last).value();
        std::string out;
        auto const& names = *version_fields();
        for (std::size_t i = 0; i < names.fields.size(); ++i) {
            if (names.fields[i].name.starts_with("__")) continue;
            out += (out.empty() ? "" : "; ") + names.fields[i].name + ": " + column(catalog, last, i);
        }
        return out;
    }
    [[nodiscard]] std::shared_ptr<columnar::schema const> version_fields() const {
        return catalog.read(last).value().front().fields;
    }

    executor::catalog catalog{inline_jobs()};
    object_identifier last;
    int made = 0;
};

TEST_CASE("Geneva's source queries are run: columns, filter, limit, offset, from any database", "[source_query]") {
    fixture f;
    for (auto const& [base, expected] : std::vector<std::pair<std::string, std::string>>{
             {R"("columns":["id"])", "id: 1 2 3 4 5 6"},
             {R"("columns":["s.w","id"])", "w: 10 20 30 40 50 60; id: 1 2 3 4 5 6"},
             {R"("columns":null,"filter":"id > 4")", "id: 5 6; s: [50] [60]"},
             {R"("filter":"id > 4")", "id: 5 6; s: [50] [60]"},
             {R"("columns":{"key":"id","wide":"s.w"},"filter":"id < 3")", "key: 1 2; wide: 10 20"},
             {R"j("columns":{"twice":"id * 2","text":"concat('n', id)"},"filter":"id > 4")j",
              "twice: 10 12; text: 'n5' 'n6'"},
             {R"("columns":["id"],"limit":3)", "id: 1 2 3"},
             {R"("columns":["id"],"limit":100)", "id: 1 2 3 4 5 6"},
             {R"("columns":["id"],"filter":"id % 2 = 0","limit":2)", "id: 2 4"},
             {R"("columns":["id"],"offset":3)", "id: 4 5 6"},
             {R"("columns":["id"],"filter":"id > 1","limit":2,"offset":1)", "id: 3 4"},
         }) {
        INFO(base);
        auto const job = f.refreshed(lancespec::model::materialized_view_kind::query, fixture::query(base));
        INFO((job.error ? job.error->message : ""));
        REQUIRE(job.state == executor::job_state::succeeded);
        CHECK(f.shown() == expected);
    }
    for (auto const* base : {R"("columns":["id"],"limit":0)", R"("columns":["id"],"offset":6)"}) {
        INFO(base);
        CHECK(f.refreshed(lancespec::model::materialized_view_kind::query, fixture::query(base)).state ==
              executor::job_state::succeeded);
        CHECK(rows(f.catalog, f.last).empty());
    }
}

TEST_CASE("A function's input columns may be names that the query gives", "[source_query]") {
    fixture f;
    auto const text = fixture::query(R"("columns":{"key":"id","wide":"s.w + 1"},"filter":"id > 4","limit":1)");
    CHECK(f.refreshed(lancespec::model::materialized_view_kind::udtf, text, "identity").state ==
          executor::job_state::succeeded);
    CHECK(f.shown() == "key: 5; wide: 51");
    CHECK(f.refreshed(lancespec::model::materialized_view_kind::chunker, text, "identity", {"wide", "id"}).state ==
          executor::job_state::succeeded);
    CHECK(f.shown() == "wide: 51; id: 5");
    // Which rows a limit leaves depends on all of them: nothing of an earlier refresh is kept.
    auto const source = view.child("t");
    f.catalog.delete_rows(source, "id = 5").value();
    succeed(f.catalog, refresh(f.last));
    CHECK(f.shown() == "wide: 61; id: 6");
}

TEST_CASE("A view of a view leaves out the bookkeeping of its source", "[source_query]") {
    fixture f;
    REQUIRE(f.refreshed(lancespec::model::materialized_view_kind::query, fixture::query(R"("columns":["id"])")).state ==
            executor::job_state::succeeded);
    auto text = fixture::query(R"("columns":null,"limit":2)");
    text.replace(text.find(R"("t")"), 3, R"("1")");
    REQUIRE(f.refreshed(lancespec::model::materialized_view_kind::query, text).state == executor::job_state::succeeded);
    CHECK(f.shown() == "id: 1 2");
}

TEST_CASE("What cannot be run fails the refresh and is named", "[source_query]") {
    fixture f;
    for (auto const& [base, more, named] : std::vector<std::array<std::string, 3>>{
             {R"("columns":["id"],"vector":[1.0])", R"("source_db_uri":null)", "the member \"vector\""},
             {R"("columns":["id"],"with_row_id":true)", R"("source_db_uri":null)", "the member \"with_row_id\""},
             {R"("columns":["id"],"full_text_query":{"columns":[]})", R"("source_db_uri":null)", "full_text_query"},
             {R"("columns":["id"])", R"("source_db_uri":null,"shuffle":true)", "the member \"shuffle\""},
             {R"("columns":["id"])", R"("source_db_uri":null,"column_udfs":[{"output_name":"x"}])", "column_udfs"},
             {R"("columns":["id"])", R"("source_db_uri":7)", "source_db_uri"},
             {R"("columns":7)", R"("source_db_uri":null)", "\"columns\""},
             {R"("columns":[])", R"("source_db_uri":null)", "\"columns\""},
             {R"("columns":{})", R"("source_db_uri":null)", "\"columns\""},
             {R"("columns":{"a":1})", R"("source_db_uri":null)", "the column \"a\""},
             {R"("columns":{"a":"nope + 1"})", R"("source_db_uri":null)", "column a does not fit"},
             {R"("columns":{"a":"id +"})", R"("source_db_uri":null)", "column a does not parse"},
             {R"("columns":{"a.b":"id"})", R"("source_db_uri":null)", "a.b"},
             {R"("columns":["id + 1"])", R"("source_db_uri":null)", "no column `id + 1`"},
             {R"("columns":["id"],"limit":-1)", R"("source_db_uri":null)", "\"limit\""},
             {R"("columns":["id"],"limit":1.5)", R"("source_db_uri":null)", "\"limit\""},
             {R"("columns":["id"],"offset":"1")", R"("source_db_uri":null)", "\"offset\""},
             {R"("columns":["id"],"filter":1)", R"("source_db_uri":null)", "\"filter\""},
             {R"("columns":["id"],"filter":"id >")", R"("source_db_uri":null)", "where does not parse"},
             {R"j("columns":{"a":"1 / (id - 3)"})j", R"("source_db_uri":null)", "failed at the source's row 2"},
         }) {
        // Members given twice would be another thing that is wrong.
        auto text = R"({"base":{)" + base + R"(},"source_table":"t",)" + more + "}";
        INFO(text);
        auto const job = f.refreshed(lancespec::model::materialized_view_kind::query, text);
        CHECK(job.state == executor::job_state::failed);
        REQUIRE(job.error);
        INFO(job.error->message);
        CHECK(job.error->message.find(named) != std::string::npos);
    }
}

TEST_CASE("Until its first refresh a view is described by the schema that was stated", "[source_query]") {
    http_calls::server on;
    on.set_up();
    auto const schema_of = [&] { return lancespec::to_json(on.post("/v1/table/n%24v/describe")["schema"]); };
    auto const fields = schema({{"id", "int64"}, {"__is_set", "boolean"}});
    auto const stated = lancespec::base64_encode(http_calls::arrow(fields, {}), true);
    auto const made = on.post(
        "/v1/materialized_view/n%24v/create",
        R"({"kind":"query","source_query":"{\"base\":{\"columns\":{\"n\":\"id + 1\"}},\"source_table\":\"t\"}",)"
        R"("udtf_spec":null,"output_schema":")" +
            stated + R"("})");
    INFO(made.text);
    REQUIRE(made.status == 201);
    CHECK(schema_of().find("__is_set") != std::string::npos);
    CHECK(on.count("n%24v") == 0);
    CHECK(on.count_where("n%24v", "id > 1") == 0);
    REQUIRE(on.post("/v1/materialized_view/n%24v/refresh").status == 202);
    CHECK(schema_of().find("__is_set") == std::string::npos);
    CHECK(schema_of().find("__source_row_id") != std::string::npos);
    CHECK(on.count_where("n%24v", "n > 1") == 6);
}

}  // namespace source_query_test
