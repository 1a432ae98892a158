// SPDX-License-Identifier: Apache-2.0
// Functions of text, value by value.
#pragma once

#include <lancespec/core/base64.hpp>
#include <lancespec/language/impl/digest.ipp>
#include <lancespec/language/impl/functions_regex.ipp>
#include <lancespec/language/impl/row_call.ipp>
#include <lancespec/language/impl/text_case.ipp>

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// The characters of a text.
using character_set = std::unordered_set<std::string_view>;

/// Whether @p text begins or ends with a character of @p among; how many bytes it has.
inline std::size_t trimmed_front(std::string_view text, character_set const& among) {
    auto const size = text.empty() ? 0 : std::max<std::size_t>(1, decode_utf8(text).size);
    return size != 0 && among.contains(text.substr(0, size)) ? size : 0;
}
inline std::size_t trimmed_back(std::string_view text, character_set const& among) {
    std::size_t size = 0;
    while (size < text.size() && size < 4) {
        ++size;
        if ((static_cast<unsigned char>(text[text.size() - size]) & 0xC0) != 0x80) break;
    }
    return size != 0 && among.contains(text.substr(text.size() - size)) ? size : 0;
}

inline std::string trimmed(std::string_view text, std::string_view characters_, bool front, bool back) {
    character_set among;
    auto const offsets = character_offsets(characters_);
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        among.insert(characters_.substr(offsets[i], offsets[i + 1] - offsets[i]));
    }
    while (front) {
        auto const size = trimmed_front(text, among);
        if (size == 0) break;
        text.remove_prefix(size);
    }
    while (back) {
        auto const size = trimmed_back(text, among);
        if (size == 0) break;
        text.remove_suffix(size);
    }
    return std::string(text);
}

inline scalar split_part(row_call& c) {
    auto const index = c.whole(2);
    if (index == 0) return c.fail("split_part() counts parts from 1, or from -1 at the end");
    std::vector<std::string_view> parts;
    std::string_view rest = c.text(0);
    auto const& by = c.text(1);
    while (!by.empty()) {
        auto const at = find_text(rest, by);
        if (at == std::string_view::npos) break;
        parts.push_back(rest.substr(0, at));
        rest.remove_prefix(at + by.size());
    }
    parts.push_back(rest);
    auto const count = static_cast<std::int64_t>(parts.size());
    auto const at = index > 0 ? index - 1 : index >= -count ? count + index : -1;
    if (at < 0 || at >= count) return {std::string()};
    return {std::string(parts[static_cast<std::size_t>(at)])};
}

inline std::string initcap(std::string_view text) {
    std::string out;
    bool begins = true;
    while (!text.empty()) {
        auto const size = std::max<std::size_t>(1, decode_utf8(text).size);
        auto const c = text.substr(0, size);
        begins ? append_upper(out, c) : append_lower(out, c);
        begins = !is_letter_or_digit(decode_utf8(c).scalar);
        text.remove_prefix(size);
    }
    return out;
}

inline scalar pad(row_call& c, bool left) {
    auto const wanted = c.whole(1);
    auto const with = c.size() > 2 ? character_offsets(c.text(2)) : std::vector<std::size_t>{0, 1};
    auto const fill = c.size() > 2 ? c.text(2) : std::string(" ");
    auto const have = static_cast<std::int64_t>(utf8_length(c.text(0)));
    if (wanted <= 0) return {std::string()};
    if (wanted <= have) return {characters(c.text(0), 0, wanted)};
    if (!c.may_make(wanted)) return {};
    if (fill.empty()) return {c.text(0)};
    auto const count = static_cast<std::int64_t>(with.size()) - 1;
    auto const whole = (wanted - have) / count;
    if (!c.may_make(amount_of(whole, static_cast<std::int64_t>(fill.size())))) return {};
    std::string padding;
    for (std::int64_t i = 0; i < whole; ++i) padding += fill;
    padding += fill.substr(0, with[static_cast<std::size_t>((wanted - have) % count)]);
    return {left ? padding + c.text(0) : c.text(0) + padding};
}

inline std::string translate(std::string const& text, std::string const& from, std::string const& to) {
    auto const a = character_offsets(from);
    auto const b = character_offsets(to);
    auto const each = character_offsets(text);
    // Of a character that comes twice, the first place counts.
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i + 1 < a.size(); ++i) {
        places.emplace(std::string_view(from).substr(a[i], a[i + 1] - a[i]), i);
    }
    std::string out;
    for (std::size_t i = 0; i + 1 < each.size(); ++i) {
        auto const c = std::string_view(text).substr(each[i], each[i + 1] - each[i]);
        auto const place = places.find(c);
        if (place == places.end()) {
            out += c;
        } else if (auto const at = place->second; at + 1 < b.size()) {
            out += std::string_view(to).substr(b[at], b[at + 1] - b[at]);
        }
    }
    return out;
}

