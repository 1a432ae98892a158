// SPDX-License-Identifier: Apache-2.0
#include <lancespec/language/evaluate.hpp>

#include "tests/support/catch.hpp"

#include "tests/language/case_table.hpp"

#include <boost/json/parse.hpp>

#include <fstream>
#include <map>
#include <string>

namespace evaluate_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;

/// The rows kept as `[0,2]`, or `error`.
inline std::string kept(std::string_view filter, columnar::record_batch const& table,
                        where::compatibility dialect = where::compatibility::lance12) {
    where::parse_options options;
    options.dialect = dialect;
    auto const tree = where::parse(filter, options);
    if (tree.has_error()) return "error";
    auto const bound = where::bind_filter(*tree, *table.fields, {dialect, true});
    if (bound.has_error()) return "error";
    auto const rows = where::select_rows(*bound, table);
    if (rows.has_error()) return "error";
    std::string out = "[";
    for (auto const row : *rows) out += (out.size() > 1 ? "," : "") + std::to_string(row);
    return out + "]";
}

inline std::string kept(std::string_view filter, where::compatibility dialect = where::compatibility::lance12) {
    static auto const table = case_table::make();
    return kept(filter, table, dialect);
}

/// The values of an expression and their type, as text.
inline std::string computed(std::string_view text, columnar::record_batch const& table = case_table::make()) {
    auto const bound = where::bind_value(*where::parse(text), *table.fields);
    if (bound.has_error()) return "error: " + bound.error().message;
    auto const column = where::compute(*bound, table);
    if (column.has_error()) return "row " + std::to_string(column.error().row) + ": " + column.error().message;
    auto out = columnar::to_string(bound->type());
    for (std::int64_t row = 0; row < (*column)->length(); ++row) {
        out += ' ' + columnar::to_string(columnar::get(**column, row), bound->type());
    }
    return out;
}

/// The filters of a file of tests/language/data, and the rows that are kept.
inline std::map<std::string, std::string> measured(std::string const& name) {
    std::ifstream file(LANCESPEC_SOURCE_DIR "/tests/language/data/" + name);
    REQUIRE(file);
    std::map<std::string, std::string> out;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        auto const tab = line.find('\t');
        std::string const filter(boost::json::parse(line.substr(0, tab)).as_string());
        out[filter] = line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
    }
    return out;
}

