// SPDX-License-Identifier: Apache-2.0
#include <lancespec/language/bind.hpp>

#include "tests/support/catch.hpp"

namespace bind_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;
using lancespec::error_code;

inline columnar::schema fields() {
    columnar::schema out;
    out.fields = columnar::parse_data_type(
                     "struct<i8: int8, i32: int32, u64: uint64, f32: float32, s: utf8, b: bool, d: date32, "
                     "ts: timestamp[us], Camel: int32, camel: int32, Only: int32, `foo-bar`: int32, user_id: int32, "
                     "l: list<int32>, st: struct<x: int32, Y: utf8>, dec: decimal128(9, 2)>")
                     ->children;
    return out;
}

inline where::bind_error error_of(std::string_view text) {
    auto const tree = where::parse(text);
    REQUIRE(tree.has_value());
    auto const bound = where::bind_filter(*tree, fields());
    REQUIRE(bound.has_error());
    return bound.error();
}

inline bool binds(std::string_view text) {
    return where::bind_filter(*where::parse(text), fields()).has_value();
}

TEST_CASE("an unquoted root matches exactly, then ignoring ASCII case; all else exactly", "[language][bind]") {
    CHECK(binds("Camel = 1"));
    CHECK(binds("camel = 1"));
    CHECK_FALSE(binds("CAMEL = 1"));  // two columns differ in case only
    CHECK(binds("ONLY = 1"));
    CHECK_FALSE(binds("`ONLY` = 1"));
    CHECK(binds("\"Only\" = 1"));
    CHECK_FALSE(binds("\"only\" = 1"));
    CHECK(binds("ST.x = 1"));
    CHECK_FALSE(binds("st.X = 1"));
    CHECK(binds("st.Y = 'a'"));
    CHECK_FALSE(binds("x = 1"));
    CHECK_FALSE(binds("`st.x` = 1"));
    CHECK_FALSE(binds("i32.x = 1"));
    CHECK_FALSE(binds("l.item = 1"));
}

TEST_CASE("a column that is not there is code 12 with the nearest names and the place", "[language][bind]") {
    auto const error = error_of("i32 = 1 AND usr_id = 2");
    CHECK(error.code == error_code::table_column_not_found);
    CHECK(error.offset == 12);
    CHECK(error.end == 18);
    CHECK(error.message.find("usr_id") != std::string::npos);
    CHECK(error.message.find("nearest: user_id") != std::string::npos);
    CHECK(error_of("x = 1").message.find("st.x") != std::string::npos);
    CHECK(error_of("`st.x` = 1").message.find("`st.x`") != std::string::npos);
    CHECK(error_of("s = \"abc\"").message.find("single quotes") != std::string::npos);
    CHECK(error_of("foo-bar = 1").message.find("`foo-bar`") != std::string::npos);
}

TEST_CASE("a literal takes its column's type or is refused", "[language][bind]") {
    CHECK(binds("i32 = 1"));
    CHECK(binds("f32 = 1"));
    CHECK(binds("f32 = 0.1"));
    CHECK(binds("u64 = 18446744073709551615"));
    CHECK(binds("dec = 1"));
    CHECK(binds("d = date '2021-01-01'"));
    CHECK(binds("ts > date '2021-01-01'"));
    CHECK(binds("b = NULL"));
    CHECK(binds("-1 < i8"));
    auto const text = GENERATE(as<std::string>{}, "i32 = 1.0", "i8 = 300", "i8 < -129", "u64 = -1", "i32 = '1'",
                               "12 = s", "s = true", "b = 1", "b = 'true'", "d = '2021-01-01'", "ts = '2021-01-01'",
                               "i32 IN (1, 'x')", "i32 IN (1, 2.5)", "i32 BETWEEN 1 AND 2.5", "i32 = 9999999999",
                               "i32 = 1 + 9999999999", "b = (i32 > 0)", "d = date '2021-02-30'",
                               "ts = timestamp '2021-01-01 25:00:00'", "dec = 1.5", "i32 = -18446744073709551615");
    CAPTURE(text);
    CHECK(error_of(text).code == error_code::invalid_input);
}

TEST_CASE("a refused literal is shown with its place", "[language][bind]") {
    auto const error = error_of("s = 'a' OR i32 = 1.5");
    CHECK(error.offset == 17);
    CHECK(error.end == 20);
    CHECK(error.message == "1.5 does not convert to int32, the type of i32");
}

TEST_CASE("a number beside a decimal column is shown as the decimal that it must be written as", "[language][bind]") {
    columnar::schema schema;
    schema.fields.push_back({"dec", columnar::parse_data_type("decimal128(9, 2)").value(), true, {}});
    struct row {
        std::string literal;
        std::string hint;
    };
    auto const c = GENERATE(values<row>({{"1.5", "decimal(9, 2) '1.5'"},
                                         {"-1.505", "decimal(10, 3) '-1.505'"},
                                         {"30000000000", "decimal(13, 2) '30000000000'"},
                                         {"1e300", "decimal(9, 2) '1.5'"}}));
    CAPTURE(c.literal);
    auto const bound = where::bind_filter(*where::parse("dec = " + c.literal), schema);
    REQUIRE(bound.has_error());
    auto const suffix = "; a decimal is written with its type: " + c.hint;
    CHECK(bound.error().message.ends_with(suffix));
    // What the hint says is taken.
    auto const written = where::bind_filter(*where::parse("dec = " + c.hint), schema);
    CHECK_FALSE(written.has_error());
}

TEST_CASE("a filter is boolean", "[language][bind]") {
    CHECK(binds("b"));
    CHECK(binds("b AND NULL"));
    CHECK(error_of("i32").message.find("int32") != std::string::npos);
    CHECK(error_of("NULL").code == error_code::invalid_input);
    CHECK(error_of("i32 AND b").offset == 0);
    CHECK_FALSE(binds("NOT i32"));
    CHECK_FALSE(binds("i32 IS TRUE"));
    CHECK_FALSE(binds("i32 LIKE '1'"));
    CHECK_FALSE(binds("s + 1 = 2"));
    CHECK_FALSE(binds("i32 = b"));
    CHECK_FALSE(binds("-s = 's'"));
    CHECK(binds("st = st"));
    CHECK_FALSE(binds("st"));
    CHECK(binds("st IS NOT NULL AND l IS NULL"));
}

TEST_CASE("a bound expression knows its type and its columns", "[language][bind]") {
    auto const bound = where::bind_value(*where::parse("i32 * 2 + i32 - i8"), fields());
    REQUIRE(bound.has_value());
    CHECK(columnar::to_string(bound->type()) == "int32");
    CHECK(bound->columns() == std::vector<std::size_t>{0, 1});
    auto const nested = where::bind_filter(*where::parse("st.x > 1 AND b"), fields());
    CHECK(nested->columns() == std::vector<std::size_t>{5, 14});
}

}  // namespace bind_test
