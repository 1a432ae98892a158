// SPDX-License-Identifier: Apache-2.0
// Operation rows: column backfill and materialized-view refresh.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/jobs.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr auto jobs = row_list{
    row<model::alter_table_backfill_columns_request, model::alter_table_backfill_columns_response>{{
        .id = "AlterTableBackfillColumns",
        .path = "/v1/table/{id}/backfill_column",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .success_status = 202,
        .error_statuses = errors,
        .codes_listed = false,
        .tags = table_data,
        .does = effect::submit,
        .summary = "Start a job that computes the values of a virtual or computed column",
    }},
    row<model::refresh_materialized_view_request, model::refresh_materialized_view_response>{{
        .id = "RefreshMaterializedView",
        .path = "/v1/materialized_view/{id}/refresh",
        .object = object_kind::materialized_view,
        .parameters = id_and_delimiter,
        .request_body = body_kind::optional_json,
        .success_status = 202,
        .error_statuses = errors,
        .codes_listed = false,
        .tags = view_data,
        .does = effect::submit,
        .summary = "Start a job that brings a materialized view up to date with its source",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
