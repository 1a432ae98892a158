// SPDX-License-Identifier: Apache-2.0
// What functions make is bounded, and what they take time for is near what they are given.
#include <lancespec/language/evaluate.hpp>

#include "tests/support/catch.hpp"

#include "tests/language/case_table.hpp"

#include <string>
#include <utility>
#include <vector>

namespace bounds_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;

/// The first row's value, or the message of the failure.
inline std::string value_of(std::string const& text, columnar::record_batch const& table) {
    auto const tree = where::parse(text);
    REQUIRE(tree.has_value());
    auto const bound = where::bind_value(*tree, *table.fields);
    if (bound.has_error()) return "refused: " + bound.error().message;
    auto const column = where::compute(*bound, table);
    if (column.has_error()) return column.error().message;
    return columnar::to_string(columnar::get(**column, 0));
}

/// A table of one row: `s`, a text of @p size bytes, and `l`, the numbers from 0 to 99.
inline columnar::record_batch one_row(std::size_t size) {
    auto fields = std::make_shared<columnar::schema>();
    fields->fields = columnar::parse_data_type("struct<s: utf8, l: list<int64>, i: int64>")->children;
    columnar::scalars numbers;
    for (int i = 0; i < 100; ++i) numbers.push_back({std::int64_t{i}});
    columnar::record_batch out;
    out.length = 1;
    columnar::scalars const row{{std::string(size, 'a')}, {std::move(numbers)}, {std::int64_t{1}}};
    for (std::size_t i = 0; i < row.size(); ++i) {
        columnar::array_builder builder(fields->fields[i].type);
        REQUIRE(builder.append(row[i]));
        out.columns.push_back(builder.finish());
    }
    out.fields = std::move(fields);
    return out;
}

inline std::string times(std::string const& part, int count, std::string const& between) {
    auto out = part;
    for (int i = 1; i < count; ++i) out += between + part;
    return out;
}

TEST_CASE("no function makes a text or list beyond the bound", "[language][evaluate][bounds]") {
    auto const table = one_row(3);
    std::string const million = "repeat('a', 1000000)";
    std::string const texts = times(million, 3, ", ");
    std::string const words = "array_repeat('abcdefgh', 1000)";
    std::string const numbers = "array_repeat(repeat('a', 60000), 10)";
    for (auto const& text : std::vector<std::string>{
             "repeat('ab', 1000000)",
             "repeat('ab', 9223372036854775807)",
             "lpad('a', 2000000, 'b')",
             "rpad('a', 2000000)",
             "rpad('a', 1000000, 'é')",
             "concat(" + texts + ")",
             "concat_ws('', " + texts + ")",
             "concat_ws(" + million + ", 'a', 'b', 'c')",
             times(million, 3, " || "),
             "s || " + times("repeat('b', 600000)", 2, " || "),
             "replace(repeat('a', 524289), 'a', 'bc')",
             "replace(repeat('a', 1000), '', repeat('b', 10000))",
             "translate(repeat('a', 262145), 'a', '😀')",
             "initcap(repeat('ɐ ', 262145))",
             "encode(" + million + ", 'hex')",
             "encode(" + million + ", 'base64')",
             "to_char(to_date('2020-01-01'), repeat('%A', 150000))",
             "regexp_replace(" + million + ", 'a', repeat('b', 1000), 'g')",
             "regexp_replace(" + million + ", '', repeat('b', 1000), 'g')",
             "regexp_replace(" + million + ", '(a+)', '\\1\\1')",
             "array_to_string(" + words + ", repeat('-', 2000))",
             "array_to_string([NULL, NULL, 'a'], '', " + million + ")",
             "array_repeat(1, 2000000)",
             "array_repeat(1, 9223372036854775807)",
             "array_repeat(" + million + ", 3)",
             "array_repeat(array_repeat(array_repeat(1, 100), 100), 1000)",
             "array_repeat(array_repeat(1, 6000), 600000)",
             "array_repeat(array_repeat(array_slice([1], 2, 2), 10), 100000)",
             "array_repeat(struct(1, " + million + "), 3)",
             "range(0, 2000000)",
             "range(-9223372036854775807, 9223372036854775807)",
             "range(0, 9223372036854775807, 1000)",
             "generate_series(0, 1048576)",
             "generate_series(0, -9223372036854775807, -1)",
             "array_concat(" + numbers + ", " + numbers + ")",
             "array_append(array_repeat(" + numbers + ", 1), " + numbers + ")",
             "array_prepend(" + numbers + ", array_repeat(" + numbers + ", 1))",
             "array_replace([" + million + ", 'b'], 'b', repeat('c', 100000))",
             "string_to_array(repeat('a', 1048576), 'b')",
             "make_array(" + texts + ")",
             "struct(" + texts + ")",
             "named_struct('a', " + million + ", 'b', " + million + ")",
         }) {
        INFO(text.substr(0, 100));
        auto const out = value_of(text, table);
        CHECK(out.substr(0, 200).find("would be longer than 1048576 ") != std::string::npos);
    }
}

