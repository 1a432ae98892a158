// SPDX-License-Identifier: Apache-2.0
// What a run amounts to: the outcome of each check from its findings, and the causes that explain many of them.
#pragma once

#include "conformance/engine/options.hpp"
#include "conformance/engine/run_result.hpp"
#include "conformance/engine/session.hpp"

namespace lancespec::conformance {

/// Sets the outcome of @p c and of its variants: the gravest of their findings that no cause explains, or what is said
/// beside them if that is graver.
void settle(check_result& c, bool strict);

/// Finds what shows in many checks and tells it once.
///
/// A rule of every answer that is broken where its own check looks (`error_code_integer`, say) explains the same breach
/// everywhere else: such findings are marked, and no longer count. What blocks checks because of how the server
/// answered the plain request is a cause too.
void find_causes(run_result& run, session& known, bool strict);

/// Marks the checks that are known to fail. @p today is a date like 2027-01-31; what expired before it counts.
void apply_known_failures(run_result& run, std::vector<known_failure> const& list, std::string_view today);

}  // namespace lancespec::conformance
