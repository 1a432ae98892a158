// SPDX-License-Identifier: Apache-2.0
// Expressions over batches that they were not bound for, and over batches made by hand: refused, never read past an
// end.
#include <lancespec/language/evaluate.hpp>

#include <lancespec/columnar/scalar.hpp>
#include <lancespec/columnar/validate.hpp>

#include "tests/support/catch.hpp"

#include <functional>

namespace other_batches_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;

inline std::shared_ptr<columnar::schema const> schema(std::string_view type) {
    auto out = std::make_shared<columnar::schema>();
    out->fields = columnar::parse_data_type(type).value().children;
    return out;
}

/// A batch of nulls with the fields of a struct type.
inline columnar::record_batch nulls(std::string_view type, std::int64_t length) {
    columnar::record_batch out{schema(type), {}, length};
    for (auto const& field : out.fields->fields) out.columns.push_back(columnar::make_nulls(field.type, length));
    return out;
}

/// What select(), select_rows() and compute() say of the batch, all the same.
inline std::string refusal(std::string const& filter, std::string_view bound_to, columnar::record_batch const& batch) {
    auto const bound = where::bind_filter(where::parse(filter).value(), *schema(bound_to)).value();
    auto const selected = where::select(bound, batch);
    auto const rows = where::select_rows(bound, batch);
    auto const column = where::compute(bound, batch);
    REQUIRE(selected.has_error() == rows.has_error());
    REQUIRE(selected.has_error() == column.has_error());
    if (!selected.has_error()) return "";
    CHECK(selected.error().message == rows.error().message);
    CHECK(selected.error().message == column.error().message);
    CHECK(selected.error().row == -1);
    return selected.error().message;
}

constexpr char const* type = "struct<a: int32, s: utf8, st: struct<x: int64>, b: bool>";

TEST_CASE("an expression is not computed over a batch of another schema", "[language][evaluate]") {
    CHECK(refusal("a > 1 and s = 'x' and st.x = 2", type, nulls(type, 3)).empty());
    CHECK(refusal("s = 'x'", type, nulls("struct<a: int32>", 3)) ==
          "the expression reads column 1, and the batch has 1 columns");
    CHECK(refusal("s = 'x'", type, nulls("struct<a: int32, s: int8>", 3)) ==
          "column 1 of the batch is of type int8, and the expression was bound to utf8");
    CHECK(refusal("a = 1", type, nulls("struct<a: int64>", 3)) ==
          "column 0 of the batch is of type int64, and the expression was bound to int32");
    CHECK(refusal("st.x = 1", type, nulls("struct<a: int32, s: utf8, st: struct<y: utf8, x: int64>>", 3)) ==
          "column 2, child 0 of the batch is of type utf8, and the expression was bound to int64");
    CHECK(refusal("st.x = 1", type, nulls("struct<a: int32, s: utf8, st: struct<>>", 3)) ==
          "the expression reads column 2, child 0, which the batch does not have");
    CHECK(refusal("st.x = 1", type, nulls("struct<a: int32, s: utf8, st: int64>", 3)) ==
          "the expression reads column 2, child 0, which the batch does not have");
    // `b` alone is the column itself: no step is computed.
    CHECK(refusal("b", type, nulls("struct<a: int32>", 3)) ==
          "the expression reads column 3, and the batch has 1 columns");
}

TEST_CASE("a batch whose columns are not those that it says is refused", "[language][evaluate]") {
    auto const refused = [](std::function<void(columnar::record_batch&)> const& change) {
        auto batch = nulls(type, 10'000);
        change(batch);
        return refusal("a > 1 or s = 'x'", type, batch);
    };
    auto const shorter = [](columnar::record_batch const& of, std::size_t column) {
        auto const& from = *of.columns[column];
        auto const copy = [](std::span<std::byte const> bytes) {
            return std::vector<std::byte>(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2));
        };
        return std::make_shared<columnar::array const>(from.type(), from.length(), 0, std::vector<std::byte>{},
                                                       copy(from.offsets()), copy(from.values()), from.children());
    };
    CHECK(refused([](auto& of) { of.length = -5; }) == "the batch has a length of -5");
    CHECK(refused([](auto& of) { of.length = 20'000; }) ==
          "column 0 of the batch has 10000 values, and the batch 20000 rows");
    CHECK(refused([](auto& of) { of.columns[0] = columnar::make_nulls(of.columns[0]->type(), 9'999); }) ==
          "column 0 of the batch has 9999 values, and the batch 10000 rows");
    CHECK(refused([](auto& of) { of.columns[1] = nullptr; }) == "column 1 of the batch is missing");
    CHECK(refused([&](auto& of) { of.columns[0] = shorter(of, 0); }) ==
          "column 0 of the batch is not valid: the values have 20000 bytes, and 10000 values need 40000");
    CHECK(refused([&](auto& of) { of.columns[1] = shorter(of, 1); }) ==
          "column 1 of the batch is not valid: the offsets have 20002 bytes, and 10000 values need 40004");
    // What the filter does not read does not matter.
    CHECK(refused([&](auto& of) { of.columns[3] = shorter(of, 3); }).empty());
}

TEST_CASE("a schema that columns cannot have binds nothing", "[language][bind]") {
    auto fields = *schema(type);
    fields.fields[2].type.children.edit()[0].type.id = columnar::type_id::list;
    auto const bound = where::bind_filter(where::parse("a = 1").value(), fields);
    REQUIRE(bound.has_error());
    CHECK(bound.error().message ==
          "the schema is not valid: field 2, child 0: the type of a list has one child, and this one 0");
}

TEST_CASE("a selection made by hand has no rows that its bits do not have", "[language][evaluate]") {
    where::selection const made{{5}, 1'000};
    CHECK(made.contains(0));
    CHECK_FALSE(made.contains(1));
    CHECK_FALSE(made.contains(-1));
    CHECK_FALSE(made.contains(64));
    CHECK_FALSE(made.contains(INT64_MAX));
}

TEST_CASE("a bound expression that was moved from keeps its program", "[language][bind]") {
    auto first = where::bind_filter(where::parse("a = 1").value(), *schema(type)).value();
    auto const second = std::move(first);
    CHECK(first.type() == second.type());
}

}  // namespace other_batches_test
