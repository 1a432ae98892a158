// SPDX-License-Identifier: Apache-2.0
// The deepest clauses of every kind that nests: at the limit of 128 levels, and far beyond it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace deep_clauses {

inline std::string repeated(std::string_view piece, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += piece;
    return out;
}

/// Some are refused; none may crash.
inline std::vector<std::string> all() {
    return {// Every level of the first one holds one node of each precedence.
            repeated("(a OR b AND NOT c IS NULL = d LIKE e < f + g * ", 64) + "a" + repeated(")", 64),
            repeated("(", 128) + "a" + repeated(")", 128),
            repeated("NOT ", 128) + "a",
            repeated("a IN (", 128) + "a" + repeated(")", 128),
            repeated("(", 1 << 20),
            repeated("- ", 1 << 19),
            repeated("f(", 128) + "a" + repeated(")", 128),
            repeated("cast(", 128) + "a" + repeated(" as int)", 128),
            repeated("[", 128) + "a" + repeated("]", 128),
            repeated("a[", 128) + "1" + repeated("]", 128),
            "a" + repeated("::int", 10'000),
            repeated("cast(", 1 << 17)};
}

/// Those that are right about a table with the columns i32 and u8, of integers, f64 and b, and so reach the evaluator.
inline std::vector<std::string> bindable() {
    return {repeated("(", 128) + "i32 = 1" + repeated(")", 128),
            repeated("NOT ", 128) + "b",
            repeated("- ", 126) + "f64 < 7",
            repeated("abs(", 127) + "f64" + repeated(")", 127) + " = 1",
            repeated("cast(", 127) + "i32" + repeated(" as bigint)", 127) + " = 1",
            "b" + repeated(" AND b", 20'000),
            "f64" + repeated(" + 1", 20'000) + " > 0",
            "i32 IN (1" + repeated(", 1", 20'000) + ")",
            "u8" + repeated("::int", 10'000) + " = 1",
            repeated("(b OR i32 = 1 AND NOT f64 < 2 AND ", 60) + "b" + repeated(")", 60)};
}

}  // namespace deep_clauses
