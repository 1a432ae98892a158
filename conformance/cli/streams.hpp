// SPDX-License-Identifier: Apache-2.0
// Where the program writes, so that tests can read it.
#pragma once

#include <iosfwd>

namespace lancespec::conformance {

struct streams {
    std::ostream& out;
    std::ostream& err;
    bool colour = false;  ///< `out` is a terminal, and NO_COLOR is not set
    bool live = false;    ///< `err` is a terminal
};

}  // namespace lancespec::conformance
