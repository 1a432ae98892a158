// SPDX-License-Identifier: Apache-2.0
// Which HTTP statuses each error code travels with, and whether a document says so.
#pragma once

#include <lancespec/core/error_code.hpp>

#include <span>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

/// The statuses of one error code.
///
/// The REST catalog page (supported-catalogs/lance-rest.md, error mapping) obliges implementations to map the codes 0
/// to 21; codes 22 and 23 came later, and no page maps them.
struct error_statuses {
    error_code code;
    int status;                   ///< the one that the page maps the code to; http_status(code)
    bool is_stated = true;        ///< false: no page maps the code, public servers agree on the status
    std::span<int const> also{};  ///< statuses that documents or public servers give a reason to take as well
};

namespace detail {
inline constexpr int also_not_implemented[] = {501};  // declared nowhere, sent by servers for what they lack
inline constexpr int also_conflict[] = {409};         // the page uses 12 for a version that exists, too
}  // namespace detail

/// What is known of @p code.
constexpr error_statuses statuses_of(error_code code) noexcept {
    error_statuses out{code, http_status(code)};
    out.is_stated = code != error_code::table_branch_not_found && code != error_code::table_branch_already_exists;
    if (code == error_code::unsupported) out.also = detail::also_not_implemented;
    if (code == error_code::table_column_not_found) out.also = detail::also_conflict;
    return out;
}

}  // namespace contract
LANCESPEC_END_NAMESPACE
