// SPDX-License-Identifier: Apache-2.0
// Operation rows: branches of a table.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/branches.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr auto branches = row_list{
    row<model::list_table_branches_request, model::list_table_branches_response>{{
        .id = "ListTableBranches",
        .path = "/v1/table/{id}/branches/list",
        .object = object_kind::table,
        .parameters = paged,
        .request_body = body_kind::none,
        .error_statuses = errors,
        .codes_listed = false,
        .tags = table_branch_metadata,
        .idempotent = true,
        .summary = "List the branches of a table",
    }},
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
    row<model::delete_table_branch_request, model::delete_table_branch_response>{{
        .id = "DeleteTableBranch",
        .path = "/v1/table/{id}/branches/delete",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .codes_listed = false,
        .tags = table_branch_metadata,
        .does = effect::write,
        .summary = "Remove a branch",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
