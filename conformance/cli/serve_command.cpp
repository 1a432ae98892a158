// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/commands.hpp"
#include "conformance/cli/ending_signals.hpp"
#include "conformance/engine/run_result.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/suite/registry.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/contract/operations.hpp>

#include <fmt/format.h>

#include <ostream>

namespace lancespec::conformance {
namespace {

constexpr int usage = static_cast<int>(exit_status::usage);

std::vector<std::string> fault_ids() {
    std::vector<std::string> ids;
    for (auto const& f : all_faults()) ids.push_back(f.id);
    return ids;
}

}  // namespace

int run_command(serve_command const& command, streams io) {
    built_in_options options;
    options.demo = command.demo;
    options.stub = command.stub;
    auto& bounds = options.catalog;
    bounds.request_steps = command.request_steps.value_or(bounds.request_steps);
    bounds.job_steps = command.job_steps.value_or(bounds.job_steps);
    bounds.output_rows = command.output_rows.value_or(bounds.output_rows);
    bounds.output_bytes = command.output_bytes.value_or(bounds.output_bytes);
    bounds.table_bytes = command.table_bytes.value_or(bounds.table_bytes);
    bounds.catalog_bytes = command.catalog_bytes.value_or(bounds.catalog_bytes);
    options.service.token = command.token;
    options.service.api_key = command.api_key;
    options.service.unavailable = command.unavailable;
    options.listen.host = command.host;
    options.listen.port = command.port;
    if (!command.fault.empty()) {
        options.broken = find_fault(command.fault);
        if (!options.broken) {
            io.err << fmt::format("lancespec: there is no fault {}; `lancespec list --faults` shows them\n",
                                  printable(command.fault));
            for (auto const& id : nearest(command.fault, fault_ids())) io.err << "  did you mean " << id << "?\n";
            return usage;
        }
        // Its operation may be one that the catalog does not execute.
        options.stub = options.stub || options.broken->needs_stub;
        if (options.broken->needs_authentication && !command.token && !command.api_key) {
            io.err << fmt::format(
                "lancespec: the fault {} shows only on a server that asks for credentials: add --token "
                "TOKEN here and to `lancespec check`\n",
                command.fault);
            return usage;
        }
    }

    ending_signals signals;
    auto const started = built_in_server::start(options);
    if (!started) {
        io.err << "lancespec: " << printable(started.error()) << '\n';
        return usage;
    }
    auto& http = (*started)->http();
    io.out << fmt::format("lancespec serves {}\n", http.url());
    io.out << (command.demo
                   ? "demo data: tables demo$items and demo$deep$leaf; views demo$cheap, demo$labels and demo$chunks\n"
                   : "no data; --demo loads some\n");
    if (options.stub)
        io.out << fmt::format("{} of {} operations are not executed and answered by examples\n",
                              not_executed_operations().size(), contract::operations().size());
    if (command.token || command.api_key)
        io.out << fmt::format("asks for {}\n", command.token && command.api_key ? "a bearer token or an API key"
                                               : command.token                  ? "a bearer token"
                                                                                : "an API key");
    if (command.unavailable) io.out << "answers everything with 503\n";
    if (options.broken)
        io.out << fmt::format("broken on purpose, {}: {}\n", options.broken->id, options.broken->summary);
    io.out << "Ctrl-C ends it\n" << std::flush;

    signals.wait();
    http.stop();
    io.out << fmt::format("stopped after {} requests\n", http.requests()) << std::flush;
    return 0;
}

}  // namespace lancespec::conformance
