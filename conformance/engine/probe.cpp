#include "conformance/engine/probe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lancespec::conformance {
namespace {

outcome outcome_of(level strength, bool strict) {
    switch (strength) {
        case level::must: return outcome::fail;
        case level::should: return strict ? outcome::fail : outcome::warn;
        case level::info: break;
    }
    return outcome::pass;
}

/// Status and code, without the server's words.
std::string_view gist(std::string_view came_back) {
    return came_back.substr(0, came_back.find(": "));
}

}  // namespace

std::vector<std::string> probe::unknown_sibling() const {
    auto other = names();
    auto const name = "lancespec_none_" + run_.run_id();
    if (other.empty())
        other.push_back(name);
    else
        other.back() = name;
    return other;
}

answer probe::send(request_draft const& draft) {
    if (auto reason = run_.given_up(); !reason.empty()) block(std::move(reason));
    auto a = run_.send(draft, check_.id, ++sent_);
    judge(a, draft.how());
    if (a.record.result.status != exchange_status::answered) end(outcome::pass, {});
    if (a.busy()) block(fmt::format("the server is busy or not ready: {}", describe(a)));
    return a;
}

answer const& probe::plain() {
    auto const& a = run_.survey_of(op_).plain;
    if (!plain_judged_) {
        plain_judged_ = true;
        judge(a, routing::ordinary);
        if (a.record.result.status != exchange_status::answered) end(outcome::pass, {});
    }
    return a;
}

bool probe::expect(level strength, bool kept, std::string required, answer const& a, std::string hint) {
    if (kept) return true;
    add({strength, {}, {}, std::move(required), describe(a), std::move(hint), a.record});
    return false;
}

bool probe::accepts(level strength, std::string required, answer const& a, std::string hint) {
    if (a.accepted()) return true;  // another success status breaks a rule of every answer, told already
    if (a.declined()) {
        mark(outcome::unsupported);
        if (out_.reason.empty()) out_.reason = "the server declines it: it answers " + describe(a);
        return false;
    }
    return expect(strength, false, std::move(required), a, std::move(hint));
}

void probe::observe(std::string looked_at, answer const& a, std::string hint) {
    add({level::info, {}, {}, std::move(looked_at), describe(a), std::move(hint), a.record});
}

void probe::variant(std::string name) {
    out_.variants.push_back({std::move(name), outcome::pass});
}

void probe::require_accepted() {
    auto const& known = run_.survey_of(op_);
    if (known.state != presence::accepted) block(known.reason);
}

void probe::require_namespace() {
    if (names().size() < 2)
        leave_out(fmt::format("needs a {} inside a namespace: name one with {}", op_.noun, op_.option));
}

void probe::judge(answer const& a, routing how) {
    for (auto const& broken : breaches(op_, a, how)) {
        bool const own = std::ranges::find(check_.about, broken.rule) != check_.about.end();
        bool const known = std::ranges::any_of(
            out_.findings, [&](finding const& f) { return f.rule == broken.rule && f.required == broken.required; });
        // One cause is one line, however many variants show it.
        if (known && !own)
            mark(outcome_of(broken.strength, run_.options().strict));
        else
            add({broken.strength,
                 own ? std::string{} : std::string(broken.rule),
                 {},
                 broken.required,
                 describe(a),
                 broken.hint,
                 a.record});
    }
}

void probe::add(finding f) {
    if (!out_.variants.empty()) f.subject = out_.variants.back().name;
    mark(outcome_of(f.strength, run_.options().strict));
    // Variants that were answered alike are one finding with several subjects, and the first one's exchange.
    for (auto& other : out_.findings) {
        if (f.subject.empty() || other.rule != f.rule || other.strength != f.strength || other.required != f.required ||
            other.hint != f.hint || gist(other.came_back) != gist(f.came_back))
            continue;
        other.subject += ", " + f.subject;
        return;
    }
    out_.findings.push_back(std::move(f));
}

void probe::mark(outcome o) {
    if (!out_.variants.empty()) out_.variants.back().result = worst(out_.variants.back().result, o);
    out_.result = worst(out_.result, o);
}

}  // namespace lancespec::conformance
