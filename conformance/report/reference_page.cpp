#include "conformance/report/reference_page.hpp"

#include "conformance/engine/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace lancespec::conformance {
namespace {

std::string table_of_checks() {
    std::string out;
    std::string_view operation;
    for (auto const& c : all_checks()) {
        if (c.operation != operation) {
            operation = c.operation;
            out += fmt::format("\n## {}\n\n| check | level | what a server does | clause |\n|---|---|---|---|\n",
                               operation);
        }
        out += fmt::format("| `{}` | {} | {} | {} |\n", c.id, name(c.strength), markdown_cell(c.summary),
                           markdown_cell(c.clause));
    }
    return out;
}

/// One line for all checks that have the same reason.
std::string rationales() {
    std::vector<std::pair<std::string_view, std::string>> lines;
    for (auto const& c : all_checks()) {
        auto const same = std::ranges::find(lines, c.rationale, [](auto const& line) { return line.first; });
        if (same == lines.end())
            lines.emplace_back(c.rationale, fmt::format("`{}`", c.id));
        else
            same->second += fmt::format(", `{}`", c.id);
    }
    std::string out;
    for (auto const& [why, ids] : lines) out += fmt::format("- {}: {}\n", ids, why);
    return out;
}

std::string table_of_faults() {
    std::string out;
    for (auto const& f : all_faults()) {
        auto const* shows = f.shows == outcome::warn       ? "warns; fails with `--strict`"
                            : f.shows == outcome::observed ? "observes something else"
                                                           : "fails";
        out += fmt::format("| `{}`{}{} | {} | `{}` | {} |\n", f.id, f.needs_authentication ? " *" : "",
                           f.needs_load ? " †" : "", markdown_cell(f.summary), f.check, shows);
    }
    return out;
}

}  // namespace

std::string markdown_cell(std::string_view text) {
    std::string out;
    for (char const c : text) {
        if (c == '|') out += '\\';
        out += c;
    }
    return out;
}

std::string checks_markdown() {
    return "# Checks\n\n"
           "Every check of `lancespec check`, in the order in which they are listed, with the clause of the contract "
           "it "
           "stands on. MUST: a server that does otherwise does not conform. SHOULD: it is warned. INFO: recorded only. "
           "This page is generated from the checks.\n" +
           table_of_checks() + "\n## Why these levels\n\n" + rationales() +
           "\n## Faults\n\n"
           "`lancespec serve --demo --fault ID` breaks one clause on purpose, and the check named beside it must "
           "notice. Those marked * show only when the server asks for credentials (`--token`), those marked † only to "
           "`check --load`. [Which checks notice which fault](kill-table.md).\n\n"
           "| fault | the server | check | which |\n|---|---|---|---|\n" +
           table_of_faults();
}

}  // namespace lancespec::conformance
