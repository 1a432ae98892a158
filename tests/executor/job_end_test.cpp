// SPDX-License-Identifier: Apache-2.0
// How jobs end that are not let go on: by a bound, by cancel(), by the end of the catalog.
#include <lancespec/executor/catalog.hpp>

#include "tests/support/catch.hpp"

#include "tests/executor/tables.hpp"

#include <atomic>
#include <future>
#include <set>
#include <thread>

namespace job_end_test {

using namespace executor_tables;
using executor::job_state;
using lancespec::model::materialized_view_kind;

object_identifier const t{"t"};

executor::catalog_options pool(unsigned workers) {
    executor::catalog_options options;
    options.workers = workers;
    options.close_wait = 10min;
    return options;
}

/// The table `t` of `words`, texts of which a row has @p words each, and `s`, a text of @p wide bytes.
void make_texts(executor::catalog& in, std::int64_t rows_of, int words, std::size_t wide) {
    auto const fields = schema({{"words", "utf8"}, {"s", "utf8"}});
    std::string text_of;
    for (int i = 0; i < words; ++i) text_of += "w ";
    std::vector<columnar::scalars> all(static_cast<std::size_t>(rows_of),
                                       {text(text_of), text(std::string(wide, 's'))});
    in.create_table(t, fields, {batch(fields, all)}).value();
}

TEST_CASE("What a view makes is bounded by rows and bytes, and the job names the option", "[work]") {
    auto options = inline_jobs();
    options.output_rows = 100;
    options.output_bytes = 100'000;
    for (auto const& [kind, columns_of, function, words, wide, option] :
         std::vector<std::tuple<lancespec::model::materialized_view_kind, char const*, char const*, int, std::size_t,
                                char const*>>{
             {lancespec::model::materialized_view_kind::chunker, R"(["words","s"])", "split_words", 101, 1,
              "output_rows"},
             {lancespec::model::materialized_view_kind::udtf, R"(["words","s"])", "split_words", 101, 1, "output_rows"},
             {lancespec::model::materialized_view_kind::chunker, R"(["words","s"])", "split_words", 50, 3000,
              "output_bytes"},
             {lancespec::model::materialized_view_kind::query, R"({"a":"s","b":"s","c":"s"})", "", 1, 40'000,
              "output_bytes"},
             {lancespec::model::materialized_view_kind::query, R"j({"a":"repeat(s, 3)"})j", "", 1, 40'000,
              "output_bytes"},
             {lancespec::model::materialized_view_kind::chunker, R"(["words","s"])", "split_words", 50, 1000, nullptr},
             {lancespec::model::materialized_view_kind::query, R"({"a":"s","b":"s"})", "", 1, 40'000, nullptr},
         }) {
        CAPTURE(function, words, wide, columns_of);
        executor::catalog catalog(options);
        make_texts(catalog, 1, words, wide);
        catalog
            .create_materialized_view(
                {"v"},
                {kind, R"({"base":{"columns":)" + std::string(columns_of) + R"(},"source_table":"t"})", function})
            .value();
        auto const job = run(catalog, refresh({"v"}));
        if (option == nullptr) {
            INFO((job.error ? job.error->message : ""));
            CHECK(job.state == job_state::succeeded);
            continue;
        }
        CHECK(job.state == job_state::failed);
        REQUIRE(job.error);
        CHECK(job.error->code == error_code::invalid_input);
        CHECK(job.error->message.find("(the option " + std::string(option) + ")") != std::string::npos);
        CHECK(catalog.latest_version({"v"}).value() == 1);
        CHECK(rows(catalog, {"v"}).empty());
    }
}

TEST_CASE("A function makes no row beyond the bound: its rows are taken one by one", "[work]") {
    auto options = inline_jobs();
    options.output_rows = 10;
    executor::catalog catalog(options);
    make_texts(catalog, 1000, 4, 1);
    catalog
        .create_materialized_view({"v"}, {lancespec::model::materialized_view_kind::chunker,
                                          R"({"table":["t"],"columns":["words"]})", "split_words"})
        .value();
    auto const job = run(catalog, refresh({"v"}));
    CHECK(job.error->message.find("it makes more than 10 rows") != std::string::npos);
    CHECK(job.rows_computed == 0);
}

TEST_CASE("A column that is computed is bounded in bytes, by an expression and by a function", "[work]") {
    auto options = inline_jobs();
    options.output_bytes = 100'000;
    executor::catalog catalog(options);
    make_texts(catalog, 100, 1, 500);
    catalog.add_computed_column(t, "c", "repeat(s, 3)").value();
    catalog.add_virtual_column(t, {{"v", type("utf8"), true, {}}, "identity", {"s"}}).value();
    CHECK(run(catalog, backfill(t, "c")).error->message.find("(the option output_bytes)") != std::string::npos);
    succeed(catalog, backfill(t, "v"));
    lancespec::model::alter_table_add_columns_request add;
    add.id = t.names();
    add.new_columns.emplace_back();
    add.new_columns.back().name = "e";
    add.new_columns.back().expression = "repeat(s, 3)";
    auto const answer = catalog.execute(add);
    REQUIRE(answer.has_error());
    CHECK(answer.error().message.find("(the option output_bytes)") != std::string::npos);
}

/// A function that waits to be let go, and tells that it has begun.
struct gate {
    std::promise<void> begun;
    std::promise<void> go;
    std::shared_future<void> may_go = go.get_future().share();
    std::atomic<int> calls{0};

    executor::row_function function() {
        return [this](std::span<scalar const> inputs) {
            if (++calls == 1) begun.set_value();
            may_go.wait();
            return inputs[0];
        };
    }
};

TEST_CASE("A cancelled job ends after the running call, and what it has committed stays", "[work]") {
    gate held;
    executor::catalog catalog(pool(1));
    catalog.register_function("held", held.function());
    make_doubled(catalog, {xs({1, 2}), xs({3, 4})});
    catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "held", {"x"}}).value();
    auto const before = catalog.latest_version(t).value();
    auto request = backfill(t, "z");
    request.concurrency = 1;
    auto const running = catalog.execute(request).value().job_id;
    auto const queued = catalog.execute(backfill(t, "y")).value().job_id;
    held.begun.get_future().wait();

