// SPDX-License-Identifier: Apache-2.0
// The error codes of Lance Namespace, 0 to 23: their numbers, names, and the HTTP status each travels with.
#pragma once

#include <lancespec/config.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// An error code of the Lance Namespace specification (schema `ErrorResponse`, field `code`; the errors page
/// ends at 21, the schema at 23). The numbers are the same in every implementation.
enum class error_code : std::uint8_t {
    unsupported = 0,
    namespace_not_found = 1,
    namespace_already_exists = 2,
    namespace_not_empty = 3,
    table_not_found = 4,
    table_already_exists = 5,
    table_index_not_found = 6,
    table_index_already_exists = 7,
    table_tag_not_found = 8,
    table_tag_already_exists = 9,
    transaction_not_found = 10,
    table_version_not_found = 11,
    table_column_not_found = 12,
    invalid_input = 13,
    concurrent_modification = 14,
    permission_denied = 15,
    unauthenticated = 16,
    service_unavailable = 17,
    internal = 18,
    invalid_table_state = 19,
    table_schema_validation_error = 20,
    throttling = 21,
    table_branch_not_found = 22,
    table_branch_already_exists = 23,
};

/// What the specification and the reference server say about one error code.
struct error_code_info {
    error_code code;
    std::string_view name;   ///< as the specification spells it: `TableNotFound`
    int http_status;         ///< the status the reference server answers with
    std::string_view type;   ///< the `type` member of the documented error examples
    std::string_view title;  ///< the `title` member of the documented error examples
};

/// All codes, indexed by their number.
///
/// The REST catalog page maps the codes 0 to 21 to these statuses, and obliges implementations to do so; of 22
/// and 23, which came later, these are the ones on which public servers agree (contract/error_statuses.hpp).
inline constexpr std::array<error_code_info, 24> error_codes{{
    {error_code::unsupported, "Unsupported", 406, "/errors/unsupported-operation", "Unsupported operation"},
    {error_code::namespace_not_found, "NamespaceNotFound", 404, "/errors/not-found-error", "Not found"},
    {error_code::namespace_already_exists, "NamespaceAlreadyExists", 409, "/errors/conflict", "Conflict"},
    {error_code::namespace_not_empty, "NamespaceNotEmpty", 409, "/errors/conflict", "Conflict"},
    {error_code::table_not_found, "TableNotFound", 404, "/errors/not-found-error", "Not found"},
    {error_code::table_already_exists, "TableAlreadyExists", 409, "/errors/conflict", "Conflict"},
    {error_code::table_index_not_found, "TableIndexNotFound", 404, "/errors/not-found-error", "Not found"},
    {error_code::table_index_already_exists, "TableIndexAlreadyExists", 409, "/errors/conflict", "Conflict"},
    {error_code::table_tag_not_found, "TableTagNotFound", 404, "/errors/not-found-error", "Not found"},
    {error_code::table_tag_already_exists, "TableTagAlreadyExists", 409, "/errors/conflict", "Conflict"},
    {error_code::transaction_not_found, "TransactionNotFound", 404, "/errors/not-found-error", "Not found"},
    {error_code::table_version_not_found, "TableVersionNotFound", 404, "/errors/not-found-error", "Not found"},
    {error_code::table_column_not_found, "TableColumnNotFound", 404, "/errors/not-found-error", "Not found"},
    {error_code::invalid_input, "InvalidInput", 400, "/errors/bad-request", "Malformed request"},
    {error_code::concurrent_modification, "ConcurrentModification", 409, "/errors/conflict", "Conflict"},
    {error_code::permission_denied, "PermissionDenied", 403, "/errors/forbidden-request", "Not authorized"},
    {error_code::unauthenticated, "Unauthenticated", 401, "/errors/unauthorized-request", "No valid credentials"},
    {error_code::service_unavailable, "ServiceUnavailable", 503, "/errors/service-unavailable", "Slow down"},
    {error_code::internal, "Internal", 500, "/errors/server-error", "Internal server error"},
    {error_code::invalid_table_state, "InvalidTableState", 409, "/errors/conflict", "Conflict"},
    {error_code::table_schema_validation_error, "TableSchemaValidationError", 400, "/errors/bad-request",
     "Malformed request"},
    {error_code::throttling, "Throttling", 429, "/errors/too-many-requests", "Too many requests"},
    {error_code::table_branch_not_found, "TableBranchNotFound", 404, "/errors/not-found-error", "Not found"},
    {error_code::table_branch_already_exists, "TableBranchAlreadyExists", 409, "/errors/conflict", "Conflict"},
}};

/// The row of @p code. A value outside the enumeration gets the row of `internal`.
constexpr error_code_info const& info(error_code code) noexcept {
    auto const index = static_cast<std::size_t>(code);
    return error_codes[index < error_codes.size() ? index : static_cast<std::size_t>(error_code::internal)];
}

/// The name of @p code as the specification spells it, `TableNotFound` for 4.
constexpr std::string_view name(error_code code) noexcept {
    return info(code).name;
}

/// The HTTP status that the reference server sends with @p code.
constexpr int http_status(error_code code) noexcept {
    return info(code).http_status;
}

/// The code with number @p number, or nothing when the specification has no such code (a later version may).
constexpr std::optional<error_code> to_error_code(std::int64_t number) noexcept {
    if (number < 0 || number >= static_cast<std::int64_t>(error_codes.size())) return std::nullopt;
    return static_cast<error_code>(number);
}

LANCESPEC_END_NAMESPACE
