// SPDX-License-Identifier: Apache-2.0
// Random tables for the filters of arbitrary/filter.hpp.
#pragma once

#include <lancespec/arbitrary/filter.hpp>
#include <lancespec/columnar/scalar.hpp>

#include "tests/support/catch.hpp"

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace random_filter {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;
using where::expression;

/// Draws filters and tables from one seed.
class maker : public lancespec::arbitrary::filter_maker {
public:
    explicit maker(std::uint32_t seed) : filter_maker(seed, lancespec::arbitrary::filter_schema()) {}

    columnar::record_batch table(std::int64_t rows) {
        auto const fields = std::make_shared<columnar::schema const>(lancespec::arbitrary::filter_schema());
        columnar::record_batch out{fields, {}, rows};
        int const nulls = one_of<int>({0, 1, 5});  // in ten
        for (auto const& field : fields->fields) {
            columnar::array_builder builder(field.type);
            for (std::int64_t i = 0; i < rows; ++i) builder.push(value(field.type, nulls));
            out.columns.push_back(builder.finish());
        }
        return out;
    }

private:
    columnar::scalar value(columnar::data_type const& type, int nulls) {
        using columnar::type_id;
        if (below(10) < nulls) return {};
        switch (type.id) {
            case type_id::int32:
                return {one_of<std::int64_t>({0, 1, 2, 3, -1, std::numeric_limits<std::int32_t>::max(),
                                              std::numeric_limits<std::int32_t>::min()})};
            case type_id::int64:
                return {one_of<std::int64_t>({0, 1, 2, 7, -5, std::numeric_limits<std::int64_t>::max(),
                                              std::numeric_limits<std::int64_t>::min()})};
            case type_id::float64:
                return {one_of<double>({0.0, -0.0, 1.0, 1.5, -2.5, std::numeric_limits<double>::quiet_NaN(),
                                        std::numeric_limits<double>::infinity()})};
            case type_id::boolean: return {below(2) == 0};
            case type_id::struct_: {
                columnar::scalars items;
                for (auto const& child : type.children) items.push_back(value(child.type, nulls));
                return {std::move(items)};
            }
            default:
                return {one_of<std::string>({"", "a", "ab", "abc", "ABC", "b%c", "é", "aé_b",
                                             "a long text beyond sixteen bytes", "a long text beyond sixteen byteS"})};
        }
    }
};

}  // namespace random_filter
