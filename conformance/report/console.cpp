#include "conformance/report/console.hpp"

#include "conformance/report/answer_line.hpp"
#include "conformance/report/curl_command.hpp"
#include "conformance/report/text.hpp"

#include <lancespec/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace lancespec::conformance {
namespace {

constexpr std::size_t findings_shown = 3;
constexpr std::size_t ids_shown = 4;
constexpr std::ptrdiff_t most_declined_shown = 3;  // operations, each with why

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

class writer {
public:
    explicit writer(console_options options) : options_(options) {}

    std::string text;

    void line(std::string_view s = {}) { text.append(s).append("\n"); }

    std::string painted(outcome o, std::string_view s) const {
        return options_.colour ? fmt::format("{}{}\x1b[0m", colour_of(o), s) : std::string(s);
    }

    /// `14 pass, 1 fail`.
    template <class Checks>
    std::string counts(Checks const& checks) const {
        std::string out;
        for (auto const o : all_outcomes)
            if (auto const n = std::ranges::count(checks, o, [](auto const& c) { return c->result; }); n > 0)
                out += (out.empty() ? "" : ", ") + painted(o, fmt::format("{} {}", n, name(o)));
        return out;
    }

    void heading(check_result const& c) {
        auto const off = std::ranges::count_if(
            c.variants, [](auto const& v) { return v.result == outcome::fail || v.result == outcome::warn; });
        auto const variants = off == 0           ? std::string{}
                              : c.not_asked == 0 ? fmt::format(", {} of {} cases", off, c.variants.size())
                                                 : fmt::format(", {} of {} cases asked, {} not asked", off,
                                                               c.variants.size(), c.not_asked);
        bool const less = c.result == outcome::warn && c.strength == level::must;
        line(fmt::format("  {}  {}  ({}{}{})", painted(c.result, fmt::format("{:11}", name(c.result))), c.id,
                         name(c.strength), less ? ", of which this part is a SHOULD" : "", variants));
    }

    void note(std::string_view value) { line(fmt::format("      {}", value)); }

    void item(std::string_view label, std::string_view value) {
        if (!value.empty()) line(fmt::format("      {:10} {}", label, value));
    }

    void show(finding const& f, std::string const& base_url) {
        item("case:", printable(f.subject()));
        item(f.strength == level::info ? "noted:" : "required:",
             printable(f.required) + (f.rule.empty() ? "" : fmt::format(" (rule {})", f.rule)));
        item("came back:", printable(f.came_back));
        if (f.exchange) item("answer:", answer_line(f.exchange->result));
        item("hint:", printable(f.hint));
        if (f.exchange) item("try it:", curl_command(f.exchange->request, base_url));
    }

    /// Whether a check has no more to say than its one finding, or that a request was accepted.
    [[nodiscard]] static bool is_told(check_result const& c) {
        return c.findings.size() == 1 || std::ranges::all_of(c.findings, [](finding const& f) {
                   auto const status = f.exchange ? f.exchange->result.response.status : 0;
                   return status >= 200 && status < 300;
               });
    }

    /// A check that did not go as the contract says: everything needed to mend the server.
    void show_broken(check_result const& c, std::string const& base_url) {
        // What many operations share is told by the cause and by the first of them.
        if (auto const cause = shared_.find(c.id); cause != shared_.end() && !options_.verbose && is_told(c)) {
            if (text.size() == heading_end_) line();
            heading(c);
            note(fmt::format("see cause {} above", cause->second));
            return;
        }
        if (!text.ends_with("\n\n")) line();
        heading(c);
        note(printable(c.summary));
        item("clause:", c.clause);
        item("reason:", printable(c.reason));
        if (c.known)
            item("known:",
                 printable(c.known->reason) + (c.known->link.empty() ? "" : " (" + printable(c.known->link) + ")"));
        std::vector<finding const*> telling;
        for (auto const& f : c.findings)
            if (!f.explained) telling.push_back(&f);
        auto const most = options_.verbose ? telling.size() : std::min(findings_shown, telling.size());
        for (std::size_t i = 0; i < most; ++i) {
            if (i > 0) line();
            show(*telling[i], base_url);
        }
        if (most < telling.size()) note(fmt::format("and {} more; --verbose shows them", telling.size() - most));
        line();
    }

    /// What is wrong and shows in many checks, before any of them.
    void show_causes(std::vector<cause> const& causes, std::string const& base_url) {
        if (causes.empty()) return;
        line("Causes first:");
        line();
        for (std::size_t i = 0; i < causes.size(); ++i) {
            auto const& c = causes[i];
            for (auto const& id : c.explains) cause_of_.emplace(id, i + 1);
            // What many operations have in common.
            if (c.operation.empty() && (c.id == "shared" || c.id == "accepts_everything"))
                for (std::size_t k = 1; k < c.explains.size(); ++k) shared_.emplace(c.explains[k], i + 1);
            line(fmt::format("  {}  {}", painted(outcome::fail, fmt::format("cause {}", i + 1)), printable(c.what)));
            if (c.exchange) item("answer:", answer_line(c.exchange->result));
            item("hint:", printable(c.hint));
            if (c.exchange) item("try it:", curl_command(c.exchange->request, base_url));
            item("explains:", listed(c.explains));
            line();
        }
    }

    /// The first few, and how many more.
    [[nodiscard]] static std::string listed(std::vector<std::string> const& ids) {
        auto const most = std::min(ids_shown, ids.size());
        auto out = fmt::format("{}", fmt::join(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(most), ", "));
        if (most < ids.size()) out += fmt::format(" and {} more checks", ids.size() - most);
        return out;
    }

