// SPDX-License-Identifier: Apache-2.0
// The report for a person at a terminal.
#pragma once

#include "conformance/engine/run_result.hpp"

#include <string>

namespace lancespec::conformance {

struct console_options {
    bool colour = false;   ///< ANSI colours; nothing depends on them
    bool verbose = false;  ///< passing checks too, and every finding of a check
};

/// @p run, already masked, as text: grouped by operation, what was not kept in full, the verdict at the end.
std::string console_report(run_result const& run, console_options options = {});

}  // namespace lancespec::conformance
