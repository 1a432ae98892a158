// SPDX-License-Identifier: Apache-2.0
// The level of each derived check against the row of the verdicts that it stands on: one table for people and machine.
#include "conformance/suite/registry.hpp"

#include "conformance/checks/derived_checks.hpp"
#include "conformance/engine/rules.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <set>

namespace levels_test {

namespace lc = lancespec::conformance;
namespace contract = lancespec::contract;
using lc::level;

level always_must(lc::operation const&) {
    return level::must;
}

level always_should(lc::operation const&) {
    return level::should;
}

/// MUST where a page lists the code for the operation, and where the status is the whole answer.
level of_unknown_object(lc::operation const& op) {
    return op.codes_listed && !op.error_codes.empty() ? level::must : level::should;
}

struct family {
    std::string_view check;   ///< after the operation's prefix
    std::string_view stands;  ///< rows of the verdicts, or their standing rules
    std::string_view words;   ///< the level, and where it differs
    level (*of)(lc::operation const&);
};

constexpr family families[] = {
    {"success_status", "rows 3, 5, 6, 7", "MUST; SHOULD for creations, which real servers answer 201",
     [](lc::operation const& op) { return lc::success_statuses_of(op).any ? level::should : level::must; }},
    {"response_schema", "rule 6", "MUST; SHOULD where no content is declared",
     [](lc::operation const& op) {
         return op.response_body == contract::body_kind::none ? level::should : level::must;
     }},
    {"response_media_type", "rows 22, 24", "MUST; SHOULD for plans, which prose calls plain strings",
     [](lc::operation const& op) { return lc::carries_text(op) ? level::should : level::must; }},
    {"error_body", "rows 1, 39, 48, 51, 63", "MUST", always_must},
    {"malformed_json", "rule 3", "MUST for what acts, SHOULD for what reads",
     [](lc::operation const& op) { return op.does == contract::effect::read ? level::should : level::must; }},
    {"required_fields", "rule 3", "SHOULD", always_should},
    {"field_types", "rule 3", "SHOULD", always_should},
    {"field_bounds", "rule 3; rows 67, 68 are left out", "SHOULD", always_should},
    {"id_mismatch", "row 28", "MUST", always_must},
    {"unknown_object", "rows 2, 7, 48, 55", "MUST where a page lists the code, SHOULD elsewhere", of_unknown_object},
    {"unknown_version", "row 70", "MUST", always_must},
    {"unknown_column", "rows 48, 70", "MUST", always_must},
    {"unknown_tag", "row 48", "MUST", always_must},
    {"unknown_index", "row 48", "MUST", always_must},
    {"unknown_branch", "rows 44, 69", "MUST", always_must},
    {"branch_alone", "rows 44, 69", "MUST", always_must},
    {"load_detailed_metadata", "rows 18, 19, 54", "MUST", always_must},
    {"with_table_uri", "rows 18, 54", "MUST", always_must},
    {"not_empty", "row 4", "MUST", always_must},
};

TEST_CASE("each derived check has the level of the verdict that it stands on") {
    std::set<std::string_view> used;
    for (auto const& c : lc::all_checks()) {
        auto const& op = *lc::find_operation(c.operation);
        if (lc::starts_job(op)) continue;
        auto const name = std::string_view(c.id).substr(c.id.find('.') + 1);
        auto const found = std::ranges::find(families, name, &family::check);
        INFO(c.id);
        REQUIRE(found != std::end(families));
        INFO(found->stands << ": " << found->words);
        CHECK(c.strength == found->of(op));
        used.insert(name);
    }
    CHECK(used.size() == std::size(families));
}

}  // namespace levels_test
