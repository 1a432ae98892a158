// SPDX-License-Identifier: Apache-2.0
// JSON Schemas from field tables.
#pragma once

#include <lancespec/contract/openapi.hpp>
#include <lancespec/core/json.hpp>

#include <boost/json/array.hpp>

#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::detail {

namespace json = boost::json;

inline json::object reference(std::string_view name) {
    return {{"$ref", "#/components/schemas/" + std::string(name)}};
}

/// Words that may be spelled in any case are plain text to a schema; the description lists them.
inline json::object word_schema(reflect::type_info const& type) {
    json::object out{{"type", "string"}};
    json::array words;
    std::string list;
    for (auto const word : type.enumerators) {
        words.emplace_back(word);
        list += (list.empty() ? "one of " : ", ") + std::string(word);
    }
    if (type.any_case)
        out["description"] = list + "; in PascalCase or snake_case, in any case";
    else
        out["enum"] = std::move(words);
    return out;
}

inline json::object of_type(reflect::type_info const& type, reflect::field_info const* row, spec_version version);

inline json::object with_null(json::object schema) {
    if (schema.contains("$ref")) return {{"oneOf", json::array{std::move(schema), json::object{{"type", "null"}}}}};
    if (auto* type = schema.if_contains("type")) *type = json::array{*type, "null"};
    return schema;
}

inline json::object array_schema(reflect::type_info const& type, reflect::field_info const* row, spec_version version) {
    auto const& element = type.element();
    bool const each = element.kind == reflect::value_kind::string;
    bool const floats = row != nullptr && row->format == reflect::number_format::float32;
    auto items = of_type(element, each || floats ? row : nullptr, version);
    if (row != nullptr && row->list_since && version < *row->list_since) return items;
    json::object out{{"type", "array"}};
    if (row != nullptr && row->items_each != 0) items["minItems"] = items["maxItems"] = row->items_each;
    out["items"] = std::move(items);
    if (row != nullptr && row->min_items != 0) out["minItems"] = row->min_items;
    if (row != nullptr && row->unique) out["uniqueItems"] = true;
    return out;
}

inline void bound_number(json::object& out, reflect::field_info const& row) {
    using reflect::number_format;
    switch (row.format) {
        case number_format::none: break;
        case number_format::int32: out["format"] = "int32"; break;
        case number_format::int64: out["format"] = "int64"; break;
        case number_format::float32: out["format"] = "float"; break;
        case number_format::float64: out["format"] = "double"; break;
    }
    if (row.minimum) out["minimum"] = *row.minimum;
}

inline json::object struct_schema(reflect::type_info const& type, spec_version version);

inline json::object of_type(reflect::type_info const& type, reflect::field_info const* row, spec_version version) {
    using reflect::value_kind;
    json::object out;
    switch (type.kind) {
        case value_kind::boolean: out["type"] = "boolean"; break;
        case value_kind::int64: out["type"] = "integer"; break;
        case value_kind::float64: out["type"] = "number"; break;
        case value_kind::string:
            out["type"] = "string";
            if (row != nullptr && row->is_body) out["format"] = "binary";
            if (row != nullptr && row->text == reflect::text_rule::date_time) out["format"] = "date-time";
            if (row != nullptr && row->min_length) out["minLength"] = *row->min_length;
            break;
        case value_kind::enumeration: return type.name.empty() ? word_schema(type) : reference(type.name);
        case value_kind::json:
            if (row != nullptr && row->must_be_object) out["type"] = "object";
            return out;
        case value_kind::array: return array_schema(type, row, version);
        case value_kind::map: {
            auto const& element = type.element();
            bool const each = element.kind == value_kind::string;
            auto values = of_type(element, each ? row : nullptr, version);
            out["type"] = "object";
            out["additionalProperties"] = type.append_null != nullptr ? with_null(std::move(values)) : values;
            return out;
        }
        case value_kind::object: return type.name.empty() ? struct_schema(type, version) : reference(type.name);
    }
    if (row != nullptr) bound_number(out, *row);
    return out;
}

/// The schema of one member, with its default and description.
inline json::object member_schema(reflect::field_info const& row, spec_version version) {
    bool const is_context = row.name == "context" && row.type().kind == reflect::value_kind::map;
    auto const schema = is_context ? std::string_view("Context") : row.schema;
    auto out = schema.empty() ? of_type(row.type(), &row, version) : reference(schema);
    // A schema that is referred to says itself whether it may be null.
    if (row.nullable != reflect::null_spelling::none && schema.empty()) out = with_null(std::move(out));
    if (!row.default_value.empty() && !row.default_in_prose) out["default"] = parse_json(row.default_value).value();
    if (!row.doc.empty()) {
        std::string text(row.doc);
        if (auto const* words = out.if_contains("description")) text += ": " + std::string(words->as_string());
        if (row.default_in_prose) text += "; " + std::string(row.default_value) + " when absent";
        out["description"] = text;
    }
    return out;
}

inline json::object struct_schema(reflect::type_info const& type, spec_version version) {
    json::object members;
    json::array required;
    for (auto const& row : type.fields) {
        if (row.since > version || row.outside_schema) continue;
        members[row.name] = member_schema(row, version);
        if (row.is_required) required.emplace_back(row.name);
    }
    json::object out{{"type", "object"}, {"properties", std::move(members)}};
    if (!required.empty()) out["required"] = std::move(required);
    return out;
}

}  // namespace contract::detail
LANCESPEC_END_NAMESPACE
