// SPDX-License-Identifier: Apache-2.0
// The functions of filters: names, what they take and give. What they compute is in functions_*.ipp of evaluate.hpp.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/edit_distance.hpp>
#include <lancespec/language/bound_program.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

enum class function_id : std::uint8_t {
    // text
    lower,
    upper,
    length,
    octet_length,
    bit_length,
    concat,
    concat_ws,
    contains,
    starts_with,
    ends_with,
    btrim,
    ltrim,
    rtrim,
    strpos,
    split_part,
    reverse,
    initcap,
    ascii,
    chr,
    substr,
    left,
    right,
    repeat,
    lpad,
    rpad,
    replace,
    translate,
    to_hex,
    levenshtein,
    substr_index,
    find_in_set,
    md5,
    encode,
    decode,
    contains_tokens,
    regexp_like,
    regexp_match,
    regexp_replace,
    regexp_count,
    regexp_instr,
    // numbers
    abs,
    round,
    trunc,
    ceil,
    floor,
    sqrt,
    cbrt,
    exp,
    ln,
    log,
    log10,
    log2,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atan2,
    sinh,
    cosh,
    tanh,
    power,
    signum,
    isnan,
    iszero,
    nanvl,
    pi,
    degrees,
    radians,
    factorial,
    gcd,
    lcm,
    // any values
    coalesce,
    nullif,
    nvl2,
    greatest,
    least,
    is_valid,
    arrow_typeof,
    arrow_cast,
    named_struct,
    make_struct,
    get_field,
    // lists
    make_array,
    array_has,
    array_has_any,
    array_has_all,
    array_length,
    cardinality,
    array_empty,
    array_element,
    array_slice,
    array_append,
    array_prepend,
    array_concat,
    array_sort,
    array_reverse,
    array_distinct,
    array_to_string,
    string_to_array,
    array_max,
    array_min,
    array_remove,
    array_replace,
    array_union,
    array_intersect,
    array_except,
    array_repeat,
    array_ndims,
    array_position,
    array_positions,
    array_pop_back,
    array_pop_front,
    array_any_value,
    flatten,
    range,
    generate_series,
    // time
    date_part,
    date_trunc,
    date_bin,
    to_date,
    to_timestamp,
    to_timestamp_seconds,
    to_timestamp_millis,
    to_timestamp_micros,
    to_timestamp_nanos,
    to_unixtime,
    make_date,
    to_char,
};

