// SPDX-License-Identifier: Apache-2.0
// The commands, one function each; the result is the exit status.
#pragma once

#include "conformance/cli/command_line.hpp"
#include "conformance/cli/streams.hpp"

namespace lancespec::conformance {

int run_command(check_command const& command, streams io);
int run_command(serve_command const& command, streams io);  ///< returns after SIGINT or SIGTERM
int run_command(list_command const& command, streams io);
int run_command(explain_command const& command, streams io);
int run_command(path_command const& command, streams io);
int run_command(where_command const& command, streams io);
int run_command(operations_command const& command, streams io);
int run_command(validate_command const& command, streams io);
int run_command(openapi_command const& command, streams io);
int run_command(diff_command const& command, streams io);
int run_command(version_command const& command, streams io);
int run_command(usage_text const& command, streams io);

/// The whole program: reads @p arguments, without its own name, and does what they say.
int run_program(std::vector<std::string> arguments, streams io);

/// Up to three of @p known that are nearest to @p wanted by edit distance, when any is near.
std::vector<std::string> nearest(std::string_view wanted, std::vector<std::string> const& known);

}  // namespace lancespec::conformance
