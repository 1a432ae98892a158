// SPDX-License-Identifier: Apache-2.0
// Requests and responses: adding, changing and dropping columns.
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

/// What to change of the function behind a column.
struct alter_virtual_column_entry {
    std::optional<std::vector<std::string>> input_columns;  ///< field paths of what the function reads
    std::optional<std::string> image;                       ///< container image to run it in
    std::optional<std::string> udf;                         ///< the function, pickled, in base64
    std::optional<std::string> udf_name;                    ///< name of the function
    std::optional<std::string> udf_version;                 ///< version of the function
    std::optional<std::string> udf_backend;                 ///< kind of the backend
    std::optional<bool> auto_backfill;                      ///< whether a backfill starts by itself
    std::optional<std::string> manifest;                    ///< manifest of the environment, as JSON text
    std::optional<std::string> manifest_checksum;           ///< SHA-256 of the manifest
    std::optional<string_map> field_metadata;               ///< metadata to keep with the column

    friend bool operator==(alter_virtual_column_entry const&, alter_virtual_column_entry const&) = default;
};

/// What to change of one column.
struct alter_columns_entry {
    std::string path;                                          ///< field path of the column
    std::optional<boost::json::value> data_type;               ///< the new type, as a JSON object
    std::optional<std::string> rename;                         ///< the new name
    std::optional<bool> nullable;                              ///< whether it may hold null from now on
    std::optional<alter_virtual_column_entry> virtual_column;  ///< what to change of its function

    friend bool operator==(alter_columns_entry const&, alter_columns_entry const&) = default;
};

/// `POST /v1/table/{id}/alter_columns`.
struct alter_table_alter_columns_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;    ///< absent: the route's
    std::optional<std::string> branch;             ///< absent: main
    std::vector<alter_columns_entry> alterations;  ///< what to change

    friend bool operator==(alter_table_alter_columns_request const&,
                           alter_table_alter_columns_request const&) = default;
};

/// The answer of AlterTableAlterColumns.
struct alter_table_alter_columns_response {
    std::optional<model::context> context;
    std::int64_t version = 0;  ///< the version made

    friend bool operator==(alter_table_alter_columns_response const&,
                           alter_table_alter_columns_response const&) = default;
};

/// `POST /v1/table/{id}/drop_columns`.
struct alter_table_drop_columns_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::vector<std::string> columns;            ///< field paths of the columns

    friend bool operator==(alter_table_drop_columns_request const&, alter_table_drop_columns_request const&) = default;
};

/// The answer of AlterTableDropColumns.
struct alter_table_drop_columns_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::int64_t version = 0;                   ///< the version made

    friend bool operator==(alter_table_drop_columns_response const&,
                           alter_table_drop_columns_response const&) = default;
};

/// Metadata of one column: merged into what is there, or put in its place.
struct update_field_metadata_entry {
    std::string path;                                            ///< field path of the column
    std::map<std::string, std::optional<std::string>> metadata;  ///< keys to set; null takes a key away
    std::optional<bool> replace;                                 ///< whether the other keys go

    friend bool operator==(update_field_metadata_entry const&, update_field_metadata_entry const&) = default;
};

/// `POST /v1/table/{id}/update_field_metadata`.
struct update_field_metadata_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;        ///< absent: the route's
    std::optional<std::string> branch;                 ///< absent: main
    std::vector<update_field_metadata_entry> updates;  ///< what to change, column by column

    friend bool operator==(update_field_metadata_request const&, update_field_metadata_request const&) = default;
};

/// The answer of UpdateFieldMetadata.
struct update_field_metadata_response {
    std::optional<model::context> context;
    std::int64_t version = 0;                                 ///< the version made
    std::optional<std::map<std::string, string_map>> fields;  ///< the metadata of each column as it is now, by path

    friend bool operator==(update_field_metadata_response const&, update_field_metadata_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