TEST_CASE("what is at the bound is made", "[language][evaluate][bounds]") {
    auto const table = one_row(3);
    for (auto const& [text, expected] : std::vector<std::pair<std::string, std::string>>{
             {"length(repeat('a', 1048576))", "1048576"},
             {"length(concat(repeat('a', 1048575), 'b'))", "1048576"},
             {"length(repeat('a', 1048575) || 'b')", "1048576"},
             {"length(regexp_replace(repeat('a', 524288), 'a', 'bc', 'g'))", "1048576"},
             {"array_length(generate_series(1, -10485, -2))", "5244"},
             {"array_length(array_repeat(repeat('a', 1047), 1000))", "1000"},
             {"array_length(range(5, 5))", "0"},
             {"generate_series(5, 5)", "[5]"},
             {"range(5, 0, -2)", "[5, 3, 1]"},
             {"generate_series(1, 6, 2)", "[1, 3, 5]"},
             {"regexp_replace('abc', 'b*', '-', 'g')", "'-a-c-'"},
             {"regexp_replace('aéb', '', '-', 'g')", "'-a-é-b-'"},
             {"regexp_replace('hello world', '(o)( ?)', '[\\1]\\2', 'g')", "'hell[o] w[o]rld'"},
             {"regexp_replace('abc', 'b', '\\1', 'g')", "'ac'"},
             {"regexp_replace('', 'x*', 'y', 'g')", "'y'"},
         }) {
        INFO(text);
        CHECK(value_of(text, table) == expected);
    }
}

TEST_CASE("what columns hold may be longer than what functions make", "[language][evaluate][bounds]") {
    auto const table = one_row(3 << 19);
    CHECK(value_of("length(upper(s))", table) == "1572864");
    CHECK(value_of("length(replace(s, 'b', ''))", table) == "1572864");
    CHECK(value_of("length(concat(s, 'x'))", table) == "1572865");
    CHECK(value_of("length(s || 'x')", table) == "1572865");
    CHECK(value_of("array_length(string_to_array(s, 'b'))", table) == "1");
    CHECK(value_of("concat(s, s)", table) == "the text would be longer than 2621440 bytes");
    CHECK(value_of("s || s", table) == "the text would be longer than 2621440 bytes");
}

TEST_CASE("all functions together hold a bounded amount", "[language][evaluate][bounds]") {
    auto const table = one_row(3);
    for (auto const& text : std::vector<std::string>{
             "'" + std::string(500000, 'a') + "'" + times(" || ''", 1000, ""),
         }) {
        INFO(text.substr(0, 100));
        CHECK(value_of(text, table).starts_with("this expression would make more than 268"));
    }
}

TEST_CASE("functions of long texts and lists take little more than linear time", "[language][evaluate][bounds]") {
    auto const table = one_row(3);
    // Small enough for an unoptimised build: what took the product of two sizes would take minutes all the same.
    std::string const up = "range(0, 8000)";
    std::string const down = "range(8000, 0, -1)";
    std::string const words = "string_to_array(repeat('a,b,', 3000), ',')";
    auto const half = [](std::string const& text) { return "repeat('" + text + "', 500000)"; };
    for (auto const& [text, expected] : std::vector<std::pair<std::string, std::string>>{
             {"array_length(array_union(" + up + ", " + down + "))", "8001"},
             {"array_length(array_intersect(" + up + ", " + down + "))", "7999"},
             {"array_length(array_except(" + down + ", " + up + "))", "1"},
             {"array_has_all(" + down + ", " + up + ")", "false"},
             {"array_has_any(" + up + ", range(100000, 108000))", "false"},
             {"arrays_overlap(" + up + ", range(-8000, 0))", "false"},
             {"array_length(array_distinct(" + words + "))", "3"},
             {"array_length(array_except(" + words + ", " + words + "))", "0"},
             {"length(translate(repeat('a', 100000), repeat('bc', 20000), 'x'))", "100000"},
             {"length(btrim(repeat('a', 100000), repeat('b', 200000) || 'a'))", "0"},
             {"strpos(" + half("a") + ", repeat('a', 250000) || 'b')", "0"},
             {"contains(" + half("a") + ", 'b' || repeat('a', 250000))", "false"},
             {"length(replace(" + half("a") + ", repeat('a', 250000) || 'b', ''))", "500000"},
             {"length(split_part(" + half("a") + ", repeat('a', 250000) || 'b', 1))", "500000"},
             {"length(substr_index(" + half("a") + ", repeat('a', 250000) || 'b', 1))", "500000"},
             {"length(substr_index(" + half("a") + ", 'b' || repeat('a', 250000), -1))", "500000"},
             {"length(substr_index(" + half("a") + ", repeat('a', 250000) || 'b', -1))", "500000"},
             {"length(substr_index(" + half("a") + ", repeat('a', 250000), -200000))", "199999"},
             {"substr_index('a.b.c', '.', -2)", "'b.c'"},
             {"substr_index('a.b.c', '.', -3)", "'a.b.c'"},
             {"substr_index('.b', '.', -1)", "'b'"},
             {"substr_index('aaab', 'aa', -1)", "'b'"},
             {"substr_index('aaab', 'aa', -2)", "'ab'"},
             {"substr_index('abab', 'bab', -1)", "''"},
         }) {
        INFO(text);
        CHECK(value_of(text, table) == expected);
    }
}