    void show_observed(check_result const& c) {
        heading(c);
        for (auto const& f : c.findings)
            if (!f.explained)
                note(fmt::format("{}{}{}: {}", printable(f.subject()), f.subjects.empty() ? "" : ": ",
                                 printable(f.required), printable(f.came_back)));
    }

    /// Checks that say nothing of the server, gathered by why.
    void show_silent(std::vector<check_result const*> const& checks) {
        std::map<std::pair<outcome, std::string>, std::vector<std::string>> by_reason;
        for (auto const* c : checks) {
            auto const cause = cause_of_.find(c->id);
            auto const reason = cause == cause_of_.end() ? c->reason : fmt::format("see cause {} above", cause->second);
            by_reason[{c->result, reason}].push_back(c->id);
        }
        for (auto const& [why, ids] : by_reason) {
            auto const reason = why.second.empty() ? std::string{} : ": " + printable(why.second);
            line(fmt::format("  {}  {}{}", painted(why.first, fmt::format("{:11}", name(why.first))),
                             ids.size() == 1 ? ids.front() : fmt::format("{} checks", ids.size()), reason));
            if (options_.verbose && ids.size() > 1) note(fmt::format("{}", fmt::join(ids, ", ")));
        }
    }

    void show_operation(std::string const& operation, std::vector<check_result const*> const& checks,
                        std::string const& base_url) {
        if (!text.ends_with("\n\n") && open_) line();
        line(fmt::format("{}: {}", operation, counts(checks)));
        auto const before = heading_end_ = text.size();
        std::vector<check_result const*> silent;
        for (auto const* c : checks) switch (c->result) {
                case outcome::fail:
                case outcome::warn:
                case outcome::suite_error: show_broken(*c, base_url); break;
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

    /// Operations that the server does not have, all in one place: it may have as few as it likes.
    void show_declined(std::vector<std::string> const& operations, std::size_t checks) {
        if (operations.empty()) return;
        if (!text.ends_with("\n\n")) line();
        line(fmt::format("Not on this server, as it may be: {} operations, {}", operations.size(),
                         painted(outcome::unsupported, fmt::format("{} {}", checks, name(outcome::unsupported)))));
        line();
        constexpr std::size_t width = 100;
        std::string row;
        for (auto const& operation : operations) {
            if (!row.empty() && row.size() + operation.size() > width) {
                note(row);
                row.clear();
            }
            row += (row.empty() ? "" : " ") + operation + (operation == operations.back() ? "" : ",");
        }
        note(row);
    }

    /// The blank line before what is said of the whole run.
    void end_operations() {
        if (!text.ends_with("\n\n")) line();
    }

private:
    console_options options_;
    std::map<std::string, std::size_t> cause_of_;  ///< by the check's id
    std::map<std::string, std::size_t> shared_;    ///< causes of many operations, by the checks that need say no more
    std::size_t heading_end_ = 0;                  ///< where the heading of the operation ends
    bool open_ = false;                            ///< the operation before had more than its heading
};

std::string seconds(std::chrono::microseconds time) {
    return fmt::format("{:.2f} s", std::chrono::duration<double>(time).count());
}

outcome painted_as(exit_status status) {
    if (status == exit_status::conforms) return outcome::pass;
    return status == exit_status::no_verdict ? outcome::warn : outcome::fail;
}

}  // namespace

std::string console_report(run_result const& run, console_options options) {
    writer out(options);
    out.line("lancespec " LANCESPEC_VERSION_STRING ", specification " LANCESPEC_SPEC_VERSION_STRING
             ", verdicts " LANCESPEC_VERDICTS_VERSION_STRING);
    out.line(fmt::format("target {}, run {}", printable(run.target), run.run_id));
    out.line();

    std::vector<std::string> operations;
    std::map<std::string, std::vector<check_result const*>> by_operation;
    std::vector<check_result const*> all;
    for (auto const& c : run.checks) {
        auto& list = by_operation[c.operation];
        if (list.empty()) operations.push_back(c.operation);
        list.push_back(&c);
        all.push_back(&c);
    }
    // Of a server that was not reached there is nothing to say but why.
    if (run.reachable) out.show_causes(run.causes, run.target);
    if (run.reachable) {
        auto const is_declined = [&](std::string const& operation) {
            return std::ranges::all_of(by_operation[operation],
                                       [](auto const* c) { return c->result == outcome::unsupported; });
        };
        auto const declined = std::ranges::count_if(operations, is_declined) > most_declined_shown
                                  ? std::ranges::stable_partition(operations, std::not_fn(is_declined))
                                  : std::ranges::subrange(operations.end(), operations.end());
        std::vector<std::string> const gathered(declined.begin(), declined.end());
        std::size_t checks = 0;
        for (auto const& operation : gathered) checks += by_operation[operation].size();
        operations.erase(declined.begin(), declined.end());
        for (auto const& operation : operations) out.show_operation(operation, by_operation[operation], run.target);
        out.show_declined(gathered, checks);
        out.end_operations();
    }

    out.line(out.painted(painted_as(status_of(run)), printable(verdict_of(run))));
    if (run.reachable && !all.empty())
        out.line(fmt::format("{} checks: {}; {} requests, {} jobs, in {}", all.size(), out.counts(all), run.requests,
                             run.jobs, seconds(run.elapsed)));
    for (auto const& object : run.left_behind)
        out.line(out.painted(outcome::warn, "left behind: " + printable(object)));
    for (auto const& object : run.may_be_left_behind)
        out.line(out.painted(outcome::warn, "may be left behind: " + printable(object)));
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