inline scalar levenshtein(row_call& c) {
    auto const scalars_of = [](std::string_view text) {
        std::vector<char32_t> out;
        while (!text.empty()) {
            auto const next = decode_utf8(text);
            out.push_back(next.scalar);
            text.remove_prefix(std::max<std::size_t>(1, next.size));
        }
        return out;
    };
    auto const x = scalars_of(c.text(0));
    auto const y = scalars_of(c.text(1));
    std::vector<std::int64_t> row(y.size() + 1);
    for (std::size_t j = 0; j <= y.size(); ++j) row[j] = static_cast<std::int64_t>(j);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!c.may_take(static_cast<std::int64_t>(y.size()))) return {};
        auto diagonal = row[0];
        row[0] = static_cast<std::int64_t>(i) + 1;
        for (std::size_t j = 0; j < y.size(); ++j) {
            auto const change = diagonal + (x[i] == y[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, change});
        }
    }
    return {row.back()};
}

/// The first @p count parts of @p text between @p by, or the last ones when it is negative.
inline std::string first_parts(std::string const& text, std::string const& by, std::int64_t count) {
    if (count == 0 || by.empty()) return {};
    if (count > 0) {
        std::size_t at = 0;
        for (; count > 0; --count) {
            auto const found = find_text(text, by, at);
            if (found == std::string::npos) return text;
            if (count == 1) return text.substr(0, found);
            at = found + by.size();
        }
    }
    // From the end, where occurrences may overlap: Knuth, Morris and Pratt's search of both texts read backwards.
    auto const size = by.size();
    auto const behind = [&by, size](std::size_t i) { return by[size - 1 - i]; };
    std::vector<std::size_t> border(size);
    for (std::size_t i = 1, same = 0; i < size; ++i) {
        while (same != 0 && behind(i) != behind(same)) same = border[same - 1];
        if (behind(i) == behind(same)) ++same;
        border[i] = same;
    }
    std::size_t same = 0;
    for (auto at = text.size(); at-- > 0;) {
        while (same != 0 && text[at] != behind(same)) same = border[same - 1];
        if (text[at] == behind(same)) ++same;
        if (same != size) continue;
        if (++count == 0) return text.substr(at + size);
        same = border[same - 1];
    }
    return text;
}

inline std::int64_t find_in_set(std::string_view text, std::string_view set) noexcept {
    for (std::int64_t at = 1;; ++at) {
        auto const comma = set.find(',');
        if (set.substr(0, comma) == text) return at;
        if (comma == std::string_view::npos) return 0;
        set.remove_prefix(comma + 1);
    }
}

/// Whether every word of @p wanted, letters and digits, is a word of @p text.
inline bool contains_tokens(std::string_view text, std::string_view wanted) {
    auto const words = [](std::string_view from) {
        std::vector<std::string_view> out;
        std::size_t begin = 0;
        for (std::size_t at = 0; at <= from.size();) {
            auto const c = decode_utf8(from.substr(at));
            bool const inside = at < from.size() && is_letter_or_digit(c.scalar);
            if (!inside) {
                if (at > begin) out.push_back(from.substr(begin, at - begin));
                begin = at + std::max<std::size_t>(1, c.size);
            }
            at += std::max<std::size_t>(1, c.size);
        }
        return out;
    };
    auto have = words(text);
    std::sort(have.begin(), have.end());
    auto const want = words(wanted);
    return std::all_of(want.begin(), want.end(),
                       [&have](std::string_view word_) { return std::binary_search(have.begin(), have.end(), word_); });
}

