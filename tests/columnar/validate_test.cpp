// SPDX-License-Identifier: Apache-2.0
// Columns and batches made by hand: what validate() refuses, and that nothing of the library reads past a buffer.
#include <lancespec/columnar/validate.hpp>

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/columnar/scalar.hpp>

#include "tests/columnar/random_columns.hpp"
#include "tests/support/catch.hpp"

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace {

namespace columnar = lancespec::columnar;
using columnar::array;
using columnar::array_ptr;
using columnar::data_type;
using columnar::type_id;
using bytes = std::vector<std::byte>;

/// What an array is made of, to be changed before it is made.
struct parts {
    data_type type;
    std::int64_t length = 0;
    std::int64_t nulls = 0;
    bytes validity;
    bytes offsets;
    bytes values;
    std::vector<array_ptr> children;

    [[nodiscard]] array_ptr make() const {
        return std::make_shared<array const>(type, length, nulls, validity, offsets, values, children);
    }
    [[nodiscard]] std::string fault() const {
        auto const found = columnar::validate(*make());
        return found ? "" : to_string(found.error());
    }
};

parts parts_of(array const& from) {
    auto const copy = [](std::span<std::byte const> of) { return bytes(of.begin(), of.end()); };
    return {from.type(),          from.length(),       from.null_count(), copy(from.validity()),
            copy(from.offsets()), copy(from.values()), from.children()};
}

data_type type(std::string_view text) {
    return columnar::parse_data_type(text).value();
}

template <class T>
bytes raw(std::initializer_list<T> values) {
    bytes out(values.size() * sizeof(T));
    std::memcpy(out.data(), values.begin(), out.size());
    return out;
}

bytes text(std::string_view from) {
    auto const* first = reinterpret_cast<std::byte const*>(from.data());
    return {first, first + from.size()};
}

parts texts() {
    return {type("utf8"), 3, 0, {}, raw<std::int32_t>({0, 1, 1, 3}), text("abc"), {}};
}

/// Calls everything that takes a column. Whatever it is, this ends in values or exceptions, under AddressSanitizer too.
void use(array_ptr const& column) {
    auto const tried = [](std::function<void()> const& what) {
        try {
            what();
        } catch (std::exception const&) {
        }
    };
    for (std::int64_t const row : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, column->length() - 1,
                                   column->length(), std::numeric_limits<std::int64_t>::max()}) {
        tried([&] { static_cast<void>(column->is_null(row)); });
        tried([&] { static_cast<void>(column->boolean(row)); });
        tried([&] { static_cast<void>(column->text(row)); });
        tried([&] { static_cast<void>(column->offset(row)); });
        tried([&] { static_cast<void>(columnar::get(*column, row)); });
        tried([&] { static_cast<void>(columnar::take(*column, std::vector<std::int64_t>{0, row})); });
        tried([&] {
            columnar::array_builder builder(column->type());
            builder.append_from(*column, row);
            static_cast<void>(builder.finish());
        });
    }
    tried([&] { static_cast<void>(columnar::concatenate(std::vector<array_ptr>{column, column})); });
    tried([&] {
        columnar::schema fields;
        fields.fields.push_back({"a", column->type(), true, {}});
        static_cast<void>(columnar::write_ipc_stream(
            fields, std::vector<columnar::record_batch>{{nullptr, {column}, column->length()}}));
    });
}

}  // namespace

