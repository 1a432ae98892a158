// SPDX-License-Identifier: Apache-2.0
// What was most likely meant by words and signs that filters do not have: what other languages write, and slips.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/edit_distance.hpp>
#include <lancespec/language/impl/where_types.ipp>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

using word_hint = std::pair<std::string_view, std::string_view>;  // the word in lower case, the hint

inline std::string_view hint_of(std::string_view word, std::span<word_hint const> among) noexcept {
    for (auto const& [spelling, hint] : among) {
        if (equal_ignoring_ascii_case(word, spelling)) return hint;
    }
    return {};
}

/// Words that other languages put between two values.
inline constexpr std::array<word_hint, 17> infix_words{{
    {"contains", "write contains(a, 'b'), or array_has(a, b) for an item of a list"},
    {"includes", "write contains(a, 'b'), or array_has(a, b) for an item of a list"},
    {"has", "write contains(a, 'b'), or array_has(a, b) for an item of a list"},
    {"startswith", "write starts_with(a, 'b')"},
    {"starts_with", "write starts_with(a, 'b')"},
    {"starts", "write starts_with(a, 'b')"},
    {"endswith", "write ends_with(a, 'b')"},
    {"ends_with", "write ends_with(a, 'b')"},
    {"ends", "write ends_with(a, 'b')"},
    {"matches", "write regexp_like(a, 'b')"},
    {"equals", "write ="},
    {"eq", "write ="},
    {"ne", "write <>"},
    {"lt", "write <"},
    {"le", "write <="},
    {"gt", "write >"},
    {"ge", "write >="},
}};

/// What SQL and other languages have between values, and filters have not.
inline constexpr std::array<word_hint, 21> construct_hints{{
    {"&&", "write AND"},
    {"&", "write AND"},
    {"|", "write OR"},
    {"=>", "write >="},
    {"!<", "write >="},
    {"!>", "write <="},
    {"<=>", "IS NOT DISTINCT FROM compares nulls too, in the newest dialect"},
    {"**", "write power(a, b)"},
    {"^", "write power(a, b)"},
    {"//", "write /, which divides integers without a remainder"},
    {"->", "write a.b or a['b']"},
    {"@>", "write array_has_all(a, b)"},
    {"~", "write regexp_like(a, 'b')"},
    {"!~", "write NOT regexp_like(a, 'b')"},
    {"#", "a comment begins with -- or /*"},
    {"XOR", "write a <> b"},
    {"DIV", "write /, which divides integers without a remainder"},
    {"RLIKE", "write regexp_like(a, 'b')"},
    {"REGEXP", "write regexp_like(a, 'b')"},
    {"SIMILAR TO", "write regexp_like(a, 'b')"},
    {"GLOB", "write LIKE, whose wildcards are % and _"},
}};

/// Signs that are no ASCII.
inline constexpr std::array<word_hint, 10> sign_hints{{
    {"\xE2\x89\xA5", "write >="},
    {"\xE2\x89\xA4", "write <="},
    {"\xE2\x89\xA0", "write <>"},
    {"\xE2\x88\x92", "write the minus sign of ASCII, -"},
    {"\xE2\x80\x93", "write the minus sign of ASCII, -"},
    {"\xC3\x97", "write *"},
    {"\xC3\xB7", "write /"},
    {"\xE2\x88\xA7", "write AND"},
    {"\xE2\x88\xA8", "write OR"},
    {"\xC2\xAC", "write NOT"},
}};

/// Names that stand for a value in other languages, where no column is called so.
inline constexpr std::array<word_hint, 15> value_words{{
    {"none", "write NULL, and IS NULL to ask for it"},
    {"nil", "write NULL, and IS NULL to ask for it"},
    {"nul", "write NULL, and IS NULL to ask for it"},
    {"undefined", "write NULL, and IS NULL to ask for it"},
    {"nan", "write CAST('NaN' AS double), or isnan(a) to ask for it"},
    {"inf", "write CAST('Infinity' AS double)"},
    {"infinity", "write CAST('Infinity' AS double)"},
    {"yes", "write TRUE"},
    {"no", "write FALSE"},
    {"where", "a filter is what stands behind WHERE: leave the word out"},
    {"select", "a filter is what stands behind WHERE: leave out the rest"},
    {"if", "filters have no conditional expressions, but coalesce(a, b) and nullif(a, b)"},
    {"case", "filters have no conditional expressions, but coalesce(a, b) and nullif(a, b)"},
    {"rowid", "the number of a row is _rowid"},
    {"row_id", "the number of a row is _rowid"},
}};

/// Functions of other languages.
inline constexpr std::array<word_hint, 29> function_words{{
    {"len", "write length(a), or array_length(a) for a list"},
    {"size", "write length(a), or array_length(a) for a list"},
    {"array_size", "write array_length(a)"},
    {"element_at", "write array_element(a, 1) or a[1]"},
    {"list_min", "write array_min(a)"},
    {"array_flatten", "write flatten(a)"},
    {"sha1", "filters have md5(a) alone"},
    {"sha256", "filters have md5(a) alone"},
    {"startswith", "write starts_with(a, 'b')"},
    {"endswith", "write ends_with(a, 'b')"},
    {"includes", "write contains(a, 'b')"},
    {"matches", "write regexp_like(a, 'b')"},
    {"regexp", "write regexp_like(a, 'b')"},
    {"regexp_matches", "write regexp_like(a, 'b')"},
    {"lcase", "write lower(a)"},
    {"tolower", "write lower(a)"},
    {"ucase", "write upper(a)"},
    {"toupper", "write upper(a)"},
    {"mid", "write split_part() or regexp_replace(); substr() is known inside another function's arguments"},
    {"isnull", "write a IS NULL"},
    {"isna", "write a IS NULL"},
    {"is_null", "write a IS NULL"},
    {"isnotnull", "write a IS NOT NULL"},
    {"notnull", "write a IS NOT NULL"},
    {"is_not_null", "write a IS NOT NULL"},
    {"year", "write date_part('year', a)"},
    {"month", "write date_part('month', a)"},
    {"day", "write date_part('day', a)"},
    {"col", "write the name of the column alone"},
}};

/// What was meant by a function that there is not; empty when nothing is known.
LANCESPEC_DECL std::string hint_for_function(std::string_view name) {
    if (auto const hint = hint_of(name, function_words); !hint.empty()) return std::string(hint);
    if (auto const hint = hint_of(name, value_words); !hint.empty()) return std::string(hint);
    if (equal_ignoring_ascii_case(name, "str")) return "write CAST(a AS string)";
    auto const meant = type_named(name) ? name : type_meant(name);
    if (meant.empty()) return {};
    std::string lower;
    for (char const c : meant) lower += ascii_lower(c);
    if (lower == "date") return "write date '2021-01-31' or CAST(a AS date)";
    if (lower == "timestamp" || lower == "datetime") {
        return "write timestamp '2021-01-31 12:30:00' or CAST(a AS timestamp)";
    }
    return "write CAST(a AS " + (lower == "decimal" ? "decimal(10, 2)" : lower) + ")";
}

/// The word of the grammar that a slip of one letter was meant to be; empty when there is none. Short words are like
/// too many others.
LANCESPEC_DECL std::string_view keyword_like(std::string_view word) {
    constexpr std::array<std::string_view, 5> words{"AND", "LIKE", "ILIKE", "BETWEEN", "NOT"};
    if (equal_ignoring_ascii_case(word, "an")) return "AND";
    if (word.size() < 3) return {};
    for (auto const keyword : words) {
        if (edit_distance(word, keyword, 1) <= 1) return keyword;
    }
    return {};
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
