// SPDX-License-Identifier: Apache-2.0
// From method and path to the operation of the contract.
#pragma once

#include <lancespec/contract/operation.hpp>
#include <lancespec/core/violation.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace http {

/// What a method and path lead to.
struct route_match {
    contract::operation const* operation = nullptr;                ///< null: no operation
    std::string id;                                                ///< the path's `{id}`, percent-decoded
    std::vector<std::pair<std::string_view, std::string>> others;  ///< its further parameters, such as `index_name`
    std::vector<std::string> allowed;  ///< no operation, but the path exists for these methods
    violations broken;                 ///< a bad percent escape in the path, at `path:NAME`
};

/// Finds the operation for @p method and @p path (as sent, without query). A slash at the end makes no difference:
/// some real clients end every table route with one. GET is taken where real clients send it for a POST. Linear in the
/// table and the path.
LANCESPEC_DECL route_match match_route(std::string_view method, std::string_view path);

/// The path of @p op with @p id, percent-encoded, in the place of `{id}`, and the values of @p others in the places of
/// their names: what match_route() reads back. A parameter without a value becomes an empty segment.
LANCESPEC_DECL std::string write_route(contract::operation const& op, std::string_view id,
                                       std::span<std::pair<std::string_view, std::string> const> others = {});

}  // namespace http
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/http/impl/route.ipp>
#endif
