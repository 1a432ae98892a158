// SPDX-License-Identifier: Apache-2.0
// What a run shows of operations and profiles: a verdict is owed, not assumed.
#pragma once

#include "conformance/engine/run_result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

class session;

/// Fills in the operations, the profiles and what is declined, from what @p known met and what the checks say.
void tell_operations(run_result& run, session& known);

enum class profile_state : std::uint8_t {
    kept,          ///< every operation of it was judged, and no check of them failed
    failed,        ///< a check of one of its operations failed, whatever else is known
    inconclusive,  ///< the server declines none of it, and some operation went unjudged
    partly,        ///< the server declines some of its operations
    absent,        ///< it declines all of them
};

std::string_view name(profile_state s) noexcept;  ///< `kept`, `inconclusive`, …

struct profile_standing {
    std::string_view name;
    profile_state state = profile_state::absent;
    std::vector<operation_standing const*> unjudged;  ///< of @p run
    std::vector<operation_standing const*> declined;
};

/// Of each profile that was looked at: the one that was asked for, or all of them; with `auto` `full` is among them
/// only when it is kept. Points into @p run.
std::vector<profile_standing> standings_of(run_result const& run);

/// The operations that keep @p run from a verdict: claimed ones, those of the profile that was asked for, and with
/// `auto` those of which the suite has a good request for every server.
std::vector<operation_standing const*> open_questions(run_result const& run);

/// `DeclareTable, ListTables: the server …; RenameTable: …`: operations by why, the first few.
std::string with_reasons(std::vector<operation_standing const*> const& operations);

}  // namespace lancespec::conformance
