// SPDX-License-Identifier: Apache-2.0
// Operation rows: transactions.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/transactions.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr auto transactions = row_list{
    row<model::describe_transaction_request, model::describe_transaction_response>{{
        .id = "DescribeTransaction",
        .path = "/v1/transaction/{id}/describe",
        .object = object_kind::transaction,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::transaction_not_found>,
        .tags = transaction_metadata,
        .idempotent = true,
        .summary = "Tell how a transaction stands",
    }},
    row<model::alter_transaction_request, model::alter_transaction_response>{{
        .id = "AlterTransaction",
        .path = "/v1/transaction/{id}/alter",
        .object = object_kind::transaction,
        .parameters = id_and_delimiter,
        .error_statuses = errors_with_conflict,
        .error_codes = codes<error_code::transaction_not_found, error_code::concurrent_modification>,
        .tags = transaction_metadata,
        .does = effect::write,
        .summary = "Change the state or properties of a transaction",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
