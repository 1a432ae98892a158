// SPDX-License-Identifier: Apache-2.0
// `list` and `explain`: what the suite knows, without running it on a server of the user's.
#include "conformance/cli/commands.hpp"
#include "conformance/engine/operation.hpp"
#include "conformance/report/curl_command.hpp"
#include "conformance/report/json.hpp"
#include "conformance/report/mask.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/suite/registry.hpp"
#include "conformance/suite/runner.hpp"
#include "conformance/transport/answer_line.hpp"
#include "conformance/transport/in_process_transport.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/version.hpp>

#include <fmt/format.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <mutex>
#include <ostream>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

constexpr int usage = static_cast<int>(exit_status::usage);

std::string_view words(need needs) {
    switch (needs) {
        case need::nothing: return "nothing";
        case need::object: return "the table or view to exist";
        case need::accepted: return "a plain request to be accepted";
        case need::credentials: return "a server that asks for credentials";
        case need::own_objects: return "a server on which the suite can make a table and count its rows";
    }
    return "nothing";
}

std::vector<fault const*> faults_of(check const& c) {
    std::vector<fault const*> out;
    for (auto const& f : all_faults())
        if (f.check == c.id) out.push_back(&f);
    return out;
}

json::object check_json(check const& c) {
    json::array faults;
    for (auto const* f : faults_of(c)) faults.emplace_back(f->id);
    return {
        {"id", c.id},           {"operation", c.operation}, {"level", name(c.strength)}, {"clause", c.clause},
        {"summary", c.summary}, {"rationale", c.rationale}, {"needs", words(c.needs)},   {"faults", std::move(faults)}};
}

json::object fault_json(fault const& f) {
    return {{"id", f.id},
            {"check", f.check},
            {"clause", f.clause},
            {"summary", f.summary},
            {"shows", name(f.shows)},
            {"needs_authentication", f.needs_authentication},
            {"needs_load", f.needs_load},
            {"needs_set_up", f.needs_set_up}};
}

/// When the fault shows, and how, if that is not plain.
std::string remark_of(fault const& f) {
    std::string out;
    if (f.shows == outcome::warn) out += " (fails with check --strict)";
    if (f.shows == outcome::observed) out += " (fails nothing: what is observed differs)";
    if (f.needs_authentication) out += " (needs --token or --api-key)";
    if (f.needs_load) out += " (needs check --load)";
    return out;
}

template <class Range>
std::size_t longest_id(Range const& all) {
    std::size_t longest = 0;
    for (auto const& one : all) longest = std::max(longest, one.id.size());
    return longest;
}

std::string checks_text() {
    std::string out;
    std::string operation;
    auto const width = longest_id(all_checks());
    for (auto const& c : all_checks()) {
        if (c.operation != operation) out += fmt::format("{}{}\n", operation.empty() ? "" : "\n", c.operation);
        operation = c.operation;
        out += fmt::format("  {:{}}  {:6}  {}\n", c.id, width, name(c.strength), c.summary);
    }
    return out + fmt::format("\n{} checks; `lancespec explain ID` says more about one\n", all_checks().size());
}

std::string faults_text() {
    std::string out;
    auto const width = longest_id(all_faults());
    for (auto const& f : all_faults()) out += fmt::format("  {:{}}  {}{}\n", f.id, width, f.summary, remark_of(f));
    return out + fmt::format("\n{} faults; `lancespec serve --demo --fault ID` serves with one\n", all_faults().size());
}

constexpr char const* example_url = "http://localhost:2333";
constexpr char const* example_token = "token-of-the-example";

/// Whether the built-in server answers @p op by example only.
bool is_stood_in(operation const& op) {
    auto const all = not_executed_operations();
    return std::ranges::find(all, &op) != all.end();
}

