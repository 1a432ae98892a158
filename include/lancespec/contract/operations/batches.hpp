// SPDX-License-Identifier: Apache-2.0
// Operation rows: changes to several tables, all or none.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/batches.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr parameter delimiter_only[] = {delimiter};

inline constexpr auto batches = row_list{
    row<model::batch_create_table_versions_request, model::batch_create_table_versions_response>{{
        .id = "BatchCreateTableVersions",
        .path = "/v1/table/version/batch-create",
        .object = object_kind::none,
        .parameters = delimiter_only,
        .error_statuses = errors_with_conflict,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::concurrent_modification>,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Record versions of several tables, all or none",
    }},
    row<model::batch_commit_tables_request, model::batch_commit_tables_response>{{
        .id = "BatchCommitTables",
        .path = "/v1/table/batch-commit",
        .object = object_kind::none,
        .parameters = delimiter_only,
        .error_statuses = errors_with_conflict,
        .codes_listed = false,
        .tags = table_metadata_transaction,
        .does = effect::write,
        .summary = "Apply changes to several tables, all or none",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
