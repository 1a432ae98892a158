// SPDX-License-Identifier: Apache-2.0
#include <lancespec/columnar/data_type.hpp>

#include "tests/support/catch.hpp"

namespace data_type_test {

namespace columnar = lancespec::columnar;

TEST_CASE("a type's text reads back as the type", "[columnar][data_type]") {
    auto const texts =
        GENERATE(as<std::string>{}, "null", "bool", "int8", "uint64", "float32", "utf8", "large_binary", "date32",
                 "timestamp[us]", "timestamp[ns, tz=Europe/Rome]", "decimal128(9, 3)", "list<item: int32>", "struct<>",
                 "struct<x: int32, y: utf8 not null>", "struct<`a.b`: int32, `c``d`: list<q: struct<z: bool>>>",
                 "fixed_size_list<item: float32>[768]", "large_list<item: utf8>");
    auto const parsed = columnar::parse_data_type(texts);
    REQUIRE(parsed);
    CHECK(columnar::to_string(*parsed) == texts);
}

TEST_CASE("a list's child is called item unless it says otherwise", "[columnar][data_type]") {
    CHECK(columnar::parse_data_type("list<int32>") == columnar::parse_data_type("list<item: int32>"));
}

TEST_CASE("text that is no type is refused", "[columnar][data_type]") {
    auto const text =
        GENERATE(as<std::string>{}, "", "int", "list", "list<", "list<int32", "struct<int32>", "timestamp[xs]",
                 "decimal128(40, 1)", "decimal128(9)", "int32 x", "struct<`a: int32>", "fixed_size_list<int8>[-1]");
    CHECK_FALSE(columnar::parse_data_type(text));
}

TEST_CASE("types nested without end are refused, not followed", "[columnar][data_type]") {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "list<";
    CHECK_FALSE(columnar::parse_data_type(text));
}

TEST_CASE("parameters that a type does not have do not matter for equality", "[columnar][data_type]") {
    columnar::data_type a;
    a.id = columnar::type_id::int32;
    auto b = a;
    b.precision = 5;
    CHECK(a == b);
    b.id = columnar::type_id::decimal128;
    auto c = b;
    c.precision = 6;
    CHECK_FALSE(b == c);
}

TEST_CASE("a schema finds top-level fields by their exact name", "[columnar][data_type]") {
    columnar::schema fields;
    fields.fields.push_back({"a", *columnar::parse_data_type("int32"), true, {}});
    fields.fields.push_back({"B", *columnar::parse_data_type("struct<c: int32>"), true, {}});
    CHECK(fields.index_of("B") == 1u);
    CHECK_FALSE(fields.index_of("b"));
    CHECK_FALSE(fields.index_of("c"));
}

TEST_CASE("Copies of a type share its children until one of them is changed") {
    namespace lc = lancespec::columnar;
    auto const wide = lc::parse_data_type("struct<a: int32, b: struct<c: utf8>>").value();
    auto copy = wide;
    CHECK(&copy.children.list() == &wide.children.list());
    CHECK(copy == wide);
    copy.children.edit()[0].name = "z";
    CHECK(&copy.children.list() != &wide.children.list());
    CHECK(wide.children[0].name == "a");
    CHECK_FALSE(copy == wide);
    // What only one type has is changed in place.
    auto const* const own = &copy.children.list();
    copy.children.push_back(copy.children[1]);
    CHECK(&copy.children.list() == own);
    CHECK(copy.children.size() == 3);
    copy.children.clear();
    CHECK(copy.children.empty());
    CHECK(copy.children.list().empty());
    CHECK(wide.children.size() == 2);
}

}  // namespace data_type_test
