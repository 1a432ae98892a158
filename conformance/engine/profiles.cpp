#include "conformance/engine/profiles.hpp"

#include <algorithm>
#include <array>

namespace lancespec::conformance {

std::span<profile const> all_profiles() {
    static std::array const all{
        profile{"jobs",
                "column backfill and materialized-view refresh",
                {"AlterTableBackfillColumns", "RefreshMaterializedView"}},
    };
    return all;
}

profile const* find_profile(std::string_view name) {
    auto const all = all_profiles();
    auto const found = std::ranges::find(all, name, &profile::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace lancespec::conformance