    CHECK(catalog.cancel(queued));  // at once: the worker is taken
    CHECK(catalog.find_job(queued)->state == job_state::cancelled);
    CHECK(catalog.find_job(queued)->finished_at_millis);
    CHECK_FALSE(catalog.cancel(queued));
    CHECK_FALSE(catalog.cancel("backfill-0000000000000000"));

    CHECK(catalog.cancel(running));
    held.go.set_value();
    auto const ended = catalog.wait(running, 10min).value();
    CHECK(ended.state == job_state::cancelled);
    REQUIRE(ended.error);
    CHECK(ended.error->code == error_code::service_unavailable);
    CHECK(ended.error->message == "the job was cancelled");
    CHECK(held.calls == 1);
    CHECK(catalog.latest_version(t).value() == before);
    CHECK_FALSE(catalog.cancel(running));
    // The next job of the same column runs as if the cancelled ones had never been.
    succeed(catalog, backfill(t, "y"));
}

TEST_CASE("A job that is cancelled between two commits keeps the first", "[work]") {
    executor::catalog catalog(pool(1));
    std::promise<std::string> id;
    auto const known = id.get_future().share();
    executor::catalog* self = &catalog;
    catalog.register_function("ends", executor::row_function([known, self](std::span<scalar const> inputs) {
                                  if (inputs[0] == number(3)) self->cancel(known.get());
                                  return inputs[0];
                              }));
    make_doubled(catalog, {xs({1, 2}), xs({3, 4}), xs({5, 6})});
    catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "ends", {"x"}}).value();
    auto request = backfill(t, "z");
    request.commit_granularity = 1;
    auto const job = catalog.execute(request).value().job_id;
    id.set_value(job);
    auto const ended = catalog.wait(job, 10min).value();
    CHECK(ended.state == job_state::cancelled);
    CHECK(ended.commits == 1);
    CHECK(column(catalog, t, 2) == "1 2 null null null null");
}

