// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/standing.hpp"

#include "conformance/engine/profiles.hpp"
#include "conformance/engine/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lancespec::conformance {
namespace {

constexpr std::size_t names_shown = 4;    // of operations with the same reason
constexpr std::size_t reasons_shown = 3;  // in one sentence

bool gives_judgement(check_result const& c) {
    return c.result == outcome::pass || c.result == outcome::warn || c.result == outcome::fail;
}

/// Why an operation whose good request was accepted is not judged all the same; empty: it is.
std::string what_is_missing(std::vector<check_result const*> const& checks) {
    std::vector<check_result const*> effects;
    for (auto const* c : checks) {
        if (c->strength == level::must && c->result == outcome::blocked)
            return fmt::format("{} is blocked: {}", c->id, c->reason);
        if (c->reads_effects && c->strength == level::must) effects.push_back(c);
    }
    bool const any = std::ranges::any_of(effects, [](auto const* c) { return gives_judgement(*c); }) || effects.empty();
    return any ? std::string{} : "its effect was not read back: " + effects.front()->reason;
}

operation_standing standing_of(operation const& op, survey const* seen,
                               std::vector<check_result const*> const& checks) {
    operation_standing out{std::string(op.id), standing::judged};
    auto const failed = [](auto const* c) { return c->result == outcome::fail; };
    if (seen != nullptr && (seen->state == presence::declined || seen->state == presence::unrouted)) {
        out.what = standing::declined;
        out.why = seen->reason;
    } else if (std::ranges::any_of(checks, failed)) {
        // What is wrong is told by its checks.
    } else if (seen == nullptr) {
        out.what = standing::unjudged;
        out.why = checks.empty() ? "it has no checks" : checks.front()->reason;
    } else if (seen->state != presence::accepted) {
        out.what = standing::unjudged;
        out.why = seen->reason;
    } else if (out.why = what_is_missing(checks); !out.why.empty()) {
        out.what = standing::unjudged;
    }
    return out;
}

/// The profiles that are looked at.
std::vector<profile const*> profiles_of(run_result const& run) {
    if (auto const* one = find_profile(run.profile)) return {one};
    std::vector<profile const*> out;
    for (auto const& one : all_profiles()) out.push_back(&one);
    return out;
}

operation_standing const* find(run_result const& run, std::string_view operation) {
    auto const found = std::ranges::find(run.operations, operation, &operation_standing::id);
    return found == run.operations.end() ? nullptr : &*found;
}

profile_standing standing_of(profile const& one, run_result const& run) {
    profile_standing out{one.name, profile_state::kept, {}, {}};
    bool is_whole = true;
    for (auto const operation : one.operations) {
        auto const* op = find(run, operation);
        if (op == nullptr) {
            is_whole = false;  // nobody has looked
            continue;
        }
        if (op->what == standing::declined) out.declined.push_back(op);
        if (op->what == standing::unjudged) out.unjudged.push_back(op);
    }
    auto const fails = [&](check_result const& c) {
        return c.result == outcome::fail && !c.known && belongs(c.operation, one.name);
    };
    if (std::ranges::any_of(run.checks, fails))
        out.state = profile_state::failed;
    else if (out.declined.size() == one.operations.size())
        out.state = profile_state::absent;
    else if (!out.declined.empty())
        out.state = profile_state::partly;
    else if (!out.unjudged.empty() || !is_whole)
        out.state = profile_state::inconclusive;
    return out;
}

}  // namespace

std::string_view name(profile_state s) noexcept {
    switch (s) {
        case profile_state::kept: return "kept";
        case profile_state::failed: return "failed";
        case profile_state::inconclusive: return "inconclusive";
        case profile_state::partly: return "partly";
        case profile_state::absent: break;
    }
    return "absent";
}

void tell_operations(run_result& run, session& known) {
    auto const& options = known.options();
    run.profile = options.profile;
    std::map<std::string_view, std::vector<check_result const*>> checks;
    for (auto const& c : run.checks) checks[c.operation].push_back(&c);
    for (auto const* op : all_operations()) {
        auto const its = checks.find(op->id);
        if (its == checks.end()) continue;
        auto one = standing_of(*op, known.survey_if_any(*op), its->second);
        one.claimed = std::ranges::find(options.expect.required, op->id) != options.expect.required.end();
        one.owed = known.set_up().has_sure_request(*op);
        if (one.what == standing::declined) run.declined.push_back(one.id);
        run.operations.push_back(std::move(one));
    }
    for (auto const& one : standings_of(run))
        if (one.state != profile_state::absent && (one.state != profile_state::partly || options.profile != "auto"))
            run.profiles.emplace_back(one.name);
}

std::vector<profile_standing> standings_of(run_result const& run) {
    std::vector<profile_standing> out;
    for (auto const* one : profiles_of(run)) {
        auto standing = standing_of(*one, run);
        // Short of everything, the others say more.
        if (one->name == "full" && run.profile != "full" && standing.state != profile_state::kept) continue;
        out.push_back(std::move(standing));
    }
    return out;
}

std::vector<operation_standing const*> open_questions(run_result const& run) {
    bool const is_named = find_profile(run.profile) != nullptr;
    std::vector<operation_standing const*> out;
    for (auto const& one : run.operations) {
        bool const wanted = one.claimed || (is_named ? belongs(one.id, run.profile) : one.owed);
        bool const lacks = one.what == standing::declined && (one.claimed || is_named);
        if (wanted && (one.what == standing::unjudged || lacks)) out.push_back(&one);
    }
    return out;
}

std::string with_reasons(std::vector<operation_standing const*> const& operations) {
    std::vector<std::string_view> reasons;
    std::map<std::string_view, std::vector<std::string_view>> by_reason;
    for (auto const* one : operations) {
        auto& names = by_reason[one->why];
        if (names.empty()) reasons.push_back(one->why);
        names.push_back(one->id);
    }
    std::string out;
    std::size_t left = operations.size();
    for (std::size_t i = 0; i < reasons.size() && i < reasons_shown; ++i) {
        auto const& names = by_reason[reasons[i]];
        auto const most = std::min(names.size(), names_shown);
        out += fmt::format("{}{}", out.empty() ? "" : "; ",
                           fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(most), ", "));
        if (most < names.size()) out += fmt::format(" and {} more", names.size() - most);
        out += fmt::format(": {}", reasons[i]);
        left -= names.size();
    }
    if (left > 0) out += fmt::format("; and {} more (the report says why)", left);
    return out;
}

}  // namespace lancespec::conformance
