// SPDX-License-Identifier: Apache-2.0
#include <lancespec/columnar/scalar.hpp>

#include "tests/columnar/random_columns.hpp"
#include "tests/support/catch.hpp"

#include <cmath>

namespace scalar_test {

namespace columnar = lancespec::columnar;
using columnar::scalar;
using columnar::scalars;
using columnar::type_id;
using random_columns::random_type;
using random_columns::random_value;

inline columnar::data_type type(std::string_view text) {
    auto parsed = columnar::parse_data_type(text);
    REQUIRE(parsed);
    return *parsed;
}

inline columnar::array_ptr build(std::string_view text, std::vector<scalar> const& values) {
    columnar::array_builder builder(type(text));
    for (auto const& value : values) REQUIRE(builder.append(value));
    return builder.finish();
}

inline scalar integer(std::int64_t value) {
    return {value};
}
inline scalar text(std::string value) {
    return {std::move(value)};
}
inline scalar list(scalars items) {
    return {std::move(items)};
}

TEST_CASE("a builder gives back what was appended", "[columnar][scalar]") {
    auto const column = build("list<int32>", {list({integer(1), {}}), {}, list({})});
    CHECK(column->length() == 3);
    CHECK(column->null_count() == 1);
    CHECK(to_string(columnar::get(*column, 0)) == "[1, null]");
    CHECK(columnar::get(*column, 1).is_null());
    CHECK(to_string(columnar::get(*column, 2)) == "[]");
}

TEST_CASE("a builder refuses what its type cannot hold and stays as it was", "[columnar][scalar]") {
    auto const refuses = [](std::string_view name, scalar const& value) {
        columnar::array_builder builder(type(name));
        CHECK_FALSE(builder.append(value));
        CHECK(builder.length() == 0);
    };
    refuses("int8", integer(128));
    refuses("uint8", integer(-1));
    refuses("int32", {1.5});
    refuses("int32", text("1"));
    refuses("int64", {std::uint64_t{1} << 63});
    refuses("utf8", integer(1));
    refuses("utf8", text("\xFF"));
    refuses("float32", {1e300});
    refuses("float64", integer((std::int64_t{1} << 53) + 1));
    refuses("decimal128(2, 0)", integer(100));
    refuses("null", integer(1));
    refuses("fixed_size_list<int8>[2]", list({integer(1)}));
    refuses("struct<x: int32, y: int8>", list({integer(1), integer(1000)}));
    refuses("struct<x: int32 not null>", list({scalar{}}));
}

TEST_CASE("a decimal takes whole numbers at its scale", "[columnar][scalar]") {
    auto const column = build("decimal128(9, 2)", {integer(-3)});
    CHECK(to_string(columnar::get(*column, 0), column->type()) == "-3.00");
}

TEST_CASE("values are shown as people write them", "[columnar][scalar]") {
    CHECK(to_string(scalar{}) == "null");
    CHECK(to_string(text("a'b")) == "'a''b'");
    CHECK(to_string(scalar{2.0}) == "2.0");
    CHECK(to_string(scalar{std::nan("")}) == "NaN");
    CHECK(to_string(list({integer(1), text("y")}), type("struct<x: int32, y: utf8>")) == "{x: 1, y: 'y'}");
    CHECK(to_string(integer(18628), type("date32")) == "2021-01-01");
    CHECK(to_string(integer(-1), type("timestamp[ms]")) == "1969-12-31T23:59:59.999");
    CHECK(to_string(text("\xDE\xAD"), type("binary")) == "x'dead'");
}

TEST_CASE("finish leaves the builder empty and usable", "[columnar][scalar]") {
    columnar::array_builder builder(type("utf8"));
    REQUIRE(builder.append(text("a")));
    CHECK(builder.finish()->length() == 1);
    CHECK(builder.length() == 0);
    REQUIRE(builder.append(text("bc")));
    auto const second = builder.finish();
    CHECK(second->length() == 1);
    CHECK(second->text(0) == "bc");
}

TEST_CASE("take, concatenate and append_from keep every value, of every type", "[columnar][scalar]") {
    rc::prop("columnar_take_concatenate", [] {
        auto const of = random_type(2);
        std::vector<scalar> values;
        auto const count = *rc::gen::inRange(0, 20);
        for (int i = 0; i < count; ++i) values.push_back(random_value(of));
        columnar::array_builder builder(of);
        for (auto const& value : values) RC_ASSERT(builder.append(value));
        auto const column = builder.finish();
        RC_ASSERT(column->length() == static_cast<std::int64_t>(values.size()));
        std::vector<std::int64_t> rows;
        for (std::int64_t i = 0; i < column->length(); ++i) {
            RC_ASSERT(columnar::get(*column, i) == values[static_cast<std::size_t>(i)]);
            if (*rc::gen::arbitrary<bool>()) rows.insert(rows.begin(), i);
        }
        auto const taken = columnar::take(*column, rows);
        std::vector<columnar::array_ptr> const parts{taken, columnar::make_nulls(of, 3), column};
        auto const joined = columnar::concatenate(parts);
        auto const n = static_cast<std::int64_t>(rows.size());
        RC_ASSERT(joined->length() == n + 3 + column->length());
        columnar::array_builder copy(of);
        for (std::int64_t i = 0; i < joined->length(); ++i) {
            scalar expected;
            if (i < n) expected = values[static_cast<std::size_t>(rows[static_cast<std::size_t>(i)])];
            if (i >= n + 3) expected = values[static_cast<std::size_t>(i - n - 3)];
            RC_ASSERT(columnar::get(*joined, i) == expected);
            copy.append_from(*joined, i);
        }
        auto const copied = copy.finish();
        RC_ASSERT(copied->null_count() == joined->null_count());
        for (std::int64_t i = 0; i < joined->length(); ++i) {
            RC_ASSERT(columnar::get(*copied, i) == columnar::get(*joined, i));
        }
    });
}

}  // namespace scalar_test
