// SPDX-License-Identifier: Apache-2.0
// Body of core/edit_distance.hpp.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/edit_distance.hpp>

#include <algorithm>
#include <array>

LANCESPEC_BEGIN_NAMESPACE

LANCESPEC_DECL std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) noexcept {
    auto const gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (gap > limit || a.size() > longest_compared_name || b.size() > longest_compared_name) return limit + 1;
    std::array<std::array<std::size_t, longest_compared_name + 1>, 3> rows{};
    for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto& now = rows[i % 3];
        auto const& before = rows[(i + 2) % 3];
        auto const& before_that = rows[(i + 1) % 3];
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            auto const x = ascii_lower(a[i - 1]);
            auto const y = ascii_lower(b[j - 1]);
            now[j] = std::min({before[j] + 1, now[j - 1] + 1, before[j - 1] + (x == y ? 0u : 1u)});
            if (i > 1 && j > 1 && x == ascii_lower(b[j - 2]) && ascii_lower(a[i - 2]) == y) {
                now[j] = std::min(now[j], before_that[j - 2] + 1);
            }
        }
    }
    return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

LANCESPEC_END_NAMESPACE
