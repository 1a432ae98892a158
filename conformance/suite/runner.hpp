// SPDX-License-Identifier: Apache-2.0
// Runs the checks against a server.
#pragma once

#include "conformance/engine/check.hpp"
#include "conformance/engine/options.hpp"
#include "conformance/engine/run_result.hpp"
#include "conformance/transport/transport.hpp"

#include <functional>
#include <span>

namespace lancespec::conformance {

/// Sends one plain request per operation to find out what the server has, then runs those of @p suite that
/// @p options select, in their order.
///
/// @p on_result is called after each check, those not run included. Never throws for anything a server does; an
/// exception inside a check is that check's suite_error. The operation of each check must be one of the contract.
run_result run_checks(transport& server, run_options const& options, std::span<check const> suite,
                      std::function<void(check_result const&)> const& on_result = {});

/// The same with all_checks() (suite/registry.hpp).
run_result run_checks(transport& server, run_options const& options,
                      std::function<void(check_result const&)> const& on_result = {});

}  // namespace lancespec::conformance
