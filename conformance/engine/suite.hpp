// SPDX-License-Identifier: Apache-2.0
// A list of checks, and the faults that prove them: the built-in ones, those of another project, or both.
#pragma once

#include "conformance/engine/check.hpp"
#include "conformance/engine/fault.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Keeps the order in which checks were added; a run runs and tells them so.
///
/// A copy may be extended: `auto mine = standard_suite(); mine.add({…});` leaves the built-in one as it is.
class suite {
public:
    /// Adds checks with their faults, whose ids, check and clause are filled in: a fault is called as its check, with
    /// `.what` behind it when it has one. Throws std::invalid_argument, and adds nothing of the list, when an id is
    /// empty or taken, when there is nothing to run, or when the operation is none of the contract; the message names
    /// the check. Pointers to checks and faults become invalid.
    void add(std::vector<definition> list);

    [[nodiscard]] std::span<check const> checks() const noexcept { return checks_; }
    [[nodiscard]] std::span<fault const> faults() const noexcept { return faults_; }

    /// The check with that id, or null. Logarithmic.
    [[nodiscard]] check const* find_check(std::string_view id) const noexcept;

    /// The fault with that id, or null. Logarithmic.
    [[nodiscard]] fault const* find_fault(std::string_view id) const noexcept;

private:
    std::vector<check> checks_;
    std::vector<fault> faults_;
    std::map<std::string, std::size_t, std::less<>> check_at_;
    std::map<std::string, std::size_t, std::less<>> fault_at_;
};

}  // namespace lancespec::conformance
