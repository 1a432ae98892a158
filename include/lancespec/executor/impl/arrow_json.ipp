// SPDX-License-Identifier: Apache-2.0
// Arrow schemas as the specification's JSON has them, both ways.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/model/arrow_schema.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <optional>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

inline model::json_arrow_field to_json_arrow(columnar::field const& from);

/// The specification says "the data type name" and no more. Names are Arrow's own, as public clients write them: nested
/// types with `fields`, lists of fixed size with `length`, decimals with `length` 1000 times the precision plus the
/// scale. A timestamp shows its unit and zone, which have no other place. A dictionary is how values are stored: its
/// column has their type.
inline model::json_arrow_data_type to_json_arrow(columnar::data_type const& from) {
    model::json_arrow_data_type out;
    using columnar::type_id;
    switch (from.id) {
        case type_id::struct_: out.type = "struct"; break;
        case type_id::list: out.type = "list"; break;
        case type_id::large_list: out.type = "large_list"; break;
        case type_id::fixed_size_list:
            out.type = "fixed_size_list";
            out.length = from.list_size;
            break;
        case type_id::decimal128:
            out.type = to_string(from);
            if (from.scale >= 0) {
                out.type = "decimal128";
                out.length = std::int64_t{from.precision} * 1000 + from.scale;
            }
            return out;
        case type_id::dictionary: return to_json_arrow(columnar::plain_type(from));
        default: out.type = to_string(from); return out;
    }
    out.fields.emplace();
    for (auto const& child : from.children) out.fields->push_back(to_json_arrow(child));
    return out;
}

inline model::json_arrow_field to_json_arrow(columnar::field const& from) {
    model::json_arrow_field out;
    out.name = from.name;
    out.nullable = from.nullable;
    out.type = to_json_arrow(from.type);
    if (!from.metadata.empty()) out.metadata = from.metadata;
    return out;
}

inline model::json_arrow_schema to_json_arrow(columnar::schema const& from) {
    model::json_arrow_schema out;
    for (auto const& field : from.fields) out.fields.push_back(to_json_arrow(field));
    if (!from.metadata.empty()) out.metadata = from.metadata;
    return out;
}

/// The type that @p json, an object as to_json_arrow() makes them, stands for; nothing for another. JSON values are
/// nested no deeper than limits::json_depth.
inline std::optional<columnar::data_type> from_json_arrow(boost::json::value const& json) {
    auto const* object = json.if_object();
    auto const* name = object == nullptr ? nullptr : object->if_contains("type");
    if (name == nullptr || !name->is_string()) return std::nullopt;
    std::string const text(std::string_view(name->get_string()));
    auto const* length = object->if_contains("length");
    auto const number = length != nullptr && length->is_int64() ? std::optional(length->get_int64()) : std::nullopt;
    columnar::data_type out;
    using columnar::type_id;
    if (text == "struct")
        out.id = type_id::struct_;
    else if (text == "list")
        out.id = type_id::list;
    else if (text == "large_list")
        out.id = type_id::large_list;
    else if (text == "fixed_size_list" && number && *number >= 0 && *number <= 1 << 20) {
        out.id = type_id::fixed_size_list;
        out.list_size = static_cast<std::int32_t>(*number);
    } else if (text == "decimal128" && number && *number >= 1000 && *number < 39000 && *number % 1000 <= 38) {
        out.id = type_id::decimal128;
        out.precision = static_cast<std::int32_t>(*number / 1000);
        out.scale = static_cast<std::int32_t>(*number % 1000);
        return out;
    } else {
        return columnar::parse_data_type(text);
    }
    auto const* fields = object->if_contains("fields");
    if (fields == nullptr || !fields->is_array()) return std::nullopt;
    for (auto const& field : fields->get_array()) {
        auto const* child = field.if_object();
        auto const* child_name = child == nullptr ? nullptr : child->if_contains("name");
        auto const* child_type = child == nullptr ? nullptr : child->if_contains("type");
        if (child_name == nullptr || !child_name->is_string() || child_type == nullptr) return std::nullopt;
        auto inner = from_json_arrow(*child_type);
        if (!inner) return std::nullopt;
        auto const* nullable = child->if_contains("nullable");
        bool const may_be_null = nullable == nullptr || !nullable->is_bool() || nullable->get_bool();
        out.children.push_back(
            {std::string(std::string_view(child_name->get_string())), std::move(*inner), may_be_null, {}});
    }
    if (out.id != type_id::struct_ && out.children.size() != 1) return std::nullopt;
    return out;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
