// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/console.hpp"

#include "conformance/report/check_list.hpp"
#include "conformance/report/curl_command.hpp"
#include "conformance/transport/answer_line.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace lancespec::conformance {
namespace {

constexpr std::size_t findings_shown = 3;
constexpr std::size_t causes_in_full = 8;
constexpr std::size_t failures_in_full = 10;
constexpr std::size_t warnings_in_full = 4;
constexpr std::size_t reasons_shown = 3;           // of an operation's checks that say nothing
constexpr std::size_t longest_brief = 160;         // bytes of what is said on one line
constexpr std::ptrdiff_t most_declined_shown = 3;  // operations, each with why
constexpr std::size_t most_lines = 270;            // before what is said of the whole run
constexpr std::size_t most_reasons = 8;            // why objects are left behind, a line each

using check_results = std::vector<check_result const*>;

std::string_view colour_of(outcome o) {
    switch (o) {
        case outcome::pass: return "\x1b[32m";
        case outcome::fail:
        case outcome::suite_error: return "\x1b[1;31m";
        case outcome::warn:
        case outcome::blocked: return "\x1b[33m";
        case outcome::observed: return "\x1b[36m";
        case outcome::disabled:
        case outcome::unsupported:
        case outcome::not_run: break;
    }
    return "\x1b[2m";
}

/// In the order in which a reader wants them.
constexpr outcome all_outcomes[] = {outcome::pass,        outcome::fail,     outcome::warn,
                                    outcome::suite_error, outcome::blocked,  outcome::observed,
                                    outcome::unsupported, outcome::disabled, outcome::not_run};

bool is_broken(check_result const& c) {
    return c.result == outcome::fail || c.result == outcome::warn || c.result == outcome::suite_error;
}

/// A sentence that may hold words of the server, on one line of a bounded length.
std::string said(std::string_view text) {
    constexpr std::size_t longest = 1000;
    return excerpt(text, longest);
}

/// What a check has to say that no cause has said.
std::vector<finding const*> untold(check_result const& c) {
    std::vector<finding const*> out;
    for (auto const& f : c.findings)
        if (!f.explained && f.cause == 0) out.push_back(&f);
    return out;
}

/// Whether causes say all that there is to say of it.
bool is_told(check_result const& c) {
    return c.result != outcome::suite_error && !c.known && !c.findings.empty() &&
           std::ranges::all_of(c.findings, [](finding const& f) { return f.cause > 0 || f.strength == level::info; });
}

class writer {
public:
    explicit writer(console_options options) : options_(options) {}

    std::string text;

    void line(std::string_view s = {}) { text.append(s).append("\n"); }

    /// A blank line, unless there is one.
    void space() {
        if (!text.empty() && !text.ends_with("\n\n")) line();
    }

    std::string painted(outcome o, std::string_view s) const {
        return options_.colour ? fmt::format("{}{}\x1b[0m", colour_of(o), s) : std::string(s);
    }

    /// `14 pass, 1 fail`.
    std::string counts(check_results const& checks) const {
        std::string out;
        for (auto const o : all_outcomes)
            if (auto const n = std::ranges::count(checks, o, [](auto const& c) { return c->result; }); n > 0)
                out += (out.empty() ? "" : ", ") + painted(o, fmt::format("{} {}", n, name(o)));
        return out;
    }

    [[nodiscard]] std::string heading_of(check_result const& c) const {
        auto const off = std::ranges::count_if(
            c.variants, [](auto const& v) { return v.result == outcome::fail || v.result == outcome::warn; });
        auto const variants = off == 0           ? std::string{}
                              : c.not_asked == 0 ? fmt::format(", {} of {} cases", off, c.variants.size())
                                                 : fmt::format(", {} of {} cases asked, {} not asked", off,
                                                               c.variants.size(), c.not_asked);
        auto const broken = gravest(c);
        // The level of what is broken, where that is not the level of the check's own clause.
        auto const part = !is_broken(c) || broken == c.strength
                              ? std::string{}
                              : fmt::format(", within a check of a {}", name(c.strength));
        return fmt::format("  {}  {}  ({}{}{})", painted(c.result, fmt::format("{:11}", name(c.result))), c.id,
                           name(part.empty() ? c.strength : broken), part, variants);
    }

    void note(std::string_view value) { line(fmt::format("      {}", value)); }

    void item(std::string_view label, std::string_view value) {
        if (!value.empty()) line(fmt::format("      {:10} {}", label, value));
    }

    void items(std::string_view label, std::vector<std::string> const& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) item(i == 0 ? label : "", rows[i]);
    }

