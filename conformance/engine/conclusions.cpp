// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/conclusions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace lancespec::conformance {
namespace {

/// Whether a breach of a rule that @p own is about is told by its finding @p told.
bool is_same_breach(finding const& told, finding const& other) {
    return told.rule.empty() && told.expected == other.expected && told.strength == other.strength;
}

void explain_breaches(run_result& run, check_result const& own, bool strict) {
    for (auto const& told : own.findings) {
        if (!told.rule.empty() || told.strength == level::info) continue;
        cause found{own.id, own.operation, told.expected, told.hint, told.exchange, {own.id}};
        found.clause = own.clause;
        found.expected = told.expected;
        found.strength = told.strength;
        found.makes = outcome_of(told.strength, strict);
        for (auto& other : run.checks) {
            if (other.operation != own.operation || other.id == own.id) continue;
            bool any = false;
            for (auto& f : other.findings)
                if (!f.rule.empty() && is_same_breach(told, f)) any = f.explained = true;
            if (!any) continue;
            settle(other, strict);
            found.explains.push_back(other.id);
        }
        found.what = fmt::format("{}, but: {}", told.expected, told.actual);
        if (found.explains.size() > 1) run.causes.push_back(std::move(found));
    }
}

/// The check that tells what was wrong with the answer to the plain request.
bool is_first(check_result const& c, operation const& op) {
    return c.id == first_check(op);
}

std::string_view id_of(presence state) {
    switch (state) {
        case presence::unauthorized: return "unauthorized";
        case presence::forbidden: return "forbidden";
        case presence::busy: return "busy";
        case presence::foreign: return "foreign";
        case presence::unrouted: return "no_route";
        case presence::failing: return "failing";
        default: return {};
    }
}

/// Whether some operation has a route.
bool routes_anything(session& known) {
    return std::ranges::any_of(all_operations(), [&](operation const* op) {
        auto const* seen = known.survey_if_any(*op);
        return seen != nullptr && seen->state != presence::unrouted && seen->state != presence::absent;
    });
}

/// What the plain request met, when that keeps other checks from saying anything.
void add_survey_causes(run_result& run, session& known) {
    bool const any_route = routes_anything(known);
    for (auto const* op : all_operations()) {
        auto const* seen = known.survey_if_any(*op);
        if (seen == nullptr || id_of(seen->state).empty()) continue;
        // An operation that is not there is declined, as it may be, unless nothing is.
        if (seen->state == presence::unrouted && any_route) continue;
        if (!starts_job(*op) && seen->state == presence::failing) continue;
        std::vector<std::string> explains;
        for (auto const& c : run.checks)
            if (c.operation == op->id && (c.reason == seen->why() || c.reason == seen->reason ||
                                          (c.result == outcome::fail && is_first(c, *op))))
                explains.push_back(c.id);
        if (explains.empty()) continue;
        auto const same = std::ranges::find(run.causes, id_of(seen->state), &cause::id);
        if (same == run.causes.end()) {
            run.causes.push_back({std::string(id_of(seen->state)), std::string(op->id), seen->reason, seen->hint,
                                  seen->plain.record, std::move(explains)});
            continue;
        }
        same->operation.clear();
        same->explains.insert(same->explains.end(), explains.begin(), explains.end());
        if (seen->state == presence::unrouted)
            same->what = fmt::format("nothing below {} is a route of the contract: {} is answered {}", run.target,
                                     same->exchange->request.target, describe(seen->plain));
    }
}

/// What set-up could not make, once, with the server's words, for all operations that have nothing to be tried on.
void add_set_up_causes(run_result& run, session& known) {
    for (auto const* op : all_operations()) {
        auto const* seen = known.survey_if_any(*op);
        if (seen == nullptr || seen->root.empty()) continue;
        std::vector<std::string> explains;
        for (auto const& c : run.checks)
            if (c.operation == op->id && c.result == outcome::blocked && c.reason == seen->why())
                explains.push_back(c.id);
        if (explains.empty()) continue;
        auto const what = "what checks need could not be made: " + seen->root;
        auto const same = std::ranges::find(run.causes, what, &cause::what);
        if (same == run.causes.end()) {
            run.causes.push_back({"set_up", std::string(op->id), what, {}, std::nullopt, std::move(explains)});
            continue;
        }
        same->operation.clear();
        same->explains.insert(same->explains.end(), explains.begin(), explains.end());
    }
}

/// Whether @p f is of a request that was accepted though the check's own clause asks to refuse it.
bool is_accepted_wrongly(finding const& f) {
    auto const status = f.exchange ? f.exchange->result.response.status : 0;
    return f.rule.empty() && f.strength != level::info && !f.explained && status >= 200 && status < 300;
}

finding const* accepted_wrongly(check_result const& c) {
    auto const found = std::ranges::find_if(c.findings, is_accepted_wrongly);
    return found == c.findings.end() ? nullptr : &*found;
}

/// Adds to @p stub the checks of @p op that ask for a refusal and met a success; whether they are many.
bool is_stub(run_result const& run, operation const& op, session& known, cause& stub) {
    constexpr std::size_t enough = 4;
    auto const* seen = known.survey_if_any(op);
    if (seen == nullptr || seen->state != presence::accepted || !known.refuses_nothing(op)) return false;
    auto const before = stub.explains.size();
    for (auto const& c : run.checks) {
        auto const* told = c.operation == op.id && c.result >= outcome::warn ? accepted_wrongly(c) : nullptr;
        if (told == nullptr) continue;
        if (!stub.exchange) stub.exchange = told->exchange;
        stub.explains.push_back(c.id);
    }
    if (stub.explains.size() >= before + enough) return true;
    stub.explains.resize(before);
    return false;
}

/// A stub that answers every request alike fails each check of a refusal, and that it is one is worth a word.
void add_stub_causes(run_result& run, session& known) {
    cause all{"accepts_everything", {}, {}, "a stub answers like this, and a handler that does not look at its request",
              std::nullopt,         {}};
    std::size_t operations = 0;
    for (auto const* op : all_operations()) {
        if (!starts_job(*op)) {
            operations += is_stub(run, *op, known, all);
            continue;
        }
        cause stub{"accepts_everything",
                   std::string(op->id),
                   fmt::format("{} is accepted whatever the request says: nothing that was sent was refused", op->id),
                   "a stub answers like this, and a handler that starts the job before it looks at the request",
                   std::nullopt,
                   {}};
        if (is_stub(run, *op, known, stub)) run.causes.push_back(std::move(stub));
    }
    if (operations == 0) return;
    all.what = fmt::format("in {} operation{} no request that breaks a rule was refused", operations,
                           operations == 1 ? "" : "s");
    run.causes.push_back(std::move(all));
}

/// What is wrong in the same words in several operations is one thing: a layer that they share, most likely.
void add_alike_causes(run_result& run, bool strict) {
    constexpr std::size_t enough = 3;
    struct group {
        finding const* first;
        std::vector<std::string> checks;
        std::set<std::string> operations;
    };
    std::map<std::pair<std::string, level>, group> groups;
    for (auto const& c : run.checks)
        for (auto const& f : c.findings) {
            if (f.strength == level::info || f.explained || c.known) continue;
            auto& into = groups.try_emplace({f.expected, f.strength}, group{&f, {}, {}}).first->second;
            if (into.checks.empty() || into.checks.back() != c.id) into.checks.push_back(c.id);
            into.operations.insert(c.operation);
        }
    for (auto& [key, g] : groups) {
        if (g.operations.size() < enough) continue;
        // It has been told of one operation at a time.
        std::erase_if(run.causes, [&](cause const& told) {
            return std::ranges::find(g.checks, told.id) != g.checks.end() && told.expected == key.first &&
                   told.strength == key.second;
        });
        cause shared{
            "shared",
            {},
            fmt::format("in {} operations: {}, but: {}", g.operations.size(), g.first->expected, g.first->actual),
            g.first->hint,
            g.first->exchange,
            std::move(g.checks)};
        shared.expected = key.first;
        shared.strength = key.second;
        shared.makes = outcome_of(key.second, strict);
        run.causes.push_back(std::move(shared));
    }
}

/// Whether @p told is the cause of @p f, a finding of a check that it explains.
bool tells(cause const& told, finding const& f) {
    if (!told.expected.empty()) return f.expected == told.expected && f.strength == told.strength;
    if (told.id == "accepts_everything") return is_accepted_wrongly(f);
    return f.strength != level::info;  // what the plain request met, told by the first check
}

/// The worst first, and of those that which explains most. Then each finding and check knows the first that tells it.
void put_in_order(run_result& run, bool strict) {
    auto const weight = [](outcome o) { return o == outcome::blocked ? 1 : o == outcome::warn ? 0 : 2; };
    for (auto& told : run.causes) {
        if (!told.expected.empty()) continue;
        for (auto const& c : run.checks) {
            if (std::ranges::find(told.explains, c.id) == told.explains.end()) continue;
            for (auto const& f : c.findings)
                if (tells(told, f) && !f.explained && weight(outcome_of(f.strength, strict)) > weight(told.makes))
                    told.makes = outcome_of(f.strength, strict);
        }
    }
    std::ranges::stable_sort(run.causes, [&](cause const& a, cause const& b) {
        if (a.makes != b.makes) return weight(a.makes) > weight(b.makes);
        return a.explains.size() > b.explains.size();
    });
    for (std::size_t i = 0; i < run.causes.size(); ++i) {
        auto const& told = run.causes[i];
        std::set<std::string_view> const ids(told.explains.begin(), told.explains.end());
        for (auto& c : run.checks) {
            if (!ids.contains(c.id)) continue;
            for (auto& f : c.findings)
                if (f.cause == 0 && tells(told, f)) f.cause = i + 1;
            bool const is_silent = c.result != outcome::fail && c.result != outcome::warn;
            if (c.cause == 0 && told.expected.empty() && is_silent) c.cause = i + 1;
        }
    }
}

/// What a check met that was passed all the same is not explained by it: it is told apart.
void tell_passed_apart(run_result& run) {
    std::set<std::string_view> passed;
    for (auto const& c : run.checks)
        if (c.result == outcome::pass || c.result == outcome::observed) passed.insert(c.id);
    for (auto& told : run.causes) {
        auto const is_judged = [&](std::string const& id) { return !passed.contains(id); };
        auto const first = std::ranges::stable_partition(told.explains, is_judged).begin();
        told.shows_in.assign(first, told.explains.end());
        told.explains.erase(first, told.explains.end());
    }
}

}  // namespace

