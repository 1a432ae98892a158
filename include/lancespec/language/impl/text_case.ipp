// Lower case, upper case and case folding of text.
#pragma once

#include <lancespec/core/utf8.hpp>
#include <lancespec/language/impl/unicode_alnum.ipp>
#include <lancespec/language/impl/unicode_case.ipp>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

using lancespec::detail::case_range;
using lancespec::detail::case_text;

inline char32_t mapped_case(std::span<case_range const> ranges, char32_t c) noexcept {
    auto const after =
        std::upper_bound(ranges.begin(), ranges.end(), static_cast<std::uint32_t>(c),
                         [](std::uint32_t value, case_range const& range) { return value < range.first; });
    if (after == ranges.begin()) return c;
    auto const& range = *std::prev(after);
    if (c > range.last || (c - range.first) % range.step != 0) return c;
    return static_cast<char32_t>(static_cast<std::int64_t>(c) + range.difference);
}

/// Rust's char::is_alphanumeric.
inline bool is_letter_or_digit(char32_t c) noexcept {
    auto const& ranges = lancespec::detail::alphanumeric_ranges;
    auto const after = std::upper_bound(ranges.begin(), ranges.end(), static_cast<std::uint32_t>(c),
                                        [](std::uint32_t value, auto const& range) { return value < range.first; });
    return after != ranges.begin() && c <= std::prev(after)->last;
}

/// What characters are compared by when case does not matter.
inline char32_t fold_case(char32_t c) noexcept {
    if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
    return mapped_case(lancespec::detail::fold_ranges, c);
}

inline void append_case(std::string& out, std::string_view text, std::span<case_range const> ranges,
                        std::span<case_text const> texts) {
    while (!text.empty()) {
        auto const c = decode_utf8(text);
        if (c.size == 0) {
            out += text.front();
            text.remove_prefix(1);
            continue;
        }
        auto const special =
            std::lower_bound(texts.begin(), texts.end(), static_cast<std::uint32_t>(c.scalar),
                             [](case_text const& entry, std::uint32_t value) { return entry.from < value; });
        if (special != texts.end() && special->from == c.scalar) {
            out += special->to;
        } else {
            append_utf8(out, mapped_case(ranges, c.scalar));
        }
        text.remove_prefix(c.size);
    }
}

inline bool is_ascii(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

inline void append_lower(std::string& out, std::string_view text) {
    if (is_ascii(text)) {
        for (char const c : text) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    } else {
        append_case(out, text, lancespec::detail::lower_ranges, lancespec::detail::lower_texts);
    }
}

inline void append_upper(std::string& out, std::string_view text) {
    if (is_ascii(text)) {
        for (char const c : text) out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    } else {
        append_case(out, text, lancespec::detail::upper_ranges, lancespec::detail::upper_texts);
    }
}

/// Text folded for comparing without case.
inline std::string folded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        auto const c = decode_utf8(text);
        if (c.size == 0) {
            out += text.front();
            text.remove_prefix(1);
        } else {
            append_utf8(out, fold_case(c.scalar));
            text.remove_prefix(c.size);
        }
    }
    return out;
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
