// SPDX-License-Identifier: Apache-2.0
// Removes what a run has left on a server, from the names alone: of a run that kept its objects, or was killed.
#pragma once

#include "conformance/setup/fixtures.hpp"

#include <string>
#include <vector>

namespace lancespec::conformance {

/// What became of the objects of a run.
struct sweeping {
    std::vector<std::string> removed;
    std::vector<std::string> left;     ///< each with why
    std::vector<std::string> unknown;  ///< what could not be looked at, each with why
    bool reachable = true;
    std::string unreachable_reason;
};

/// Removes every object whose names say that the run of @p run made it, and what is in the run's namespaces. What is
/// there is found by listing: nothing is removed whose name does not begin with `lancespec` and hold the run's id.
sweeping sweep(session& run);

/// Removes the namespace @p names of the run and all that is in it. Adds to @p out.
void sweep_namespace(session& run, std::vector<std::string> const& names, sweeping& out);

}  // namespace lancespec::conformance