TEST_CASE("validate names the rule that a column breaks", "[validate]") {
    auto const changed = [](parts from, std::function<void(parts&)> const& change) {
        change(from);
        use(from.make());
        return from.fault();
    };
    auto const numbers = [] { return parts{type("int32"), 3, 0, {}, {}, raw<std::int32_t>({1, 2, 3}), {}}; };
    CHECK(numbers().fault().empty());
    CHECK(texts().fault().empty());

    CHECK(changed(numbers(), [](parts& p) { p.length = -1; }) == "it has a negative length, -1");
    CHECK(changed(numbers(), [](parts& p) { p.length = 4; }) == "the values have 12 bytes, and 4 values need 16");
    CHECK(changed(numbers(), [](parts& p) { p.length = INT64_MAX; }) ==
          "its length is 9223372036854775807, beyond what is counted");
    CHECK(changed(numbers(), [](parts& p) { p.nulls = 1; }) == "its null_count is 1, and 0 are null");
    CHECK(changed(numbers(), [](parts& p) { p.length = 9, p.validity = raw<char>({1}); }) ==
          "the validity bits have 1 bytes, and 9 values need 2");
    CHECK(changed(numbers(), [](parts& p) { p.validity = raw<char>({5}); }) == "its null_count is 0, and 1 are null");
    CHECK(changed(numbers(), [](parts& p) { p.offsets = raw<char>({5}); }) ==
          "it has offsets, which int32 columns have not");
    CHECK(changed(numbers(), [](parts& p) { p.children = {p.make()}; }) == "it has children, and no type for them");
    CHECK(changed(numbers(), [](parts& p) { p.type.id = static_cast<type_id>(77); }) == "its type has an unknown id");
    CHECK(changed({type("bool"), 9, 0, {}, {}, raw<char>({1}), {}}, [](parts&) {}) ==
          "the values have 1 bytes, and 9 values need 2");
    CHECK(changed({type("null"), 3, 2, {}, {}, {}, {}}, [](parts&) {}) == "its null_count is 2, and 3 are null");

    CHECK(changed(texts(), [](parts& p) { p.offsets.resize(12); }) ==
          "the offsets have 12 bytes, and 3 values need 16");
    CHECK(changed(texts(), [](parts& p) { p.length = 0, p.offsets = {}; }) ==
          "the offsets have 0 bytes, and 0 values need 4");
    CHECK(changed(texts(), [](parts& p) {
              p.offsets = raw<std::int32_t>({0, 2, 1, 3});
          }) == "offset 2 is 1, smaller than the one before it");
    CHECK(changed(texts(), [](parts& p) {
              p.offsets = raw<std::int32_t>({-1, 0, 1, 3});
          }) == "offset 0 is -1, which is negative");
    CHECK(changed(texts(), [](parts& p) {
              p.offsets = raw<std::int32_t>({0, 0, 1, 4});
          }) == "its last offset is 4, and there are 3");
    CHECK(changed(texts(), [](parts& p) { p.values = text("ab\xFF"); }) == "the value of row 2 is not UTF-8");
    // What is under a null is unspecified.
    CHECK(changed(texts(), [](parts& p) {
              p.values = text("ab\xFF"), p.validity = raw<char>({3}), p.nulls = 1;
          }).empty());
    CHECK(changed({type("decimal128(2, 0)"), 1, 0, {}, {}, raw<columnar::int128>({100}), {}}, [](parts&) {}) ==
          "the value of row 0 has more than 2 digits");
    CHECK(changed({type("decimal128(2, 0)"), 1, 0, {}, {}, raw<columnar::int128>({99}), {}},
                  [](parts& p) { p.type.precision = 39; }) == "its precision is 39, not 1 to 38");

    // Nested: the place leads to the child.
    parts const list{type("list<utf8>"), 2, 0, {}, raw<std::int32_t>({0, 1, 3}), {}, {texts().make()}};
    CHECK(list.fault().empty());
    CHECK(changed(list, [](parts& p) {
              p.offsets = raw<std::int32_t>({0, 1, 4});
          }) == "its last offset is 4, and there are 3");
    CHECK(changed(list, [](parts& p) { p.children = {nullptr}; }) == "child 0: it is missing");
    CHECK(changed(list, [](parts& p) { p.children.clear(); }) == "it has 0 children, and its type 1");
    CHECK(changed(list, [](parts& p) { p.type.children.clear(); }) ==
          "the type of a list has one child, and this one 0");
    CHECK(changed(list, [&](parts& p) { p.children = {numbers().make()}; }) ==
          "child 0: it is of type int32, not utf8");
    CHECK(changed(list, [](parts& p) {
              auto bad = texts();
              bad.offsets = raw<std::int32_t>({0, 2, 1, 3});
              p.children = {bad.make()};
          }) == "child 0: offset 2 is 1, smaller than the one before it");
    parts const fixed{type("fixed_size_list<int32>[2]"), 1, 0, {}, {}, {}, {numbers().make()}};
    CHECK(fixed.fault() == "child 0: it has 3 values where 2 must be");
    CHECK(changed(fixed, [](parts& p) { p.length = INT64_MAX / 100, p.type.list_size = INT32_MAX; }) ==
          "child 0: its lists have more items than can be counted");
    CHECK(changed(fixed, [](parts& p) { p.type.list_size = -1; }) == "its lists have a negative size, -1");
    parts const outer{type("struct<a: int32, b: struct<c: utf8>>"),
                      3,
                      0,
                      {},
                      {},
                      {},
                      {numbers().make(), parts{type("struct<c: utf8>"), 3, 0, {}, {}, {}, {texts().make()}}.make()}};
    CHECK(outer.fault().empty());
    CHECK(changed(outer, [](parts& p) {
              auto bad = texts();
              bad.values.clear();
              p.children[1] = parts{type("struct<c: utf8>"), 3, 0, {}, {}, {}, {bad.make()}}.make();
          }) == "child 1, child 0: its last offset is 3, and there are 0");
    CHECK(changed(outer, [](parts& p) { p.length = 2; }) == "child 0: it has 3 values where 2 must be");
}

