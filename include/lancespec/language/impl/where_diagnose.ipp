// SPDX-License-Identifier: Apache-2.0
// Says what is wrong where the grammar stopped: names constructs that Lance filters do not have, and likely slips.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/language/impl/nearest.ipp>
#include <lancespec/language/impl/where_builder.ipp>
#include <lancespec/language/impl/where_hints.ipp>

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

/// What stands before @p at, white space left out.
inline std::string_view before(std::string_view text, std::size_t at) noexcept {
    auto const end = text.substr(0, at).find_last_not_of(" \t\r\n");
    return end == std::string_view::npos ? std::string_view{} : text.substr(0, end + 1);
}

/// The word at the end of @p text.
inline std::string_view last_word(std::string_view text) noexcept {
    auto begin = text.size();
    while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
    return text.substr(begin);
}

/// An operator was found where a value should follow, as in `a =< 1` and in `a > 1 AND < 5`.
LANCESPEC_DECL std::string hint_for_second_operator(builder const& b, std::size_t at) {
    auto const begun = before(b.text, at);
    if (at > 0 && begun.size() == at) {
        char const first = b.text[at - 1];
        char const second = b.text[at];
        if (first == '=' && second == '<') return "write <=";
        if (first == '=' && second == '>') return "write >=";
        if (first == '=' && second == '=') return "write =";
        if (first == '>' && second == '<') return "write <>";
    }
    auto const word = last_word(begun);
    bool const joins = equal_ignoring_ascii_case(word, "and") || equal_ignoring_ascii_case(word, "or");
    return joins ? "every comparison has two sides: a > 1 AND a < 5" : "";
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
        case '<':
        case '>':
        case '=':
            return b.refuse(at, "expected a value, found " + shown_at(b.text, at), hint_for_second_operator(b, at));
        case ']':
        case ')':
            if (before(b.text, at).ends_with(',')) {
                return b.refuse(at, "a value is missing behind the comma", "leave the comma out");
            }
            if (rest.front() == ')' && !b.stack.empty() && b.stack.back().what == builder::open::kind::list) {
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
    auto const c = decode_utf8(rest);
    auto const sign = hint_of(rest.substr(0, c.size), sign_hints);
    return b.refuse(at, "expected a value, found " + shown_at(b.text, at), std::string(sign));
}

/// What the value just read makes of something unexpected behind it.
LANCESPEC_DECL bool unexpected_after_column(builder& b, column const& name, std::size_t at) {
    auto const& id = name.path.back();
    auto const rest = b.text.substr(at);
    if (id.quotes != quote_style::none || name.path.size() > 1) return false;
    auto const begin = b.current_begin;
    bool const begins_clause = before(b.text, begin).empty();
    for (std::string_view const word : {"where", "select"}) {
        if (!begins_clause || !equal_ignoring_ascii_case(id.name, word)) continue;
        b.refuse(begin, "a filter does not begin with " + quote(id.name), std::string(hint_of(word, value_words)));
        return true;
    }
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
    if (equal_ignoring_ascii_case(id.name, "where") && before(b.text, b.current_begin).empty()) {
        b.refuse(b.current_begin, "a filter does not begin with " + quote(id.name),
                 std::string(hint_of(id.name, value_words)));
        return true;
    }
    return false;
}

/// `a.contains('b')`: a parenthesis behind a path, or behind a step from a value.
LANCESPEC_DECL std::string hint_for_method(builder const& b) {
    std::string_view name;
    if (auto const* path = std::get_if<column>(&b.current.node); path != nullptr && path->path.size() > 1) {
        name = path->path.back().name;
    } else if (auto const* of = std::get_if<access>(&b.current.node); of != nullptr && !of->steps.empty()) {
        name = of->steps.back().field.name;
    }
    if (name.empty()) return {};
    return "a function takes all its values in parentheses: " + quote(name) + "(a, …)";
}

/// A word or sign of the grammar was wanted, and @p at is what stands there instead.
LANCESPEC_DECL std::string hint_behind_value(builder const& b, std::size_t at) {
    auto const rest = b.text.substr(at);
    auto const word = word_at(b.text, at);
    if (auto const sign = hint_of(rest.substr(0, decode_utf8(rest).size), sign_hints); !sign.empty()) {
        return std::string(sign);
    }
    if (rest.starts_with('(')) return hint_for_method(b);
    if (word.empty()) return {};
    auto const* value = std::get_if<literal>(&b.current.node);
    bool const touches = at == b.current_end;
    if (touches && b.text[at - 1] == '`') return "a backtick inside a quoted name is written twice";
    if (touches && value != nullptr && std::holds_alternative<std::string>(value->value)) {
        return "inside text a single quote is written twice: 'it''s'";
    }
    if (touches && value != nullptr) {
        return "a column name that begins with a digit needs quotes: `1a`; a number has no separators, and no suffix "
               "but L";
    }
    if (auto const keyword = keyword_like(word); !keyword.empty()) return "write " + std::string(keyword);
    if (std::holds_alternative<column>(b.current.node)) {
        return "quote a column name that has other characters than letters, digits and _: `a b`; text goes in single "
               "quotes";
    }
    return {};
}

/// An operator or the end was wanted at @p at.
LANCESPEC_DECL bool expected_operator(builder& b, std::size_t at) {
    auto const rest = b.text.substr(at);
    if (auto const* name = std::get_if<column>(&b.current.node); name != nullptr) {
        if (unexpected_after_column(b, *name, at)) return false;
    }
    for (auto const& [spelling, shown] : symbols_behind_values) {
        if (!rest.starts_with(spelling)) continue;
        return not_supported(b, at, shown, std::string(hint_of(spelling, construct_hints)));
    }
    auto const word = word_at(b.text, at);
    if (auto const what = construct_named(word, words_behind_values); !what.empty()) {
        if (what == "ISNULL") return not_supported(b, at, what, "write IS NULL");
        if (what == "NOTNULL") return not_supported(b, at, what, "write IS NOT NULL");
        return not_supported(b, at, what, std::string(hint_of(what, construct_hints)));
    }
    if (auto const hint = hint_of(word, infix_words); !hint.empty()) {
        return not_supported(b, at, std::string(word) + " between two values", std::string(hint));
    }
    auto const begin = std::min(b.text.find_first_not_of(" \t\r\n"), b.text.size());
    if (equal_ignoring_ascii_case(word_at(b.text, begin), "select")) {
        return b.refuse(begin, "a filter is one condition, not a statement",
                        std::string(hint_of("select", value_words)));
    }
    if (equal_ignoring_ascii_case(word, "with") && std::holds_alternative<column>(b.current.node)) {
        auto const& name = std::get<column>(b.current.node).path.front().name;
        if (equal_ignoring_ascii_case(name, "timestamp")) {
            return not_supported(b, b.current_begin, "TIMESTAMP WITH TIME ZONE");
        }
    }
    if (rest.starts_with(';'))
        return b.refuse(at, "a filter is one expression, nothing may follow it", "leave the semicolon out");
    if (rest.starts_with('"')) return b.refuse(at, "expected an operator or the end, found a quoted name");
    if (rest.starts_with('`')) {
        return b.refuse(at, "expected an operator or the end, found a backtick",
                        "a backtick inside a quoted name is written twice");
    }
    return b.refuse(at, "expected an operator or the end of the clause, found " + shown_at(b.text, at),
                    hint_behind_value(b, at));
}

/// IS was followed by something else than NULL, TRUE, FALSE.
LANCESPEC_DECL bool expected_is_operand(builder& b, std::size_t at) {
    auto const word = word_at(b.text, at);
    if (equal_ignoring_ascii_case(word, "distinct")) return not_supported(b, at, "IS DISTINCT FROM");
    if (equal_ignoring_ascii_case(word, "unknown")) return not_supported(b, at, "IS UNKNOWN", "write IS NULL");
    constexpr std::array<std::string_view, 8> nothing{"none", "nil", "nul",   "undefined",
                                                      "na",   "nan", "empty", "missing"};
    bool const null = std::any_of(nothing.begin(), nothing.end(),
                                  [word](std::string_view name) { return equal_ignoring_ascii_case(word, name); });
    return b.refuse(at, "expected NULL, TRUE or FALSE after IS, found " + shown_at(b.text, at),
                    null ? "write IS NULL" : "other values are compared by = and <>");
}

/// `IN` without a parenthesis.
LANCESPEC_DECL bool expected_list(builder& b, std::size_t at) {
    auto const rest = b.text.substr(at);
    std::string hint =
        "write IN (1, 2); array_has(a, b) asks whether a list has an item, contains(a, 'b') whether a "
        "text has a part";
    if (rest.starts_with('[')) hint = "write IN (1, 2), in parentheses";
    return b.refuse(at, "expected ( after IN", std::move(hint));
}

/// A text that begins at the token and is never closed.
LANCESPEC_DECL bool unclosed_text(builder& b, std::size_t) {
    auto const rest = b.text.substr(b.token);
    bool const typographic = rest.find("\xE2\x80\x99") != std::string_view::npos ||
                             rest.find("\xE2\x80\x98") != std::string_view::npos ||
                             rest.find("\xE2\x80\x9D") != std::string_view::npos;
    return b.refuse(b.token, "this text is never closed; inside it '' is a quote",
                    typographic ? "a typographic quote does not end a text, write a straight one: 'text'" : "");
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
