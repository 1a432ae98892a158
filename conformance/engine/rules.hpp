// SPDX-License-Identifier: Apache-2.0
// The rules that every answer of an operation keeps, whatever the request was.
#pragma once

#include "conformance/engine/answer.hpp"
#include "conformance/engine/operation.hpp"
#include "conformance/engine/options.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Names of the rules, as findings and check::about carry them.
namespace rules {
inline constexpr std::string_view transport = "answer.transport";     ///< a whole HTTP response comes
inline constexpr std::string_view status = "answer.status";           ///< a success or an error, no redirect
inline constexpr std::string_view success_status = "success.status";  ///< exactly the declared one
inline constexpr std::string_view success_schema = "success.schema";  ///< the body is what the schema says
/// application/json, or the type of the Arrow framing
inline constexpr std::string_view success_media_type = "success.media_type";
inline constexpr std::string_view error_code = "error.code";        ///< an object with an integer code
inline constexpr std::string_view error_members = "error.members";  ///< error, detail, instance are strings
inline constexpr std::string_view error_status = "error.status";    ///< the status that belongs to the code
}  // namespace rules

/// Whether the body of a success is the JSON of a text: plans for people, which some servers send as they are, since
/// the documents say both.
bool carries_text(operation const& op);

/// A rule that an answer broke, or, at level info, something worth noting about it.
struct breach {
    std::string_view rule;
    level strength = level::must;
    std::string expected;
    std::string hint;
};

/// Whether a request was one of the operation, or one that a router may turn down before it.
enum class routing {
    ordinary,
    refusable,  ///< the request should have been refused: of a success that it gets nothing else is asked
    off_route,  ///< another method, or another spelling of the path: any bare 404, 405 or redirect will do
};

/// The rules of every answer that @p a breaks, as an answer of @p op.
std::vector<breach> breaches(operation const& op, answer const& a, expectations const& asked = {},
                             routing how = routing::ordinary);

}  // namespace lancespec::conformance
