// Runs the checks against a server.
#pragma once

#include "conformance/engine/options.hpp"
#include "conformance/engine/run_result.hpp"
#include "conformance/transport/transport.hpp"

#include <functional>

namespace lancespec::conformance {

/// Sends one plain request per operation to find out what the server has, then runs the checks that
/// @p options selects, in the order of the registry.
///
/// @p on_result is called after each check, those not run included. Never throws for anything a server does; an
/// exception inside a check is that check's suite_error.
run_result run_checks(transport& server, run_options const& options,
                      std::function<void(check_result const&)> const& on_result = {});

}  // namespace lancespec::conformance