/// What is sent for the check to the built-in server, and what that answers: requests of its own, else those that it
/// shares with others.
std::vector<exchange_record> exchanges_of(check const& c, operation const& op) {
    built_in_options served;
    served.demo = true;
    served.stub = is_stood_in(op);
    run_options options;
    options.only = {c.id};
    options.run_id = "00000000";
    options.load = true;
    if (c.needs == need::credentials) options.token = served.service.token = example_token;
    built_in_service service(served);
    std::vector<exchange_record> own;
    std::vector<exchange_record> joint;
    std::vector<exchange_record> others;
    std::mutex noting;
    in_process_transport transport(
        [&](http::request const& r) {
            exchange_record e{r, {}};
            e.result.response = service.handle(r);
            auto const response = e.result.response;
            if (!parse_route(op, r.target)) return response;
            auto const id = std::string(r.fields.find("x-request-id").value_or(""));
            auto& list = id.find("-" + c.id + "-") != std::string::npos                        ? own
                         : id.find("-" + check_prefix(op) + ".together-") != std::string::npos ? joint
                                                                                               : others;
            std::lock_guard const lock(noting);
            list.push_back(std::move(e));
            return response;
        },
        example_url);
    (void)run_checks(transport, options);
    if (!own.empty()) return own;
    return joint.empty() ? others : joint;  // others: the plain request
}

std::string example_of(check const& c) {
    auto const& op = *find_operation(c.operation);
    auto const exchanges = exchanges_of(c, op);
    if (exchanges.empty()) return {};
    secrets const hidden{example_token, {}};
    auto const& first = exchanges.front();
    auto shown = mask(first.request, hidden);
    shown.fields.erase("x-request-id");
    auto const more =
        exchanges.size() > 1 ? fmt::format(", the first of {} requests", exchanges.size()) : std::string{};
    return fmt::format("\nexample{}, on the server of `lancespec serve --demo{}{}`:\n  {}\nit answers:\n  {}\n", more,
                       is_stood_in(op) ? " --stub" : "",
                       c.needs == need::credentials ? " --token $LANCESPEC_TOKEN" : "",
                       curl_command(shown, example_url), mask(answer_line(first.result), hidden));
}

}  // namespace

int run_command(list_command const& command, streams io) {
    if (!command.json) {
        io.out << (command.faults ? faults_text() : checks_text());
        return 0;
    }
    json::object out{{"schema_version", json_schema_version},
                     {"suite_version", LANCESPEC_VERSION_STRING},
                     {"spec_version", LANCESPEC_SPEC_VERSION_STRING},
                     {"verdicts_version", LANCESPEC_VERDICTS_VERSION_STRING}};
    json::array all;
    if (command.faults)
        for (auto const& f : all_faults()) all.push_back(fault_json(f));
    else
        for (auto const& c : all_checks()) all.push_back(check_json(c));
    out[command.faults ? "faults" : "checks"] = std::move(all);
    io.out << pretty_json(out) << '\n';
    return 0;
}

int run_command(explain_command const& command, streams io) {
    auto const* const c = find_check(command.check);
    if (!c) {
        std::vector<std::string> ids;
        for (auto const& one : all_checks()) ids.push_back(one.id);
        io.err << fmt::format("lancespec: there is no check {}; `lancespec list` shows them\n",
                              printable(command.check));
        for (auto const& id : nearest(command.check, ids)) io.err << "  did you mean " << id << "?\n";
        return usage;
    }
    io.out << fmt::format("{}  {}\n\n{}\n\noperation:  {}\nclause:     {}\nwhy:        {}\nneeds:      {}\n", c->id,
                          name(c->strength), c->summary, c->operation, c->clause, c->rationale, words(c->needs));
    for (auto const* f : faults_of(*c))
        io.out << fmt::format("\na server that breaks it, `lancespec serve --demo{} --fault {}`:\n  {}{}\n",
                              f->needs_authentication ? " --token TOKEN" : "", f->id, f->summary, remark_of(*f));
    io.out << example_of(*c);
    return 0;
}

}  // namespace lancespec::conformance
