// SPDX-License-Identifier: Apache-2.0
// The operations that the suite checks, and what checks need to know of them.
#pragma once

#include <lancespec/contract/operations.hpp>
#include <lancespec/core/violation.hpp>
#include <lancespec/http/message.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

// An operation is a row of the contract's table; what checks need to know of it besides follows from the row.
using contract::find_operation;
using contract::operation;

/// The operation that backfills a column.
operation const& backfill_column();
/// The operation that refreshes a materialized view.
operation const& refresh_materialized_view();

/// Every operation of the contract: those that start a job first, then the others in the order of the contract.
std::span<operation const* const> all_operations() noexcept;

/// Whether it starts a job, so that a success says nothing of what was done.
[[nodiscard]] constexpr bool starts_job(operation const& op) noexcept {
    return op.does == contract::effect::submit;
}

/// The first part of its checks' ids: `create_table`, and `backfill_column` for AlterTableBackfillColumns.
std::string const& check_prefix(operation const& op);

/// The check that tells what was wrong with the answer to the plain request.
std::string first_check(operation const& op);

/// What it works on: `table`.
std::string_view noun_of(operation const& op) noexcept;

/// The command line option that names another object for it: `--table`; empty: there is none.
std::string_view option_of(operation const& op) noexcept;

/// The JSON type of a request field.
enum class field_type : std::uint8_t {
    string,
    integer,
    number,
    names,
    object
};

struct request_field {
    std::string_view name;
    field_type type;
    bool nullable;
};

/// The members of its request that may be left out, in the order of the table.
std::span<request_field const> optional_members(operation const& op);

/// The statuses with which an operation may answer a success.
struct success_statuses {
    bool any = false;            ///< every 2xx keeps the contract
    std::vector<int> allowed{};  ///< otherwise these do
    int declared = 200;          ///< the one that the document has, and that should be sent
};

success_statuses const& success_statuses_of(operation const& op);

/// What is wrong with the body of the success @p answer, by the response's field table. Null counts as absent, and
/// members that the schema does not have are free: clients read answers so.
violations response_violations(operation const& op, http::response const& answer);

/// A request's target taken apart: `{id}` decoded, and the delimiter when one is given.
struct route {
    std::string id;
    std::optional<std::string> delimiter;
    bool trailing_slash = false;
};

/// The target `/v1/table/{id}/backfill_column?delimiter={delimiter}`, percent-encoded.
std::string target_of(operation const& op, route const& where);

/// The parts of @p target when it is a route of @p op.
std::optional<route> parse_route(operation const& op, std::string_view target);

}  // namespace lancespec::conformance
