// SPDX-License-Identifier: Apache-2.0
// Text that came from somewhere else, as messages repeat it: on one line, without what moves a cursor, never long.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// The bytes of one name, value or other piece of input that a message repeats at most.
inline constexpr std::size_t quoted_bytes = 100;

/// The bytes of a whole message, whatever it is put together from.
inline constexpr std::size_t message_bytes = 1000;

/// Whether a character shows as itself: no control character, none that is invisible or changes direction.
LANCESPEC_DECL bool is_printable(char32_t c) noexcept;

/// @p text on one line: `\n`, `\t`, `\r`, other control bytes and bytes that are no UTF-8 as `\x1b`, invisible
/// characters as `\u{202e}`. A backslash stays as it is: this is for reading, not for reading back. Linear.
LANCESPEC_DECL std::string printable(std::string_view text);

/// The first @p most bytes of @p text, or fewer where a character would be cut in two. Constant.
LANCESPEC_DECL std::string_view cut_utf8(std::string_view text, std::size_t most) noexcept;

/// @p text as a message repeats it: printable(), and when it is longer than @p most bytes its beginning, `…` and its
/// length: `abc… (62914560 bytes)`. Of quoted text that is short enough, quote() makes the same text. Constant in @p
/// text, linear in @p most.
LANCESPEC_DECL std::string quote(std::string_view text, std::size_t most = quoted_bytes);

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/quote.ipp>
#endif
