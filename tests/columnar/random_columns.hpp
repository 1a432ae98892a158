// SPDX-License-Identifier: Apache-2.0
// Random types and values for the properties about columns.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace random_columns {

namespace columnar = lancespec::columnar;
using columnar::scalar;
using columnar::scalars;
using columnar::type_id;

/// A random type of bounded depth, and a random value of it.
inline columnar::data_type random_type(int depth) {
    static std::vector<std::string> const simple{
        "bool",    "int8", "int16",      "int32",  "int64",  "uint8", "uint64",        "float32",
        "float64", "utf8", "large_utf8", "binary", "date32", "null",  "timestamp[ms]", "decimal128(10, 2)",
        "uint16"};
    if (depth == 0 || *rc::gen::inRange(0, 3) != 0) return *columnar::parse_data_type(*rc::gen::elementOf(simple));
    columnar::data_type out;
    switch (*rc::gen::inRange(0, 5)) {
        case 4: {
            auto values = random_type(depth - 1);
            if (values.id == type_id::dictionary) return values;
            static std::vector<type_id> const indices{type_id::int8,  type_id::uint8,  type_id::int16, type_id::uint16,
                                                      type_id::int32, type_id::uint32, type_id::int64, type_id::uint64};
            out = columnar::dictionary_of(std::move(values), *rc::gen::elementOf(indices));
            out.ordered = *rc::gen::arbitrary<bool>();
            return out;
        }
        case 0: out.id = type_id::list; break;
        case 1: out.id = type_id::large_list; break;
        case 2:
            out.id = type_id::fixed_size_list;
            out.list_size = *rc::gen::inRange(0, 3);
            break;
        default: out.id = type_id::struct_; break;
    }
    auto const count = out.id == type_id::struct_ ? *rc::gen::inRange(0, 3) : 1;
    for (int i = 0; i < count; ++i) out.children.push_back({"c" + std::to_string(i), random_type(depth - 1), true, {}});
    return out;
}

inline scalar random_value(columnar::data_type const& of) {
    if (*rc::gen::inRange(0, 4) == 0) return {};
    switch (of.id) {
        case type_id::dictionary: return random_value(of.children.front().type);
        case type_id::null: return {};
        case type_id::boolean: return {*rc::gen::arbitrary<bool>()};
        case type_id::uint64: return {*rc::gen::arbitrary<std::uint64_t>()};
        case type_id::float32:
        case type_id::float64: return {static_cast<double>(*rc::gen::inRange(-1000, 1000)) / 8};
        case type_id::decimal128: return {columnar::int128{*rc::gen::inRange(-100000, 100000)}};
        case type_id::utf8:
        case type_id::large_utf8:
        case type_id::binary:
        case type_id::large_binary: return {*rc::gen::container<std::string>(rc::gen::inRange<char>('a', 'z'))};
        case type_id::struct_: {
            scalars items;
            for (auto const& child : of.children) items.push_back(random_value(child.type));
            return {std::move(items)};
        }
        case type_id::list:
        case type_id::large_list:
        case type_id::fixed_size_list: {
            scalars items;
            auto const count = of.id == type_id::fixed_size_list ? of.list_size : *rc::gen::inRange(0, 4);
            for (int i = 0; i < count; ++i) items.push_back(random_value(of.children.front().type));
            return {std::move(items)};
        }
        default: return {static_cast<std::int64_t>(*rc::gen::inRange(0, 120))};
    }
}

}  // namespace random_columns
