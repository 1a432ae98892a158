#include "conformance/engine/registry.hpp"

#include "conformance/checks/checks.hpp"

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
        add(checks::optional_fields(backfill));
        add(checks::identifiers(backfill));
        add(checks::delimiters(backfill));
        add(checks::errors(backfill));
        add(checks::authentication(backfill));
        add(checks::routes(backfill));

        auto const& refresh = refresh_materialized_view();
        add(checks::successes(refresh));
        add(checks::bodies(refresh));
        add(checks::refresh_request());
        add(checks::optional_fields(refresh));
        add(checks::identifiers(refresh));
        add(checks::delimiters(refresh));
        add(checks::errors(refresh));
        add(checks::authentication(refresh));
        add(checks::routes(refresh));
    }
};

registry const& the_registry() {
    static registry const all;
    return all;
}

/// Text in a cell of a Markdown table.
std::string cell(std::string_view text) {
    std::string out;
    for (char const c : text) {
        if (c == '|') out += '\\';
        out += c;
    }
    return out;
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

http::response apply(fault const& broken, http::request const& request, handler const& next) {
    return broken.answer(request, next);
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

std::string checks_markdown() {
    std::string out =
        "# Checks\n\n"
        "Every check of `lancespec check`, in the order in which they run, with the clause of the contract it stands "
        "on. MUST: a server that does otherwise does not conform. SHOULD: it is warned. INFO: recorded only. This "
        "page is generated from the checks.\n";
    std::string_view operation;
    for (auto const& c : all_checks()) {
        if (c.operation != operation) {
            operation = c.operation;
            out += fmt::format("\n## {}\n\n| check | level | what a server does | clause |\n|---|---|---|---|\n",
                               operation);
        }
        out += fmt::format("| `{}` | {} | {} | {} |\n", c.id, name(c.strength), cell(c.summary), cell(c.clause));
    }
    out += "\n## Why these levels\n\n";
    for (auto const& c : all_checks()) out += fmt::format("- `{}`: {}\n", c.id, c.rationale);
    out +=
        "\n## Faults\n\n"
        "`lancespec serve --demo --fault ID` breaks one clause on purpose, and the check named beside it must notice. "
        "Those marked * show only when the server asks for credentials (`--token`).\n\n"
        "| fault | the server | check that fails |\n|---|---|---|\n";
    for (auto const& f : all_faults())
        out +=
            fmt::format("| `{}`{} | {} | `{}` |\n", f.id, f.needs_authentication ? " *" : "", cell(f.summary), f.check);
    return out;
}

}  // namespace lancespec::conformance
