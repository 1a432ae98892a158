// SPDX-License-Identifier: Apache-2.0
// Operation rows: what is known of a table: description, metadata, statistics.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/table_details.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr parameter describe_flags[] = {
    id,
    delimiter,
    {"with_table_uri", location::query, false, "with_table_uri", "whether the answer gives the whole URI", "false"},
    {"load_detailed_metadata", location::query, false, "load_detailed_metadata",
     "whether version, schema and statistics are wanted", "false"},
    {"check_declared", location::query, false, "check_declared", "whether is_only_declared is wanted", "false"},
};

inline constexpr auto table_details = row_list{
    row<model::describe_table_request, model::describe_table_response>{{
        .id = "DescribeTable",
        .path = "/v1/table/{id}/describe",
        .object = object_kind::table,
        .parameters = describe_flags,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_version_not_found>,
        .tags = table_metadata,
        .idempotent = true,
        .summary = "Tell where a table is, its schema and properties",
    }},
    row<model::update_table_schema_metadata_request, model::update_table_schema_metadata_response>{{
        .id = "UpdateTableSchemaMetadata",
        .path = "/v1/table/{id}/schema_metadata/update",
        .object = object_kind::table,
        .parameters = on_branch,
        .request_body = body_kind::member,
        .response_body = body_kind::member,
        .request_member = "metadata",
        .response_member = "metadata",
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::concurrent_modification>,
        .tags = table_metadata,
        .does = effect::write,
        .idempotent = true,
        .summary = "Replace the metadata of a table's schema",
    }},
    row<model::get_table_stats_request, model::get_table_stats_response>{{
        .id = "GetTableStats",
        .also_get = true,
        .path = "/v1/table/{id}/stats",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_metadata,
        .idempotent = true,
        .summary = "Tell how many rows, bytes and fragments a table has",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
