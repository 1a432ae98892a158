// SPDX-License-Identifier: Apache-2.0
// Dictionaries stay dictionaries: rows share values instead of having copies, from reading to writing.
#include <lancespec/columnar/ipc.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/columnar/validate.hpp>

#include "tests/columnar/random_columns.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <cstring>
#include <numeric>

namespace dictionary_test {

namespace columnar = lancespec::columnar;
using columnar::array_ptr;
using columnar::scalar;
using columnar::type_id;

template <class T>
std::vector<std::byte> bytes_of(std::vector<T> const& from) {
    std::vector<std::byte> out(from.size() * sizeof(T));
    if (!from.empty()) std::memcpy(out.data(), from.data(), out.size());
    return out;
}

array_ptr texts(std::vector<scalar> const& values) {
    columnar::array_builder out(*columnar::parse_data_type("utf8"));
    for (auto const& value : values) out.push(value);
    return out.finish();
}

/// A dictionary of utf8 with indices of 8 bits, none of them null.
array_ptr encoded(std::vector<std::int8_t> const& indices, array_ptr values) {
    return std::make_shared<columnar::array const>(
        columnar::dictionary_of(values->type(), type_id::int8), static_cast<std::int64_t>(indices.size()), 0,
        std::vector<std::byte>{}, std::vector<std::byte>{}, bytes_of(indices), std::vector<array_ptr>{values});
}

std::vector<std::string> shown(array_ptr const& column) {
    std::vector<std::string> out;
    for (std::int64_t row = 0; row < column->length(); ++row)
        out.push_back(to_string(columnar::get(*column, row), column->type()));
    return out;
}

columnar::ipc_contents contents(std::vector<array_ptr> const& columns) {
    columnar::schema fields{{{"d", columns.front()->type(), true, {}}}};
    columnar::ipc_contents out;
    out.fields = std::make_shared<columnar::schema const>(fields);
    for (auto const& column : columns) out.batches.push_back({out.fields, {column}, column->length()});
    return out;
}

TEST_CASE("A dictionary's type shows its values and indices, and reads back") {
    for (auto const* text : {"dictionary<values: utf8>[int32]", "dictionary<values: list<item: int8>>[uint8, ordered]",
                             "struct<a: dictionary<values: date32>[int64]>", "dictionary<v: bool not null>[int16]"}) {
        auto const type = columnar::parse_data_type(text);
        REQUIRE(type);
        CHECK(to_string(*type) == text);
        CHECK(columnar::validate(*type));
        CHECK(columnar::has_dictionary(*type));
        CHECK_FALSE(columnar::has_dictionary(columnar::plain_type(*type)));
    }
    CHECK(to_string(*columnar::parse_data_type("dictionary<utf8>")) == "dictionary<values: utf8>[int32]");
    for (auto const* bad : {"dictionary", "dictionary<>", "dictionary<utf8>[]", "dictionary<utf8>[int32, sorted]",
                            "dictionary<utf8>[int32", "dictionary<a: utf8, b: utf8>"})
        CHECK_FALSE(columnar::parse_data_type(bad));
}

TEST_CASE("A type of dictionaries has integers for indices, and values that are no dictionary themselves") {
    auto const why = [](columnar::data_type const& type) { return to_string(columnar::validate(type).error()); };
    auto const utf8 = *columnar::parse_data_type("utf8");
    CHECK(why(columnar::dictionary_of(utf8, type_id::float32)) == "the indices of its dictionary are no integers");
    CHECK(why(columnar::dictionary_of(columnar::dictionary_of(utf8))) ==
          "the values of a dictionary are a dictionary themselves");
    auto childless = columnar::dictionary_of(utf8);
    childless.children.clear();
    CHECK(why(childless) == "the type of a dictionary has one child, and this one 0");
}

TEST_CASE("A row that is not null asks for a value that is there and not null") {
    auto const values = texts({{"a"}, {}, {"c"}});
    auto const why = [&](std::vector<std::int8_t> const& indices) {
        auto const checked = columnar::validate(*encoded(indices, values));
        return checked ? std::string() : to_string(checked.error());
    };
    CHECK(why({0, 2, 0}).empty());
    CHECK(why({0, 3}) == "row 1 asks for value 3 of a dictionary of 3");
    CHECK(why({-1}) == "row 0 asks for value -1 of a dictionary of 3");
    CHECK(why({2, 1}) == "row 1 is not null, and the value it asks for is");
    CHECK_THROWS_AS(columnar::get(*encoded({7}, values), 0), lancespec::error_exception);
}

TEST_CASE("A builder keeps each value of a dictionary once, and says when there are too many") {
    auto const type = *columnar::parse_data_type("dictionary<utf8>[int8]");
    columnar::array_builder out(type);
    for (auto const* text : {"x", "y", "x", "x"}) out.push({std::string(text)});
    out.append_null();
    CHECK_FALSE(out.append({std::int64_t{1}}));
    auto const made = out.finish();
    CHECK(shown(made) == std::vector<std::string>{"'x'", "'y'", "'x'", "'x'", "null"});
    CHECK(made->children().front()->length() == 2);
    for (int i = 0; i < 128; ++i) out.push({std::to_string(i)});
    CHECK_THROWS_AS(out.push({"one more"}), std::length_error);
}

TEST_CASE("Rows that are taken, and columns that are joined, share the values") {
    auto const values = texts({{"a"}, {"b"}});
    auto const one = encoded({0, 1, 1}, values);
    auto const taken = columnar::take(*one, std::array<std::int64_t, 2>{2, 0});
    CHECK(shown(taken) == std::vector<std::string>{"'b'", "'a'"});
    CHECK(taken->children().front() == values);
    auto const joined = columnar::concatenate(std::array{one, taken});
    CHECK(joined->children().front() == values);
    CHECK(shown(joined) == std::vector<std::string>{"'a'", "'b'", "'b'", "'b'", "'a'"});
}

TEST_CASE(
    "Joined columns with values of their own have all of them, each once when they are too many for the indices") {
    auto const few =
        columnar::concatenate(std::array{encoded({0, 1}, texts({{"a"}, {"b"}})), encoded({0}, texts({{"b"}}))});
    CHECK(shown(few) == std::vector<std::string>{"'a'", "'b'", "'b'"});
    std::vector<scalar> many;
    for (int i = 0; i < 100; ++i) many.push_back({std::to_string(i)});
    auto const full = columnar::concatenate(std::array{encoded({99}, texts(many)), encoded({98, 99}, texts(many))});
    CHECK(shown(full) == std::vector<std::string>{"'99'", "'98'", "'99'"});
    CHECK(full->children().front()->length() == 2);
    std::vector<scalar> others;
    std::vector<std::int8_t> all(100);
    std::iota(all.begin(), all.end(), std::int8_t{0});
    for (int i = 0; i < 100; ++i) others.push_back({"x" + std::to_string(i)});
    CHECK_THROWS_AS(columnar::concatenate(std::array{encoded(all, texts(many)), encoded(all, texts(others))}),
                    std::length_error);
}

TEST_CASE("Batches of a stream share what they read, however many rows ask for it") {
    auto const values = texts({{std::string(1 << 20, 'x')}});
    std::vector<array_ptr> batches(50, encoded(std::vector<std::int8_t>(10'000), values));
    auto const all = contents(batches);
    auto const bytes = columnar::write_ipc_stream(*all.fields, all.batches).value();
    CHECK(bytes.size() < 3u << 20);  // the values are written once
    lancespec::limits bounds;
    bounds.ipc_free_memory = 4u << 20;
    bounds.ipc_ratio = 0;
    auto const read = columnar::read_ipc(bytes, bounds).value();  // copies would be 500 GB
    REQUIRE(read.batches.size() == 50);
    for (auto const& batch : read.batches)
        CHECK(batch.columns.front()->children().front() == read.batches.front().columns.front()->children().front());
}

TEST_CASE("A row that asks for a null among the values is null once it is read") {
    auto const values = texts({{"a"}, {}});
    auto const all = contents({encoded({0, 0}, values)});
    auto bytes = columnar::write_ipc_stream(*all.fields, all.batches).value();
    // The two indices are where the batch's body begins: behind the message that says so, from the end.
    auto const at = bytes.size() - 8 - 8;
    REQUIRE(bytes.substr(at, 8) == std::string(8, '\0'));
    bytes[at + 1] = 1;
    auto const column = columnar::read_ipc(bytes).value().batches.front().columns.front();
    CHECK(shown(column) == std::vector<std::string>{"'a'", "null"});
    CHECK(column->null_count() == 1);
    CHECK(columnar::validate(*column));
}

TEST_CASE("A file has one dictionary for all batches, or says that its indices are too small") {
    auto const all = contents({encoded({1, 0}, texts({{"a"}, {"b"}})), encoded({0}, texts({{"c"}}))});
    auto const read = columnar::read_ipc(columnar::write_ipc_file(*all.fields, all.batches).value()).value();
    REQUIRE(read.batches.size() == 2);
    CHECK(shown(read.batches[0].columns[0]) == std::vector<std::string>{"'b'", "'a'"});
    CHECK(shown(read.batches[1].columns[0]) == std::vector<std::string>{"'c'"});
    CHECK(read.batches[0].columns[0]->children().front() == read.batches[1].columns[0]->children().front());
    std::vector<scalar> many;
    std::vector<scalar> others;
    std::vector<std::int8_t> indices(100);
    std::iota(indices.begin(), indices.end(), std::int8_t{0});
    for (int i = 0; i < 100; ++i) many.push_back({std::to_string(i)}), others.push_back({"x" + std::to_string(i)});
    auto const full = contents({encoded(indices, texts(many)), encoded(indices, texts(others))});
    auto const refused = columnar::write_ipc_file(*full.fields, full.batches);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == columnar::ipc_errc::limit);
    CHECK(refused.error().place == "column d");
    CHECK(columnar::write_ipc_stream(*full.fields, full.batches));
}

TEST_CASE("Law: without dictionaries a column of any type has the same values") {
    rc::prop("columnar_decode", [] {
        auto const type = random_columns::random_type(3);
        columnar::array_builder builder(type);
        auto const rows = *rc::gen::inRange(0, 20);
        for (int i = 0; i < rows; ++i) RC_ASSERT(builder.append(random_columns::random_value(type)));
        auto const column = builder.finish();
        auto const plain = columnar::decode(column);
        RC_ASSERT(columnar::validate(*plain).has_value());
        RC_ASSERT(plain->type() == columnar::plain_type(type));
        RC_ASSERT(plain->length() == column->length());
        for (std::int64_t row = 0; row < rows; ++row)
            RC_ASSERT(columnar::get(*plain, row) == columnar::get(*column, row));
        if (!columnar::has_dictionary(type)) RC_ASSERT(plain == column);
    });
}

}  // namespace dictionary_test
