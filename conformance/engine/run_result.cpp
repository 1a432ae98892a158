// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/run_result.hpp"

#include "conformance/engine/standing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lancespec::conformance {
namespace {

std::size_t count_musts(run_result const& run, outcome o) {
    return static_cast<std::size_t>(std::ranges::count_if(
        run.checks, [o](check_result const& c) { return c.strength == level::must && c.result == o; }));
}

/// The checks that said something about the server's conformance.
std::size_t judged(run_result const& run) {
    return count(run, outcome::pass) + count(run, outcome::warn) + count(run, outcome::fail);
}

std::string joined(std::vector<std::string> const& words, std::string_view none) {
    return words.empty() ? std::string(none) : fmt::format("{}", fmt::join(words, ", "));
}

std::string counted(std::size_t n, std::string_view noun) {
    return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

/// The operations that the server does not have, by name when they are few.
std::string declined(run_result const& run) {
    constexpr std::size_t few = 4;
    if (run.declined.size() > few) return counted(run.declined.size(), "operation");
    return joined(run.declined, "nothing");
}

/// Failures that nobody knows of.
std::size_t unexpected_failures(run_result const& run) {
    return static_cast<std::size_t>(
        std::ranges::count_if(run.checks, [](check_result const& c) { return c.result == outcome::fail && !c.known; }));
}

std::string known(run_result const& run) {
    auto const n = count(run, outcome::fail) - unexpected_failures(run);
    return n == 0 ? std::string{} : "; " + counted(n, "known failure");
}

/// The checks that are known to fail, and passed.
std::vector<std::string> stale(run_result const& run) {
    std::vector<std::string> out;
    for (auto const& c : run.checks)
        if (c.known && (c.result == outcome::pass || c.result == outcome::observed)) out.push_back(c.id);
    return out;
}

/// `2 warnings`, or nothing.
std::string warnings(run_result const& run) {
    auto const n = count(run, outcome::warn);
    return n == 0 ? std::string{} : "; " + counted(n, "warning");
}

/// `; not looked at: 3 checks that need objects which were not named`, or nothing.
std::string not_looked_at(run_result const& run) {
    auto const n = count(run, outcome::not_run);
    return n == 0 ? std::string{} : fmt::format("; not looked at: {} (the report says why)", counted(n, "check"));
}

/// Why nothing was run: the reason that most checks have.
std::string why_none(run_result const& run) {
    std::map<std::string, std::size_t> reasons;
    for (auto const& c : run.checks) {
        auto reason = c.reason.starts_with("--read-only: ") ? std::string("left out by --read-only") : c.reason;
        ++reasons[std::move(reason)];
    }
    auto const most = std::ranges::max_element(reasons, {}, [](auto const& one) { return one.second; });
    if (most->first == "left out by --only") return "no check matches the patterns of --only";
    return most->first.empty() ? std::string("nothing was left of them") : most->first;
}

std::string names_of(std::vector<profile_standing> const& profiles, profile_state state) {
    std::vector<std::string_view> names;
    for (auto const& one : profiles)
        if (one.state == state) names.push_back(one.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// `; inconclusive: metadata (RegisterTable: …)`, or nothing.
std::string inconclusive(run_result const& run, std::vector<profile_standing> const& profiles) {
    auto const names = names_of(profiles, profile_state::inconclusive);
    if (names.empty()) return {};
    std::vector<operation_standing const*> unjudged;
    for (auto const& op : run.operations) {
        bool const one = std::ranges::any_of(profiles, [&](profile_standing const& p) {
            return p.state == profile_state::inconclusive && std::ranges::find(p.unjudged, &op) != p.unjudged.end();
        });
        if (one) unjudged.push_back(&op);
    }
    return fmt::format("; inconclusive: {} ({})", names, with_reasons(unjudged));
}

/// What `auto` found besides the profiles that a sentence begins with.
std::string other_profiles(run_result const& run, profile_state told) {
    if (run.profile != "auto") return {};
    auto const profiles = standings_of(run);
    if (told == profile_state::kept) return inconclusive(run, profiles);
    auto const kept = names_of(profiles, profile_state::kept);
    return fmt::format("{}{}{}; declined: {}", kept.empty() ? "" : "; conforms to ", kept, inconclusive(run, profiles),
                       declined(run));
}

/// `jobs, data`: the profiles in which something failed.
std::string failed_profiles(run_result const& run) {
    auto const names = names_of(standings_of(run), profile_state::failed);
    return names.empty() ? joined(run.profiles, "any profile") : names;
}

std::string why_no_verdict(run_result const& run) {
    if (run.interrupted) return "no verdict: the run was interrupted";
    if (run.checks.empty()) return "no verdict: the suite has no checks";
    if (count(run, outcome::not_run) == run.checks.size()) return "no verdict: no check was run: " + why_none(run);
    auto const open = open_questions(run);
    auto const answered = fmt::format("{} of {} gave an answer and none of them failed", judged(run),
                                      counted(run.checks.size(), "check"));
    if (run.partial) return fmt::format("no verdict: a partial run, {}", answered);
    auto const profiles = standings_of(run);
    if (!open.empty()) {
        auto const kept = run.profile == "auto" ? names_of(profiles, profile_state::kept) : std::string{};
        auto const what = run.profile != "auto" && names_of(profiles, profile_state::kept).empty()
                              ? run.profile + " is inconclusive, "
                              : std::string{};
        return fmt::format("no verdict: {}{} could not be judged ({}); {}{}; declined: {}", what,
                           counted(open.size(), "operation"), with_reasons(open), answered,
                           kept.empty() ? "" : "; conforms to " + kept, declined(run));
    }
    if (count_musts(run, outcome::pass) > 0)
        return fmt::format("no verdict: no profile is there whole; {}; declined: {}", answered, declined(run));
    return fmt::format("no verdict: no MUST could be checked; declined: {}", declined(run));
}

}  // namespace

std::string finding::subject() const {
    return fmt::format("{}", fmt::join(subjects, ", "));
}

std::size_t count(run_result const& run, outcome o) {
    return static_cast<std::size_t>(
        std::ranges::count_if(run.checks, [o](check_result const& c) { return c.result == o; }));
}

exit_status status_of(run_result const& run) {
    if (!run.reachable) return exit_status::unreachable;
    if (count(run, outcome::suite_error) > 0) return exit_status::suite_failed;
    if (unexpected_failures(run) > 0) return exit_status::must_failed;
    if (!stale(run).empty()) return exit_status::stale_known_failures;
    // A server that declines everything has kept no clause, and so conforms to nothing.
    bool const kept = std::ranges::any_of(standings_of(run),
                                          [](profile_standing const& one) { return one.state == profile_state::kept; });
    bool const complete = kept && !run.partial && count_musts(run, outcome::pass) > 0 && open_questions(run).empty();
    return complete ? exit_status::conforms : exit_status::no_verdict;
}

std::string verdict_of(run_result const& run) {
    switch (status_of(run)) {
        case exit_status::unreachable: return "no verdict: the server could not be reached: " + run.unreachable_reason;
        case exit_status::suite_failed:
            return fmt::format("no verdict: the suite itself failed in {}",
                               counted(count(run, outcome::suite_error), "check"));
        case exit_status::must_failed:
            return fmt::format("does not conform to {}: {} of {} failed{}{}{}{}", failed_profiles(run),
                               unexpected_failures(run), counted(judged(run), "check"),
                               run.partial ? "" : other_profiles(run, profile_state::failed), known(run), warnings(run),
                               run.partial ? "; a partial run" : "");
        case exit_status::conforms:
            return fmt::format("conforms to {}{}; declined: {}{}{}{}", names_of(standings_of(run), profile_state::kept),
                               other_profiles(run, profile_state::kept), declined(run), known(run), not_looked_at(run),
                               warnings(run));
        case exit_status::stale_known_failures:
            return fmt::format("no verdict: known to fail, but passed: {}; take them off the list of known failures",
                               joined(stale(run), ""));
        case exit_status::no_verdict:
        case exit_status::usage: break;
    }
    return why_no_verdict(run);
}

}  // namespace lancespec::conformance
