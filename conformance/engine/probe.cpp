// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/probe.hpp"

#include "conformance/engine/traits.hpp"

#include <lancespec/core/identifier.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace lancespec::conformance {
namespace {

/// Status and code, without the server's words, or its JSON.
std::string_view gist(std::string_view actual) {
    constexpr std::string_view with = " with ";
    auto const at = actual.find(with);
    if (at != std::string_view::npos) {
        auto const what = actual.substr(at + with.size());
        if (!what.starts_with("code ") && !what.starts_with("an ") && !what.starts_with("a "))
            return actual.substr(0, at);
    }
    return actual.substr(0, actual.find(": "));
}

/// A body of which a report shows only the beginning is not kept whole.
exchange_record shortened(exchange_record e) {
    constexpr std::size_t longest = std::size_t{60} << 10;
    constexpr std::string_view cut = "…";  // what hides secrets knows it
    auto& body = e.result.response.body;
    if (body.size() <= longest) return e;
    auto end = longest;  // not within a character
    while (end > longest - 4 && (static_cast<unsigned char>(body[end]) & 0xC0U) == 0x80) --end;
    e.result.left_out = body.size() - end;
    body.resize(end);
    body += cut;
    body.shrink_to_fit();
    return e;
}

}  // namespace

std::vector<std::string> probe::unknown_sibling() const {
    auto other = names();
    auto const name = "lancespecnone" + run_.run_id();
    if (other.empty())
        other.push_back(name);
    else
        other.back() = name;
    return other;
}

answer probe::send(request_draft const& draft) {
    stop_if_given_up();
    return looked_at(run_.send(draft, check_.id, ++sent_), draft.how());
}

answer probe::send_as_written(http::request request, routing how) {
    stop_if_given_up();
    return looked_at(run_.send(op_, std::move(request), check_.id, ++sent_), how);
}

answer probe::looked_at(answer a, routing how) {
    if (run_.interrupted()) stop_if_given_up();
    judge(a, how);
    if (a.record.result.status != exchange_status::answered) end(outcome::pass, {});
    if (a.busy()) {
        run_.note_busy();
        block(fmt::format("the server is busy or not ready: {}", describe(a)));
    }
    return a;
}

