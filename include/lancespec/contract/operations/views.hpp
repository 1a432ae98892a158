// SPDX-License-Identifier: Apache-2.0
// Operation rows: making materialized views.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/views.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr auto views = row_list{
    row<model::create_materialized_view_request, model::create_materialized_view_response>{{
        .id = "CreateMaterializedView",
        .path = "/v1/materialized_view/{id}/create",
        .object = object_kind::materialized_view,
        .parameters = id_and_delimiter,
        .success_status = 201,
        .error_statuses = errors_with_conflict,
        .codes_listed = false,
        .tags = view_data,
        .does = effect::write,
        .summary = "Make a materialized view",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
