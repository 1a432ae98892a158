// SPDX-License-Identifier: Apache-2.0
// Checks that somebody knows to fail: they do not fail the run, and one that passes again does.
#pragma once

#include <optional>
#include <string>

namespace lancespec::conformance {

struct known_failure {
    std::string check;                   ///< id, exactly
    std::string reason;                  ///< why it is put up with
    std::string link;                    ///< where that is followed up; may be empty
    std::optional<std::string> expires;  ///< `2027-01-31`: from the day after it counts again
};

}  // namespace lancespec::conformance