TEST_CASE("functions of sets treat NaN, zeros and nulls alike in short and long lists",
          "[language][evaluate][bounds]") {
    auto const table = one_row(3);
    // The longer lists have twenty more numbers, which are in both.
    std::string more;
    for (int i = 100; i < 120; ++i) more += ", " + std::to_string(i) + ".5";
    auto const floats = [&](std::string const& items, bool is_long) {
        return "make_array(" + items + (is_long ? more : std::string()) + ")";
    };
    std::string const nan = "CAST('NaN' AS double)";
    for (bool const is_long : {false, true}) {
        auto const a = floats("1.5, " + nan + ", -0.0, NULL", is_long);
        auto const b = floats(nan + ", 0.0, NULL, 2.5", is_long);
        auto const c = floats("7.5", false);
        INFO(a);
        CHECK(value_of("array_except(" + a + ", " + b + ")", table) == "[1.5]");
        CHECK(value_of("array_length(array_intersect(" + a + ", " + b + "))", table) == (is_long ? "23" : "3"));
        CHECK(value_of("array_length(array_union(" + a + ", " + b + "))", table) == (is_long ? "25" : "5"));
        CHECK(value_of("array_has_all(" + a + ", " + b + ")", table) == "false");
        CHECK(value_of("array_has_all(" + a + ", " + a + ")", table) == "true");
        CHECK(value_of("array_has_any(" + a + ", " + b + ")", table) == "true");
        CHECK(value_of("array_has_any(" + a + ", " + c + ")", table) == "false");
        CHECK(value_of("array_has_any([NULL, 1.0], [NULL, 2.0])", table) == "true");
    }
}

TEST_CASE("what differs at every call is refused with the reason", "[language][bind][bounds]") {
    auto const table = one_row(3);
    for (auto const* text : {"now()", "current_date()", "current_timestamp()", "random()", "uuid()"}) {
        INFO(text);
        CHECK(value_of(text, table).find("its value differs at every call") != std::string::npos);
    }
}

TEST_CASE("a regular expression is bounded before RE2 reads it", "[language][evaluate][bounds]") {
    auto const table = one_row(3);
    auto const like = [&table](std::string const& pattern) {
        return value_of("regexp_like(s, '" + pattern + "')", table);
    };
    for (auto const& [part, count] : std::vector<std::pair<std::string, int>>{{"\\pL", 80'000},
                                                                              {"\\P{Greek}", 1'000},
                                                                              {"[\\pL\\pN]", 300},
                                                                              {"\\pL{1000}", 1},
                                                                              {"((\\pL{10}){10}){9}", 5},
                                                                              {"a{1000}", 300},
                                                                              {"(a?b?c?d?e?){1000}", 2},
                                                                              {"a?", 20'000},
                                                                              {"a*", 20'000},
                                                                              {"[a-z]{1,1000}", 10},
                                                                              {".", 40'000}}) {
        INFO(count << " of " << part);
        CHECK(like(times(part, count, "")).find("16 MiB") != std::string::npos);
    }
    CHECK(like(std::string(262'145, 'a')).find("at most 262144 bytes") != std::string::npos);
    // What people write is far from the bound.
    CHECK(like(times("(word|other)", 2'000, "|")) == "false");
    CHECK(like("\\pL{1,100}") == "true");
    CHECK(like("^[\\w.+-]{1,64}@([a-z0-9-]{1,63}\\.){1,8}[a-z]{2,24}$") == "false");
    CHECK(like(times("a?", 5'000, "")) == "true");
    CHECK(like("(?i)" + std::string(200'000, 'a')) == "false");
    // Not a class, not a repeat, not a group.
    CHECK(like("\\Q\\pL{1000}(?\\E|[]pL{1000}(]|a{x") == "false");
}

}  // namespace bounds_test
