// SPDX-License-Identifier: Apache-2.0
// Body of core/diagnostic.hpp.
#pragma once

#include <lancespec/core/diagnostic.hpp>

#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

/// The part of a line that a person looks at, and what of it is underlined, in characters as shown.
struct excerpt {
    std::string text;
    std::size_t first = 0;
    std::size_t length = 1;
};

/// @p begin and @p end: bytes of @p line. @p column: the characters before @p begin.
inline excerpt excerpt_of(std::string_view line, std::size_t begin, std::size_t end, std::size_t column) {
    constexpr std::size_t before = 60;  // characters
    constexpr std::size_t shown = 100;
    auto const skipped = column > before ? column - before : 0;
    excerpt out;
    if (skipped > 0) out.text = "...";
    std::size_t width = out.text.size();  // of what is in out.text
    std::size_t underlined = 0;
    std::size_t at = 0;
    out.first = width;
    for (std::size_t i = 0; at < line.size() && i < skipped + shown; ++i) {
        auto const size = std::max<std::size_t>(decode_utf8(line.substr(at)).size, 1);
        if (i >= skipped) {
            auto const character = printable(line.substr(at, size));
            auto const wide = utf8_length(character);
            if (at < begin) out.first = width + wide;
            if (at >= begin && at < end) underlined += wide;
            out.text += character;
            width += wide;
        }
        at += size;
    }
    if (at < line.size()) out.text += "...";
    out.length = std::max<std::size_t>(underlined, 1);
    return out;
}

}  // namespace detail

LANCESPEC_DECL std::string render(std::string_view text, source_range range, std::string_view message,
                                  std::string_view hint) {
    auto const offset = std::min(range.offset, text.size());
    auto const before = text.substr(0, offset);
    auto const newline = before.rfind('\n');
    auto const begin = newline == std::string_view::npos ? 0 : newline + 1;
    auto const line = text.substr(begin, text.find('\n', begin) - begin);
    auto const end = std::min(std::max(range.end, offset) - begin, line.size());
    auto const column = utf8_length(before.substr(begin));
    auto const shown = detail::excerpt_of(line, offset - begin, end, column);
    std::string out = "line " + std::to_string(1 + std::ranges::count(before, '\n')) + ", column " +
                      std::to_string(1 + column) + " (byte " + std::to_string(offset) + "): ";
    out += printable(message);
    out += "\n    " + shown.text + "\n    " + std::string(shown.first, ' ') + std::string(shown.length, '^');
    if (!hint.empty()) out.append("\nhint: ").append(printable(hint));
    return out;
}

LANCESPEC_END_NAMESPACE
