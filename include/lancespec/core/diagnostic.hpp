// SPDX-License-Identifier: Apache-2.0
// What is wrong with a text, shown under the line that it is in: one form for clauses, field paths and whatever else
// is parsed.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// The bytes [offset, end) of a text.
struct source_range {
    std::size_t offset = 0;
    std::size_t end = 0;
};

/// @p message, the part of the line around the beginning of @p range with that range underlined, and @p hint:
///
///     line 1, column 7 (byte 6): expected a value
///         price > > 5
///                 ^
///     hint: …
///
/// Three or four short lines however long @p text is. Lines and columns count from 1, columns in characters. A range of
/// nothing, and one that begins at the end of the text, is a single caret; of one that ends on a later line, the part
/// on its first line is underlined. Tabs, control characters, invisible characters and bytes that are not UTF-8 show as
/// printable() shows them, in the message and the hint too. Any bytes and any range are accepted. Linear in the text
/// before the range.
LANCESPEC_DECL std::string render(std::string_view text, source_range range, std::string_view message,
                                  std::string_view hint = {});

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/diagnostic.ipp>
#endif
