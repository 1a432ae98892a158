// Operation rows: adding columns.
#pragma once

#include <lancespec/contract/rows/common.hpp>
#include <lancespec/model/columns.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::rows {

inline constexpr auto columns = std::tuple{
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
};

}  // namespace contract::rows
LANCESPEC_END_NAMESPACE