/// No argument is null.
inline scalar text_function(row_call& c) {
    auto const in_text = [&](std::size_t i) -> std::string const& { return c.text(i); };
    switch (c.step.function) {
        case fn::lower: return {lowered(in_text(0))};
        case fn::upper: {
            std::string out;
            append_upper(out, in_text(0));
            return {std::move(out)};
        }
        case fn::length: return {static_cast<std::int64_t>(utf8_length(in_text(0)))};
        case fn::octet_length: return {static_cast<std::int64_t>(in_text(0).size())};
        case fn::bit_length: return {static_cast<std::int64_t>(in_text(0).size() * 8)};
        case fn::contains: return {find_text(in_text(0), in_text(1)) != std::string::npos};
        case fn::starts_with: return {in_text(0).starts_with(in_text(1))};
        case fn::ends_with: return {in_text(0).ends_with(in_text(1))};
        case fn::btrim:
        case fn::ltrim:
        case fn::rtrim:
            return {trimmed(in_text(0), c.size() > 1 ? std::string_view(in_text(1)) : std::string_view(" "),
                            c.step.function != fn::rtrim, c.step.function != fn::ltrim)};
        case fn::strpos: {
            auto const at = find_text(in_text(0), in_text(1));
            return {at == std::string::npos ? std::int64_t{0} : character_number(in_text(0), at)};
        }
        case fn::split_part: return split_part(c);
        case fn::reverse: {
            auto const offsets = character_offsets(in_text(0));
            std::string out;
            for (auto i = offsets.size() - 1; i-- > 0;)
                out += in_text(0).substr(offsets[i], offsets[i + 1] - offsets[i]);
            return {std::move(out)};
        }
        case fn::initcap: return {initcap(in_text(0))};
        case fn::ascii: return {static_cast<std::int64_t>(decode_utf8(in_text(0)).scalar)};
        case fn::chr: {
            auto const code = c.whole(0);
            if (code < 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
                return c.fail(std::to_string(code) + " is no character");
            }
            std::string out;
            append_utf8(out, static_cast<char32_t>(code));
            return {std::move(out)};
        }
        case fn::substr: {
            // Places before the text count as places, they hold no characters.
            constexpr std::int64_t one = 1;
            auto end = std::numeric_limits<std::int64_t>::max();
            if (c.size() > 2) {
                if (c.whole(2) < 0) return c.fail("the length of a part of a text is not negative");
                end = std::max(one, lancespec::detail::checked_add(c.whole(1), c.whole(2)).value_or(end)) - 1;
            }
            return {characters(in_text(0), std::max(one, c.whole(1)) - 1, end)};
        }
        case fn::left:
        case fn::right: {
            auto const count = static_cast<std::int64_t>(utf8_length(in_text(0)));
            auto const wanted = std::clamp(c.whole(1), -count, count);
            auto const size = wanted < 0 ? count + wanted : wanted;
            return {c.step.function == fn::left ? characters(in_text(0), 0, size)
                                                : characters(in_text(0), count - size, count)};
        }
        case fn::repeat: {
            auto const times = std::max<std::int64_t>(0, c.whole(1));
            auto const size = static_cast<std::int64_t>(in_text(0).size());
            if (!c.may_make(amount_of(times, size))) return {};
            auto const wanted = static_cast<std::size_t>(times * size);
            std::string out;
            out.reserve(wanted);
            if (wanted != 0) out = in_text(0);
            while (out.size() < wanted) out.append(out, 0, wanted - out.size());
            return {std::move(out)};
        }
        case fn::lpad: return pad(c, true);
        case fn::rpad: return pad(c, false);
        case fn::replace: {
            std::string out;
            std::string_view rest = in_text(0);
            auto const& what = in_text(1);
            if (what.empty()) {
                // An empty text stands before and behind every character.
                auto const offsets = character_offsets(rest);
                auto const count = static_cast<std::int64_t>(offsets.size());
                auto const added = amount_of(count, static_cast<std::int64_t>(in_text(2).size()));
                if (!c.may_make(std::max(added, static_cast<std::int64_t>(rest.size())))) return {};
                out = in_text(2);
                for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
                    out += rest.substr(offsets[i], offsets[i + 1] - offsets[i]);
                    out += in_text(2);
                }
                return {std::move(out)};
            }
            for (;;) {
                auto const at = find_text(rest, what);
                out += rest.substr(0, at);
                if (at == std::string_view::npos) return {std::move(out)};
                out += in_text(2);
                rest.remove_prefix(at + what.size());
                if (!c.may_make(static_cast<std::int64_t>(out.size()))) return {};
            }
        }
        case fn::translate: return {translate(in_text(0), in_text(1), in_text(2))};
        case fn::to_hex: {
            std::array<char, 20> buffer;
            auto const end =
                std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<std::uint64_t>(c.whole(0)), 16)
                    .ptr;
            return {std::string(buffer.data(), end)};
        }
        case fn::levenshtein: {
            if (in_text(0).size() * in_text(1).size() > static_cast<std::size_t>(most_made) * 64) {
                return c.fail("the texts are too long to be compared letter by letter");
            }
            return levenshtein(c);
        }
        case fn::substr_index: return {first_parts(in_text(0), in_text(1), c.whole(2))};
        case fn::find_in_set: return {find_in_set(in_text(0), in_text(1))};
        case fn::md5: return {hex_of(md5_of(in_text(0)))};
        case fn::encode: {
            if (in_text(1) == "hex") return {hex_of(in_text(0))};
            if (in_text(1) == "base64") return {base64_encode(in_text(0), false)};
            if (in_text(1) == "base64pad") return {base64_encode(in_text(0), true)};
            return c.fail("encode() knows 'hex', 'base64' and 'base64pad'");
        }
        case fn::decode: {
            bool const base64 = in_text(1) == "base64" || in_text(1) == "base64pad";
            auto out = in_text(1) == "hex" ? from_hex(in_text(0)) : base64 ? base64_decode(in_text(0)) : std::nullopt;
            // Bits behind the last byte are zero.
            std::string_view const given = in_text(0);
            auto const digits = given.substr(0, given.find_last_not_of('=') + 1);
            if (out && base64 && base64_encode(*out, false) != digits) out.reset();
            if (!out) return c.fail("this does not decode; decode() knows 'hex', 'base64' and 'base64pad'");
            return {std::move(*out)};
        }
        case fn::contains_tokens: return {contains_tokens(in_text(0), in_text(1))};
        default: return regex_function(c);
    }
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
