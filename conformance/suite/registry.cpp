#include "conformance/suite/registry.hpp"

#include "conformance/checks/checks.hpp"
#include "conformance/checks/derived_checks.hpp"

namespace lancespec::conformance {
namespace {

suite make_standard_suite() {
    suite all;
    auto const& backfill = backfill_column();
    all.add(checks::successes(backfill));
    all.add(checks::bodies(backfill));
    all.add(checks::backfill_request());
    all.add(checks::backfill_field_paths());
    all.add(checks::backfill_effects());
    all.add(checks::optional_fields(backfill));
    all.add(checks::field_types(backfill));
    all.add(checks::request_media_types(backfill));
    all.add(checks::identifiers(backfill));
    all.add(checks::delimiters(backfill));
    all.add(checks::errors(backfill));
    all.add(checks::authentication(backfill));
    all.add(checks::routes(backfill));

    auto const& refresh = refresh_materialized_view();
    all.add(checks::successes(refresh));
    all.add(checks::bodies(refresh));
    all.add(checks::refresh_request());
    all.add(checks::refresh_effects());
    all.add(checks::optional_fields(refresh));
    all.add(checks::field_types(refresh));
    all.add(checks::request_media_types(refresh));
    all.add(checks::identifiers(refresh));
    all.add(checks::delimiters(refresh));
    all.add(checks::errors(refresh));
    all.add(checks::authentication(refresh));
    all.add(checks::routes(refresh));

    for (auto const* op : all_operations())
        if (op->is_derived()) all.add(checks::derived(*op));
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
