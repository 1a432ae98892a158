// SPDX-License-Identifier: Apache-2.0
// What travels in base64 with a hash beside it: decoding base64, and SHA-256.
#pragma once

#include <lancespec/core/base64.hpp>

#include <openssl/evp.h>

#include <algorithm>
#include <array>
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

/// The SHA-256 of @p bytes in lower-case hexadecimal; nothing when the library that computes it fails. Linear.
inline std::optional<std::string> sha256_hex(std::string_view bytes) {
    std::array<unsigned char, 32> digest{};
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) return std::nullopt;
    std::string out;
    for (auto const byte : digest) {
        out += "0123456789abcdef"[byte >> 4];
        out += "0123456789abcdef"[byte & 15];
    }
    return out;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
