// Requests and responses: adding columns.
#pragma once

#include <lancespec/model/common.hpp>

#include <boost/json/value.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// One column that the function makes.
struct add_virtual_column_output_entry {
    std::string column;                  ///< name of the column
    std::string struct_field;            ///< field of the function's result
    boost::json::value data_type;        ///< type of the column, as a JSON object
    bool nullable = false;               ///< whether it may hold null
    std::optional<string_map> metadata;  ///< metadata to keep with the column

    friend bool operator==(add_virtual_column_output_entry const&, add_virtual_column_output_entry const&) = default;
};

/// A column whose values a function makes.
struct add_virtual_column_entry {
    std::vector<std::string> input_columns;                ///< field paths of what the function reads
    std::vector<add_virtual_column_output_entry> outputs;  ///< columns it makes
    std::string image;                                     ///< container image to run it in
    std::string udf;                                       ///< the function, pickled, in base64
    std::string udf_name;                                  ///< name of the function
    std::string udf_version;                               ///< version of the function
    std::optional<std::string> udf_backend;                ///< kind of the backend
    std::optional<bool> auto_backfill;                     ///< whether a backfill starts by itself
    std::optional<std::string> manifest;                   ///< manifest of the environment, as JSON text
    std::optional<std::string> manifest_checksum;          ///< SHA-256 of the manifest
    std::optional<string_map> field_metadata;              ///< metadata to keep with the column

    friend bool operator==(add_virtual_column_entry const&, add_virtual_column_entry const&) = default;
};

/// A column to add: by one of expression, computed and virtual_column.
struct add_columns_entry {
    std::string name;                                        ///< name of the column
    std::optional<std::string> expression;                   ///< expression computed once, over the rows that are there
    std::optional<std::string> computed;                     ///< expression that every backfill computes
    std::optional<add_virtual_column_entry> virtual_column;  ///< the function that every backfill calls

    friend bool operator==(add_columns_entry const&, add_columns_entry const&) = default;
};

/// `POST /v1/table/{id}/add_columns`.
struct alter_table_add_columns_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::vector<add_columns_entry> new_columns;  ///< the columns to add

    friend bool operator==(alter_table_add_columns_request const&, alter_table_add_columns_request const&) = default;
};

/// The answer of AlterTableAddColumns.
struct alter_table_add_columns_response {
    std::optional<model::context> context;
    std::int64_t version = 0;  ///< the version made

    friend bool operator==(alter_table_add_columns_response const&, alter_table_add_columns_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