TEST_CASE("validate refuses types that columns cannot have", "[validate]") {
    data_type deep;
    for (int i = 0; i < 200; ++i) {
        data_type outer;
        outer.id = type_id::list;
        outer.children.push_back({"item", std::move(deep), true, {}});
        deep = std::move(outer);
    }
    CHECK(columnar::validate(deep).error().message == "its type nests more than 128 levels");
    data_type childless;
    childless.id = type_id::fixed_size_list;
    columnar::schema fields;
    fields.fields = {{"a", type("int32"), true, {}}, {"b", type("struct<x: int8>"), true, {}}};
    fields.fields[1].type.children.edit()[0].type = childless;
    CHECK(to_string(columnar::validate(fields).error()) ==
          "field 1, child 0: the type of a list has one child, and this one 0");
    CHECK_THROWS_AS(columnar::array_builder(childless), lancespec::error_exception);
    CHECK_THROWS_AS(columnar::make_nulls(childless, 1), lancespec::error_exception);
    CHECK_THROWS_AS(columnar::make_nulls(type("int8"), -1), lancespec::error_exception);
    CHECK_THROWS_AS(columnar::make_nulls(type("fixed_size_list<null>[2147483647]"), INT64_MAX / 100),
                    lancespec::error_exception);
    CHECK(columnar::write_ipc_stream(fields, {}).error().place == "schema, field 1, child 0");
}

TEST_CASE("validate names the column of a batch", "[validate]") {
    auto const fields = std::make_shared<columnar::schema>();
    fields->fields = type("struct<a: utf8, b: int32>").children;
    auto const b = parts{type("int32"), 3, 0, {}, {}, raw<std::int32_t>({1, 2, 3}), {}}.make();
    columnar::record_batch const good{fields, {texts().make(), b}, 3};
    REQUIRE(columnar::validate(good).has_value());
    auto const fault = [&](std::function<void(columnar::record_batch&)> const& change) {
        auto batch = good;
        change(batch);
        return to_string(columnar::validate(batch).error());
    };
    CHECK(fault([](auto& of) { of.length = -1; }) == "it has a negative length, -1");
    CHECK(fault([](auto& of) { of.length = 4; }) == "column 0: it has 3 values, and the batch 4 rows");
    CHECK(fault([](auto& of) { of.columns.pop_back(); }) == "it has 1 columns, and its schema 2 fields");
    CHECK(fault([](auto& of) { of.columns[1] = nullptr; }) == "column 1: it is missing");
    CHECK(fault([](auto& of) { of.columns[1] = of.columns[0]; }) ==
          "column 1: it is of type utf8, and its field of int32");
    CHECK(fault([](auto& of) {
              auto bad = texts();
              bad.values.pop_back();
              of.columns[0] = bad.make();
          }) == "column 0: its last offset is 3, and there are 2");
}

