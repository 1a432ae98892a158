// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/reference_page.hpp"

#include "conformance/engine/operation.hpp"
#include "conformance/suite/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace lancespec::conformance {
namespace {

bool is_derived(check const& c) {
    return !starts_job(*find_operation(c.operation));
}

std::vector<check const*> those(bool derived) {
    std::vector<check const*> out;
    for (auto const& c : all_checks())
        if (is_derived(c) == derived) out.push_back(&c);
    return out;
}

std::string table_of_checks() {
    std::string out;
    std::string_view operation;
    for (auto const* c : those(false)) {
        if (c->operation != operation) {
            operation = c->operation;
            out += fmt::format("\n## {}\n\n| check | level | what a server does | clause |\n|---|---|---|---|\n",
                               operation);
        }
        out += fmt::format("| `{}` | {} | {} | {} |\n", c->id, name(c->strength), markdown_cell(c->summary),
                           markdown_cell(c->clause));
    }
    return out;
}

/// `*.unknown_object`.
std::string pattern_of(check const& c) {
    return "*" + c.id.substr(c.id.find('.'));
}

/// Lists things under a heading each, in the order in which the headings come.
class gathered {
public:
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;

    void add(std::string const& heading, std::string thing) {
        auto const same = std::ranges::find(groups, heading, [](auto const& one) { return one.first; });
        auto& list =
            same == groups.end() ? groups.emplace_back(heading, std::vector<std::string>{}).second : same->second;
        if (std::ranges::find(list, thing) == list.end()) list.push_back(std::move(thing));
    }
};

/// The same rule has the same words for most operations: a line for each wording, with those that it is for.
std::string table_of_derived_checks() {
    constexpr std::size_t few = 3;
    gathered lines;
    auto const checks = those(true);
    for (auto const* c : checks)
        lines.add(fmt::format("| `{}` | {} | {} |", pattern_of(*c), name(c->strength), markdown_cell(c->summary)),
                  c->operation);
    std::ranges::stable_sort(lines.groups, {},
                             [](auto const& one) { return one.first.substr(0, one.first.find('|', 2)); });
    std::string out = "\n| check | level | what a server does | of |\n|---|---|---|---|\n";
    for (auto const& [line, operations] : lines.groups)
        out += fmt::format("{} {} |\n", line,
                           operations.size() > few ? fmt::format("{} operations", operations.size())
                                                   : fmt::format("{}", fmt::join(operations, ", ")));
    return out;
}

/// One line for all checks that have the same reason.
std::string rationales() {
    gathered lines;
    for (auto const& c : all_checks())
        lines.add(c.rationale, fmt::format("`{}`", is_derived(c) ? pattern_of(c) : c.id));
    std::string out;
    for (auto const& [why, ids] : lines.groups) out += fmt::format("- {}: {}\n", fmt::join(ids, ", "), why);
    return out;
}

std::string table_of_faults() {
    std::string out;
    for (auto const& f : all_faults()) {
        if (f.needs_stub) continue;
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
           table_of_checks() +
           "\n## The other operations\n\n"
           "These checks follow from the contract's tables alone, the same few rules for each operation: "
           "`lancespec list` names them one by one (`create_table_tag.field_types`), `lancespec explain ID` says what "
           "one asks. A request that is refused by right is sent about objects that the suite has made for it. What a "
           "server does not have is unsupported; where the suite knows no request that the server accepts (a table "
           "registered from files, say), the checks of that operation are disabled, and say so.\n" +
           table_of_derived_checks() + "\n## Why these levels\n\n" + rationales() +
           "\n## Faults\n\n"
           "`lancespec serve --demo --fault ID` breaks one clause on purpose, and the check named beside it must "
           "notice. Those marked * show only when the server asks for credentials (`--token`), those marked † only to "
           "`check --load`. [Which checks notice which fault](kill-table.md). Each check of the other operations has a "
           "fault with its own id (`--fault create_table_tag.field_types`); the built-in server answers what it does "
           "not execute by example then.\n\n"
           "| fault | the server | check | which |\n|---|---|---|---|\n" +
           table_of_faults();
}

}  // namespace lancespec::conformance
