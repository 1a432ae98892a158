// SPDX-License-Identifier: Apache-2.0
// Parsing field paths against a hand-written loop that does the same: five typical paths a round. The peer reserves
// nothing it cannot know, checks UTF-8 and reports no offsets; it is the least a parser of this grammar can do.
#include "bench/side_by_side.hpp"

#include <lancespec/core/utf8.hpp>
#include <lancespec/language/field_path.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <optional>
#include <vector>

namespace {

constexpr std::array<std::string_view, 5> paths{"id", "stats.area", "features.`clip.v2`.vector", "user-id",
                                                "a.b.c.d.`x``y`"};

std::optional<std::vector<std::string>> by_hand(std::string_view text) {
    if (lancespec::find_invalid_utf8(text) != std::string_view::npos) return std::nullopt;
    std::vector<std::string> segments;
    for (std::size_t at = 0;; ++at) {
        std::string segment;
        if (at < text.size() && text[at] == '`') {
            for (++at;; ++at) {
                if (at == text.size()) return std::nullopt;
                if (text[at] == '`') {
                    if (at + 1 == text.size() || text[at + 1] != '`') break;
                    ++at;
                }
                segment += text[at];
            }
            ++at;
        } else {
            auto const begin = at;
            while (at < text.size() && text[at] != '.' && text[at] != '`') ++at;
            segment = text.substr(begin, at - begin);
        }
        if (segment.empty()) return std::nullopt;
        segments.push_back(std::move(segment));
        if (at == text.size()) return segments;
        if (text[at] != '.') return std::nullopt;
    }
}

void hand_written_loop(benchmark::State& state) {
    for (auto _ : state)
        for (auto const path : paths) benchmark::DoNotOptimize(by_hand(path));
}
BENCHMARK(hand_written_loop);

void field_path_parse(benchmark::State& state) {
    for (auto _ : state)
        for (auto const path : paths) benchmark::DoNotOptimize(lancespec::field_path::parse(path));
}
BENCHMARK(field_path_parse);

void ratio_parse_to_loop(benchmark::State& state) {
    bench::side_by_side(
        state,
        [] {
            for (auto const path : paths) benchmark::DoNotOptimize(lancespec::field_path::parse(path));
        },
        [] {
            for (auto const path : paths) benchmark::DoNotOptimize(by_hand(path));
        });
}
BENCHMARK(ratio_parse_to_loop)->Iterations(2000)->Unit(benchmark::kMicrosecond);

}  // namespace
