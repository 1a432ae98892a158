// SPDX-License-Identifier: Apache-2.0
// What travels in base64 with a hash beside it: decoding base64, and SHA-256.
#pragma once

#include <lancespec/core/base64.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// The bytes that @p text stands for in base64 (RFC 4648, standard alphabet, padding at the end or left out), or
/// nothing. Linear.
inline std::optional<std::string> strict_base64(std::string_view text) {
    auto const padding = text.size() - std::min(text.find('='), text.size());
    if (padding != 0 && (padding > 2 || text.size() % 4 != 0)) return std::nullopt;
    text.remove_suffix(padding);
    if (text.size() % 4 == 1) return std::nullopt;
    return base64_decode(text);
}

/// The constants of SHA-256 (FIPS 180-4): of the cube roots of the first 64 primes.
inline constexpr std::array<std::uint32_t, 64> sha256_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// The SHA-256 of @p bytes in lower-case hexadecimal. Linear.
inline std::string sha256_hex(std::string bytes) {
    std::array<std::uint32_t, 8> hash{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    auto const length = static_cast<std::uint64_t>(bytes.size()) * 8;
    bytes += '\x80';
    bytes.append((120 - bytes.size() % 64) % 64, '\0');
    for (unsigned shift = 64; shift != 0; shift -= 8) bytes += static_cast<char>(length >> (shift - 8) & 0xFF);
    for (std::size_t at = 0; at < bytes.size(); at += 64) {
        std::array<std::uint32_t, 64> w{};
        for (std::size_t i = 0; i < 16; ++i)
            for (std::size_t b = 0; b < 4; ++b) w[i] = w[i] << 8 | static_cast<unsigned char>(bytes[at + 4 * i + b]);
        for (std::size_t i = 16; i < 64; ++i) {
            auto const s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
            auto const s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        auto [a, b, c, d, e, f, g, h] = hash;
        for (std::size_t i = 0; i < 64; ++i) {
            auto const s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
            auto const first = h + s1 + ((e & f) ^ (~e & g)) + sha256_constants[i] + w[i];
            auto const s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
            auto const second = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + first;
            d = c;
            c = b;
            b = a;
            a = first + second;
        }
        std::array<std::uint32_t, 8> const mixed{a, b, c, d, e, f, g, h};
        for (std::size_t i = 0; i < 8; ++i) hash[i] += mixed[i];
    }
    std::string out;
    for (auto const word : hash)
        for (unsigned shift = 32; shift != 0; shift -= 4) out += "0123456789abcdef"[word >> (shift - 4) & 0xF];
    return out;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
