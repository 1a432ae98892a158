// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/runner.hpp"

#include "conformance/engine/conclusions.hpp"
#include "conformance/engine/probe.hpp"
#include "conformance/engine/standing.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/fixtures.hpp"
#include "conformance/setup/prepare.hpp"
#include "conformance/setup/reproduction.hpp"
#include "conformance/suite/plan.hpp"
#include "conformance/suite/registry.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <exception>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

namespace lancespec::conformance {
namespace {

using steady = std::chrono::steady_clock;

std::chrono::microseconds since(steady::time_point start) {
    return std::chrono::duration_cast<std::chrono::microseconds>(steady::now() - start);
}

std::string random_run_id() {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device device;
    std::string id;
    for (int i = 0; i < 8; ++i) id += letters[device() % letters.size()];
    return id;
}

std::string now() {
    auto const seconds = std::time(nullptr);
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds));
}

/// What is known beforehand about a check: that it cannot say anything, or nothing.
struct prechecked {
    outcome result = outcome::pass;
    std::string reason;
};

bool is_missing(survey const& known) {
    return known.state == presence::declined || known.state == presence::unrouted;
}

bool is_claimed(operation const& op, session& run) {
    auto const& required = run.options().expect.required;
    return std::ranges::find(required, op.id) != required.end();
}

/// What is wrong with a server that does not show an operation which the user says it has. Nothing when it does.
std::optional<finding> claimed_but_missing(check const& c, operation const& op, session& run) {
    auto const& known = run.survey_of(op);
    bool const fails = known.state == presence::failing;
    // Those of jobs say so in their first check.
    if (starts_job(op) || c.id != first_check(op) || !(is_missing(known) || fails) || !is_claimed(op, run))
        return std::nullopt;
    finding out;
    out.expected = fmt::format("the server has {}, which --profile or --require asks for", op.id);
    out.actual = known.reason;
    out.hint = fails ? "" : "without the option, declining an operation is no failure";
    out.exchange = known.plain.record;
    return out;
}

/// What is wrong with the way in which a server says that it lacks an operation.
finding declined_in_words(survey const& known) {
    finding out;
    out.strength = level::should;
    out.expected = "an operation that the server does not have is answered 406 with code 0 (Unsupported)";
    out.actual = describe(known.plain);
    out.hint = "a client takes 500 for a server that failed, and asks again";
    out.exchange = known.plain.record;
    return out;
}

prechecked precheck(check const& c, operation const& op, session& run) {
    auto const& known = run.survey_of(op);
    bool const is_first = c.id == first_check(op);
    prechecked const blocked{outcome::blocked, known.why()};
    if (is_missing(known))
        return is_first && is_claimed(op, run) ? prechecked{} : prechecked{outcome::unsupported, known.reason};
    if (known.state == presence::failing && starts_job(op)) return blocked;
    if (c.needs == need::credentials) {
        bool const asked = known.state == presence::unauthorized;
        bool const answers =
            known.state == presence::accepted || known.state == presence::absent || known.state == presence::refused;
        if (!run.has_credentials() && !asked)
            return answers ? prechecked{outcome::disabled,
                                        "the server answers requests without credentials, and none were given"}
                           : blocked;
        if (!asked && known.state != presence::accepted) return blocked;
        return {};
    }
    bool const no_example =
        known.state == presence::absent || known.state == presence::refused || known.state == presence::failing;
    if (!starts_job(op) && no_example) {
        bool const fails = known.state == presence::failing && is_first && is_claimed(op, run);
        return fails ? prechecked{} : blocked;
    }
    bool const needs_nothing = c.needs == need::nothing || c.needs == need::own_objects;
    switch (known.state) {
        case presence::accepted: return {};
        case presence::unauthorized:
        case presence::forbidden:
        case presence::busy: return blocked;
        case presence::absent:
            return needs_nothing || (is_first && run.options().objects.demo) ? prechecked{} : blocked;
        case presence::refused: return c.needs == need::accepted ? blocked : prechecked{};
        // The first check tells what was wrong with the answer; the others could only repeat it.
        case presence::foreign: return is_first ? prechecked{} : blocked;
        case presence::broken: return is_first || (needs_nothing && known.plain.code()) ? prechecked{} : blocked;
        case presence::declined:
        case presence::unrouted:
        case presence::failing: break;
    }
    return blocked;
}

void run_check(check const& c, operation const& op, session& run, check_result& out) {
    if (auto why = run.given_up(); run.interrupted() || (!why.empty() && run.survey_if_any(op) == nullptr)) {
        out.base = run.interrupted() ? outcome::not_run : outcome::blocked;
        out.reason = std::move(why);
        return;
    }
    auto const ahead = precheck(c, op, run);
    out.base = ahead.result;
    out.reason = ahead.reason;
    if (run.interrupted()) {
        out.base = outcome::not_run;
        out.reason = run.given_up();
        return;
    }
    if (auto const* known = run.survey_if_any(op);
        known != nullptr && known->in_words && c.id == first_check(op) && !is_claimed(op, run))
        out.findings.push_back(declined_in_words(*known));
    if (ahead.result != outcome::pass) return;
    if (auto missing = claimed_but_missing(c, op, run)) {
        out.findings.push_back(std::move(*missing));
        return;
    }
    if (c.strength == level::info) out.base = outcome::observed;
    probe p(run, c, op, out);
    try {
        c.run(p);
    } catch (check_ended& ended) {
        out.base = worst(out.base, ended.result);
        if (ended.result != outcome::pass) out.reason = std::move(ended.reason);
    } catch (std::exception const& error) {
        out.base = outcome::suite_error;
        out.reason = error.what();
    }
}