namespace detail {

/// One name of a function.
///
/// `takes` has one letter an argument: `s` text, `S` text or what CAST makes text of, `y` text or bytes, `i` integer,
/// `f` number (computed as float64), `n` number, `b` boolean, `l` list, `t` date, timestamp or text, `a` anything.
/// Those behind `?` may be left out, the last one before `*` may come again.
///
/// `gives`: `s` text, `y` bytes, `b` boolean, `i` int32, `I` int64, `f` float64, `d` date, `T` timestamp[us], and `-`
/// where the arguments decide.
struct function_name {
    std::string_view name;
    function_id id;
    std::string_view takes;
    char gives;
    bool inner = false;  ///< Lance knows it inside another call alone
};

using fn = function_id;

inline constexpr std::array function_names{
    function_name{"abs", fn::abs, "n", '-'},
    function_name{"acos", fn::acos, "f", 'f'},
    function_name{"array_any_value", fn::array_any_value, "l", '-'},
    function_name{"array_append", fn::array_append, "la", '-'},
    function_name{"array_cat", fn::array_concat, "ll*", '-'},
    function_name{"array_concat", fn::array_concat, "ll*", '-'},
    function_name{"array_contains", fn::array_has, "la", 'b'},
    function_name{"array_distinct", fn::array_distinct, "l", '-'},
    function_name{"array_element", fn::array_element, "li", '-'},
    function_name{"array_empty", fn::array_empty, "l", 'b'},
    function_name{"array_except", fn::array_except, "ll", '-'},
    function_name{"array_extract", fn::array_element, "li", '-'},
    function_name{"array_has", fn::array_has, "la", 'b'},
    function_name{"array_has_all", fn::array_has_all, "ll", 'b'},
    function_name{"array_has_any", fn::array_has_any, "ll", 'b'},
    function_name{"array_indexof", fn::array_position, "la", 'I'},
    function_name{"array_intersect", fn::array_intersect, "ll", '-'},
    function_name{"array_join", fn::array_to_string, "ls?s", 's'},
    function_name{"array_length", fn::array_length, "l?i", 'I'},
    function_name{"array_max", fn::array_max, "l", '-'},
    function_name{"array_min", fn::array_min, "l", '-'},
    function_name{"array_ndims", fn::array_ndims, "l", 'I'},
    function_name{"array_pop_back", fn::array_pop_back, "l", '-'},
    function_name{"array_pop_front", fn::array_pop_front, "l", '-'},
    function_name{"array_position", fn::array_position, "la", 'I'},
    function_name{"array_positions", fn::array_positions, "la", '-'},
    function_name{"array_prepend", fn::array_prepend, "al", '-'},
    function_name{"array_push_back", fn::array_append, "la", '-'},
    function_name{"array_push_front", fn::array_prepend, "al", '-'},
    function_name{"array_remove", fn::array_remove, "la", '-'},
    function_name{"array_repeat", fn::array_repeat, "ai", '-'},
    function_name{"array_replace", fn::array_replace, "laa", '-'},
    function_name{"array_reverse", fn::array_reverse, "l", '-'},
    function_name{"array_slice", fn::array_slice, "lii?i", '-'},
    function_name{"array_sort", fn::array_sort, "l?ss", '-'},
    function_name{"array_to_string", fn::array_to_string, "ls?s", 's'},
    function_name{"array_union", fn::array_union, "ll", '-'},
    function_name{"arrays_overlap", fn::array_has_any, "ll", 'b'},
    function_name{"arrow_cast", fn::arrow_cast, "as", '-'},
    function_name{"arrow_typeof", fn::arrow_typeof, "a", 's'},
    function_name{"ascii", fn::ascii, "S", 'i'},
    function_name{"asin", fn::asin, "f", 'f'},
    function_name{"atan", fn::atan, "f", 'f'},
    function_name{"atan2", fn::atan2, "ff", 'f'},
    function_name{"bit_length", fn::bit_length, "S", 'i'},
    function_name{"btrim", fn::btrim, "s?s", 's'},
    function_name{"cardinality", fn::cardinality, "l", 'I'},
    function_name{"cbrt", fn::cbrt, "f", 'f'},
    function_name{"ceil", fn::ceil, "f", 'f', true},
    function_name{"ceiling", fn::ceil, "f", 'f', true},
    function_name{"char_length", fn::length, "S", 'i'},
    function_name{"character_length", fn::length, "S", 'i'},
    function_name{"chr", fn::chr, "i", 's'},
    function_name{"coalesce", fn::coalesce, "aa*", '-'},
    function_name{"concat", fn::concat, "SS*", 's'},
    function_name{"concat_ws", fn::concat_ws, "SSS*", 's'},
    function_name{"contains", fn::contains, "ss", 'b'},
    function_name{"contains_tokens", fn::contains_tokens, "ss", 'b'},
    function_name{"cos", fn::cos, "f", 'f'},
    function_name{"cosh", fn::cosh, "f", 'f'},
    function_name{"date_bin", fn::date_bin, "st?t", '-'},
    function_name{"date_format", fn::to_char, "ts", 's'},
    function_name{"date_part", fn::date_part, "st", '-'},
    function_name{"date_trunc", fn::date_trunc, "st", '-'},
    function_name{"datepart", fn::date_part, "st", '-'},
    function_name{"datetrunc", fn::date_trunc, "st", '-'},
    function_name{"decode", fn::decode, "ys", 'y'},
    function_name{"degrees", fn::degrees, "f", 'f'},
    function_name{"empty", fn::array_empty, "l", 'b'},
    function_name{"encode", fn::encode, "ys", 's'},
    function_name{"ends_with", fn::ends_with, "ss", 'b'},
    function_name{"exp", fn::exp, "f", 'f'},
    function_name{"factorial", fn::factorial, "i", 'I'},
    function_name{"find_in_set", fn::find_in_set, "ss", 'i'},
    function_name{"flatten", fn::flatten, "l", '-'},
    function_name{"floor", fn::floor, "f", 'f', true},
    function_name{"from_unixtime", fn::to_timestamp_seconds, "i", '-'},
    function_name{"gcd", fn::gcd, "ii", 'I'},
    function_name{"generate_series", fn::generate_series, "i?ii", '-'},
    function_name{"get_field", fn::get_field, "as", '-'},
    function_name{"greatest", fn::greatest, "aa*", '-'},
    function_name{"ifnull", fn::coalesce, "aa", '-'},
    function_name{"initcap", fn::initcap, "S", 's'},
    function_name{"instr", fn::strpos, "ss", 'i'},
    function_name{"is_valid", fn::is_valid, "a", 'b'},
    function_name{"isnan", fn::isnan, "f", 'b'},
    function_name{"iszero", fn::iszero, "f", 'b'},
    function_name{"lcm", fn::lcm, "ii", 'I'},
    function_name{"least", fn::least, "aa*", '-'},
    function_name{"left", fn::left, "si", 's'},
    function_name{"length", fn::length, "S", 'i'},
    function_name{"levenshtein", fn::levenshtein, "ss", 'i'},
    function_name{"list_any_value", fn::array_any_value, "l", '-'},
    function_name{"list_append", fn::array_append, "la", '-'},
    function_name{"list_cat", fn::array_concat, "ll*", '-'},
    function_name{"list_concat", fn::array_concat, "ll*", '-'},
    function_name{"list_contains", fn::array_has, "la", 'b'},
    function_name{"list_distinct", fn::array_distinct, "l", '-'},
    function_name{"list_element", fn::array_element, "li", '-'},
    function_name{"list_empty", fn::array_empty, "l", 'b'},
    function_name{"list_except", fn::array_except, "ll", '-'},
    function_name{"list_extract", fn::array_element, "li", '-'},
    function_name{"list_has", fn::array_has, "la", 'b'},
    function_name{"list_has_all", fn::array_has_all, "ll", 'b'},
    function_name{"list_has_any", fn::array_has_any, "ll", 'b'},
    function_name{"list_indexof", fn::array_position, "la", 'I'},
    function_name{"list_intersect", fn::array_intersect, "ll", '-'},
    function_name{"list_join", fn::array_to_string, "ls?s", 's'},
    function_name{"list_length", fn::array_length, "l?i", 'I'},
    function_name{"list_max", fn::array_max, "l", '-'},
    function_name{"list_ndims", fn::array_ndims, "l", 'I'},
    function_name{"list_pop_back", fn::array_pop_back, "l", '-'},
    function_name{"list_pop_front", fn::array_pop_front, "l", '-'},
    function_name{"list_position", fn::array_position, "la", 'I'},
    function_name{"list_positions", fn::array_positions, "la", '-'},
    function_name{"list_prepend", fn::array_prepend, "al", '-'},
    function_name{"list_push_back", fn::array_append, "la", '-'},
    function_name{"list_push_front", fn::array_prepend, "al", '-'},
    function_name{"list_remove", fn::array_remove, "la", '-'},
    function_name{"list_repeat", fn::array_repeat, "ai", '-'},
    function_name{"list_replace", fn::array_replace, "laa", '-'},
    function_name{"list_reverse", fn::array_reverse, "l", '-'},
    function_name{"list_slice", fn::array_slice, "lii?i", '-'},
    function_name{"list_sort", fn::array_sort, "l?ss", '-'},
    function_name{"list_to_string", fn::array_to_string, "ls?s", 's'},
    function_name{"list_union", fn::array_union, "ll", '-'},
    function_name{"ln", fn::ln, "f", 'f'},
    function_name{"log", fn::log, "f?f", 'f'},
    function_name{"log10", fn::log10, "f", 'f'},
    function_name{"log2", fn::log2, "f", 'f'},
    function_name{"lower", fn::lower, "s", 's'},
    function_name{"lpad", fn::lpad, "si?s", 's'},
    function_name{"ltrim", fn::ltrim, "s?s", 's'},
    function_name{"make_array", fn::make_array, "?aa*", '-'},
    function_name{"make_date", fn::make_date, "iii", 'd'},
    function_name{"make_list", fn::make_array, "?aa*", '-'},
    function_name{"md5", fn::md5, "y", 's'},
    function_name{"named_struct", fn::named_struct, "aaa*", '-'},
    function_name{"nanvl", fn::nanvl, "ff", 'f'},
    function_name{"nullif", fn::nullif, "aa", '-'},
    function_name{"nvl", fn::coalesce, "aa", '-'},
    function_name{"nvl2", fn::nvl2, "aaa", '-'},
    function_name{"octet_length", fn::octet_length, "S", 'i'},
    function_name{"pi", fn::pi, "", 'f'},
    function_name{"pow", fn::power, "ff", 'f'},
    function_name{"power", fn::power, "ff", 'f'},
    function_name{"radians", fn::radians, "f", 'f'},
    function_name{"range", fn::range, "i?ii", '-'},
    function_name{"regexp_count", fn::regexp_count, "ss?is", 'I'},
    function_name{"regexp_instr", fn::regexp_instr, "ss?i", 'I'},
    function_name{"regexp_like", fn::regexp_like, "ss?s", 'b'},
    function_name{"regexp_match", fn::regexp_match, "SS?S", '-'},
    function_name{"regexp_replace", fn::regexp_replace, "SSS?S", 's'},
    function_name{"repeat", fn::repeat, "si", 's'},
    function_name{"replace", fn::replace, "sss", 's'},
    function_name{"reverse", fn::reverse, "S", 's'},
    function_name{"right", fn::right, "si", 's'},
    function_name{"round", fn::round, "f?i", 'f'},
    function_name{"row", fn::make_struct, "aa*", '-'},
    function_name{"rpad", fn::rpad, "si?s", 's'},
    function_name{"rtrim", fn::rtrim, "s?s", 's'},
    function_name{"signum", fn::signum, "f", 'f'},
    function_name{"sin", fn::sin, "f", 'f'},
    function_name{"sinh", fn::sinh, "f", 'f'},
    function_name{"split_part", fn::split_part, "ssi", 's'},
    function_name{"sqrt", fn::sqrt, "f", 'f'},
    function_name{"starts_with", fn::starts_with, "ss", 'b'},
    function_name{"string_to_array", fn::string_to_array, "ss?s", '-'},
    function_name{"string_to_list", fn::string_to_array, "ss?s", '-'},
    function_name{"strpos", fn::strpos, "ss", 'i'},
    function_name{"struct", fn::make_struct, "aa*", '-'},
    function_name{"substr", fn::substr, "si?i", 's', true},
    function_name{"substr_index", fn::substr_index, "ssi", 's'},
    function_name{"substring", fn::substr, "si?i", 's', true},
    function_name{"substring_index", fn::substr_index, "ssi", 's'},
    function_name{"tan", fn::tan, "f", 'f'},
    function_name{"tanh", fn::tanh, "f", 'f'},
    function_name{"to_char", fn::to_char, "ts", 's'},
    function_name{"to_date", fn::to_date, "a?s", 'd'},
    function_name{"to_hex", fn::to_hex, "i", 's'},
    function_name{"to_timestamp", fn::to_timestamp, "a?s", '-'},
    function_name{"to_timestamp_micros", fn::to_timestamp_micros, "a?s", '-'},
    function_name{"to_timestamp_millis", fn::to_timestamp_millis, "a?s", '-'},
    function_name{"to_timestamp_nanos", fn::to_timestamp_nanos, "a?s", '-'},
    function_name{"to_timestamp_seconds", fn::to_timestamp_seconds, "a?s", '-'},
    function_name{"to_unixtime", fn::to_unixtime, "t", 'I'},
    function_name{"translate", fn::translate, "sss", 's'},
    function_name{"trim", fn::btrim, "s", 's', true},
    function_name{"trunc", fn::trunc, "f?i", 'f'},
    function_name{"upper", fn::upper, "s", 's'},
};

inline constexpr std::array<std::string_view, 34> aggregate_names{"count",        "sum",
                                                                  "avg",          "mean",
                                                                  "min",          "max",
                                                                  "median",       "stddev",
                                                                  "stddev_pop",   "var",
                                                                  "var_pop",      "variance",
                                                                  "array_agg",    "first_value",
                                                                  "last_value",   "nth_value",
                                                                  "bool_and",     "bool_or",
                                                                  "bit_and",      "bit_or",
                                                                  "bit_xor",      "corr",
                                                                  "covar_pop",    "string_agg",
                                                                  "grouping",     "row_number",
                                                                  "rank",         "dense_rank",
                                                                  "lag",          "lead",
                                                                  "ntile",        "cume_dist",
                                                                  "percent_rank", "approx_distinct"};

/// What differs at every call, so that a filter would keep other rows each time.
inline constexpr std::array<std::string_view, 10> changing_names{
    "now",       "today",          "current_date", "current_time", "current_timestamp",
    "localtime", "localtimestamp", "random",       "rand",         "uuid"};

inline function_name const* find_function(std::string_view name) noexcept {
    for (auto const& entry : function_names) {
        if (equal_ignoring_ascii_case(entry.name, name)) return &entry;
    }
    return nullptr;
}

/// At most three names like @p name, the best first.
inline std::vector<std::string_view> nearest_functions(std::string_view name) {
    std::string lower;
    for (char const c : name.substr(0, 64)) lower += ascii_lower(c);
    auto const limit = similar_enough(lower.size());
    std::vector<std::pair<std::size_t, std::string_view>> found;
    for (auto const& entry : function_names) {
        auto const distance = edit_distance(lower, entry.name, limit);
        if (distance <= limit) found.emplace_back(distance, entry.name);
    }
    std::stable_sort(found.begin(), found.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
    std::vector<std::string_view> out;
    for (auto const& [distance, near] : found) {
        if (out.size() < 3) out.push_back(near);
    }
    return out;
}

/// How many arguments a function takes; the most is npos when there may be any number.
struct argument_count {
    std::size_t least = 0;
    std::size_t most = 0;
};
constexpr argument_count count_arguments(std::string_view takes) noexcept {
    argument_count out;
    bool optional = false;
    for (char const c : takes) {
        if (c == '?') {
            optional = true;
        } else if (c == '*') {
            if (!optional) --out.least;
            out.most = std::string_view::npos;
        } else {
            ++out.most;
            if (!optional) ++out.least;
        }
    }
    return out;
}

/// The letter for argument @p index.
constexpr char argument_letter(std::string_view takes, std::size_t index) noexcept {
    char last = 'a';
    for (char const c : takes) {
        if (c == '?' || c == '*') continue;
        last = c;
        if (index-- == 0) return c;
    }
    return last;
}

}  // namespace detail
}  // namespace where
LANCESPEC_END_NAMESPACE
