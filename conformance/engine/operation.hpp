// The operations that the suite checks: a row of the contract's table, and what checks need to know besides.
#pragma once

#include <lancespec/contract/operation.hpp>
#include <lancespec/core/violation.hpp>
#include <lancespec/http/message.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

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

/// The statuses with which an operation may answer a success.
struct success_statuses {
    bool any = false;            ///< every 2xx keeps the contract
    std::vector<int> allowed{};  ///< otherwise these do
    int declared = 200;          ///< the one that the document has, and that should be sent
};

struct operation {
    contract::operation const* row;     ///< of the contract's operation table
    std::string prefix;                 ///< first part of its checks' ids: `backfill_column`
    std::string_view noun;              ///< what it works on: `table`
    std::string_view option;            ///< the command line option that names another one: `--table`
    std::vector<request_field> fields;  ///< the optional ones of the body
    success_statuses success;

    [[nodiscard]] std::string_view id() const noexcept { return row->id; }
    [[nodiscard]] int success_status() const noexcept { return row->success_status; }

    /// Whether checks of it are derived from the contract's tables alone; those of operations that start a job are
    /// written by hand.
    [[nodiscard]] bool is_derived() const noexcept { return row->does != contract::effect::submit; }

    /// The check that tells what was wrong with the answer to the plain request.
    [[nodiscard]] std::string first_check() const { return prefix + (is_derived() ? ".success_status" : ".accepted"); }
};

operation const& backfill_column();
operation const& refresh_materialized_view();

/// Every operation of the contract: those that start a job first, then the others in the order of the contract.
std::span<operation const* const> all_operations() noexcept;

/// What is wrong with the body of the success @p answer, by the response's field table. Null counts as absent, and
/// members that the schema does not have are free: clients read answers so.
violations response_violations(operation const& op, http::response const& answer);

/// The operation with that operationId, or null.
operation const* find_operation(std::string_view id) noexcept;

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
