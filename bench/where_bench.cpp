// SPDX-License-Identifier: Apache-2.0
// Parsing and binding of real clauses: megabytes a second and nanoseconds a clause.
#include "bench/where_filters.hpp"

#include <lancespec/language/bind.hpp>

#include <benchmark/benchmark.h>

#include <array>

namespace {

constexpr std::array<char const*, 5> clauses{
    "id = 4711", "name LIKE 'name-47%' AND num BETWEEN 10 AND 20",
    "point.x > 500 AND (name IN ('a', 'b', 'c') OR note IS NOT NULL)",
    "regexp_like(lower(note), 'need.e') AND CAST(num AS double) * 1.5 + id > 100.25",
    "NOT (sparse IS NULL OR num % 2 = 1) AND coalesce(sparse, 0) < 10 AND name <> 'it''s' -- the rest"};

void parse(benchmark::State& state) {
    std::string_view const text = clauses[static_cast<std::size_t>(state.range(0))];
    for (auto _ : state) benchmark::DoNotOptimize(lancespec::where::parse(text));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
    state.SetLabel(std::string(text));
}
BENCHMARK(parse)->DenseRange(0, 4);

void bind(benchmark::State& state) {
    auto const tree = *lancespec::where::parse(clauses[static_cast<std::size_t>(state.range(0))]);
    static auto const fields = where_bench::table(0).fields;
    for (auto _ : state) benchmark::DoNotOptimize(lancespec::where::bind_filter(tree, *fields));
}
BENCHMARK(bind)->DenseRange(0, 4);

void parse_long(benchmark::State& state) {
    std::string text = "id = 0";
    for (int i = 0; i < 3'000; ++i) text += " OR id = " + std::to_string(i);
    for (auto _ : state) benchmark::DoNotOptimize(lancespec::where::parse(text));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(parse_long)->Unit(benchmark::kMicrosecond);

}  // namespace
