// SPDX-License-Identifier: Apache-2.0
// Bodies of core/utf8.hpp.
#pragma once

#include <lancespec/core/utf8.hpp>

LANCESPEC_BEGIN_NAMESPACE

LANCESPEC_DECL utf8_char decode_utf8(std::string_view text) noexcept {
    if (text.empty()) return {};
    auto const byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    auto const lead = byte(0);
    if (lead < 0x80) return {static_cast<char32_t>(lead), 1};
    std::size_t size = 0;
    std::uint32_t scalar = 0;
    std::uint32_t smallest = 0;
    if ((lead & 0xE0) == 0xC0) {
        size = 2, scalar = lead & 0x1F, smallest = 0x80;
    } else if ((lead & 0xF0) == 0xE0) {
        size = 3, scalar = lead & 0x0F, smallest = 0x800;
    } else if ((lead & 0xF8) == 0xF0) {
        size = 4, scalar = lead & 0x07, smallest = 0x10000;
    } else {
        return {};
    }
    if (text.size() < size) return {};
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        scalar = (scalar << 6) | (byte(i) & 0x3F);
    }
    if (scalar < smallest || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) return {};
    return {static_cast<char32_t>(scalar), size};
}

LANCESPEC_DECL void append_utf8(std::string& out, char32_t scalar) {
    auto c = static_cast<std::uint32_t>(scalar);
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
    auto const put = [&](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3F));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

LANCESPEC_DECL std::size_t find_invalid_utf8(std::string_view text) noexcept {
    std::size_t i = 0;
    while (i < text.size()) {
        if (static_cast<unsigned char>(text[i]) < 0x80) {
            ++i;
            continue;
        }
        auto const c = decode_utf8(text.substr(i));
        if (c.size == 0) return i;
        i += c.size;
    }
    return std::string_view::npos;
}

LANCESPEC_DECL std::string to_valid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        auto const bad = find_invalid_utf8(text);
        out.append(text.substr(0, bad));
        if (bad == std::string_view::npos) break;
        append_utf8(out, 0xFFFD);
        text.remove_prefix(bad + 1);
    }
    return out;
}

LANCESPEC_DECL std::size_t utf8_length(std::string_view text) noexcept {
    std::size_t count = 0;
    for (char const c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return count;
}

LANCESPEC_END_NAMESPACE
