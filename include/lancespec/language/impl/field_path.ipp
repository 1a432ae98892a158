// SPDX-License-Identifier: Apache-2.0
// Bodies of language/field_path.hpp.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/language/field_path.hpp>

#include <lancespec/core/diagnostic.hpp>
#include <lancespec/language/impl/find_child.ipp>

#include <lancespec/core/utf8.hpp>
#include <lancespec/language/impl/field_path_grammar.ipp>
#include <lancespec/language/impl/nearest.ipp>
#include <lancespec/language/impl/unicode_alnum.ipp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE

namespace detail {

/// Rust's char::is_alphanumeric.
LANCESPEC_DECL bool is_alphanumeric(char32_t scalar) noexcept {
    auto const c = static_cast<std::uint32_t>(scalar);
    auto const after =
        std::upper_bound(alphanumeric_ranges.begin(), alphanumeric_ranges.end(), c,
                         [](std::uint32_t value, char_range const& range) { return value < range.first; });
    return after != alphanumeric_ranges.begin() && c <= std::prev(after)->last;
}

LANCESPEC_DECL bool needs_quotes(std::string_view segment, path_quoting quoting) noexcept {
    if (segment.empty()) return true;
    if (quoting == path_quoting::minimal) return segment.find_first_of(".`") != std::string_view::npos;
    while (!segment.empty()) {
        auto const c = decode_utf8(segment);
        if (c.size == 0 || (c.scalar != U'_' && !is_alphanumeric(c.scalar))) return true;
        segment.remove_prefix(c.size);
    }
    return false;
}

}  // namespace detail

LANCESPEC_DECL std::string_view message(field_path_errc code) noexcept {
    switch (code) {
        case field_path_errc::empty_path: return "the field path is empty";
        case field_path_errc::empty_segment: return "a field path has no empty segments";
        case field_path_errc::unclosed_quote:
            return "this backtick is never closed; inside a quote two backticks mean one";
        case field_path_errc::quote_in_plain_segment:
            return "a backtick may only open a segment; quote the whole segment and double the backticks inside";
        case field_path_errc::text_after_quote: return "after a closing backtick only a dot or the end may follow";
        case field_path_errc::invalid_utf8: return "the field path is not valid UTF-8";
        case field_path_errc::too_long: return "the field path is longer than the limit";
    }
    return "unknown field path error";
}

LANCESPEC_DECL void throw_exception_from_error(field_path_error const& error, boost::source_location const&) {
    throw error_exception("byte " + std::to_string(error.offset) + ": " + std::string(message(error.code)));
}

LANCESPEC_DECL std::string render(field_path_error const& error, std::string_view text) {
    return lancespec::render(text, {error.offset, error.offset}, message(error.code));
}

LANCESPEC_DECL result<field_path, field_path_error> field_path::parse(std::string_view text, limits const& bounds) {
    if (text.empty()) return field_path_error{field_path_errc::empty_path, 0};
    if (text.size() > bounds.path_bytes) return field_path_error{field_path_errc::too_long, bounds.path_bytes};
    std::size_t dots = 0;
    unsigned char high = 0;
    for (char const c : text) {
        dots += c == '.' ? 1 : 0;
        high |= static_cast<unsigned char>(c);
    }
    if (high >= 0x80) {
        auto const bad = find_invalid_utf8(text);
        if (bad != std::string_view::npos) return field_path_error{field_path_errc::invalid_utf8, bad};
    }
    field_path out;
    out.segments.reserve(dots + 1);
    char const* first = text.data();
    char const* const last = first + text.size();
    namespace grammar = detail::path_grammar;
    grammar::state state{first, out.segments};
    bool const matched =
        boost::spirit::x3::parse(first, last, boost::spirit::x3::with<grammar::state_tag>(state)[grammar::path]);
    if (matched) return out;
    return field_path_error{state.code, static_cast<std::size_t>(state.where - text.data())};
}

LANCESPEC_DECL std::string field_path::to_string(path_quoting quoting) const {
    std::string out;
    for (auto const& segment : segments) {
        if (&segment != &segments.front()) out += '.';
        if (!detail::needs_quotes(segment, quoting)) {
            out += segment;
            continue;
        }
        out += '`';
        for (char const c : segment) {
            if (c == '`') out += '`';
            out += c;
        }
        out += '`';
    }
    return out;
}

LANCESPEC_DECL result<resolved_path, unresolved_path> resolve(field_path const& path, columnar::schema const& fields,
                                                              path_matching matching) {
    resolved_path out;
    auto const* level = &fields.fields;
    for (std::size_t i = 0; i < path.segments.size(); ++i) {
        auto const match = detail::find_child(*level, path.segments[i], matching);
        if (match.count == 1) {
            out.target = &(*level)[match.index];
            out.indices.push_back(match.index);
            out.canonical.segments.push_back(out.target->name);
            level = &out.target->type.children.list();
            continue;
        }
        unresolved_path missing;
        missing.level = i;
        missing.ambiguous = match.count > 1;
        if (missing.ambiguous) {
            for (auto const& field : *level) {
                if (missing.nearest.size() == 3) break;
                if (!equal_ignoring_ascii_case(field.name, path.segments[i])) continue;
                auto candidate = out.canonical;
                candidate.segments.push_back(field.name);
                missing.nearest.push_back(candidate.to_string());
            }
        } else {
            missing.nearest = detail::nearest_paths(path.segments, fields);
        }
        return missing;
    }
    return out;
}

LANCESPEC_END_NAMESPACE