TEST_CASE("a column that was moved from, or half assigned, is not taken for valid", "[validate]") {
    auto const made = texts().make();
    array first(*made);
    REQUIRE(columnar::validate(first).has_value());
    array const second(std::move(first));
    CHECK(columnar::validate(second).has_value());
    CHECK_FALSE(columnar::validate(first).has_value());
    use(std::make_shared<array const>(std::move(first)));
}

TEST_CASE("rows that a column does not have are refused", "[validate]") {
    auto const column = texts().make();
    CHECK_THROWS_AS(columnar::get(*column, 3), std::out_of_range);
    CHECK_THROWS_AS(columnar::get(*column, -1), std::out_of_range);
    CHECK_THROWS_AS(column->text(3), std::out_of_range);
    CHECK_THROWS_AS(columnar::take(*column, std::vector<std::int64_t>{0, 3}), std::out_of_range);
    CHECK_THROWS_AS(columnar::concatenate(std::vector<array_ptr>{}), lancespec::error_exception);
    CHECK_THROWS_AS(columnar::concatenate(std::vector<array_ptr>{column, nullptr}), lancespec::error_exception);
    CHECK_THROWS_AS(columnar::concatenate(std::vector<array_ptr>{column, columnar::make_nulls(type("int8"), 1)}),
                    lancespec::error_exception);
    columnar::array_builder builder(type("int32"));
    CHECK_THROWS_AS(builder.append_from(*column, 0), lancespec::error_exception);
    CHECK_THROWS_AS(builder.push({std::string("a")}), lancespec::error_exception);
    builder.push({std::int64_t{1}});
    auto moved = std::move(builder);
    CHECK(moved.finish()->length() == 1);
    CHECK_THROWS_AS(builder.push({std::int64_t{1}}), std::logic_error);
}

TEST_CASE("a column of any damage is refused or read within its buffers", "[validate]") {
    rc::prop("validate-random-damage", [] {
        auto const of = random_columns::random_type(2);
        columnar::array_builder builder(of);
        auto const rows = *rc::gen::inRange(0, 12);
        for (int i = 0; i < rows; ++i) RC_ASSERT(builder.append(random_columns::random_value(of)));
        auto const good = builder.finish();
        auto broken = parts_of(*good);
        RC_ASSERT(broken.fault().empty());  // also when looked at anew
        for (auto changes = *rc::gen::inRange(1, 4); changes > 0; --changes) {
            std::vector<bytes*> const buffers{&broken.validity, &broken.offsets, &broken.values};
            auto& buffer = *buffers[*rc::gen::inRange<std::size_t>(0, 3)];
            switch (*rc::gen::inRange(0, 4)) {
                case 0: buffer.resize(*rc::gen::inRange<std::size_t>(0, 40)); break;
                case 1:
                    if (!buffer.empty())
                        buffer[*rc::gen::inRange<std::size_t>(0, buffer.size())] =
                            static_cast<std::byte>(*rc::gen::inRange(0, 256));
                    break;
                case 2: broken.length = *rc::gen::element<std::int64_t>(-1, 0, 1, 5, 13, 64, 100); break;
                default: broken.nulls = *rc::gen::inRange(-1, 14); break;
            }
        }
        auto const made = broken.make();
        bool const valid = columnar::validate(*made).has_value();
        use(made);
        if (!valid) return;
        // What is valid can be written, and reads back the same.
        columnar::schema fields;
        fields.fields.push_back({"a", of, true, {}});
        auto const again = columnar::read_ipc(
            columnar::write_ipc_file(fields, std::vector<columnar::record_batch>{{nullptr, {made}, made->length()}})
                .value());
        RC_ASSERT(again.has_value());
        for (std::int64_t row = 0; row < made->length(); ++row)
            RC_ASSERT(columnar::to_string(columnar::get(*again->batches[0].columns[0], row)) ==
                      columnar::to_string(columnar::get(*made, row)));
    });
}
