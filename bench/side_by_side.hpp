// SPDX-License-Identifier: Apache-2.0
// Measuring two things as a ratio: many short runs of each, alternating, so that whatever else the machine does falls
// on both; the medians are compared.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace bench {

inline double median(std::vector<double> values) {
    auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Nanoseconds a call of @p run takes, over @p times calls.
template <class F>
double nanoseconds(F const& run, int times) {
    auto const start = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) run();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / times;
}

/// Runs @p ours and @p theirs in turn, @p times calls each, once per iteration of @p state. Sets the counters
/// `ours_ns`, `theirs_ns` (per call) and `ratio`.
template <class Ours, class Theirs>
void side_by_side(benchmark::State& state, Ours const& ours, Theirs const& theirs, int times = 200) {
    std::vector<double> first;
    std::vector<double> second;
    for (auto _ : state) {
        first.push_back(nanoseconds(ours, times));
        second.push_back(nanoseconds(theirs, times));
    }
    state.counters["ours_ns"] = median(first);
    state.counters["theirs_ns"] = median(second);
    state.counters["ratio"] = median(first) / median(second);
}

}  // namespace bench
