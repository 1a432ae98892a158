// SPDX-License-Identifier: Apache-2.0
// Operation rows: inserting, merging, updating, deleting and counting rows.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/rows.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr parameter insert[] = {
    id,
    delimiter,
    branch,
    {"mode", location::query, false, "mode", "whether rows are added or replace all", R"("append")"},
};
inline constexpr parameter merge_insert[] = {
    id,
    delimiter,
    branch,
    {"on", location::query, true, "on", "field paths of the key, one parameter each; one alone before 0.12.0"},
    {"when_matched_update_all", location::query, false, "when_matched_update_all", "whether matching rows are updated",
     "false"},
    {"when_matched_update_all_filt", location::query, false, "when_matched_update_all_filt",
     "which of the matching rows are updated"},
    {"when_not_matched_insert_all", location::query, false, "when_not_matched_insert_all",
     "whether the other rows are inserted", "false"},
    {"when_not_matched_by_source_delete", location::query, false, "when_not_matched_by_source_delete",
     "whether rows without a match in the body are deleted", "false"},
    {"when_not_matched_by_source_delete_filt", location::query, false, "when_not_matched_by_source_delete_filt",
     "which of those rows are deleted"},
    {"timeout", location::query, false, "timeout", "when to give up: 30s, 5m"},
    {"use_index", location::query, false, "use_index", "whether an index may find the matches", "false"},
};

inline constexpr auto table_rows = row_list{
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
    row<model::merge_insert_into_table_request, model::merge_insert_into_table_response>{{
        .id = "MergeInsertIntoTable",
        .path = "/v1/table/{id}/merge_insert",
        .object = object_kind::table,
        .parameters = merge_insert,
        .request_body = body_kind::arrow_stream,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_column_not_found,
                  error_code::concurrent_modification, error_code::invalid_table_state>,
        .tags = table_data,
        .does = effect::write,
        .summary = "Update the rows that match and insert the others",
    }},
    row<model::update_table_request, model::update_table_response>{{
        .id = "UpdateTable",
        .path = "/v1/table/{id}/update",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_column_not_found,
                  error_code::concurrent_modification, error_code::invalid_table_state>,
        .tags = table_data,
        .does = effect::write,
        .summary = "Compute columns of the rows that match",
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

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
