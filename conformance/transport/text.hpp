// SPDX-License-Identifier: Apache-2.0
// Text from a server made fit for a person's screen: nothing in it can move a cursor, hide, or end a line.
#pragma once

#include <lancespec/core/quote.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace lancespec::conformance {

using lancespec::is_printable;
using lancespec::printable;

/// Whether all of @p text is UTF-8 and printable.
bool is_printable(std::string_view text) noexcept;

/// printable() of a text of several lines, which stay lines.
std::string printable_lines(std::string_view text);

/// The first @p bytes of @p text, printable, and how long it is in all when that is more: @p left_out bytes more than
/// the text.
std::string excerpt(std::string_view text, std::size_t bytes, std::size_t left_out = 0);

}  // namespace lancespec::conformance
