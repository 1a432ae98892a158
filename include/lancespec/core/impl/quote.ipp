// SPDX-License-Identifier: Apache-2.0
// Bodies of core/quote.hpp.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>

#include <charconv>
#include <cstdint>

LANCESPEC_BEGIN_NAMESPACE

LANCESPEC_DECL bool is_printable(char32_t c) noexcept {
    bool const control = c < 0x20 || (c >= 0x7f && c < 0xa0);
    bool const invisible = (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
                           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || c == 0xad || (c >= 0xfff0 && c <= 0xfffb) ||
                           (c >= 0xe0000 && c <= 0xe0fff);
    // No characters at all, and some of them are forbidden in XML.
    bool const nothing = (c & 0xfffeU) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
    return !control && !invisible && !nothing;
}

LANCESPEC_DECL std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        auto const c = decode_utf8(text);
        auto const byte = static_cast<unsigned char>(text.front());
        if (c.size != 0 && is_printable(c.scalar)) {
            out += text.substr(0, c.size);
        } else if (byte == '\n' || byte == '\t' || byte == '\r') {
            out += byte == '\n' ? "\\n" : byte == '\t' ? "\\t" : "\\r";
        } else if (c.size == 0 || byte < 0x80) {
            out += "\\x";
            out += "0123456789abcdef"[byte >> 4];
            out += "0123456789abcdef"[byte & 0xF];
        } else {
            char digits[8];
            auto const end = std::to_chars(digits, digits + sizeof digits, static_cast<std::uint32_t>(c.scalar), 16);
            out.append("\\u{").append(digits, end.ptr) += '}';
        }
        text.remove_prefix(c.size == 0 ? 1 : c.size);
    }
    return out;
}

LANCESPEC_DECL std::string_view cut_utf8(std::string_view text, std::size_t most) noexcept {
    if (text.size() <= most) return text;
    auto cut = most;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80 && most - cut < 4) --cut;
    return text.substr(0, cut);
}

LANCESPEC_DECL std::string quote(std::string_view text, std::size_t most) {
    auto out = printable(cut_utf8(text, most));
    if (text.size() > most) out += "… (" + std::to_string(text.size()) + " bytes)";
    return out;
}

LANCESPEC_END_NAMESPACE