void settle(check_result& c, bool strict) {
    auto found = outcome::pass;
    auto base = c.base;
    for (auto& v : c.variants) v.result = v.base;
    for (auto const& f : c.findings) {
        if (f.explained) continue;
        auto const o = outcome_of(f.strength, strict);
        found = worst(found, o);
        for (auto& v : c.variants)
            if (std::ranges::find(f.subjects, v.name) != f.subjects.end()) v.result = worst(v.result, o);
    }
    for (auto const& v : c.variants) base = worst(base, v.base);
    c.result = worst(found, base);
}

void find_causes(run_result& run, session& known, bool strict) {
    add_survey_causes(run, known);
    add_set_up_causes(run, known);
    add_stub_causes(run, known);
    for (auto const& c : run.checks) {
        if (c.owns_rules && c.result >= outcome::warn) explain_breaches(run, c, strict);
    }
    add_alike_causes(run, strict);
    put_in_order(run, strict);
    tell_passed_apart(run);
}

void apply_known_failures(run_result& run, std::vector<known_failure> const& list, std::string_view today) {
    for (auto const& known : list) {
        if (known.expires && *known.expires < today) continue;
        auto const found = std::ranges::find(run.checks, known.check, &check_result::id);
        if (found != run.checks.end()) found->known = known;
    }
}

}  // namespace lancespec::conformance
