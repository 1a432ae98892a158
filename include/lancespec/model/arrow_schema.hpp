// SPDX-License-Identifier: Apache-2.0
// Arrow schemas as JSON: the columns of a table as DescribeTable tells them.
#pragma once

#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

struct json_arrow_field;

/// An Arrow type as JSON. Nested types hold fields, which hold types.
struct json_arrow_data_type {
    std::optional<std::vector<json_arrow_field>> fields;  ///< children of a nested type
    std::optional<std::int64_t> length;                   ///< length of a fixed-size type
    std::string type;                                     ///< name of the type

    friend bool operator==(json_arrow_data_type const&, json_arrow_data_type const&) = default;
};

/// A column, or a child of a nested type.
struct json_arrow_field {
    std::optional<string_map> metadata;  ///< metadata of the column
    std::string name;                    ///< name of the column
    bool nullable = false;               ///< whether it may hold null
    json_arrow_data_type type;           ///< its type

    friend bool operator==(json_arrow_field const&, json_arrow_field const&) = default;
};

/// The columns of a table.
struct json_arrow_schema {
    std::vector<json_arrow_field> fields;  ///< the columns
    std::optional<string_map> metadata;    ///< metadata of the schema

    friend bool operator==(json_arrow_schema const&, json_arrow_schema const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
