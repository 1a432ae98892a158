// Text from a server made fit for a person's screen: nothing in it can move a cursor, hide, or end a line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lancespec::conformance {

/// Whether a character shows as itself: no control character, none that is invisible or changes direction.
bool is_printable(char32_t c) noexcept;

/// Whether all of @p text is UTF-8 and printable.
bool is_printable(std::string_view text) noexcept;

/// @p text on one line: `\n`, `\t`, `\r`, other control bytes and bytes that are no UTF-8 as `\x1b`, invisible
/// characters as `\u{202e}`. A backslash stays as it is: this is for reading, not for reading back.
std::string printable(std::string_view text);

/// The same of a text of several lines, which stay lines.
std::string printable_lines(std::string_view text);

/// The first @p bytes of @p text, printable, and how long it is in all when that is more: @p left_out bytes more than
/// the text.
std::string excerpt(std::string_view text, std::size_t bytes, std::size_t left_out = 0);

}  // namespace lancespec::conformance
