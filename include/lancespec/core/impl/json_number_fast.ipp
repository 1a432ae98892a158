// SPDX-License-Identifier: Apache-2.0
// Reading the text of a JSON number in one pass: its grammar, its value as an integer, its nearest double.
#pragma once

#include <lancespec/config.hpp>

#include <bit>
#include <cfloat>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect::detail {

/// A number as it is written: digits without their point, and where the point was.
struct written_number {
    char const* begin = nullptr;
    char const* end = nullptr;
    std::uint64_t digits = 0;   ///< all of them as one integer, wrong when there are more than 19
    std::size_t count = 0;      ///< digits, leading zeros not counted
    std::int64_t exponent = 0;  ///< value = digits * 10 ^ exponent
    bool negative = false;
    bool is_integer = true;  ///< neither point nor exponent
};

/// Eight bytes as one integer, the first the lowest; only where that is how the machine keeps them.
inline constexpr bool reads_eight = std::endian::native == std::endian::little;
inline std::uint64_t eight_bytes(char const* at) noexcept {
    std::uint64_t out;
    std::memcpy(&out, at, 8);
    return out;
}
constexpr bool are_digits(std::uint64_t eight) noexcept {
    return ((eight & 0xF0F0F0F0F0F0F0F0) | (((eight + 0x0606060606060606) & 0xF0F0F0F0F0F0F0F0) >> 4)) ==
           0x3333333333333333;
}
constexpr std::uint64_t value_of_digits(std::uint64_t eight) noexcept {
    eight -= 0x3030303030303030;
    eight = eight * 10 + (eight >> 8);
    return (((eight & 0x000000FF000000FF) * 0x000F424000000064 +
             ((eight >> 16) & 0x000000FF000000FF) * 0x0000271000000001) >>
            32) &
           0xFFFFFFFF;
}

/// Reads the digits at @p at into @p value, and returns where they end.
inline char const* read_digits(char const* at, char const* last, std::uint64_t& value) noexcept {
    auto read = value;
    if constexpr (reads_eight) {
        while (last - at >= 8) {
            auto const eight = eight_bytes(at);
            if (!are_digits(eight)) break;
            read = read * 100'000'000 + value_of_digits(eight);
            at += 8;
        }
    }
    for (; at != last && *at >= '0' && *at <= '9'; ++at) read = read * 10 + static_cast<std::uint64_t>(*at - '0');
    value = read;
    return at;
}

/// Where the number at @p at ends by its grammar; null when there is none, or an exponent of nine digits.
inline char const* read_number(char const* at, char const* last, written_number& out) noexcept {
    out.begin = at;
    if (at != last && *at == '-') {
        out.negative = true;
        ++at;
    }
    auto const* const whole = at;
    at = read_digits(at, last, out.digits);
    out.count = static_cast<std::size_t>(at - whole);
    if (out.count == 0 || (*whole == '0' && out.count > 1)) return nullptr;
    if (*whole == '0') out.count = 0;
    if (at != last && *at == '.') {
        auto const* const fraction = ++at;
        at = read_digits(at, last, out.digits);
        if (at == fraction) return nullptr;
        auto const* significant = fraction;
        if (out.count == 0)
            while (significant != at && *significant == '0') ++significant;
        out.count += static_cast<std::size_t>(at - significant);
        out.exponent = fraction - at;
        out.is_integer = false;
    }
    if (at != last && (*at == 'e' || *at == 'E')) {
        ++at;
        bool const down = at != last && *at == '-';
        if (at != last && (*at == '-' || *at == '+')) ++at;
        std::uint64_t power = 0;
        auto const* const digits = at;
        at = read_digits(at, last, power);
        if (at == digits || at - digits > 8) return nullptr;  // Boost.JSON refuses some that are longer
        auto const by = static_cast<std::int64_t>(power);
        out.exponent += down ? -by : by;
        out.is_integer = false;
    }
    out.end = at;
    return at;
}

/// The nearest double; false when it is too large, or too small for one that is not zero.
inline bool to_double(written_number const& number, double& out) noexcept {
    // An integer below 2^53 and a power of ten up to 22 are doubles exactly, so one operation rounds once.
    static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (FLT_EVAL_METHOD == 0 && number.count <= 19 && number.digits <= (std::uint64_t{1} << 53) &&
        number.exponent >= -22 && number.exponent <= 22) {
        auto const digits = static_cast<double>(number.digits);
        auto const size = number.exponent < 0 ? digits / powers[-number.exponent] : digits * powers[number.exponent];
        out = number.negative ? -size : size;
        return true;
    }
    return std::from_chars(number.begin, number.end, out).ec == std::errc{};
}

/// The integer itself, if it is written as one and fits.
inline bool to_int64(written_number const& number, std::int64_t& out) noexcept {
    auto const bound = static_cast<std::uint64_t>(INT64_MAX) + (number.negative ? 1u : 0u);
    if (!number.is_integer || number.count > 19 || number.digits > bound) return false;
    out = static_cast<std::int64_t>(number.negative ? ~number.digits + 1 : number.digits);
    return true;
}

}  // namespace reflect::detail
LANCESPEC_END_NAMESPACE
