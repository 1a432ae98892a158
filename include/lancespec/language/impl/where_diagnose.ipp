// Says what is wrong where the grammar stopped: names constructs that Lance filters do not have, and likely slips.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/language/impl/nearest.ipp>
#include <lancespec/language/impl/where_builder.ipp>

#include <array>
#include <span>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

inline bool is_word_byte(char c) noexcept {
    auto const u = static_cast<unsigned char>(c);
    return u >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

inline std::string_view word_at(std::string_view text, std::size_t at) noexcept {
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    return text.substr(at, end - at);
}

/// What stands at @p at, in quotes, for a message: a word, or one character.
LANCESPEC_DECL std::string shown_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return "the end of the clause";
    auto shown = word_at(text, at);
    if (shown.empty()) {
        auto const c = decode_utf8(text.substr(at));
        shown = text.substr(at, c.size == 0 ? 1 : c.size);
    }
    return "'" + quote(shown) + "'";
}

using named_construct = std::pair<std::string_view, std::string_view>;  // spelling, what to call it

inline constexpr std::array<named_construct, 17> symbols_behind_values{{
    {"&&", "&&"},
    {"<=>", "<=>"},
    {"=>", "=>"},
    {"->", "->"},
    {"@>", "@>"},
    {"<@", "<@"},
    {"!~", "!~"},
    {"!>", "!>"},
    {"!<", "!<"},
    {"**", "**"},
    {"//", "//"},
    {"&", "&"},
    {"|", "|"},
    {"^", "^"},
    {"#", "#"},
    {"~", "~"},
    {"?", "?"},
}};

inline constexpr std::array<named_construct, 19> words_behind_values{{
    {"xor", "XOR"},
    {"div", "DIV"},
    {"rlike", "RLIKE"},
    {"regexp", "REGEXP"},
    {"similar", "SIMILAR TO"},
    {"glob", "GLOB"},
    {"match", "MATCH"},
    {"collate", "COLLATE"},
    {"at", "AT TIME ZONE"},
    {"isnull", "ISNULL"},
    {"notnull", "NOTNULL"},
    {"overlaps", "OVERLAPS"},
    {"over", "a window function"},
    {"filter", "FILTER"},
    {"within", "WITHIN GROUP"},
    {"when", "CASE"},
    {"limit", "LIMIT"},
    {"order", "ORDER BY"},
    {"having", "HAVING"},
}};

inline constexpr std::array<named_construct, 15> words_for_values{{
    {"case", "CASE"},
    {"exists", "EXISTS"},
    {"interval", "INTERVAL"},
    {"select", "a subquery"},
    {"any", "ANY"},
    {"all", "ALL"},
    {"some", "SOME"},
    {"distinct", "DISTINCT"},
    {"symmetric", "BETWEEN SYMMETRIC"},
    {"time", "TIME"},
    {"timestamptz", "TIMESTAMP WITH TIME ZONE"},
    {"row_number", "a window function"},
    {"convert", "CONVERT"},
    {"position", "POSITION"},
    {"overlay", "OVERLAY"},
}};

LANCESPEC_DECL std::string_view construct_named(std::string_view word, std::span<named_construct const> among) {
    for (auto const& [spelling, shown] : among) {
        if (equal_ignoring_ascii_case(word, spelling)) return shown;
    }
    return {};
}

inline bool not_supported(builder& b, std::size_t at, std::string_view what, std::string hint = {}) {
    return b.refuse(at, std::string(what) + " is not supported in Lance filters", std::move(hint));
}

/// A value was wanted at @p at.
LANCESPEC_DECL bool expected_value(builder& b, std::size_t at) {
    auto const rest = b.text.substr(at);
    if (rest.empty()) {
        bool const blank = b.stack.empty() && b.current_end == 0;
        return b.refuse(at, blank ? "the clause is empty" : "the clause ends where a value should follow");
    }
    switch (rest.front()) {
        case '+': return not_supported(b, at, "a unary +", "leave it out");
        case '!': return not_supported(b, at, "!", "write NOT");
        case '~': return not_supported(b, at, "~");
        case '?': return not_supported(b, at, "the placeholder ?", "write the value itself");
        case '$':
        case ':': return not_supported(b, at, "a placeholder", "write the value itself");
        case '*': return b.refuse(at, "* is no value: a filter has no aggregates like count(*)");
        case ')':
            if (!b.stack.empty() && b.stack.back().what == builder::open::kind::list) {
                return b.refuse(at, "an IN list needs at least one value");
            }
            break;
        case '#': return b.refuse(at, "# does not begin a comment", "write -- or /* */");
        default: break;
    }
    if (rest.starts_with("\xEF\xBB\xBF")) return b.refuse(at, "a byte-order mark is not white space");
    if (rest.starts_with("\xE2\x80\x98") || rest.starts_with("\xE2\x80\x99") || rest.starts_with("\xE2\x80\x9C") ||
        rest.starts_with("\xE2\x80\x9D")) {
        return b.refuse(at, "typographic quotes do not quote", "write text in straight single quotes: 'text'");
    }
    return b.refuse(at, "expected a value, found " + shown_at(b.text, at));
}