TEST_CASE("Evaluation is stopped between two calls, in a filter and in an expression", "[work]") {
    // Without the stop these would take minutes.
    std::string const endless = "levenshtein(repeat('ab', 3000), repeat('ba', 3000) || CAST(x AS string))";
    auto options = pool(2);
    options.job_steps = lancespec::work_bounds::unlimited;
    executor::catalog catalog(options);
    make_doubled(catalog, {xs(std::vector<std::optional<std::int64_t>>(20'000, 1))});
    catalog.add_computed_column(t, "c", endless).value();
    auto filtered = backfill(t, "y");
    filtered.where = endless + " > 0";
    for (auto const& request : {backfill(t, "c"), filtered}) {
        auto const id = catalog.execute(request).value().job_id;
        while (catalog.find_job(id)->state == job_state::queued) std::this_thread::yield();
        CHECK(catalog.cancel(id));
        CHECK(catalog.wait(id, 10min)->state == job_state::cancelled);
    }
}

TEST_CASE("A catalog ends while a function does not return; what the function needs stays", "[work]") {
    auto const held = std::make_shared<gate>();
    std::promise<void> let_go;
    auto done = let_go.get_future();
    {
        // Gone when the last thread that holds the function is.
        auto const last = std::shared_ptr<void>(nullptr, [&let_go](void*) { let_go.set_value(); });
        auto options = pool(1);
        options.close_wait = 0ms;
        executor::catalog catalog(options);
        catalog.register_function(
            "held", executor::row_function([held, last, f = held->function()](auto inputs) { return f(inputs); }));
        make_doubled(catalog, {xs({1, 2, 3})});
        catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "held", {"x"}}).value();
        catalog.execute(backfill(t, "z")).value();
        held->begun.get_future().wait();
    }
    CHECK(done.wait_for(0s) == std::future_status::timeout);
    held->go.set_value();
    done.wait();
    CHECK(held->calls == 1);  // no row after the one that was being made
}

TEST_CASE("Reading and writing do not wait for a write that computes", "[work]") {
    // A delete whose predicate takes long runs in another thread, while everything else goes on.
    std::string const endless = "levenshtein(repeat('ab', 3000), repeat('ba', 3000) || CAST(x AS string)) < 0";
    auto options = pool(1);
    options.request_steps = lancespec::work_bounds::unlimited;
    executor::catalog catalog(options);
    make_doubled(catalog, {xs(std::vector<std::optional<std::int64_t>>(20'000, 1))});
    std::stop_source stop;
    auto ended = std::async(std::launch::async, [&] { return catalog.delete_rows(t, endless, stop.get_token()); });
    for (int i = 0; i < 50; ++i) {
        catalog.insert(t, {xs({2})}).value();
        CHECK(catalog.read(t).value().size() == static_cast<std::size_t>(i) + 2);
    }
    succeed(catalog, backfill(t, "y"));
    CHECK(ended.wait_for(0s) == std::future_status::timeout);
    stop.request_stop();
    auto const result = ended.get();
    REQUIRE(result.has_error());
    CHECK(result.error().code == error_code::service_unavailable);
    CHECK(rows(catalog, t).size() == 20'050);
}

TEST_CASE("A write that comes late is made again on what others wrote", "[work]") {
    executor::catalog catalog(pool(1));
    make_doubled(catalog, {xs({1, 2, 3, 4})});
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&, thread] {
            for (std::int64_t i = 0; i < 20; ++i) {
                catalog.insert(t, {xs({100 * (thread + 1) + i})}).value();
                catalog.delete_rows(t, "x = " + std::to_string(100 * (thread + 1) + i - 1)).value();
            }
        });
    threads.clear();
    std::multiset<std::int64_t> left;  // who came last is nobody's to say
    for (auto const& row : rows(catalog, t)) left.insert(std::get<std::int64_t>(row[0].value));
    CHECK(left == std::multiset<std::int64_t>{1, 2, 3, 4, 119, 219, 319, 419});
    CHECK(catalog.latest_version(t).value() == 2 + 4 * 40);
}

}  // namespace job_end_test
