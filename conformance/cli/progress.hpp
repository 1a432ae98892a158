// SPDX-License-Identifier: Apache-2.0
// One line on a terminal that says how far a run is.
#pragma once

#include "conformance/engine/run_result.hpp"

#include <cstddef>
#include <iosfwd>

namespace lancespec::conformance {

/// Writes over the same line again and again; nothing at all unless @p live.
class progress {
public:
    progress(std::ostream& out, bool live, std::size_t checks) : out_(out), live_(live), checks_(checks) {}
    ~progress() { clear(); }
    progress(progress const&) = delete;
    progress& operator=(progress const&) = delete;

    void start();                      ///< nothing is known yet
    void tell(check_result const& c);  ///< @p c is done
    void clear();

private:
    std::ostream& out_;
    bool live_;
    std::size_t checks_;
    std::size_t done_ = 0;
    std::size_t failed_ = 0;
};

}  // namespace lancespec::conformance
