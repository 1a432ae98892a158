// SPDX-License-Identifier: Apache-2.0
// ASCII case folding: of names, header fields, media types and patterns. Other letters are left alone.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// @p c, or the small letter for a capital one.
constexpr char ascii_lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether the texts are equal but for the case of ASCII letters. Linear.
constexpr bool equal_ignoring_ascii_case(std::string_view a, std::string_view b) noexcept {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (ascii_lower(a[i]) != ascii_lower(b[i])) return false;
    }
    return true;
}

LANCESPEC_END_NAMESPACE
