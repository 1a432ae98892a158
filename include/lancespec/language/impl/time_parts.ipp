// SPDX-License-Identifier: Apache-2.0
// The parts of dates and times that date_part() and date_trunc() know.
#pragma once

#include <lancespec/core/ascii.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

enum class time_part : std::uint8_t {
    year,
    quarter,
    month,
    week,
    day,
    hour,
    minute,
    second,
    millisecond,
    microsecond,
    nanosecond,
    dow,
    isodow,
    doy,
    isoyear,
    epoch,
};

inline constexpr std::array<std::pair<std::string_view, time_part>, 24> time_part_names{{
    {"year", time_part::year},
    {"years", time_part::year},
    {"quarter", time_part::quarter},
    {"qtr", time_part::quarter},
    {"month", time_part::month},
    {"months", time_part::month},
    {"week", time_part::week},
    {"weeks", time_part::week},
    {"day", time_part::day},
    {"days", time_part::day},
    {"hour", time_part::hour},
    {"hours", time_part::hour},
    {"minute", time_part::minute},
    {"minutes", time_part::minute},
    {"second", time_part::second},
    {"seconds", time_part::second},
    {"millisecond", time_part::millisecond},
    {"microsecond", time_part::microsecond},
    {"nanosecond", time_part::nanosecond},
    {"dow", time_part::dow},
    {"isodow", time_part::isodow},
    {"doy", time_part::doy},
    {"isoyear", time_part::isoyear},
    {"epoch", time_part::epoch},
}};

/// The part called @p name in any case, with or without a plural's s; only those that time is cut at when @p cuts.
inline std::optional<time_part> time_part_named(std::string_view name, bool cuts) noexcept {
    for (auto const& [spelling, part] : time_part_names) {
        if (!equal_ignoring_ascii_case(name, spelling)) continue;
        if (cuts && part >= time_part::dow) return std::nullopt;
        return part;
    }
    return std::nullopt;
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
