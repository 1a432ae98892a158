// SPDX-License-Identifier: Apache-2.0
// Dates with times as the specification writes them (JSON Schema format `date-time`, RFC 3339).
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// Whether @p text is an RFC 3339 date and time with its offset: `2026-02-28T23:59:60.5+01:00`. The days of each month
/// count, leap years too; second 60 is allowed at any minute. Linear.
constexpr bool is_date_time(std::string_view text) noexcept {
    auto const number = [&](std::size_t at, std::size_t digits) {
        int value = 0;
        for (std::size_t i = at; i < at + digits; ++i) {
            if (text[i] < '0' || text[i] > '9') return -1;
            value = value * 10 + (text[i] - '0');
        }
        return value;
    };
    auto const within = [](int value, int least, int most) { return value >= least && value <= most; };
    if (text.size() < 20 || text[4] != '-' || text[7] != '-' || (text[10] != 'T' && text[10] != 't') ||
        text[13] != ':' || text[16] != ':')
        return false;
    int const year = number(0, 4);
    int const month = number(5, 2);
    constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 0 || !within(month, 1, 12)) return false;
    bool const leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (!within(number(8, 2), 1, month == 2 && leap ? 29 : days[month - 1])) return false;
    if (!within(number(11, 2), 0, 23) || !within(number(14, 2), 0, 59) || !within(number(17, 2), 0, 60)) return false;
    std::size_t at = 19;
    if (text[at] == '.') {
        auto const first = ++at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
        if (at == first) return false;
    }
    auto const offset = text.size() - at;
    if (offset == 1) return text[at] == 'Z' || text[at] == 'z';
    return offset == 6 && (text[at] == '+' || text[at] == '-') && text[at + 3] == ':' &&
           within(number(at + 1, 2), 0, 23) && within(number(at + 4, 2), 0, 59);
}

LANCESPEC_END_NAMESPACE
