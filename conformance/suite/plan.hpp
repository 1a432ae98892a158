// SPDX-License-Identifier: Apache-2.0
// What a run would do, without doing it.
#pragma once

#include "conformance/engine/check.hpp"
#include "conformance/engine/options.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Those of @p suite that belong to the profile of @p options, in their order; a run tells of each of them.
std::vector<check const*> checks_of(std::span<check const> suite, run_options const& options);

/// The same of all_checks().
std::vector<check const*> checks_of(run_options const& options);

/// For `--dry-run`: the checks that would run, the objects that would be made, and how many jobs would be started at
/// most, as text for people.
std::string plan_of(run_options const& options, std::string_view target);

/// Why @p options leave the check called @p id, of the operation with @p operation_id, out; empty: they do not.
std::string why_left_out(run_options const& options, std::string_view id, std::string_view operation_id);

}  // namespace lancespec::conformance
