// SPDX-License-Identifier: Apache-2.0
// Operation rows: versions of a table.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/versions.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr parameter paged_versions[] = {
    id,     delimiter,
    branch, page_token,
    limit,  {"descending", location::query, false, "descending", "whether the latest comes first; any order otherwise"},
};

inline constexpr auto versions = row_list{
    row<model::list_table_versions_request, model::list_table_versions_response>{{
        .id = "ListTableVersions",
        .path = "/v1/table/{id}/version/list",
        .object = object_kind::table,
        .parameters = paged_versions,
        .request_body = body_kind::none,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_metadata,
        .idempotent = true,
        .summary = "List the versions of a table",
    }},
    row<model::create_table_version_request, model::create_table_version_response>{{
        .id = "CreateTableVersion",
        .path = "/v1/table/{id}/version/create",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors_with_conflict,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::concurrent_modification>,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Record a version of a table",
    }},
    row<model::describe_table_version_request, model::describe_table_version_response>{{
        .id = "DescribeTableVersion",
        .path = "/v1/table/{id}/version/describe",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_version_not_found>,
        .tags = table_metadata,
        .idempotent = true,
        .summary = "Tell about one version of a table",
    }},
    row<model::batch_delete_table_versions_request, model::batch_delete_table_versions_response>{{
        .id = "BatchDeleteTableVersions",
        .path = "/v1/table/{id}/version/delete",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_metadata,
        .does = effect::write,
        .idempotent = true,
        .summary = "Forget ranges of versions of a table",
    }},
    row<model::restore_table_request, model::restore_table_response>{{
        .id = "RestoreTable",
        .path = "/v1/table/{id}/restore",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found,
                             error_code::table_version_not_found, error_code::concurrent_modification>,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Make an earlier version the latest again",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
