#include "conformance/engine/runner.hpp"

#include "conformance/engine/probe.hpp"
#include "conformance/engine/registry.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <random>

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

bool any_matches(std::vector<std::string> const& patterns, std::string_view id) {
    return std::ranges::any_of(patterns, [&](std::string const& pattern) { return matches(pattern, id); });
}

/// Why the user's options leave @p c out, or empty.
std::string left_out(run_options const& options, check const& c) {
    if (!options.only.empty() && !any_matches(options.only, c.id)) return "left out by --only";
    if (any_matches(options.skip, c.id)) return "left out by --skip";
    return {};
}

/// What is known beforehand about a check: that it cannot say anything, or nothing.
struct foreknown {
    outcome result = outcome::pass;
    std::string reason;
};

foreknown look_ahead(check const& c, operation const& op, session& run) {
    auto const& known = run.survey_of(op);
    bool const is_first = c.id == fmt::format("{}.accepted", op.prefix);
    foreknown const blocked{outcome::blocked, known.reason};
    if (known.state == presence::declined) return {outcome::unsupported, known.reason};
    if (known.state == presence::failing) return blocked;
    if (c.needs == need::credentials) {
        bool const asked = known.state == presence::unauthorized;
        if (!run.has_credentials() && !asked)
            return {outcome::disabled, "the server answers requests without credentials, and none were given"};
        if (!asked && known.state != presence::accepted) return blocked;
        return {};
    }
    switch (known.state) {
        case presence::accepted: return {};
        case presence::unauthorized:
        case presence::forbidden:
        case presence::busy: return blocked;
        case presence::absent: return c.needs == need::nothing ? foreknown{} : blocked;
        case presence::refused: return c.needs == need::accepted ? blocked : foreknown{};
        // The first check tells what was wrong with the answer; the others could only repeat it.
        case presence::broken:
            return is_first || (c.needs == need::nothing && known.plain.code()) ? foreknown{} : blocked;
        case presence::declined:
        case presence::failing: break;
    }
    return blocked;
}

void run_check(check const& c, operation const& op, session& run, check_result& out) {
    auto const ahead = look_ahead(c, op, run);
    out.result = ahead.result;
    out.reason = ahead.reason;
    if (ahead.result != outcome::pass) return;
    if (c.strength == level::info) out.result = outcome::observed;
    probe p(run, c, op, out);
    try {
        c.run(p);
    } catch (check_ended& ended) {
        // A clause found broken stays broken, whatever ended the check afterwards.
        if (ended.result != outcome::pass && out.result < outcome::warn) {
            out.result = ended.result;
            out.reason = std::move(ended.reason);
        }
    } catch (std::exception const& error) {
        out.result = outcome::suite_error;
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
    return out;
}

}  // namespace

run_result run_checks(transport& server, run_options const& options,
                      std::function<void(check_result const&)> const& on_result) {
    auto const start = steady::now();
    session run(server, options, options.run_id ? *options.run_id : random_run_id());
    run_result out;
    out.target = server.base_url();
    out.run_id = run.run_id();
    out.profiles = {"jobs"};
    out.started_at = now();

    bool first = true;
    for (auto const& c : all_checks()) {
        auto const begin = steady::now();
        auto result = describe(c);
        auto const* op = find_operation(c.operation);
        if (auto reason = left_out(options, c); !reason.empty()) {
            result.reason = std::move(reason);
            out.partial = true;
        } else if (!out.reachable) {
            result.reason = "the server could not be reached";
        } else if (!op) {
            result.result = outcome::suite_error;
            result.reason = fmt::format("the suite knows no operation {}", c.operation);
        } else {
            auto const& known = run.survey_of(*op);
            if (first && known.plain.record.result.status == exchange_status::unreachable) {
                out.reachable = false;
                out.unreachable_reason = known.plain.record.result.reason;
                result.reason = "the server could not be reached";
            } else {
                run_check(c, *op, run, result);
            }
            first = false;
            if (known.state == presence::declined && std::ranges::find(out.declined, op->id()) == out.declined.end())
                out.declined.emplace_back(op->id());
        }
        if (result.result == outcome::blocked && c.strength == level::must) out.partial = true;
        result.elapsed = since(begin);
        out.checks.push_back(std::move(result));
        if (on_result) on_result(out.checks.back());
    }
    out.requests = run.requests();
    out.elapsed = since(start);
    return out;
}

}  // namespace lancespec::conformance
