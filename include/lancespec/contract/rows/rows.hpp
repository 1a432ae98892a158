// Operation rows: inserting, deleting and counting rows.
#pragma once

#include <lancespec/contract/rows/common.hpp>
#include <lancespec/model/rows.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::rows {

inline constexpr parameter insert[] = {
    id,
    delimiter,
    branch,
    {"mode", location::query, false, "mode", "whether rows are added or replace all", R"("append")"},
};

inline constexpr auto table_rows = std::tuple{
    row<model::insert_into_table_request, model::insert_into_table_response>{{
        .id = "InsertIntoTable",
        .path = "/v1/table/{id}/insert",
        .object = object_kind::table,
        .parameters = insert,
        .request_body = body_kind::arrow_stream,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::concurrent_modification,
                  error_code::invalid_table_state, error_code::table_schema_validation_error>,
        .tags = table_data,
        .does = effect::write,
        .summary = "Add rows to a table, or replace all",
    }},
    row<model::delete_from_table_request, model::delete_from_table_response>{{
        .id = "DeleteFromTable",
        .path = "/v1/table/{id}/delete",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found,
                             error_code::concurrent_modification, error_code::invalid_table_state>,
        .tags = table_data,
        .does = effect::write,
        .idempotent = true,
        .summary = "Delete the rows that match",
    }},
    row<model::count_table_rows_request, model::count_table_rows_response>{{
        .id = "CountTableRows",
        .also_get = true,
        .path = "/v1/table/{id}/count_rows",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .response_body = body_kind::member,
        .response_member = "count",
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_version_not_found>,
        .tags = table_data,
        .idempotent = true,
        .summary = "Count the rows that match",
    }},
};

}  // namespace contract::rows
LANCESPEC_END_NAMESPACE