    /// A command on one line, or a script on several; what comes before a script's lines changes nothing of it.
    void command(exchange_record const& e, std::string const& base_url) {
        auto const shown = curl_command(e, base_url);
        if (shown.find('\n') == std::string::npos) return item("try it:", shown);
        note("try it: this makes what the request needs, sends it, and removes what was made");
        std::string_view rest = shown;
        for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
            line(rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
        line(rest);
    }

    void show(finding const& f, std::string const& base_url, bool with_command) {
        item("case:", said(f.subject()));
        item(f.strength == level::info ? "noted:" : "expected:",
             said(f.expected) + (f.rule.empty() ? "" : fmt::format(" (rule {})", f.rule)));
        item("actual:", said(f.actual));
        if (f.exchange) item("answer:", answer_line(f.exchange->result));
        item("hint:", said(f.hint));
        if (f.exchange && with_command) command(*f.exchange, base_url);
    }

    /// A check that did not go as the contract says: everything needed to mend the server.
    void show_broken(check_result const& c, std::string const& base_url) {
        space();
        line(heading_of(c));
        note(said(c.summary));
        item("clause:", c.clause);
        item("reason:", said(c.reason));
        if (c.known)
            item("known:", said(c.known->reason) + (c.known->link.empty() ? "" : " (" + said(c.known->link) + ")"));
        std::set<std::size_t> causes;
        for (auto const& f : c.findings)
            if (f.cause > 0) causes.insert(f.cause);
        if (!causes.empty()) item("see also:", fmt::format("cause {}", fmt::join(causes, ", ")));
        std::vector<finding const*> telling;
        for (auto const& f : c.findings)
            if (!f.explained && (options_.verbose || f.cause == 0)) telling.push_back(&f);
        std::ranges::stable_sort(telling, {}, [](auto const* f) { return f->strength; });
        auto const most = options_.verbose ? telling.size() : std::min(findings_shown, telling.size());
        for (std::size_t i = 0; i < most; ++i) {
            if (i > 0) line();
            show(*telling[i], base_url, i == 0 || options_.verbose);
        }
        if (most < telling.size()) note(fmt::format("and {} more; --verbose shows them", telling.size() - most));
        line();
    }

    /// The same on one line.
    void show_briefly(check_result const& c) {
        auto const telling = untold(c);
        auto const worst = std::ranges::min_element(telling, {}, [](auto const* f) { return f->strength; });
        auto const what =
            worst == telling.end() ? c.reason : fmt::format("{}, but: {}", (*worst)->expected, (*worst)->actual);
        line(heading_of(c));
        note(excerpt(what, longest_brief));
    }

    /// What is wrong and shows in many checks, before any of them; the worst first.
    void show_causes(std::vector<cause> const& causes, std::string const& base_url) {
        if (causes.empty()) return;
        line("Causes first:");
        line();
        for (std::size_t i = 0; i < causes.size(); ++i) {
            auto const& c = causes[i];
            bool const in_full = i < causes_in_full || options_.verbose;
            auto const as = c.makes == outcome::blocked ? std::string(name(c.makes))
                                                        : fmt::format("{}, {}", name(c.makes), name(c.strength));
            auto const head = painted(c.makes, fmt::format("cause {}", i + 1));
            line(fmt::format("  {}  ({})  {}", head, as, in_full ? said(c.what) : excerpt(c.what, longest_brief)));
            if (!in_full) continue;
            // A cause that is a check's own failure names the clause that the check stands on.
            item("clause:", c.clause);
            if (c.exchange) item("answer:", answer_line(c.exchange->result));
            item("hint:", said(c.hint));
            if (c.exchange) command(*c.exchange, base_url);
            items("explains:", check_lists(c.explains));
            if (options_.verbose) items("shows in:", check_lists(c.shows_in));
            line();
        }
        space();
    }

    void show_observed(check_result const& c) {
        line(heading_of(c));
        for (auto const& f : c.findings)
            if (!f.explained)
                note(fmt::format("{}{}{}: {}", said(f.subject()), f.subjects.empty() ? "" : ": ", said(f.expected),
                                 said(f.actual)));
    }

    /// Checks that say nothing of the server, gathered by why.
    void show_silent(check_results const& checks) {
        std::map<std::pair<outcome, std::string>, std::vector<std::string>> by_reason;
        for (auto const* c : checks) {
            auto const reason = c->cause == 0 ? c->reason : fmt::format("see cause {} above", c->cause);
            by_reason[{c->result, reason}].push_back(c->id);
        }
        std::size_t shown = 0;
        std::size_t more = 0;
        for (auto const& [why, ids] : by_reason) {
            if (shown++ >= reasons_shown && !options_.verbose) {
                more += ids.size();
                continue;
            }
            auto const reason = why.second.empty() ? std::string{} : ": " + said(why.second);
            line(fmt::format("  {}  {}{}", painted(why.first, fmt::format("{:11}", name(why.first))),
                             ids.size() == 1 ? ids.front() : fmt::format("{} checks", ids.size()), reason));
            if (options_.verbose && ids.size() > 1) note(fmt::format("{}", fmt::join(ids, ", ")));
        }
        if (more > 0) note(fmt::format("and {} checks for other reasons; --verbose shows them", more));
    }

    /// Whether there is more to say of it than how many checks passed.
    [[nodiscard]] bool has_news(check_results const& checks) const {
        return options_.verbose || std::ranges::any_of(checks, [](check_result const* c) {
                   return c->result != outcome::pass && !(is_broken(*c) && is_told(*c));
               });
    }

    void show_operation(std::string const& operation, check_results const& checks, std::string const& base_url) {
        std::set<std::size_t> causes;
        for (auto const* c : checks)
            if (is_broken(*c))
                for (auto const& f : c->findings)
                    if (f.cause > 0) causes.insert(f.cause);
        if (!text.ends_with("\n\n") && open_) line();
        auto const see = causes.empty() ? std::string{} : fmt::format("; see cause {}", fmt::join(causes, ", "));
        line(fmt::format("{}: {}{}", operation, counts(checks), see));
        auto const before = text.size();
        check_results silent;
        for (auto const* c : checks) switch (c->result) {
                case outcome::fail:
                case outcome::warn:
                case outcome::suite_error: {
                    if (is_told(*c) && !options_.verbose) break;
                    auto& room = c->result == outcome::warn ? warnings_left_ : failures_left_;
                    if (text.size() == before) line();
                    if (room > 0 || options_.verbose)
                        show_broken(*c, base_url);
                    else
                        show_briefly(*c);
                    room -= room > 0;
                    break;
                }
                case outcome::observed:
                    if (text.size() == before) line();
                    show_observed(*c);
                    break;
                case outcome::pass:
                    if (!options_.verbose) break;
                    if (text.size() == before) line();
                    line(fmt::format("  {}  {}  {}", painted(c->result, fmt::format("{:11}", name(c->result))), c->id,
                                     c->summary));
                    break;
                default: silent.push_back(c);
            }
        if (text.size() == before && !silent.empty()) line();
        show_silent(silent);
        open_ = text.size() > before;
    }

    /// Operations of which there is the same to say, all in one place.
    void show_list(std::string_view heading, std::vector<std::string> const& operations) {
        if (operations.empty()) return;
        space();
        line(heading);
        line();
        for (auto const& row : wrapped(operations)) note(row);
        open_ = true;
    }

    /// Cuts what is said of causes and checks to a length that a person reads; the worst stands first.
    void bound() {
        if (options_.verbose) return;
        std::size_t lines = 0;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] != '\n' || ++lines < most_lines) continue;
            auto const more = std::ranges::count(std::string_view(text).substr(at + 1), '\n');
            if (more < 5) return;
            text.resize(at + 1);
            space();
            line(fmt::format("… {} more lines; --verbose shows them, and --report json has everything", more));
            return;
        }
    }

