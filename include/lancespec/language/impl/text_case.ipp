// SPDX-License-Identifier: Apache-2.0
// Lower case, upper case and case folding of text.
#pragma once

#include <lancespec/core/utf8.hpp>
#include <lancespec/language/impl/unicode_alnum.ipp>
#include <lancespec/language/impl/unicode_case.ipp>
#include <lancespec/language/impl/unicode_cased.ipp>

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

inline bool is_in(std::span<lancespec::detail::char_range const> ranges, char32_t c) noexcept {
    auto const after = std::upper_bound(ranges.begin(), ranges.end(), static_cast<std::uint32_t>(c),
                                        [](std::uint32_t value, auto const& range) { return value < range.first; });
    return after != ranges.begin() && c <= std::prev(after)->last;
}

/// Rust's char::is_alphanumeric.
inline bool is_letter_or_digit(char32_t c) noexcept {
    return is_in(lancespec::detail::alphanumeric_ranges, c);
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

/// Every character by itself: a sigma is never a final one.
inline void append_lower(std::string& out, std::string_view text) {
    if (is_ascii(text)) {
        for (char const c : text) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    } else {
        append_case(out, text, lancespec::detail::lower_ranges, lancespec::detail::lower_texts);
    }
}

/// Whether a character with a case stands at the front of @p text, behind those that are passed over: marks,
/// apostrophes and their like.
inline bool begins_cased(std::string_view text) noexcept {
    while (!text.empty()) {
        auto const c = decode_utf8(text);
        if (!is_in(lancespec::detail::case_ignorable_ranges, c.scalar))
            return is_in(lancespec::detail::cased_ranges, c.scalar);
        text.remove_prefix(std::max<std::size_t>(1, c.size));
    }
    return false;
}

/// lower(): a capital sigma that ends a word becomes the final sigma, by Unicode's rule Final_Sigma, as in Rust. Linear
/// in the text: what is passed over is looked at once for the sigma before it.
inline std::string lowered(std::string_view text) {
    constexpr std::string_view capital = "\xCE\xA3";
    std::string out;
    bool behind_cased = false;
    for (;;) {
        auto const at = text.find(capital);
        auto const part = text.substr(0, at);
        append_lower(out, part);
        if (at == std::string_view::npos) return out;
        // The last character of the part that is not passed over, looked for from its beginning.
        for (auto rest = part; !rest.empty();) {
            auto const c = decode_utf8(rest);
            if (!is_in(lancespec::detail::case_ignorable_ranges, c.scalar))
                behind_cased = is_in(lancespec::detail::cased_ranges, c.scalar);
            rest.remove_prefix(std::max<std::size_t>(1, c.size));
        }
        text.remove_prefix(at + capital.size());
        bool const is_final = behind_cased && !begins_cased(text);
        out += is_final ? "\xCF\x82" : "\xCF\x83";
        behind_cased = true;
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
