// SPDX-License-Identifier: Apache-2.0
// What literals and casts share: kinds of types, dates read from text, units of time, integers and decimals.
#pragma once

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/core/checked.hpp>
#include <lancespec/language/bound_program.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

using columnar::data_type;
using columnar::int128;
using columnar::scalar;
using columnar::type_id;
using lancespec::detail::checked_add;
using lancespec::detail::checked_multiply;
using lancespec::detail::checked_subtract;
using lancespec::detail::divide_down;
using lancespec::detail::modulo_down;

inline data_type simple_type(type_id id) {
    data_type out;
    out.id = id;
    return out;
}

constexpr bool is_signed_integer(type_id id) noexcept {
    return id >= type_id::int8 && id <= type_id::int64;
}
constexpr bool is_unsigned_integer(type_id id) noexcept {
    return id >= type_id::uint8 && id <= type_id::uint64;
}
using columnar::is_integer;
constexpr bool is_float(type_id id) noexcept {
    return id == type_id::float32 || id == type_id::float64;
}
constexpr bool is_number(type_id id) noexcept {
    return id >= type_id::int8 && id <= type_id::float64;
}
constexpr bool is_string(type_id id) noexcept {
    return id == type_id::utf8 || id == type_id::large_utf8;
}
constexpr bool is_binary(type_id id) noexcept {
    return id == type_id::binary || id == type_id::large_binary;
}
constexpr bool is_temporal(type_id id) noexcept {
    return id == type_id::date32 || id == type_id::timestamp;
}

/// Reads exactly @p count digits from the front of @p text.
inline std::optional<int> take_digits(std::string_view& text, std::size_t count) noexcept {
    if (text.size() < count) return std::nullopt;
    int out = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (text[i] < '0' || text[i] > '9') return std::nullopt;
        out = out * 10 + (text[i] - '0');
    }
    text.remove_prefix(count);
    return out;
}

inline bool take_char(std::string_view& text, char c) noexcept {
    if (text.empty() || text.front() != c) return false;
    text.remove_prefix(1);
    return true;
}

/// One or two digits.
inline std::optional<int> take_short(std::string_view& text) noexcept {
    if (text.size() > 1 && text[1] >= '0' && text[1] <= '9') return take_digits(text, 2);
    return take_digits(text, 1);
}

inline std::optional<std::int64_t> days_of(int year, int month, int day) noexcept {
    std::chrono::year_month_day const date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(day)}};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days{date}.time_since_epoch().count();
}

/// `2021-01-31` at the front of @p text, as days since 1970-01-01; `2021-1-31` when @p is_short.
inline std::optional<std::int64_t> take_date(std::string_view& text, bool is_short = false) noexcept {
    auto const year = take_digits(text, 4);
    if (!year || !take_char(text, '-')) return std::nullopt;
    auto const month = is_short ? take_short(text) : take_digits(text, 2);
    if (!month || !take_char(text, '-')) return std::nullopt;
    auto const day = is_short ? take_short(text) : take_digits(text, 2);
    if (!day) return std::nullopt;
    return days_of(*year, *month, *day);
}

/// `+02:00`, `-0730`, `+01`, `Z`, `UTC` or nothing, as minutes east of UTC.
inline std::optional<int> take_offset(std::string_view text) noexcept {
    while (take_char(text, ' ')) {
    }
    if (text.empty() || text == "Z" || text == "z" || text == "UTC") return 0;
    int const sign = text.front() == '-' ? -1 : 1;
    if (!take_char(text, '+') && !take_char(text, '-')) return std::nullopt;
    auto const hours = take_digits(text, 2);
    if (!hours || *hours > 23) return std::nullopt;
    take_char(text, ':');
    auto const minutes = text.empty() ? std::optional<int>(0) : take_digits(text, 2);
    if (!minutes || *minutes > 59 || !text.empty()) return std::nullopt;
    return sign * (*hours * 60 + *minutes);
}

inline constexpr std::array<std::int64_t, 4> units_per_second{1, 1'000, 1'000'000, 1'000'000'000};
inline constexpr std::int64_t seconds_per_day = 86'400;

/// A count of one unit in another; nothing when it would lose digits or leave 64 bits.
inline std::optional<std::int64_t> convert_unit(std::int64_t count, columnar::time_unit from,
                                                columnar::time_unit to) noexcept {
    auto const a = units_per_second[static_cast<std::size_t>(from) & 3];
    auto const b = units_per_second[static_cast<std::size_t>(to) & 3];
    if (b >= a) return checked_multiply(count, b / a);
    if (count % (a / b) != 0) return std::nullopt;
    return count / (a / b);
}

/// The least and the greatest value of an integer type.
constexpr std::pair<int128, int128> integer_range(type_id id) noexcept {
    int const bits = id == type_id::int8 || id == type_id::uint8     ? 8
                     : id == type_id::int16 || id == type_id::uint16 ? 16
                     : id == type_id::int32 || id == type_id::uint32 ? 32
                                                                     : 64;
    if (is_unsigned_integer(id)) return {0, (int128{1} << bits) - 1};
    return {-(int128{1} << (bits - 1)), (int128{1} << (bits - 1)) - 1};
}

/// @p value times 10 to the minus @p scale as a decimal of type @p want; nothing when it does not fit or loses digits.
inline std::optional<scalar> rescale(int128 value, std::int32_t scale, data_type const& want) noexcept {
    for (; scale < want.scale; ++scale) {
        auto const shifted = checked_multiply(value, int128{10});
        if (!shifted) return std::nullopt;
        value = *shifted;
    }
    for (; scale > want.scale; --scale) {
        if (value % 10 != 0) return std::nullopt;
        value /= 10;
    }
    auto rest = value;
    for (std::int32_t i = 0; i < want.precision; ++i) rest /= 10;
    if (rest != 0) return std::nullopt;
    return scalar{value};
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