private:
    console_options options_;
    std::size_t failures_left_ = failures_in_full;  ///< that may still be shown in full
    std::size_t warnings_left_ = warnings_in_full;
    bool open_ = false;  ///< the operation before had more than its heading
};

std::string seconds(std::chrono::microseconds time) {
    return fmt::format("{:.2f} s", std::chrono::duration<double>(time).count());
}

outcome painted_as(exit_status status) {
    if (status == exit_status::conforms) return outcome::pass;
    return status == exit_status::no_verdict ? outcome::warn : outcome::fail;
}

/// How grave the worst is that is said of an operation and by no cause: 0 a failed MUST, 3 nothing.
int gravity(check_results const& checks) {
    int out = 3;
    for (auto const* c : checks) {
        if (!is_broken(*c) || is_told(*c)) continue;
        out = std::min(out, c->result == outcome::fail ? 0 : c->result == outcome::suite_error ? 1 : 2);
    }
    return out;
}

void show_operations(writer& out, run_result const& run, console_options const& options) {
    std::vector<std::string> operations;
    std::map<std::string, check_results> by_operation;
    for (auto const& c : run.checks) {
        auto& list = by_operation[c.operation];
        if (list.empty()) operations.push_back(c.operation);
        list.push_back(&c);
    }
    auto const is_declined = [&](std::string const& operation) {
        return std::ranges::all_of(by_operation[operation],
                                   [](auto const* c) { return c->result == outcome::unsupported; });
    };
    std::vector<std::string> declined;
    if (std::ranges::count_if(operations, is_declined) > most_declined_shown) {
        std::ranges::copy_if(operations, std::back_inserter(declined), is_declined);
        std::erase_if(operations, is_declined);
    }
    auto const has_news = [&](std::string const& operation) { return out.has_news(by_operation[operation]); };
    std::vector<std::string> quiet;
    std::ranges::copy_if(operations, std::back_inserter(quiet), std::not_fn(has_news));
    if (quiet.size() > 1) std::erase_if(operations, std::not_fn(has_news));
    if (!options.verbose)
        std::ranges::stable_sort(operations, {}, [&](auto const& one) { return gravity(by_operation[one]); });
    for (auto const& operation : operations) out.show_operation(operation, by_operation[operation], run.target);
    if (quiet.size() > 1) {
        check_results all;
        for (auto const& one : quiet) all.insert(all.end(), by_operation[one].begin(), by_operation[one].end());
        bool const any = std::ranges::any_of(all, [](auto const* c) { return c->result != outcome::pass; });
        out.show_list(fmt::format("{} in {} operations: {}", any ? "Nothing but the causes above" : "Nothing to mend",
                                  quiet.size(), out.counts(all)),
                      quiet);
    }
    std::size_t checks = 0;
    for (auto const& operation : declined) checks += by_operation[operation].size();
    out.show_list(
        fmt::format("Not on this server, as it may be: {} operations, {}", declined.size(),
                    out.painted(outcome::unsupported, fmt::format("{} {}", checks, name(outcome::unsupported)))),
        declined);
}