check_result describe(check const& c) {
    check_result out;
    out.id = c.id;
    out.operation = c.operation;
    out.strength = c.strength;
    out.clause = c.clause;
    out.summary = c.summary;
    out.reads_effects = c.needs == need::own_objects;
    out.owns_rules = !c.about.empty();
    return out;
}

/// Tells results in the order of the checks, whichever is ready first.
class in_order {
public:
    in_order(std::vector<check_result> const& results, std::function<void(check_result const&)> const& tell)
        : results_(results), tell_(tell), ready_(results.size()) {}

    void done(std::size_t index) {
        std::lock_guard const lock(mutex_);
        ready_[index] = true;
        for (; next_ < ready_.size() && ready_[next_]; ++next_)
            if (tell_) tell_(results_[next_]);
    }

private:
    std::vector<check_result> const& results_;
    std::function<void(check_result const&)> const& tell_;
    std::mutex mutex_;
    std::vector<bool> ready_;
    std::size_t next_ = 0;
};

/// What one worker does in one go: a check, or all derived checks of one operation, which share an object.
std::vector<std::vector<std::size_t>> units_of(std::vector<check const*> const& checks,
                                               std::vector<std::size_t> const& to_run) {
    std::vector<std::vector<std::size_t>> out;
    for (auto const index : to_run) {
        auto const& c = *checks[index];
        bool const together = !out.empty() && !starts_job(*find_operation(c.operation)) &&
                              checks[out.back().front()]->operation == c.operation;
        if (!together) out.emplace_back();
        out.back().push_back(index);
    }
    return out;
}

}  // namespace

run_result run_checks(transport& server, run_options const& options, std::span<check const> suite,
                      std::function<void(check_result const&)> const& on_result) {
    auto const start = steady::now();
    session_with_set_up run(server, options, options.run_id ? *options.run_id : random_run_id(), suite);
    run_result out;
    out.target = server.base_url();
    out.run_id = run.run_id();
    out.started_at = now();

    auto const checks = checks_of(suite, options);
    std::vector<std::size_t> to_run;
    for (auto const* one : checks) {
        auto const& c = *one;
        auto& result = out.checks.emplace_back(describe(c));
        result.reason = why_left_out(options, c.id, c.operation);
        result.base = result.reason.empty() ? outcome::pass : outcome::not_run;
        if (!result.reason.empty()) out.partial = true;
        if (result.reason.empty()) to_run.push_back(out.checks.size() - 1);
    }
    if (!to_run.empty()) {
        prepare_objects(run);
        auto const& first = run.survey_of(*find_operation(checks[to_run.front()]->operation)).plain.record.result;
        out.reachable = first.status != exchange_status::unreachable;
        if (!out.reachable) {
            out.unreachable_reason = first.reason;
            for (auto const index : to_run) {
                out.checks[index].base = outcome::not_run;
                out.checks[index].reason = "the server could not be reached";
            }
        }
    }

    in_order teller(out.checks, on_result);
    for (std::size_t i = 0; i < checks.size(); ++i)
        if (out.checks[i].base == outcome::not_run) {
            settle(out.checks[i], options.expect.strict);
            teller.done(i);
        }
    auto const units = units_of(checks, to_run);
    std::atomic<std::size_t> next{0};
    auto const work = [&] {
        for (auto i = next++; out.reachable && i < units.size(); i = next++)
            for (auto const index : units[i]) {
                auto const begin = steady::now();
                auto const& c = *checks[index];
                auto& result = out.checks[index];
                run_check(c, *find_operation(c.operation), run, result);
                settle(result, options.expect.strict);
                result.elapsed = since(begin);
                teller.done(index);
            }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < options.jobs; ++i) others.emplace_back(work);
        work();
    }

    find_causes(out, run, options.expect.strict);
    tell_operations(out, run);
    out.interrupted = run.interrupted();
    out.partial = out.partial || out.interrupted;
    out.made = fixtures_of(run).made();
    std::ranges::sort(out.made);  // whatever the order in which checks ran
    if (options.keep) {
        for (auto const& object : fixtures_of(run).objects()) out.kept.push_back(describe(object));
    } else {
        add_reproductions(out, run);
        auto left = fixtures_of(run).clean_up();
        out.left_behind = std::move(left.sure);
        out.may_be_left_behind = std::move(left.unsure);
    }
    out.requests = run.requests();
    out.jobs = run.jobs();
    out.elapsed = since(start);
    return out;
}

run_result run_checks(transport& server, run_options const& options,
                      std::function<void(check_result const&)> const& on_result) {
    return run_checks(server, options, all_checks(), on_result);
}

}  // namespace lancespec::conformance