TEST_CASE("the measured filters keep the rows that Lance keeps", "[language][evaluate]") {
    auto const cases = measured("where_cases.tsv");
    CHECK(cases.size() > 2'000);
    for (auto const& [filter, expected] : cases) {
        INFO(filter);
        CHECK(kept(filter) == expected);
    }
}

TEST_CASE("the newest Lance keeps the same rows, but for what was measured on it", "[language][evaluate]") {
    auto cases = measured("where_cases.tsv");
    auto const newest = measured("where_newest.tsv");
    CHECK(newest.size() > 100);
    for (auto const& [filter, expected] : newest) cases[filter] = expected;
    for (auto const& [filter, expected] : cases) {
        INFO(filter);
        CHECK(kept(filter, where::compatibility::newest) == expected);
    }
}

TEST_CASE("three-valued logic keeps a row on TRUE alone", "[language][evaluate]") {
    CHECK(kept("b OR NULL") == "[0,3,4]");
    CHECK(kept("b AND NULL") == "[]");
    CHECK(kept("NOT (b AND NULL)") == "[1]");
    CHECK(kept("i32 NOT IN (1, NULL)") == "[]");
    CHECK(kept("NOT (i32 IN (1) AND i32 IN (2))") == "[0,1,2,3,4]");
    CHECK(kept("b IS NOT TRUE") == "[1,2,5]");
    CHECK(kept("NULL = NULL") == "[]");
    CHECK(kept("(NULL) IS NULL") == "[0,1,2,3,4,5]");
}

TEST_CASE("NaN equals itself and is above infinity; zeros are equal", "[language][evaluate]") {
    CHECK(kept("f64 = f64") == "[0,1,2,3,4]");
    CHECK(kept("f64 > 1e300") == "[1,3]");
    CHECK(kept("f64 = 0.0") == "[2]");
    CHECK(kept("f64 < 0.0") == "[]");
    CHECK(kept("f64 IN (0.0, 0.1)") == "[2,4]");
    CHECK(kept("f64 / 0.0 > 1e300") == "[0,1,2,3,4]");
    CHECK(kept("f64 = 0.0 / 0.0") == "[1]");
    CHECK(kept("-f64 / 0.0 = 0.0 / 0.0 AND i32 = 2") == "[1]");
}

TEST_CASE("integers wrap, and dividing them by zero names the row", "[language][evaluate]") {
    CHECK(computed("i8 + i8") == "int8 2 4 0 0 -2 null");
    CHECK(computed("i32 * 2") == "int32 2 4 0 0 -2 null");
    CHECK(computed("i64 - 1") == "int64 0 1 -1 9223372036854775807 9223372036854775806 null");
    CHECK(computed("-i8") == "int8 -1 -2 0 -128 -127 null");
    CHECK(computed("i32 / -1") == "row 3: division overflows int32");
    CHECK(computed("i32 % -1") == "int32 0 0 0 0 0 null");
    CHECK(computed("i32 % -1") == "int32 0 0 0 0 0 null");
    CHECK(computed("7 / i32") == "row 2: division by zero");
    CHECK(computed("i32 % 0") == "row 0: division by zero");
    CHECK(computed("u64 / i64") == "row 2: division by zero");
    CHECK(computed("u64 + 1") == "uint64 2 3 0 null null null");
}

TEST_CASE("a value expression has the type of its operands", "[language][evaluate]") {
    CHECK(computed("i32") == "int32 1 2 0 -2147483648 2147483647 null");
    CHECK(computed("i32 + i8") == "int32 2 4 0 2147483520 -2147483522 null");
    CHECK(computed("u8 + i8") == "int16 2 4 0 null 382 null");
    CHECK(computed("i32 * 0.5").rfind("float64 0.5 1.0 0.0", 0) == 0);
    CHECK(computed("f32 * 2").rfind("float32 3.0 NaN -0.0 Infinity", 0) == 0);
    CHECK(computed("1 + 1") == "int64 2 2 2 2 2 2");
    CHECK(computed("st.x") == "int32 1 null null null null null");
    CHECK(computed("st.inner.z * 10") == "int32 10 20 null null null null");
    CHECK(computed("i32 > 1") == "bool false true false false true null");
    CHECK(computed("'x'") == "utf8 'x' 'x' 'x' 'x' 'x' 'x'");
    CHECK(computed("NULL") == "null null null null null null null");
    CHECK(computed("d") == "date32 2021-01-01 2022-01-01 null null null null");
    CHECK(computed("f64 + NULL") == "float64 null null null null null null");
}

TEST_CASE("a field under a null struct is null, whatever lies there", "[language][evaluate]") {
    columnar::data_type const inner = *columnar::parse_data_type("struct<x: int32>");
    auto fields = std::make_shared<columnar::schema>();
    fields->fields.push_back({"st", inner, true, {}});
    columnar::array_builder x(inner.children.front().type);
    for (std::int64_t i = 0; i < 3; ++i) REQUIRE(x.append({i}));
    std::vector<std::byte> const validity{std::byte{0b101}};
    auto const column =
        std::make_shared<columnar::array const>(inner, 3, 1, validity, std::vector<std::byte>{},
                                                std::vector<std::byte>{}, std::vector<columnar::array_ptr>{x.finish()});
    columnar::record_batch const table{fields, {column}, 3};
    CHECK(kept("st.x >= 0", table) == "[0,2]");
    CHECK(kept("st.x IS NULL", table) == "[1]");
    CHECK(computed("st.x", table) == "int32 0 null 2");
}

TEST_CASE("LIKE matches whole texts, character by character", "[language][evaluate]") {
    struct row {
        std::string text;
        std::string pattern;
        bool matches;
    };
    auto const c = GENERATE(values<row>({
        {"abc", "abc", true},      {"abc", "ab", false},
        {"abc", "a%", true},       {"abc", "%c", true},
        {"abc", "%b%", true},      {"abc", "_b_", true},
        {"abc", "__", false},      {"", "", true},
        {"", "%", true},           {"", "_", false},
        {"é", "_", true},          {"日本", "日_", true},
        {"a%c", "a\\%c", true},    {"abc", "a\\%c", false},
        {"a_c", "a\\_c", true},    {"a\\c", "a\\\\c", true},
        {"aXbXc", "a%b%c", true},  {"ab", "a%b%c", false},
        {"aba", "ab%ba", false},   {"abab", "ab%ab", true},
        {"xaay", "%a_y", true},    {"mississippi", "m%iss%ip_i", true},
        {"abc", "%%%c", true},     {"ab\n", "ab_", true},
        {"ABC", "abc", false},     {"xxab", "%_b", true},
        {"b", "%_b", false},       {"abc", "%__c", true},
        {"bc", "%__c", false},     {"ab", "%_%b", true},
        {"b", "%_%b", false},      {"a", "a%_%", false},
        {"axbyc", "a%_b%_", true}, {"", "%_", false},
    }));
    CAPTURE(c.text, c.pattern);
    auto const quote = [](std::string text) {
        for (auto at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 2)) text.insert(at, 1, '\'');
        return "'" + text + "'";
    };
    auto const filter = quote(c.text) + " LIKE " + quote(c.pattern);
    CHECK(kept(filter) == (c.matches ? "[0,1,2,3,4,5]" : "[]"));
    auto const negated = quote(c.text) + " NOT LIKE " + quote(c.pattern);
    CHECK(kept(negated) == (c.matches ? "[]" : "[0,1,2,3,4,5]"));
    CHECK(kept(quote(c.text) + " ILIKE " + quote(c.pattern)) != "error");
}

