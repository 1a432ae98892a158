#include "conformance/cli/commands.hpp"
#include "conformance/engine/registry.hpp"
#include "conformance/engine/runner.hpp"
#include "conformance/report/console.hpp"
#include "conformance/report/json.hpp"
#include "conformance/report/junit.hpp"
#include "conformance/report/mask.hpp"
#include "conformance/report/output.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/transport/curl_transport.hpp"

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

/// A pattern that means no check is most likely a typing error, and must not look like success.
void warn_of_idle_patterns(check_command const& command, streams io) {
    for (auto const* patterns : {&command.options.only, &command.options.skip})
        for (auto const& pattern : *patterns)
            if (std::ranges::none_of(all_checks(), [&](check const& c) { return matches(pattern, c.id); }))
                io.err << "lancespec: no check is called " << pattern << "; `lancespec list` shows their ids\n";
}

}  // namespace

int run_command(check_command const& command, streams io) {
    for (auto const& report : command.reports)
        if (!report.file.empty())
            if (auto const problem = why_unwritable(report.file); !problem.empty()) {
                io.err << "lancespec: " << problem << '\n';
                return usage;
            }
    warn_of_idle_patterns(command, io);

    std::unique_ptr<built_in_server> own;
    auto address = command.server;
    auto options = command.options;
    if (!address) {
        // Credentials of its own, so that the checks of authentication have something to look at.
        if (!options.token && !options.api_key) options.token = "token-of-the-built-in-server";
        built_in_options built_in;
        built_in.demo = true;
        options.objects.table_exists = true;
        options.objects.view_exists = true;
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

    curl_options how;
    how.timeout = command.timeout;
    curl_transport client(*address, how);
    auto const run = mask(run_checks(client, options), {options.token, options.api_key});

    int status = static_cast<int>(status_of(run));
    for (auto const& report : command.reports) {
        auto const text = report_text(report, run, io.colour, command.verbose);
        if (report.file.empty()) {
            io.out << text << std::flush;
        } else if (auto const problem = write_file(report.file, text); !problem.empty()) {
            io.err << "lancespec: " << problem << '\n';
            if (status == 0) status = suite_failed;
        }
    }
    return status;
}

}  // namespace lancespec::conformance
