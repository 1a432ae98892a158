// SPDX-License-Identifier: Apache-2.0
// The target of a request: its path and its query parameters.
#pragma once

#include <lancespec/config.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace http {

/// A target taken apart. The path is as it was sent; the names and values of the query are percent-decoded (a plus
/// stays a plus).
struct target_parts {
    std::string_view path;                                   ///< a view into the target
    std::vector<std::pair<std::string, std::string>> query;  ///< in the order sent
    std::optional<std::string> bad_escape;                   ///< the query name or value with a broken `%` escape

    /// The value of the first parameter called @p name, or nothing.
    [[nodiscard]] LANCESPEC_DECL std::optional<std::string_view> find(std::string_view name) const noexcept;
};

/// Takes @p target apart at `?` and `&`; a fragment (`#…`) is dropped. Linear.
LANCESPEC_DECL target_parts parse_target(std::string_view target);

/// Appends `?name=value` or `&name=value`, percent-encoded.
LANCESPEC_DECL void append_query(std::string& target, std::string_view name, std::string_view value);

}  // namespace http
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/http/impl/target.ipp>
#endif