TEST_CASE("ILIKE folds case, and the escape is the backslash in every dialect", "[language][evaluate]") {
    CHECK(kept("s ILIKE '%B%'") == "[0,1]");
    CHECK(kept("'ΣTRASSE' ILIKE 'ςtra__e'") == "[0,1,2,3,4,5]");
    CHECK(kept("'ß' ILIKE 'ss'") == "[]");
    CHECK(kept("s LIKE '%!%' ESCAPE '!'") == "error");
    CHECK(kept("s LIKE '%!%' ESCAPE '!'", where::compatibility::newest) == "error");
    CHECK(kept("s LIKE '%\\%%' ESCAPE '\\'") == "[2]");
    CHECK(kept("s LIKE '%\\%'") == "[2]");
}

TEST_CASE("a LIKE of many wildcards takes no time to speak of", "[language][evaluate]") {
    std::string pattern;
    for (int i = 0; i < 200; ++i) pattern += "%a";
    CHECK(kept("'" + std::string(5000, 'a') + "' LIKE '" + pattern + "%b'") == "[]");
}

TEST_CASE("lower() ends a word in a final sigma, as Rust does", "[language][evaluate]") {
    auto const lower = [](std::string const& text) {
        return computed("lower('" + text + "')").substr(5, text.size() + 2);
    };
    CHECK(lower("ΟΔΟΣ") == "'οδος'");
    CHECK(lower("ΑΣ ΒΣΒ") == "'ας βσβ'");
    CHECK(lower("Σ") == "'σ'");
    CHECK(lower("ΣΣ") == "'σς'");
    CHECK(lower("1Σ") == "'1σ'");
    CHECK(lower("Α.Σ.") == "'α.ς.'");
    CHECK(lower("Α.Σ.Α") == "'α.σ.α'");
    CHECK(lower("AΣ́") == "'aς́'");
    CHECK(kept("initcap('ΟΔΟΣ') = 'Οδοσ' AND i32 = 1") == "[0]");
}

TEST_CASE("types meet as in DataFusion when columns are compared", "[language][evaluate]") {
    CHECK(kept("i8 = i32") == "[0,1,2]");
    CHECK(kept("u64 = i64") == "[0,1]");
    CHECK(kept("u64 > i64") == "[2]");
    CHECK(kept("i32 < f64") == "[0,1,3]");
    CHECK(kept("ts >= d") == "[0,1]");
    CHECK(kept("ts > date '2021-06-01'") == "[1]");
    CHECK(kept("d < timestamp '2021-06-01 00:00:00'") == "[0]");
    CHECK(kept("ts = timestamp(9) '2021-01-01T02:00:00.000000000+02:00'") == "[0]");
}

TEST_CASE("an empty batch gives empty answers", "[language][evaluate]") {
    auto table = case_table::make();
    for (auto& column : table.columns) column = columnar::make_nulls(column->type(), 0);
    table.length = 0;
    CHECK(kept("i32 = 1 OR 1 / 0 = 1 OR s LIKE 'a' OR f64 IN (1.0)", table) == "[]");
    CHECK(computed("i32 * 2 + 1", table) == "int32");
}

TEST_CASE("long chains are bound and computed in order, without recursion", "[language][evaluate]") {
    std::string ored = "i32 = 1";
    for (int i = 0; i < 3'000; ++i) ored += " OR i32 = " + std::to_string(i % 2 + 1);
    CHECK(kept(ored) == "[0,1]");
    std::string list = "i32 IN (1";
    for (int i = 0; i < 20'000; ++i) list += ", " + std::to_string(i + 10);
    CHECK(kept(list + ")") == "[0]");
    std::string sum = "i64 = 0";
    for (int i = 0; i < 3'000; ++i) sum += " + 1";
    CHECK(kept(sum) == "[]");
}

TEST_CASE("filters over many rows agree with the rows taken one by one", "[language][evaluate]") {
    rc::prop("evaluate_rows", [] {
        auto const table = case_table::make();
        static std::vector<std::string> const filters{
            "i32 > 1 AND NOT b", "f64 >= f32 OR s LIKE '%b%'",      "i8 + 1 < u8",
            "st.x IS NULL = b",  "s IN ('abc', '12', NULL)",        "i64 BETWEEN -5 AND i32",
            "NOT (f64 < 1.0)",   "b IS NOT FALSE AND d IS NOT NULL"};
        auto const bound = where::bind_filter(*where::parse(*rc::gen::elementOf(filters)), *table.fields);
        auto const rows = *rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 6));
        auto many = table;
        many.length = static_cast<std::int64_t>(rows.size());
        for (auto& column : many.columns) column = columnar::take(*column, rows);
        auto const once = *where::select_rows(*bound, table);
        std::vector<std::int64_t> expected;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (std::find(once.begin(), once.end(), rows[i]) != once.end()) {
                expected.push_back(static_cast<std::int64_t>(i));
            }
        }
        RC_ASSERT(*where::select_rows(*bound, many) == expected);
    });
}

}  // namespace evaluate_test
