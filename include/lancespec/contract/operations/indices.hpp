// SPDX-License-Identifier: Apache-2.0
// Operation rows: indices of a table.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/indices.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr parameter index_name{"index_name", location::path, true, "index_name", "name of the index"};
inline constexpr parameter of_index[] = {id, delimiter, index_name};
inline constexpr parameter of_index_on_branch[] = {id, delimiter, branch, index_name};

inline constexpr auto indices = row_list{
    row<model::create_table_index_request, model::create_table_index_response>{{
        .id = "CreateTableIndex",
        .path = "/v1/table/{id}/create_index",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_index_already_exists,
                  error_code::table_column_not_found, error_code::concurrent_modification>,
        .tags = table_index_metadata,
        .does = effect::write,
        .summary = "Index a column",
    }},
    row<model::create_table_scalar_index_request, model::create_table_scalar_index_response>{{
        .id = "CreateTableScalarIndex",
        .path = "/v1/table/{id}/create_scalar_index",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_index_already_exists,
                  error_code::table_column_not_found, error_code::concurrent_modification>,
        .tags = table_index_metadata,
        .does = effect::write,
        .summary = "Index a column of plain values",
    }},
    row<model::list_table_indices_request, model::list_table_indices_response>{{
        .id = "ListTableIndices",
        .path = "/v1/table/{id}/index/list",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_index_metadata,
        .idempotent = true,
        .summary = "List the indices of a table",
    }},
    row<model::describe_table_index_stats_request, model::describe_table_index_stats_response>{{
        .id = "DescribeTableIndexStats",
        .path = "/v1/table/{id}/index/{index_name}/stats",
        .object = object_kind::table,
        .parameters = of_index,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_index_not_found>,
        .tags = table_index_metadata,
        .idempotent = true,
        .summary = "Tell how much of a table an index covers",
    }},
    row<model::drop_table_index_request, model::drop_table_index_response>{{
        .id = "DropTableIndex",
        .path = "/v1/table/{id}/index/{index_name}/drop",
        .object = object_kind::table,
        .parameters = of_index_on_branch,
        .request_body = body_kind::none,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_index_not_found>,
        .tags = table_index_metadata,
        .does = effect::write,
        .summary = "Remove an index",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
