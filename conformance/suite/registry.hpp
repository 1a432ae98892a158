// SPDX-License-Identifier: Apache-2.0
// All checks and all faults, in the order in which they run and are listed.
#pragma once

#include "conformance/engine/suite.hpp"

#include <span>
#include <string>
#include <string_view>

namespace lancespec::conformance {

/// The checks and faults of lancespec itself; a copy may be extended.
suite const& standard_suite();

/// Every check, operation by operation, the plain ones first.
std::span<check const> all_checks();

/// The check with that id, or null.
check const* find_check(std::string_view id);

/// Every fault, in the order of the checks that they must fail.
std::span<fault const> all_faults();

/// The fault with that id, or null.
fault const* find_fault(std::string_view id);

/// Whether @p id is meant by @p pattern: equal, or equal where a `*` stands for any text.
bool matches(std::string_view pattern, std::string_view id) noexcept;

}  // namespace lancespec::conformance
