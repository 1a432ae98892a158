// SPDX-License-Identifier: Apache-2.0
// What the generators draw is what they say: valid requests, paths that parse, filters that bind and print.
#include <lancespec/arbitrary.hpp>
#include <lancespec/contract/codec.hpp>
#include <lancespec/language/bind.hpp>

#include "tests/support/catch.hpp"

namespace arbitrary_test {

namespace arbitrary = lancespec::arbitrary;
namespace columnar = lancespec::columnar;
namespace model = lancespec::model;
namespace where = lancespec::where;

TEST_CASE("a property takes a request as its argument, and gets valid ones") {
    rc::prop("arbitrary_request", [](model::alter_table_backfill_columns_request const& request) {
        auto const again = lancespec::contract::decode<model::alter_table_backfill_columns_request>(
            lancespec::contract::encode(request));
        RC_ASSERT(again.has_value());
        RC_ASSERT(*again == request);
    });
}

TEST_CASE("a property takes a field path, which reads back from its canonical form") {
    rc::prop("arbitrary_path", [](lancespec::field_path const& path) {
        auto const again = lancespec::field_path::parse(path.to_string());
        RC_ASSERT(again.has_value());
        RC_ASSERT(again->segments == path.segments);
    });
}

TEST_CASE("a property takes a filter, which prints, reads back and binds") {
    rc::prop("arbitrary_filter", [](where::expression const& tree) {
        auto const again = where::parse(where::format(tree));
        RC_ASSERT(again.has_value());
        RC_ASSERT(*again == tree);
        RC_ASSERT(where::bind_filter(tree, arbitrary::filter_schema()).has_value());
    });
}

TEST_CASE("filters are made for any schema, whatever its names and types") {
    for (auto const* type : {"struct<>", "struct<l: list<int64>>", "struct<`a b`: utf8, `ORDER`: utf8>",
                             "struct<x: bool>", "struct<`'`: int64, `\u00e9.`: float64>",
                             "struct<s: struct<s: struct<`\"`: int32>>>", "struct<a: int64, A: int64>"}) {
        INFO(type);
        columnar::schema fields;
        fields.fields = columnar::parse_data_type(type).value().children;
        rc::prop(std::string("arbitrary_filter ") + type, [&] {
            auto const tree = *arbitrary::filter(fields);
            auto const again = where::parse(where::format(tree));
            RC_ASSERT(again.has_value());
            auto const bound = where::bind_filter(*again, fields);
            RC_LOG() << (bound ? "" : bound.error().message) << "\n";
            RC_ASSERT(bound.has_value());
        });
    }
}

}  // namespace arbitrary_test
