// SPDX-License-Identifier: Apache-2.0
// Work that a client asks for ends: when it costs more than the catalog allows, and when it is asked to stop.
#include <lancespec/executor/service.hpp>

#include "tests/support/catch.hpp"

#include "tests/executor/http_calls.hpp"

namespace bounded_work_test {

using namespace executor_tables;

object_identifier const t{"t"};

executor::catalog_options few_steps(std::int64_t steps) {
    auto options = inline_jobs();
    options.request_steps = options.job_steps = steps;
    return options;
}

lancespec::model::count_table_rows_request count(std::string predicate) {
    lancespec::model::count_table_rows_request out;
    out.id = t.names();
    out.predicate = std::move(predicate);
    return out;
}

std::string const expensive = "levenshtein(repeat('ab', 500), repeat('ba', 500) || CAST(x AS string)) > 0";

TEST_CASE("A request that takes more steps than it may is InvalidInput and names the option", "[work]") {
    executor::catalog catalog(few_steps(1'000'000));
    make_doubled(catalog, {xs({1, 2, 3})});
    auto const before = catalog.latest_version(t).value();
    auto const is_refused = [](auto const& answer) {
        REQUIRE(answer.has_error());
        CHECK(answer.error().code == error_code::invalid_input);
        CHECK(answer.error().message.find("more than 1000000 steps (the option request_steps)") != std::string::npos);
    };
    CHECK(catalog.execute(count("x > 1"))->count == 2);
    is_refused(catalog.execute(count(expensive)));

    lancespec::model::delete_from_table_request remove;
    remove.id = t.names();
    remove.predicate = expensive;
    is_refused(catalog.execute(remove));
    is_refused(catalog.delete_rows(t, expensive));

    lancespec::model::alter_table_add_columns_request add;
    add.id = t.names();
    add.new_columns.emplace_back();
    add.new_columns.back().name = "cheap";
    add.new_columns.back().expression = "x + 1";
    add.new_columns.emplace_back();
    add.new_columns.back().name = "d";
    add.new_columns.back().expression = expensive;
    is_refused(catalog.execute(add));
    CHECK(catalog.latest_version(t).value() == before);
    CHECK(rows(catalog, t).size() == 3);
}

TEST_CASE("A job that takes more steps than it may fails, and leaves the table as it was", "[work]") {
    executor::catalog catalog(few_steps(1'000'000));
    make_doubled(catalog, {xs({1, 2, 3})});
    auto const before = catalog.latest_version(t).value();
    auto request = backfill(t, "y");
    request.where = expensive;
    auto const job = run(catalog, request);
    CHECK(job.state == executor::job_state::failed);
    CHECK(job.error->code == error_code::invalid_input);
    CHECK(job.error->message.find("(the option job_steps)") != std::string::npos);
    CHECK(catalog.latest_version(t).value() == before);
    request.where = "x > 1";
    succeed(catalog, request);
}

TEST_CASE("A stop ends a request as ServiceUnavailable, before it changes anything", "[work]") {
    http_calls::server server;
    server.set_up();
    std::stop_source stop;
    stop.request_stop();
    for (auto const& [target, body] : std::vector<std::pair<std::string, std::string>>{
             {"/v1/table/n%24t/count_rows", R"({"predicate":"x > 10"})"},
             {"/v1/table/n%24t/delete", R"({"predicate":"x > 10"})"},
             {"/v1/table/n%24t/add_columns", R"({"new_columns":[{"name":"z","expression":"x + 1"}]})"},
         }) {
        INFO(target);
        lancespec::http::headers fields;
        fields.add("content-type", "application/json");
        auto const got = server.service.handle({"POST", target, fields, body}, stop.get_token());
        CHECK(got.status == 503);
        CHECK(got.body.find("\"code\":17") != std::string::npos);
        CHECK(got.body.find("was stopped") != std::string::npos);
    }
    CHECK(server.count("n%24t") == 6);
    CHECK(server.catalog.latest_version({"n", "t"}).value() == 1);
}

}  // namespace bounded_work_test
