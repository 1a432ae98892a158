// SPDX-License-Identifier: Apache-2.0
// MD5 and hexadecimal of bytes.
#pragma once

#include <lancespec/core/ascii.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// The sixteen bytes of RFC 1321.
inline std::string md5_of(std::string_view text) {
    static constexpr std::array<int, 16> shifts{7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    static std::array<std::uint32_t, 64> const sines = [] {
        std::array<std::uint32_t, 64> out{};
        for (std::size_t i = 0; i < 64; ++i) {
            out[i] = static_cast<std::uint32_t>(std::fabs(std::sin(static_cast<double>(i + 1))) * 4294967296.0);
        }
        return out;
    }();
    std::array<std::uint32_t, 4> state{0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u};
    std::string padded(text);
    padded += static_cast<char>(0x80);
    while (padded.size() % 64 != 56) padded += '\0';
    auto const bits = static_cast<std::uint64_t>(text.size()) * 8;
    for (int i = 0; i < 8; ++i) padded += static_cast<char>(static_cast<unsigned char>(bits >> (8 * i)));
    for (std::size_t at = 0; at < padded.size(); at += 64) {
        std::array<std::uint32_t, 16> words;
        std::memcpy(words.data(), padded.data() + at, 64);
        auto [a, b, c, d] = state;
        for (std::uint32_t i = 0; i < 64; ++i) {
            std::uint32_t f = 0;
            std::uint32_t g = 0;
            switch (i / 16) {
                case 0: f = (b & c) | (~b & d), g = i; break;
                case 1: f = (d & b) | (~d & c), g = (5 * i + 1) % 16; break;
                case 2: f = b ^ c ^ d, g = (3 * i + 5) % 16; break;
                default: f = c ^ (b | ~d), g = 7 * i % 16; break;
            }
            auto const next = b + std::rotl(a + f + sines[i] + words[g], shifts[i / 16 * 4 + i % 4]);
            a = d, d = c, c = b, b = next;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    }
    std::string out(16, '\0');
    std::memcpy(out.data(), state.data(), 16);
    return out;
}

inline std::string hex_of(std::string_view bytes_) {
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (char const c : bytes_) {
        auto const u = static_cast<unsigned char>(c);
        out += digits[u >> 4];
        out += digits[u & 15];
    }
    return out;
}

inline std::optional<std::string> from_hex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    auto const digit = [](char c) {
        auto const lower = ascii_lower(c);
        if (c >= '0' && c <= '9') return c - '0';
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        auto const high = digit(text[i]);
        auto const low = digit(text[i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
    }
    return out;
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
