// Operation rows: branches of a table.
#pragma once

#include <lancespec/contract/rows/common.hpp>
#include <lancespec/model/branches.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::rows {

inline constexpr auto branches = std::tuple{
    row<model::create_table_branch_request, model::create_table_branch_response>{{
        .id = "CreateTableBranch",
        .path = "/v1/table/{id}/branches/create",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors_with_conflict,
        .codes_listed = false,
        .tags = table_branch_metadata,
        .does = effect::write,
        .summary = "Start a branch of a table",
    }},
};

}  // namespace contract::rows
LANCESPEC_END_NAMESPACE
