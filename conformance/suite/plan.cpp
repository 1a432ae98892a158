// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/plan.hpp"

#include "conformance/engine/operation.hpp"
#include "conformance/engine/profiles.hpp"
#include "conformance/setup/samples.hpp"
#include "conformance/suite/registry.hpp"

#include <lancespec/core/identifier.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lancespec::conformance {
namespace {

bool any_matches(std::vector<std::string> const& patterns, std::string_view id) {
    return std::ranges::any_of(patterns, [&](std::string const& pattern) { return matches(pattern, id); });
}

std::string display(std::vector<std::string> const& names) {
    return object_identifier(names).display();
}

std::string objects_of(run_options const& options) {
    auto const& named = options.objects;
    std::string out;
    auto const say = [&out](std::string_view what, std::string const& how) {
        out += fmt::format("  {:14}{}\n", what, how);
    };
    bool const neither = !named.table_exists && !named.view_exists;
    auto const* const made = !options.may_make() ? "`{}`, if it is there"
                             : neither
                                 ? "`{}`, if the demo data is there; else made by the suite, and dropped at the end"
                                 : "made by the suite, and dropped at the end; where that is declined, `{}`";
    say("table", named.table_exists ? fmt::format("`{}`, column `{}`", display(named.table), named.column)
                                    : fmt::format(fmt::runtime(made), display(named.table)));
    say("view", named.view_exists ? fmt::format("`{}`", display(named.view))
                                  : fmt::format(fmt::runtime(made), display(named.view)));
    if (!named.readable.empty())
        say("to read", fmt::format("`{}`, where the suite can make no table", display(named.readable)));
    if (options.may_make()) say("namespace", "lancespecRUN, for what the suite makes: nothing else is written to");
    return out;
}

/// Whether a derived check of @p op asks about an object that the suite makes for it.
bool needs_own_object(operation const& op) {
    if (starts_job(op)) return false;
    auto const on = sample_of(op.id).on;
    return on != place::nothing && on != place::run_namespace && on != place::shared_table &&
           on != place::shared_name && on != place::transaction;
}

/// What the options keep a check from doing, though it is asked for.
std::string why_idle(run_options const& options, check const& c) {
    auto const many = [&](fault const& f) { return f.check == c.id && f.needs_load; };
    if (!options.load && std::ranges::any_of(all_faults(), many))
        return "it starts many jobs at once: --load allows it";
    if (!options.may_make() && c.needs == need::own_objects)
        return "it needs a table of its own: --no-set-up forbids that";
    if (!options.may_make() && needs_own_object(*find_operation(c.operation)))
        return "it needs an object of its own: --no-set-up forbids that";
    return {};
}

}  // namespace

std::string why_left_out(run_options const& options, std::string_view id, std::string_view operation_id) {
    if (!options.only.empty() && !any_matches(options.only, id)) return "left out by --only";
    if (any_matches(options.skip, id)) return "left out by --skip";
    auto const* op = find_operation(operation_id);
    if (options.read_only && op != nullptr && op->does != contract::effect::read)
        return fmt::format("--read-only: {} {}", op->id,
                           op->does == contract::effect::submit ? "starts jobs" : "writes");
    return {};
}

std::vector<check const*> checks_of(std::span<check const> suite, run_options const& options) {
    std::vector<check const*> out;
    for (auto const& c : suite)
        if (belongs(c.operation, options.profile)) out.push_back(&c);
    return out;
}

std::vector<check const*> checks_of(run_options const& options) {
    return checks_of(all_checks(), options);
}

std::string plan_of(run_options const& options, std::string_view target) {
    std::string checks;
    std::string left_out;
    std::size_t count = 0;
    for (auto const* one : checks_of(options)) {
        auto const& c = *one;
        auto why = why_left_out(options, c.id, c.operation);
        if (why.empty()) why = why_idle(options, c);
        if (why.empty()) {
            ++count;
            checks += fmt::format("  {:52} {:6} {}\n", c.id, name(c.strength), c.summary);
        } else {
            left_out += fmt::format("  {:52} {}\n", c.id, why);
        }
    }
    auto out =
        fmt::format("Nothing is sent. A run against {} would look at {} of {} checks.\n\nObjects:\n{}\nJobs: {}.\n",
                    target, count, checks_of(options).size(), objects_of(options),
                    options.load ? "as many as the checks like (--load)"
                                 : "at most three on each object, unless the server accepts what it should refuse");
    if (!checks.empty()) out += "\nChecks:\n" + checks;
    if (!left_out.empty()) out += "\nLeft out:\n" + left_out;
    return out;
}

}  // namespace lancespec::conformance
