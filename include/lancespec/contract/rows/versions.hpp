// Operation rows: versions of a table.
#pragma once

#include <lancespec/contract/rows/common.hpp>
#include <lancespec/model/versions.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::rows {

inline constexpr parameter paged_versions[] = {
    id,     delimiter,
    branch, page_token,
    limit,  {"descending", location::query, false, "descending", "whether the latest comes first; any order otherwise"},
};

inline constexpr auto versions = std::tuple{
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
};

}  // namespace contract::rows
LANCESPEC_END_NAMESPACE
