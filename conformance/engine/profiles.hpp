// SPDX-License-Identifier: Apache-2.0
// Profiles: groups of operations that a server may claim to have.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

struct profile {
    std::string_view name;
    std::string_view summary;
    std::vector<std::string_view> operations;  ///< operationIds
};

/// Those that there are checks of.
std::span<profile const> all_profiles();

/// Whether the operation with that operationId belongs to the profile called @p name; every one belongs to `auto`.
bool belongs(std::string_view operation, std::string_view name);

/// The profile called @p name, or null. `auto` is none: it stands for whatever the server turns out to have.
profile const* find_profile(std::string_view name);

}  // namespace lancespec::conformance
