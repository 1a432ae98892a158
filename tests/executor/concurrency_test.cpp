// SPDX-License-Identifier: Apache-2.0
#include <lancespec/executor/catalog.hpp>

#include "tests/support/catch.hpp"

#include "tests/executor/tables.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

// Many threads and jobs at once. Run with ThreadSanitizer to see races; without it, the counts must add up.
namespace concurrency_test {

using namespace executor_tables;

object_identifier const t{"t"};

executor::catalog_options pool(unsigned workers) {
    executor::catalog_options options;
    options.workers = workers;
    options.seed = 1;
    return options;
}

TEST_CASE("Jobs, writers and readers at the same time lose nothing") {
    executor::catalog catalog(pool(4));
    std::vector<columnar::record_batch> fragments;
    for (std::int64_t i = 0; i < 20; ++i) fragments.push_back(xs({i * 3, i * 3 + 1, i * 3 + 2}));
    make_doubled(catalog, std::move(fragments));
    catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "add_one", {"x"}}).value();
    catalog
        .create_materialized_view({"v"}, {lancespec::model::materialized_view_kind::chunker,
                                          R"({"table":["t"],"columns":["x"]})", "identity"})
        .value();

    std::mutex mutex;
    std::set<std::string> ids;
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 6; ++thread)
        threads.emplace_back([&, thread] {
            for (int i = 0; i < 8; ++i) {
                auto request = backfill(t, thread % 2 ? "y" : "z");
                request.task_size = 1 + i % 3;
                request.commit_granularity = 1 + i % 4;
                if (i % 2) request.where = "x % 2 = " + std::to_string(thread % 2);
                auto const job = i % 4 == 3 ? catalog.execute(refresh({"v"})).value().job_id
                                            : catalog.execute(request).value().job_id;
                if (i % 3 == 0) catalog.insert(t, {xs({1000 + thread * 100 + i})}).value();
                if (i == 5) catalog.delete_rows(t, "x = " + std::to_string(thread * 6)).value();
                for (auto const& part : catalog.read(t).value())
                    if (part.columns.size() != 3) ++wrong;
                (void)catalog.find_job(job);
                std::lock_guard const lock(mutex);
                ids.insert(job);
            }
        });
    for (auto& thread : threads) thread.join();
    CHECK(wrong == 0);
    CHECK(ids.size() == 6 * 8);
    for (auto const& id : ids) CHECK(catalog.wait(id, 60s)->state == executor::job_state::succeeded);

    // What was left null by the order of things is filled by one more round.
    succeed(catalog, backfill(t, "y"));
    succeed(catalog, backfill(t, "z"));
    succeed(catalog, refresh({"v"}));
    auto const all = rows(catalog, t);
    CHECK(all.size() == 60 + 6 * 3 - 6);
    for (auto const& row : all) {
        auto const x = std::get<std::int64_t>(row[0].value);
        CHECK(row[1] == number(2 * x));
        CHECK(row[2] == number(x + 1));
    }
    CHECK(rows(catalog, {"v"}).size() == all.size());
}

TEST_CASE("Tasks of one job run at the same time, up to its concurrency") {
    for (std::int64_t const concurrency : {1, 2}) {
        executor::catalog catalog(pool(3));
        std::atomic<int> running{0};
        std::atomic<int> most{0};
        catalog.register_function("slow", executor::row_function([&](std::span<scalar const> inputs) {
                                      auto const now = ++running;
                                      for (auto seen = most.load();
                                           now > seen && !most.compare_exchange_weak(seen, now);) {
                                      }
                                      std::this_thread::sleep_for(5ms);
                                      --running;
                                      return inputs[0];
                                  }));
        make_doubled(catalog, {xs({1, 2, 3, 4, 5, 6, 7, 8})});
        catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "slow", {"x"}}).value();
        auto request = backfill(t, "z");
        request.task_size = 1;
        request.concurrency = concurrency;
        succeed(catalog, request);
        CHECK(most <= concurrency);
        CHECK(column(catalog, t, 2) == "1 2 3 4 5 6 7 8");
    }
}

TEST_CASE("No lock is held while a function or the clock runs: they may use the catalog") {
    executor::catalog* self = nullptr;
    auto options = pool(2);
    options.clock = [&] {
        if (self) (void)self->find_job("nobody");
        return std::int64_t{7};
    };
    executor::catalog catalog(options);
    self = &catalog;
    catalog.register_function("nosy", executor::row_function([&](std::span<scalar const> inputs) {
                                  catalog.insert({"other"}, {xs({1})}).value();
                                  (void)catalog.read(t).value();
                                  catalog.register_function(
                                      "nosy", executor::row_function([](std::span<scalar const>) { return scalar{}; }));
                                  return inputs[0];
                              }));
    make_doubled(catalog, {xs({1, 2})});
    catalog.create_table({"other"}, schema({{"x", "int64"}}), {}).value();
    catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "nosy", {"x"}}).value();
    auto const job = succeed(catalog, backfill(t, "z"));
    CHECK(job.finished_at_millis == 7);
    CHECK(column(catalog, t, 2) == "1 2");  // the job keeps the function that it began with
    CHECK(rows(catalog, {"other"}).size() == 2);
}

TEST_CASE("wait() gives the state at its limit, and takes any limit") {
    executor::catalog catalog(pool(1));
    std::atomic<bool> go{false};
    catalog.register_function("held", executor::row_function([&](std::span<scalar const> inputs) {
                                  while (!go) std::this_thread::sleep_for(1ms);
                                  return inputs[0];
                              }));
    make_doubled(catalog, {xs({1})});
    catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "held", {"x"}}).value();
    auto const id = catalog.execute(backfill(t, "z")).value().job_id;
    auto const behind = catalog.execute(backfill(t, "y")).value().job_id;
    for (auto const limit : {0ms, 1ms, std::chrono::milliseconds::min()})
        CHECK_FALSE(catalog.wait(id, limit)->finished_at_millis);
    CHECK(catalog.find_job(behind)->state == executor::job_state::queued);
    go = true;
    CHECK(catalog.wait(id, std::chrono::milliseconds::max())->state == executor::job_state::succeeded);
    CHECK(catalog.wait(behind, std::chrono::milliseconds::max())->state == executor::job_state::succeeded);
}

TEST_CASE("A catalog can end while jobs are queued and running") {
    std::atomic<int> calls{0};
    {
        auto options = pool(2);
        options.close_wait = 10min;  // the function uses what is here
        executor::catalog catalog(options);
        catalog.register_function("slow", executor::row_function([&](std::span<scalar const> inputs) {
                                      ++calls;
                                      std::this_thread::sleep_for(2ms);
                                      return inputs[0];
                                  }));
        make_doubled(catalog, {xs(std::vector<std::optional<std::int64_t>>(50, 1))});
        catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "slow", {"x"}}).value();
        auto request = backfill(t, "z");
        request.task_size = 1;
        for (int i = 0; i < 20; ++i) catalog.execute(request).value();
        std::this_thread::sleep_for(5ms);
    }
    CHECK(calls < 20 * 50);
}

}  // namespace concurrency_test
