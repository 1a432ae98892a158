// SPDX-License-Identifier: Apache-2.0
// What the specification says about one operation, as data: a row of the operation table.
#pragma once

#include <lancespec/core/describe.hpp>
#include <lancespec/core/error_code.hpp>

#include <cstdint>
#include <span>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

/// What the path's `{id}` names.
enum class object_kind : std::uint8_t {
    namespace_,
    table,
    materialized_view,
    transaction,
    none,  ///< the path has no id
};

/// Where a parameter travels.
enum class location : std::uint8_t {
    path,
    query
};

/// A parameter of a route. Its type and bounds are those of the request's member that it carries; a member that is a
/// map travels as JSON text, a list as one parameter per item.
struct parameter {
    std::string_view name{};
    location in = location::query;
    bool required = false;
    std::string_view field{};  ///< the request's member that it carries; empty for `delimiter`
    std::string_view doc{};
    std::string_view default_value{};  ///< as JSON text; empty: the document does not say
};

/// What the body of a request or response is.
enum class body_kind : std::uint8_t {
    none,
    json,           ///< required
    optional_json,  ///< may be left out; no body means `{}`
    member,         ///< the JSON of one member alone, named by the row: a bare integer, string or map
    arrow_stream,   ///< an Arrow IPC stream, held by the member that is the body
    arrow_file,     ///< an Arrow IPC file, held so; in practice a stream too
};

/// What an operation does to the catalog.
enum class effect : std::uint8_t {
    read,
    write,
    submit,  ///< starts a job and answers before it has run
};

struct operation {
    std::string_view id{};  ///< operationId: `AlterTableBackfillColumns`
    std::string_view method{"POST"};
    bool also_get = false;    ///< real clients send GET too, without a body
    std::string_view path{};  ///< template: `/v1/table/{id}/backfill_column`
    object_kind object = object_kind::table;
    std::span<parameter const> parameters{};
    body_kind request_body = body_kind::json;
    body_kind response_body = body_kind::json;
    std::string_view request_member{};  ///< of body_kind::member
    std::string_view response_member{};
    int success_status = 200;
    std::span<int const> error_statuses{};      ///< as declared; 500 stands for the document's 5XX
    std::span<error_code const> error_codes{};  ///< of the errors page, besides the common ones
    bool codes_listed = true;                   ///< whether the errors page has the operation at all
    std::span<std::string_view const> tags{};
    effect does = effect::read;
    bool idempotent = false;
    spec_version since = spec_version::v0_9_0;
    std::string_view summary{};
    /// Whether the path names an object.
    [[nodiscard]] constexpr bool has_id() const noexcept { return object != object_kind::none; }

    reflect::type_ref request = nullptr;  ///< the request's type; set from the row's C++ types
    reflect::type_ref response = nullptr;
};

/// The codes that every operation may answer, by the errors page.
inline constexpr error_code common_error_codes[] = {
    error_code::unsupported,     error_code::invalid_input,       error_code::permission_denied,
    error_code::unauthenticated, error_code::service_unavailable, error_code::internal,
    error_code::throttling,
};

}  // namespace contract
LANCESPEC_END_NAMESPACE
