// SPDX-License-Identifier: Apache-2.0
// A backfill of a million rows of `x * 2` in which half match, against the bare loop that does the same to the same
// buffers: tests k, reads x, writes a new column with its validity bitmap. The last line is the ratio, measured by
// alternating the two, so that whatever else the machine does falls on both.
#include <lancespec/executor.hpp>

#include "bench/side_by_side.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

namespace columnar = lancespec::columnar;
namespace executor = lancespec::executor;

constexpr std::int64_t row_count = 1'000'000;
lancespec::object_identifier const table{"t"};

/// The numbers from 0 as `x`, and as `k` numbers of which half, without any pattern, are positive.
std::vector<columnar::record_batch> numbers(std::int64_t fragments) {
    auto fields = std::make_shared<columnar::schema>();
    auto const int64 = columnar::parse_data_type("int64").value();
    fields->fields = {{"x", int64, true, {}}, {"k", int64, true, {}}};
    std::mt19937_64 random(1);
    std::vector<columnar::record_batch> out;
    for (std::int64_t fragment = 0; fragment < fragments; ++fragment) {
        columnar::array_builder x(int64);
        columnar::array_builder k(int64);
        auto const length = row_count / fragments;
        for (std::int64_t row = 0; row < length; ++row) {
            x.push({fragment * length + row});
            k.push({(random() & 1) != 0 ? row + 1 : -row - 1});
        }
        out.push_back({fields, {x.finish(), k.finish()}, length});
    }
    return out;
}

/// A new catalog per run, because every version stays readable: a million rows more each time.
struct prepared {
    explicit prepared(std::vector<columnar::record_batch> const& from, bool inline_jobs)
        : catalog(options(inline_jobs)) {
        catalog.create_table(table, *from[0].fields, from).value();
        catalog.add_computed_column(table, "y", "x * 2").value();
        request.id = table.names();
        request.column = "y";
        request.where = "k > 0";
    }
    static executor::catalog_options options(bool inline_jobs) {
        executor::catalog_options out;
        out.seed = 1;
        out.inline_jobs = inline_jobs;
        return out;
    }
    void run() {
        auto const id = catalog.execute(request).value().job_id;
        auto const job = catalog.wait(id, std::chrono::hours(1)).value();
        if (std::abs(job.rows_computed - row_count / 2) > row_count / 100)
            throw std::logic_error("the backfill did not do its work");
    }

    executor::catalog catalog;
    lancespec::model::alter_table_backfill_columns_request request;
};

/// What a backfill cannot do without: half a million products, and a column of a million rows.
void run_bare(columnar::record_batch const& from) {
    auto const x = from.columns[0]->values_as<std::int64_t>();
    auto const k = from.columns[1]->values_as<std::int64_t>();
    std::vector<std::int64_t> values(x.size());
    std::vector<std::uint8_t> validity((x.size() + 7) / 8);
    for (std::size_t row = 0; row < x.size(); ++row) {
        if (k[row] <= 0) continue;
        values[row] = x[row] * 2;
        validity[row >> 3] |= static_cast<std::uint8_t>(1u << (row & 7));
    }
    benchmark::DoNotOptimize(values.data());
    benchmark::DoNotOptimize(validity.data());
}

void backfill(benchmark::State& state) {
    auto const from = numbers(state.range(0));
    for (auto _ : state) {
        state.PauseTiming();
        auto made = std::make_unique<prepared>(from, state.range(1) == 0);
        state.ResumeTiming();
        made->run();
        state.PauseTiming();
        made.reset();
        state.ResumeTiming();
    }
    state.SetItemsProcessed(state.iterations() * row_count);
}
BENCHMARK(backfill)
    ->ArgNames({"fragments", "workers"})
    ->Args({1, 0})
    ->Args({8, 0})
    ->Args({8, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void bare(benchmark::State& state) {
    auto const from = numbers(1);
    for (auto _ : state) run_bare(from[0]);
    state.SetItemsProcessed(state.iterations() * row_count);
}
BENCHMARK(bare)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Medians of alternating runs.
void ratio_backfill_to_bare(benchmark::State& state) {
    auto const from = numbers(1);
    std::vector<double> ours;
    std::vector<double> theirs;
    for (auto _ : state) {
        auto made = std::make_unique<prepared>(from, true);
        ours.push_back(bench::nanoseconds([&] { made->run(); }, 1));
        theirs.push_back(bench::nanoseconds([&] { run_bare(from[0]); }, 1));
    }
    auto const backfill_ns = bench::median(std::move(ours));
    auto const bare_ns = bench::median(std::move(theirs));
    state.counters["backfill_ms"] = backfill_ns / 1e6;
    state.counters["bare_ms"] = bare_ns / 1e6;
    state.counters["rows_per_second"] = row_count / backfill_ns * 1e9;
    state.counters["ratio"] = backfill_ns / bare_ns;
}
BENCHMARK(ratio_backfill_to_bare)->Iterations(40)->Unit(benchmark::kMillisecond);

}  // namespace