answer const& probe::once(std::string_view name, request_draft const& draft) {
    stop_if_given_up();
    auto const& a = *kept_.emplace_back(std::make_shared<answer const>(run_.once(op_, name, draft)));
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

answer const* probe::shown(std::string_view name) {
    auto known = run_.shown(op_, name);
    if (!known.got) {
        stop_if_given_up();
        mark(outcome::not_run, fmt::format("it would start one job too many on `{}`; --load allows more",
                                           object_identifier(names()).display()));
        return nullptr;
    }
    auto const& a = *kept_.emplace_back(std::move(known.got));
    judge(a, routing::ordinary);
    if (a.record.result.status != exchange_status::answered) end(outcome::pass, {});
    if (a.busy()) block(fmt::format("the server is busy or not ready: {}", describe(a)));
    return &a;
}

void probe::look_at_shared() {
    if (run_.survey_of(op_).state != presence::accepted) return;
    for (auto const& round : traits_of(run_, op_))
        for (auto const& t : round.traits)
            if (auto const known = run_.shown(op_, t.name); known.got) judge(*known.got, routing::ordinary, true);
}

void probe::stop_if_given_up() {
    auto reason = run_.given_up();
    if (reason.empty()) return;
    if (run_.interrupted()) leave_out(std::move(reason));
    block(std::move(reason));
}

void probe::require_load(std::string_view what) {
    stop_if_given_up();
    if (!run_.options().load) leave_out(fmt::format("{}; --load allows it", what));
}

bool probe::go_on_after(answer const& a, std::size_t left) {
    if (!a.accepted() || run_.options().load || left == 0) return true;
    out_.not_asked += left;
    if (out_.reason.empty())
        out_.reason =
            "after the first input that was accepted the others were not asked, since each may start a job; --load "
            "asks all";
    return false;
}

bool probe::expect(level strength, bool kept, std::string expected, answer const& a, std::string hint) {
    if (kept) return true;
    bool const absent = a.declined() || a.unrouted();
    if (hint.empty() && absent && check_.id == first_check(op_))
        hint = fmt::format("a server may decline {}: --require or --profile says that this one has it", op_.id);
    if (hint.empty() && objects().demo && a.status() == 404 && check_.id == first_check(op_))
        hint = "--demo says that the server has the demo data";
    add({strength, {}, {}, std::move(expected), describe(a), std::move(hint), shortened(a.record), false});
    return false;
}

bool probe::find(level strength, bool kept, std::string expected, std::string found, answer const& a) {
    if (!kept) add({strength, {}, {}, std::move(expected), std::move(found), {}, shortened(a.record), false});
    return kept;
}

bool probe::accepts(level strength, std::string expected, answer const& a, std::string hint) {
    if (a.accepted()) return true;  // another success status breaks a rule of every answer, told already
    if (a.declined()) {
        mark(outcome::unsupported, "the server declines it: it answers " + describe(a));
        return false;
    }
    return expect(strength, false, std::move(expected), a, std::move(hint));
}

void probe::observe(std::string looked_at, answer const& a, std::string hint) {
    add({level::info, {}, {}, std::move(looked_at), describe(a), std::move(hint), shortened(a.record), false});
}

void probe::variant(std::string name) {
    out_.variants.push_back({std::move(name), outcome::pass, outcome::pass});
}

void probe::require_accepted() {
    auto const& known = run_.survey_of(op_);
    if (known.state != presence::accepted) block(known.why());
}

void probe::require_namespace() {
    if (names().size() < 2)
        leave_out(fmt::format("needs a {} inside a namespace: name one with {}", noun_of(op_), option_of(op_)));
}

void probe::judge(answer const& a, routing how, bool own_rules_only) {
    // What the user cut off says nothing of the server, whoever had asked.
    if (a.record.result.status == exchange_status::interrupted && run_.interrupted()) stop_if_given_up();
    for (auto const& broken : breaches(op_, a, run_.options().expect, how)) {
        bool const own = std::ranges::find(check_.about, broken.rule) != check_.about.end();
        if (own_rules_only && !own) continue;
        // What the check is about is told once, whichever answers show it.
        auto const told = own ? std::ranges::find_if(out_.findings,
                                                     [&](finding const& f) {
                                                         return f.rule.empty() && f.expected == broken.expected &&
                                                                f.strength == broken.strength;
                                                     })
                              : out_.findings.end();
        if (told != out_.findings.end()) {
            if (!out_.variants.empty() &&
                std::ranges::find(told->subjects, out_.variants.back().name) == told->subjects.end())
                told->subjects.push_back(out_.variants.back().name);
            continue;
        }
        add({broken.strength,
             own ? std::string{} : std::string(broken.rule),
             {},
             broken.expected,
             describe(a),
             broken.hint,
             shortened(a.record),
             false});
    }
}

void probe::add(finding f) {
    if (!out_.variants.empty()) f.subjects = {out_.variants.back().name};
    // Variants that were answered alike are one finding with several subjects, and the first one's exchange. A rule
    // of every answer is told once, however it was broken.
    for (auto& other : out_.findings) {
        bool const same = other.rule == f.rule && other.strength == f.strength && other.expected == f.expected &&
                          other.hint == f.hint && (!f.rule.empty() || gist(other.actual) == gist(f.actual));
        if (!same) continue;
        for (auto& subject : f.subjects)
            if (std::ranges::find(other.subjects, subject) == other.subjects.end())
                other.subjects.push_back(std::move(subject));
        return;
    }
    out_.findings.push_back(std::move(f));
}

void probe::mark(outcome o, std::string reason) {
    if (out_.variants.empty())
        out_.base = worst(out_.base, o);
    else
        out_.variants.back().base = worst(out_.variants.back().base, o);
    if (out_.reason.empty()) out_.reason = std::move(reason);
}

}  // namespace lancespec::conformance
