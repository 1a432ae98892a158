// SPDX-License-Identifier: Apache-2.0
// Tables and values in JSON, as the case files of tests/language/data have them.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include <boost/json.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

namespace json_values {

namespace columnar = lancespec::columnar;

/// The bytes of `x'dead'`.
inline std::string bytes_of(std::string const& shown) {
    std::string out;
    for (std::size_t i = 2; i + 2 < shown.size(); i += 2)
        out += static_cast<char>(std::stoi(shown.substr(i, 2), nullptr, 16));
    return out;
}

/// A value of a column of integers, floats, booleans, text, or lists of these.
inline columnar::scalar value_of(boost::json::value const& from, columnar::data_type const& type) {
    if (from.is_null()) return {};
    if (from.is_bool()) return {from.as_bool()};
    if (from.is_array()) {
        columnar::scalars items;
        for (auto const& item : from.as_array()) items.push_back(value_of(item, type.children.front().type));
        return {std::move(items)};
    }
    bool const is_float = type.id == columnar::type_id::float32 || type.id == columnar::type_id::float64;
    if (type.id == columnar::type_id::binary) return {bytes_of(std::string(from.as_string()))};
    if (!is_float && from.is_string()) return {std::string(from.as_string())};
    if (!is_float) return {from.to_number<std::int64_t>()};
    if (from.is_number()) return {from.to_number<double>()};
    auto const inf = std::numeric_limits<double>::infinity();
    if (from.as_string() == "NaN") return {std::numeric_limits<double>::quiet_NaN()};
    return {from.as_string() == "Infinity" ? inf : -inf};
}

/// `{"schema": {name: type}, "rows": [{name: value}]}`; what a row does not name is null.
inline columnar::record_batch table_of(boost::json::value const& from) {
    auto fields = std::make_shared<columnar::schema>();
    columnar::record_batch out;
    auto const& rows = from.at("rows").as_array();
    out.length = static_cast<std::int64_t>(rows.size());
    for (auto const& [name, type] : from.at("schema").as_object()) {
        auto const of = *columnar::parse_data_type(type.as_string());
        columnar::array_builder builder(of);
        for (auto const& row : rows) {
            auto const* value = row.as_object().if_contains(name);
            if (value == nullptr || !builder.append(value_of(*value, of))) builder.append_null();
        }
        fields->fields.push_back({std::string(name), of, true, {}});
        out.columns.push_back(builder.finish());
    }
    out.fields = std::move(fields);
    return out;
}

}  // namespace json_values
