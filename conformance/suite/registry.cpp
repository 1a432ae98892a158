#include "conformance/suite/registry.hpp"

#include "conformance/checks/checks.hpp"
#include "conformance/checks/derived_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lancespec::conformance {
namespace {

struct registry {
    std::vector<check> checks;
    std::vector<fault> faults;

    void add(checks::definitions list) {
        for (auto& one : list) {
            for (auto& broken : one.faults) {
                broken.check = one.check.id;
                broken.clause = one.check.clause;
                broken.id = broken.what.empty() ? broken.check : fmt::format("{}.{}", broken.check, broken.what);
                faults.push_back(std::move(broken));
            }
            checks.push_back(std::move(one.check));
        }
    }

    registry() {
        auto const& backfill = backfill_column();
        add(checks::successes(backfill));
        add(checks::bodies(backfill));
        add(checks::backfill_request());
        add(checks::backfill_field_paths());
        add(checks::backfill_effects());
        add(checks::optional_fields(backfill));
        add(checks::field_types(backfill));
        add(checks::request_media_types(backfill));
        add(checks::identifiers(backfill));
        add(checks::delimiters(backfill));
        add(checks::errors(backfill));
        add(checks::authentication(backfill));
        add(checks::routes(backfill));

        auto const& refresh = refresh_materialized_view();
        add(checks::successes(refresh));
        add(checks::bodies(refresh));
        add(checks::refresh_request());
        add(checks::refresh_effects());
        add(checks::optional_fields(refresh));
        add(checks::field_types(refresh));
        add(checks::request_media_types(refresh));
        add(checks::identifiers(refresh));
        add(checks::delimiters(refresh));
        add(checks::errors(refresh));
        add(checks::authentication(refresh));
        add(checks::routes(refresh));

        for (auto const* op : all_operations())
            if (op->is_derived()) add(checks::derived(*op));
    }
};

registry const& the_registry() {
    static registry const all;
    return all;
}

}  // namespace

std::span<check const> all_checks() {
    return the_registry().checks;
}

check const* find_check(std::string_view id) {
    auto const found = std::ranges::find(the_registry().checks, id, &check::id);
    return found == the_registry().checks.end() ? nullptr : &*found;
}

std::span<fault const> all_faults() {
    return the_registry().faults;
}

fault const* find_fault(std::string_view id) {
    auto const found = std::ranges::find(the_registry().faults, id, &fault::id);
    return found == the_registry().faults.end() ? nullptr : &*found;
}

bool matches(std::string_view pattern, std::string_view id) noexcept {
    // Backtracks to the last star only, so the work is at most the product of the lengths.
    std::size_t p = 0;
    std::size_t i = 0;
    std::size_t star = std::string_view::npos;
    std::size_t mark = 0;
    while (i < id.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = i;
        } else if (p < pattern.size() && pattern[p] == id[i]) {
            ++p;
            ++i;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            i = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

}  // namespace lancespec::conformance
