// SPDX-License-Identifier: Apache-2.0
// Bodies of core/base64.hpp.
#pragma once

#include <lancespec/core/base64.hpp>

#include <cstdint>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace detail

LANCESPEC_DECL std::string base64_encode(std::string_view bytes, bool padded) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    std::uint32_t held = 0;
    unsigned bits = 0;
    for (char const c : bytes) {
        held = held << 8 | static_cast<unsigned char>(c);
        for (bits += 8; bits >= 6; bits -= 6) out += detail::base64_digits[held >> (bits - 6) & 63u];
    }
    if (bits > 0) out += detail::base64_digits[held << (6 - bits) & 63u];
    while (padded && out.size() % 4 != 0) out += '=';
    return out;
}

LANCESPEC_DECL std::optional<std::string> base64_decode(std::string_view text) {
    while (text.ends_with('=')) text.remove_suffix(1);
    std::string out;
    std::uint32_t held = 0;
    unsigned bits = 0;
    for (char const c : text) {
        auto const digit = detail::base64_digits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        held = held << 6 | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        out += static_cast<char>(static_cast<unsigned char>(held >> bits & 0xffu));
    }
    return out;
}

LANCESPEC_END_NAMESPACE
