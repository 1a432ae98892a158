// SPDX-License-Identifier: Apache-2.0
// Operation rows: finding rows by vector, text and filter.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/queries.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr auto queries = row_list{
    row<model::query_table_request, model::query_table_response>{{
        .id = "QueryTable",
        .path = "/v1/table/{id}/query",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .response_body = body_kind::arrow_file,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found,
                             error_code::table_version_not_found, error_code::table_column_not_found>,
        .tags = table_data,
        .idempotent = true,
        .summary = "Find rows by vector, text and filter",
    }},
    row<model::explain_table_query_plan_request, model::explain_table_query_plan_response>{{
        .id = "ExplainTableQueryPlan",
        .path = "/v1/table/{id}/explain_plan",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .response_body = body_kind::member,
        .response_member = "plan",
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_data,
        .idempotent = true,
        .summary = "Tell how a query would run",
    }},
    row<model::analyze_table_query_plan_request, model::analyze_table_query_plan_response>{{
        .id = "AnalyzeTableQueryPlan",
        .path = "/v1/table/{id}/analyze_plan",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .response_body = body_kind::member,
        .response_member = "analysis",
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_data,
        .idempotent = true,
        .summary = "Run a query and tell how it ran",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
