// SPDX-License-Identifier: Apache-2.0
// The first look at an operation: what its plain request shows, and what that means for its checks.
#pragma once

#include "conformance/engine/session.hpp"

namespace lancespec::conformance {

/// Sends the plain request of @p op. Called by session::survey_of(), once for each operation.
survey survey_operation(session& run, operation const& op);

}  // namespace lancespec::conformance
