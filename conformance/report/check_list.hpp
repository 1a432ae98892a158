// SPDX-License-Identifier: Apache-2.0
// Lists of checks and operations for a person: the same check of many operations is told once.
#pragma once

#include "conformance/engine/run_result.hpp"

#include <string>
#include <vector>

namespace lancespec::conformance {

/// The gravest level that is not kept: what makes a check fail may be graver than its own clause, or less grave.
level gravest(check_result const& c);

/// @p words with commas between them, in rows of about a hundred characters.
std::vector<std::string> wrapped(std::vector<std::string> const& words);

/// `id_mismatch of 24 operations: create_table, …`, in rows; then the ids that stand alone. The whole list, unless it
/// would take more than some rows: then how many more there are.
std::vector<std::string> check_lists(std::vector<std::string> const& ids);

}  // namespace lancespec::conformance
