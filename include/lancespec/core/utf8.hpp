// SPDX-License-Identifier: Apache-2.0
// UTF-8: is it valid, how long is it in characters, and a copy that is valid whatever came in.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// One decoded character: its scalar value and how many bytes it took; size 0 when the bytes are no UTF-8.
struct utf8_char {
    char32_t scalar = 0;
    std::size_t size = 0;
};

/// The character at the start of @p text. Overlong forms, surrogates and values above U+10FFFF are refused.
LANCESPEC_DECL utf8_char decode_utf8(std::string_view text) noexcept;

/// The UTF-8 bytes of @p scalar, appended to @p out; a surrogate or too large value becomes U+FFFD.
LANCESPEC_DECL void append_utf8(std::string& out, char32_t scalar);

/// The offset of the first byte that is no UTF-8, or npos. Linear.
LANCESPEC_DECL std::size_t find_invalid_utf8(std::string_view text) noexcept;

/// @p text with every byte that is no UTF-8 replaced by U+FFFD. Linear.
LANCESPEC_DECL std::string to_valid_utf8(std::string_view text);

/// The number of characters (scalar values) of valid UTF-8; what `minLength` counts. Linear.
LANCESPEC_DECL std::size_t utf8_length(std::string_view text) noexcept;

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/utf8.ipp>
#endif
