// SPDX-License-Identifier: Apache-2.0
// A usage error that is met after the words of the command line were read.
#pragma once

#include <string>

namespace lancespec::conformance {

/// Thrown while options are looked at, caught by parse_command_line().
struct usage_error {
    std::string text;
};

}  // namespace lancespec::conformance