/// What is on the server still, or may be, each named; those with the same reason on one line.
void show_remains(writer& out, std::string_view how, std::vector<std::string> const& objects,
                  console_options const& options) {
    std::vector<std::string> reasons;
    std::map<std::string, std::vector<std::string>> by_reason;
    for (auto const& one : objects) {
        auto const colon = one.find(": ");
        auto why = colon == std::string::npos ? std::string{} : one.substr(colon);
        auto& list = by_reason[why];
        if (list.empty()) reasons.push_back(why);
        list.push_back(one.substr(0, colon));
    }
    for (std::size_t i = 0; i < reasons.size(); ++i) {
        if (i == most_reasons && !options.verbose)
            return out.line(fmt::format("{}: more for {} other reasons; --verbose and --report json name them", how,
                                        reasons.size() - i));
        out.line(out.painted(outcome::warn,
                             said(fmt::format("{}: {}{}", how, fmt::join(by_reason[reasons[i]], ", "), reasons[i]))));
    }
}

}  // namespace

std::string console_report(run_result const& run, console_options options) {
    writer out(options);
    out.line("lancespec " LANCESPEC_VERSION_STRING ", specification " LANCESPEC_SPEC_VERSION_STRING
             ", verdicts " LANCESPEC_VERDICTS_VERSION_STRING);
    out.line(fmt::format("target {}, run {}", said(run.target), run.run_id));
    out.line();
    // Of a server that was not reached there is nothing to say but why.
    if (run.reachable) {
        out.show_causes(run.causes, run.target);
        show_operations(out, run, options);
        out.bound();
        out.space();
    }
    out.line(out.painted(painted_as(status_of(run)), said(verdict_of(run))));
    check_results all;
    for (auto const& c : run.checks) all.push_back(&c);
    if (run.reachable && !all.empty())
        out.line(fmt::format("{} checks: {}; {} requests, {} jobs, in {}", all.size(), out.counts(all), run.requests,
                             run.jobs, seconds(run.elapsed)));
    if (!run.kept.empty())
        out.line(fmt::format("kept: {}; they go with: lancespec check {} --cleanup {}",
                             printable(fmt::format("{}", fmt::join(run.kept, ", "))), shell_word(run.target),
                             run.run_id));
    show_remains(out, "left behind", run.left_behind, options);
    show_remains(out, "may be left behind", run.may_be_left_behind, options);
    // The gravest outcome first: what it takes to conform is what is asked for most.
    for (auto const o : {outcome::fail, outcome::suite_error, outcome::warn}) {
        auto const found = std::ranges::find(run.checks, o, &check_result::result);
        if (found == run.checks.end()) continue;
        out.line(fmt::format("What a check requires, and why: lancespec explain {}", found->id));
        break;
    }
    return out.text;
}

}  // namespace lancespec::conformance
