// SPDX-License-Identifier: Apache-2.0
// Numbers from their JSON text: doubles exactly, and integers however they are written (3, 3.0, 3e2).
#pragma once

#include <lancespec/config.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect::detail {

/// The nearest double, or nothing when the number is too large for one. @p inexact is the parser's own reading,
/// which tells overflow from underflow.
inline std::optional<double> read_double(std::string_view text, double inexact) noexcept {
    double value = 0;
    auto const [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (ec == std::errc{}) return value;
    if (std::abs(inexact) > 1) return std::nullopt;
    return std::copysign(0.0, text.starts_with('-') ? -1.0 : 1.0);
}

struct integer_reading {
    bool is_integer = false;            ///< the number has no fraction
    std::optional<std::int64_t> value;  ///< when it also fits
};

/// Reads JSON number text as an integer without going through a double, so that 9007199254740993.0 is exact.
inline integer_reading read_integer(std::string_view text) {
    bool const negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    auto const exponent_at = text.find_first_of("eE");
    std::int64_t exponent = 0;
    if (exponent_at != std::string_view::npos) {
        auto digits = text.substr(exponent_at + 1);
        bool const down = digits.starts_with('-');
        if (down || digits.starts_with('+')) digits.remove_prefix(1);
        auto const parsed = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
        if (parsed.ec != std::errc{}) exponent = 1'000'000'000;
        if (down) exponent = -exponent;
        text = text.substr(0, exponent_at);
    }
    auto const point = text.find('.');
    auto const whole = text.substr(0, point);
    auto fraction = point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
    while (fraction.ends_with('0')) fraction.remove_suffix(1);
    auto const digit_at = [&](std::size_t i) { return i < whole.size() ? whole[i] : fraction[i - whole.size()]; };
    auto const count = whole.size() + fraction.size();
    // The digits before the decimal point once the exponent has moved it.
    auto const kept = static_cast<std::int64_t>(whole.size()) + exponent;
    std::size_t first = 0;
    while (first < count && digit_at(first) == '0') ++first;
    if (first == count) return {true, 0};
    for (std::size_t i = kept < 0 ? 0 : static_cast<std::size_t>(kept); i < count; ++i)
        if (digit_at(i) != '0') return {};
    if (kept - static_cast<std::int64_t>(first) > 19) return {true, std::nullopt};
    std::uint64_t value = 0;
    for (std::size_t i = first; static_cast<std::int64_t>(i) < kept; ++i) {
        auto const digit = i < count ? static_cast<std::uint64_t>(digit_at(i) - '0') : 0u;
        if (value > (UINT64_MAX - digit) / 10) return {true, std::nullopt};
        value = value * 10 + digit;
    }
    auto const bound = static_cast<std::uint64_t>(INT64_MAX) + (negative ? 1u : 0u);
    if (value > bound) return {true, std::nullopt};
    return {true, negative ? static_cast<std::int64_t>(~value + 1) : static_cast<std::int64_t>(value)};
}

}  // namespace reflect::detail
LANCESPEC_END_NAMESPACE
