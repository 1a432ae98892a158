// ASCII case folding, for names and patterns. Inline in both ways of building, because both libraries use it.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

constexpr char ascii_lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline bool equal_ignoring_ascii_case(std::string_view a, std::string_view b) noexcept {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (ascii_lower(a[i]) != ascii_lower(b[i])) return false;
    }
    return true;
}

}  // namespace detail
LANCESPEC_END_NAMESPACE
