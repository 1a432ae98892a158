// SPDX-License-Identifier: Apache-2.0
// Operation rows: adding, changing and dropping columns.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/columns.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr auto columns = row_list{
    row<model::alter_table_add_columns_request, model::alter_table_add_columns_response>{{
        .id = "AlterTableAddColumns",
        .path = "/v1/table/{id}/add_columns",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found,
                             error_code::concurrent_modification, error_code::table_schema_validation_error>,
        .tags = table_data,
        .does = effect::write,
        .summary = "Add columns",
    }},
    row<model::alter_table_alter_columns_request, model::alter_table_alter_columns_response>{{
        .id = "AlterTableAlterColumns",
        .path = "/v1/table/{id}/alter_columns",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_column_not_found,
                  error_code::concurrent_modification, error_code::table_schema_validation_error>,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Rename columns, or change their type or function",
    }},
    row<model::alter_table_drop_columns_request, model::alter_table_drop_columns_response>{{
        .id = "AlterTableDropColumns",
        .path = "/v1/table/{id}/drop_columns",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found,
                             error_code::table_column_not_found, error_code::concurrent_modification>,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Remove columns",
    }},
    row<model::update_field_metadata_request, model::update_field_metadata_response>{{
        .id = "UpdateFieldMetadata",
        .path = "/v1/table/{id}/update_field_metadata",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .codes_listed = false,
        .tags = table_metadata,
        .does = effect::write,
        .idempotent = true,
        .summary = "Change the metadata of columns",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