/// What the value just read makes of something unexpected behind it.
LANCESPEC_DECL bool unexpected_after_column(builder& b, column const& name, std::size_t at) {
    auto const& id = name.path.back();
    auto const rest = b.text.substr(at);
    if (id.quotes != quote_style::none || name.path.size() > 1) return false;
    auto const begin = b.current_begin;
    if (auto const what = construct_named(id.name, words_for_values); !what.empty()) {
        not_supported(b, begin, what);
        return true;
    }
    if (rest.starts_with('\'')) {
        if (auto const meant = type_meant(id.name); !meant.empty()) {
            not_supported(b, begin, "the type " + quote(id.name), "write " + std::string(meant));
        } else if (id.name.size() == 1 && at == b.current_end) {
            not_supported(b, begin, "the string prefix " + quote(id.name),
                          "a backslash in '…' is an ordinary character, and '' is a quote");
        } else {
            b.refuse(begin, "'" + quote(id.name) + "' is no type that can stand before a literal");
        }
        return true;
    }
    return false;
}

/// A parenthesis follows the name just read: refuses the names that begin a construct instead of a call.
LANCESPEC_DECL bool names_no_function(builder& b) {
    auto const& id = std::get<column>(b.current.node).path.front();
    if (id.quotes != quote_style::none) return false;
    if (auto const what = construct_named(id.name, words_for_values); !what.empty()) {
        not_supported(b, b.current_begin, what);
        return true;
    }
    return false;
}

/// An operator or the end was wanted at @p at.
LANCESPEC_DECL bool expected_operator(builder& b, std::size_t at) {
    auto const rest = b.text.substr(at);
    if (auto const* name = std::get_if<column>(&b.current.node); name != nullptr) {
        if (unexpected_after_column(b, *name, at)) return false;
    }
    for (auto const& [spelling, shown] : symbols_behind_values) {
        if (!rest.starts_with(spelling)) continue;
        if (spelling == "&&") return not_supported(b, at, shown, "write AND");
        if (spelling == "#") return not_supported(b, at, shown, "a comment begins with -- or /*");
        return not_supported(b, at, shown);
    }
    auto const word = word_at(b.text, at);
    if (auto const what = construct_named(word, words_behind_values); !what.empty()) {
        if (what == "ISNULL") return not_supported(b, at, what, "write IS NULL");
        if (what == "NOTNULL") return not_supported(b, at, what, "write IS NOT NULL");
        return not_supported(b, at, what);
    }
    if (equal_ignoring_ascii_case(word, "with") && std::holds_alternative<column>(b.current.node)) {
        auto const& name = std::get<column>(b.current.node).path.front().name;
        if (equal_ignoring_ascii_case(name, "timestamp")) {
            return not_supported(b, b.current_begin, "TIMESTAMP WITH TIME ZONE");
        }
    }
    if (rest.starts_with(';')) return b.refuse(at, "a filter is one expression, nothing may follow it");
    if (rest.starts_with('"')) return b.refuse(at, "expected an operator or the end, found a quoted name");
    if (rest.starts_with('`')) {
        return b.refuse(at, "expected an operator or the end, found a backtick",
                        "a backtick inside a quoted name is written twice");
    }
    std::string hint;
    bool const touches = !word.empty() && at == b.current_end;
    if (touches && b.text[at - 1] == '`') {
        hint = "a backtick inside a quoted name is written twice";
    } else if (touches && std::holds_alternative<literal>(b.current.node)) {
        hint = "a column name that begins with a digit needs quotes: `1a`";
    } else if (!word.empty() && std::holds_alternative<column>(b.current.node)) {
        hint = "quote a column name that has other characters than letters, digits and _: `a b`";
    }
    return b.refuse(at, "expected an operator or the end of the clause, found " + shown_at(b.text, at),
                    std::move(hint));
}

/// IS was followed by something else than NULL, TRUE, FALSE.
LANCESPEC_DECL bool expected_is_operand(builder& b, std::size_t at) {
    auto const word = word_at(b.text, at);
    if (equal_ignoring_ascii_case(word, "distinct")) return not_supported(b, at, "IS DISTINCT FROM");
    if (equal_ignoring_ascii_case(word, "unknown")) return not_supported(b, at, "IS UNKNOWN", "write IS NULL");
    return b.refuse(at, "expected NULL, TRUE or FALSE after IS, found " + shown_at(b.text, at));
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
