// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/commands.hpp"
#include "conformance/cli/interrupts.hpp"
#include "conformance/cli/progress.hpp"
#include "conformance/engine/conclusions.hpp"
#include "conformance/report/console.hpp"
#include "conformance/report/json.hpp"
#include "conformance/report/junit.hpp"
#include "conformance/report/mask.hpp"
#include "conformance/report/output.hpp"
#include "conformance/report/trace_transport.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/sweep.hpp"
#include "conformance/suite/plan.hpp"
#include "conformance/suite/registry.hpp"
#include "conformance/suite/runner.hpp"
#include "conformance/transport/curl_transport.hpp"
#include "conformance/transport/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace lancespec::conformance {
namespace {

constexpr int usage = static_cast<int>(exit_status::usage);
constexpr int suite_failed = static_cast<int>(exit_status::suite_failed);

std::string report_text(report_request const& wanted, run_result const& run, bool colour, bool verbose) {
    switch (wanted.format) {
        case report_format::json: return json_report(run);
        case report_format::junit: return junit_report(run);
        case report_format::console: break;
    }
    return console_report(run, {.colour = colour && wanted.file.empty(), .verbose = verbose});
}

secrets secrets_of(run_options const& options) {
    secrets out{options.token, options.api_key};
    for (auto const& [name, value] : options.headers) {
        if (!is_secret_field(name)) continue;
        out.others.push_back(value);
        // `Bearer abc`: what follows the scheme is the secret.
        if (auto const space = value.find(' '); space != std::string::npos)
            out.others.push_back(value.substr(space + 1));
    }
    return out;
}

void say_idle(std::string const& pattern, streams io) {
    std::vector<std::string> ids;
    for (auto const& c : all_checks()) ids.push_back(c.id);
    io.err << "lancespec: no check is called " << printable(pattern);
    if (auto const near = nearest(pattern, ids); !near.empty())
        io.err << fmt::format("; did you mean {}?\n", fmt::join(near, " or "));
    else
        io.err << "; `lancespec list` shows their ids\n";
}

/// A pattern that means no check is most likely a typing error, and must not look like success. Returns whether one
/// of --only is such; one of --skip may be of a list that serves several versions of the suite.
bool tell_idle_patterns(check_command const& command, streams io) {
    bool any = false;
    for (auto const* patterns : {&command.options.only, &command.options.skip})
        for (auto const& pattern : *patterns)
            if (std::ranges::none_of(all_checks(), [&](check const& c) { return matches(pattern, c.id); })) {
                say_idle(pattern, io);
                any = any || patterns == &command.options.only;
            }
    return any;
}

/// Removes what the run @p run_id has left. Returns the exit status.
int clean_up(transport& server, run_options options, std::string const& run_id, streams io) {
    session_with_set_up run(server, std::move(options), run_id);
    auto const hidden = secrets_of(run.options());
    auto const say = [&](std::ostream& to, std::string_view what, std::vector<std::string> const& lines) {
        for (auto const& line : lines) to << what << ": " << printable(mask(line, hidden)) << '\n';
    };
    auto const done = sweep(run);
    if (!done.reachable) {
        io.err << "lancespec: the server could not be reached: " << printable(mask(done.unreachable_reason, hidden))
               << '\n';
        return static_cast<int>(exit_status::unreachable);
    }
    say(io.out, "removed", done.removed);
    say(io.out, "left behind", done.left);
    say(io.out, "not known", done.unknown);
    if (done.left.empty() && done.unknown.empty()) {
        io.out << (done.removed.empty() ? "nothing on the server bears the name of run " : "nothing is left of run ")
               << run_id << '\n';
        return 0;
    }
    return suite_failed;
}

}  // namespace

int run_command(check_command const& command, streams io) {
    for (auto const& report : command.reports)
        if (!report.file.empty())
            if (auto const problem = why_unwritable(report.file); !problem.empty()) {
                io.err << "lancespec: " << problem << '\n';
                return usage;
            }
    if (tell_idle_patterns(command, io)) return usage;

    interrupts const stop;
    std::unique_ptr<built_in_server> own;
    auto address = command.server;
    auto options = command.options;
    options.interrupts = &stop.count();
    if (!address) {
        // Credentials of its own, so that the checks of authentication have something to look at.
        if (!options.token && !options.api_key) options.token = "token-of-the-built-in-server";
        built_in_options built_in;
        built_in.demo = true;
        options.objects.table_exists = true;
        options.objects.view_exists = true;
        options.load = true;  // its jobs cost nothing
        built_in.service.token = options.token;
        built_in.service.api_key = options.api_key;
        auto started = built_in_server::start(built_in);
        if (!started) {
            io.err << "lancespec: the built-in server did not start: " << started.error() << '\n';
            return suite_failed;
        }
        own = std::move(*started);
        address = *parse_base_url(own->http().url());
    }
    if (command.dry_run) {
        if (std::ranges::any_of(command.reports, [](auto const& r) { return !r.file.empty(); }))
            io.err << "lancespec: --dry-run writes no report\n";
        io.out << plan_of(options, command.server ? address->text : "the built-in server");
        return 0;
    }

    curl_options how;
    how.timeout = command.timeout;
    how.ca_file = command.cacert;
    how.interrupts = &stop.count();
    curl_transport client(*address, how);
    auto const hidden = secrets_of(options);
    trace_transport traced(client, command.trace, hidden);
    if (!command.trace.empty())
        if (auto const problem = traced.prepare(); !problem.empty()) {
            io.err << "lancespec: " << problem << '\n';
            return usage;
        }
    auto& way = command.trace.empty() ? static_cast<transport&>(client) : traced;
    if (!command.cleanup.empty()) return clean_up(way, options, command.cleanup, io);
    progress line(io.err, io.live, all_checks().size());
    line.start();
    auto run = run_checks(way, options, [&](check_result const& c) { line.tell(c); });
    line.clear();
    apply_known_failures(run, command.known_failures, run.started_at.substr(0, 10));
    run = mask(std::move(run), hidden);

    int status = static_cast<int>(status_of(run));
    auto const fail = [&](std::string const& problem) {
        if (problem.empty()) return;
        io.err << "lancespec: " << problem << '\n';
        // What was found is lost, so it is no answer to whoever asked; only that nobody was reached is known all the
        // same.
        if (status != static_cast<int>(exit_status::unreachable)) status = suite_failed;
    };
    for (auto const& report : command.reports) {
        auto const text = report_text(report, run, io.colour, command.verbose);
        if (report.file.empty())
            io.out << text << std::flush;
        else
            fail(write_file(report.file, text));
    }
    fail(traced.problem());
    if (auto const less = traced.left_out(); !less.empty()) io.err << "lancespec: " << less << '\n';
    return status;
}

}  // namespace lancespec::conformance
