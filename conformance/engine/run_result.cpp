#include "conformance/engine/run_result.hpp"

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

std::string why_no_verdict(run_result const& run) {
    if (run.interrupted) return "no verdict: the run was interrupted";
    if (run.checks.empty()) return "no verdict: the suite has no checks";
    if (count(run, outcome::not_run) == run.checks.size()) return "no verdict: no check was run: " + why_none(run);
    if (auto const n = count_musts(run, outcome::blocked); n > 0)
        return fmt::format("no verdict: {} that the verdict needs could not be set up; none of the others failed",
                           counted(n, "check"));
    if (run.partial)
        return fmt::format("no verdict: a partial run, {} of {} gave an answer and none of them failed", judged(run),
                           counted(run.checks.size(), "check"));
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
    bool const complete =
        !run.partial && count_musts(run, outcome::blocked) == 0 && count_musts(run, outcome::pass) > 0;
    return complete ? exit_status::conforms : exit_status::no_verdict;
}

std::string verdict_of(run_result const& run) {
    switch (status_of(run)) {
        case exit_status::unreachable: return "no verdict: the server could not be reached: " + run.unreachable_reason;
        case exit_status::suite_failed:
            return fmt::format("no verdict: the suite itself failed in {}",
                               counted(count(run, outcome::suite_error), "check"));
        case exit_status::must_failed:
            return fmt::format("does not conform to {}: {} of {} failed{}{}{}", joined(run.profiles, "any profile"),
                               unexpected_failures(run), counted(judged(run), "check"), known(run), warnings(run),
                               run.partial ? "; a partial run" : "");
        case exit_status::conforms:
            return fmt::format("conforms to {}; declined: {}{}{}{}", joined(run.profiles, "no profile"), declined(run),
                               known(run), not_looked_at(run), warnings(run));
        case exit_status::stale_known_failures:
            return fmt::format("no verdict: known to fail, but passed: {}; take them off the list of known failures",
                               joined(stale(run), ""));
        case exit_status::no_verdict:
        case exit_status::usage: break;
    }
    return why_no_verdict(run);
}

}  // namespace lancespec::conformance
