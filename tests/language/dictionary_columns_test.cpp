// SPDX-License-Identifier: Apache-2.0
// A dictionary is how a column stores its values: filters and expressions see the values, and nothing else.
#include <lancespec/language/evaluate.hpp>

#include <lancespec/columnar/scalar.hpp>

#include "tests/language/random_filter.hpp"
#include "tests/support/catch.hpp"

namespace dictionary_columns_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;

/// @p plain with a dictionary for each of its columns, or for the children of structs.
columnar::data_type encoded_type(columnar::data_type const& plain) {
    if (plain.id != columnar::type_id::struct_) return columnar::dictionary_of(plain);
    auto out = plain;
    for (auto& child : out.children.edit()) child.type = columnar::dictionary_of(child.type);
    return out;
}

columnar::record_batch encoded(columnar::record_batch const& plain) {
    auto fields = std::make_shared<columnar::schema>(*plain.fields);
    columnar::record_batch out{nullptr, {}, plain.length};
    for (std::size_t i = 0; i < plain.columns.size(); ++i) {
        fields->fields[i].type = encoded_type(fields->fields[i].type);
        columnar::array_builder builder(fields->fields[i].type);
        for (std::int64_t row = 0; row < plain.length; ++row) builder.push(columnar::get(*plain.columns[i], row));
        out.columns.push_back(builder.finish());
    }
    out.fields = std::move(fields);
    return out;
}

TEST_CASE("Law: a filter keeps the same rows of columns with dictionaries", "[language][evaluate]") {
    rc::prop("where_dictionaries", [] {
        random_filter::maker make(*rc::gen::arbitrary<std::uint32_t>());
        auto const table = make.table(*rc::gen::inRange<std::int64_t>(0, 200));
        auto const with = encoded(table);
        for (int i = 0; i < 10; ++i) {
            auto const tree = make.filter(4);
            RC_LOG() << where::format(tree) << "\n";
            auto const plain = where::bind_filter(tree, *table.fields);
            auto const bound = where::bind_filter(tree, *with.fields);
            RC_ASSERT(plain.has_value() == bound.has_value());
            if (!plain) continue;
            auto const rows = where::select_rows(*plain, table);
            // Whichever of the two it was bound for.
            for (auto const* filter : {&*plain, &*bound}) {
                auto const found = where::select_rows(*filter, with);
                RC_ASSERT(found.has_value() == rows.has_value());
                if (rows) RC_ASSERT(*found == *rows);
            }
        }
    });
}

columnar::record_batch one_column(char const* type, std::vector<columnar::scalar> const& values) {
    auto fields = std::make_shared<columnar::schema>();
    fields->fields.push_back({"c", *columnar::parse_data_type(type), true, {}});
    columnar::array_builder builder(fields->fields.front().type);
    for (auto const& value : values) builder.push(value);
    return {fields, {builder.finish()}, static_cast<std::int64_t>(values.size())};
}

TEST_CASE("An expression of a dictionary has the type of its values", "[language][bind]") {
    auto const table = one_column("dictionary<values: list<item: dictionary<utf8>[int8]>>[int16]",
                                  {{columnar::scalars{{"a"}, {}}}, {}, {columnar::scalars{}}});
    auto const bound = where::bind_value(*where::parse("c"), *table.fields).value();
    CHECK(to_string(bound.type()) == "list<item: utf8>");
    auto const column = where::compute(bound, table).value();
    CHECK(column->type() == bound.type());
    CHECK(to_string(columnar::get(*column, 0)) == "['a', null]");
    CHECK(columnar::get(*column, 1).is_null());
    CHECK(to_string(columnar::get(*column, 2)) == "[]");
}

TEST_CASE("A dictionary of structs has no fields to name", "[language][bind]") {
    auto const table = one_column("dictionary<values: struct<x: int64>>[int16]", {});
    auto const bound = where::bind_filter(*where::parse("c.x = 1"), *table.fields);
    REQUIRE(bound.has_error());
    CHECK(bound.error().message.find("dictionary<values: struct<x: int64>>[int16]") != std::string::npos);
}

TEST_CASE("Long values that many rows share are copied a few rows at a time", "[language][evaluate][bounds]") {
    auto const text = std::string(1 << 16, 'x');
    auto const table = one_column("dictionary<utf8>[int8]", std::vector<columnar::scalar>(9000, {text}));
    auto const bound = where::bind_filter(*where::parse("c is not null"), *table.fields).value();
    // One block of the usual size would take 512 MiB, which is more than it may.
    lancespec::work_meter work;
    CHECK(where::select(bound, table, &work).value().count() == 9000);
    // The work counts what is copied.
    CHECK(work.steps() > 9000 * (std::int64_t{1} << 16));
}

TEST_CASE("A value that is too long even alone is refused, not copied", "[language][evaluate][bounds]") {
    auto const table = one_column("dictionary<large_utf8>[int8]",
                                  std::vector<columnar::scalar>(64, {std::string(std::size_t{5} << 20, 'x')}));
    auto const bound = where::bind_filter(*where::parse("c = 'x'"), *table.fields).value();
    auto const refused = where::select(bound, table);
    REQUIRE(refused.has_error());
    CHECK(refused.error().message == "this expression would make more than 268435456 bytes at once");
}

}  // namespace dictionary_columns_test
