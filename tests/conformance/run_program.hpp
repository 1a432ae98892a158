// SPDX-License-Identifier: Apache-2.0
// Runs the program in this process and keeps what it writes.
#pragma once

#include "conformance/cli/commands.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace run_program {

struct outcome {
    int status;
    std::string out;
    std::string err;
};

/// The arguments without the program's name; neither stream is a terminal.
inline outcome run(std::vector<std::string> words) {
    std::ostringstream out;
    std::ostringstream err;
    int const status = lancespec::conformance::run_program(std::move(words), {out, err, false});
    return {status, out.str(), err.str()};
}

}  // namespace run_program
