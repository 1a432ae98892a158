// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/registry.hpp"

#include "conformance/checks/checks.hpp"
#include "conformance/checks/derived_checks.hpp"

namespace lancespec::conformance {
namespace {

/// What the tables cannot say of one operation that starts a job.
void add_own_checks(suite& all, operation const& op) {
    if (&op == &backfill_column()) {
        all.add(checks::backfill_request());
        all.add(checks::backfill_field_paths());
        all.add(checks::backfill_effects());
    } else if (&op == &refresh_materialized_view()) {
        all.add(checks::refresh_request());
        all.add(checks::refresh_effects());
    }
}

void add_job_checks(suite& all, operation const& op) {
    all.add(checks::successes(op));
    all.add(checks::bodies(op));
    add_own_checks(all, op);
    all.add(checks::optional_fields(op));
    all.add(checks::field_types(op));
    all.add(checks::request_media_types(op));
    all.add(checks::identifiers(op));
    all.add(checks::delimiters(op));
    all.add(checks::errors(op));
    all.add(checks::authentication(op));
    all.add(checks::routes(op));
}

suite make_standard_suite() {
    suite all;
    for (auto const* op : all_operations()) {
        if (starts_job(*op))
            add_job_checks(all, *op);
        else
            all.add(checks::derived(*op));
    }
    return all;
}

}  // namespace

suite const& standard_suite() {
    static auto const all = make_standard_suite();
    return all;
}

std::span<check const> all_checks() {
    return standard_suite().checks();
}

check const* find_check(std::string_view id) {
    return standard_suite().find_check(id);
}

std::span<fault const> all_faults() {
    return standard_suite().faults();
}

fault const* find_fault(std::string_view id) {
    return standard_suite().find_fault(id);
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
