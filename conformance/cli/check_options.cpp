// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/check_options.hpp"

#include "conformance/cli/files.hpp"
#include "conformance/cli/help.hpp"
#include "conformance/cli/usage_error.hpp"
#include "conformance/cli/yaml_files.hpp"
#include "conformance/engine/profiles.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/contract/operations.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/language/field_path.hpp>

#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>

namespace lancespec::conformance {
namespace {

report_request report_of(std::string const& text) {
    auto const equals = text.find('=');
    auto const format = text.substr(0, equals);
    report_request out;
    if (format == "console")
        out.format = report_format::console;
    else if (format == "json")
        out.format = report_format::json;
    else if (format == "junit")
        out.format = report_format::junit;
    else
        throw usage_error{fmt::format("--report {}: the formats are console, json and junit", text)};
    if (equals != std::string::npos) out.file = text.substr(equals + 1);
    if (equals != std::string::npos && out.file.empty())
        throw usage_error{fmt::format("--report {}: the name of the file is missing; - is standard output", text)};
    if (out.file == "-") out.file.clear();
    return out;
}

void read_reports(check_command& out, raw_check const& raw) {
    for (auto const& one : raw.reports) out.reports.push_back(report_of(one));
    if (out.reports.empty()) out.reports.emplace_back();
    for (std::size_t i = 0; i < out.reports.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (out.reports[i].file == out.reports[j].file)
                throw usage_error{
                    out.reports[i].file.empty()
                        ? std::string("two reports would mix on standard output: give one a file, FORMAT=FILE")
                        : fmt::format("two reports would overwrite each other in {}", out.reports[i].file)};
}

bool has_control(std::string_view text) {
    return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

std::pair<std::string, std::string> header_of(std::string const& text) {
    auto const colon = text.find(':');
    auto const name = text.substr(0, colon);
    if (colon == std::string::npos || name.empty() || name.find_first_of(" \t;@") != std::string::npos ||
        has_control(name))
        throw usage_error{"--header needs NAME: VALUE, like 'x-tenant: blue'"};
    auto value = text.substr(colon + 1);
    value.erase(0, std::min(value.find_first_not_of(' '), value.size()));
    if (has_control(value)) throw usage_error{fmt::format("--header {}: its value holds a control character", name)};
    for (std::string_view const framing : {"content-length", "transfer-encoding"})
        if (equal_ignoring_ascii_case(name, framing))
            throw usage_error{
                fmt::format("--header {}: it says where a request ends, and follows from the body", name)};
    return {name, std::move(value)};
}

/// The names of the suite's own objects, and of the demo data, hold these.
bool is_of_any_name(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// A delimiter that a name holds cannot join it with others.
void must_delimit(std::string const& text, fixture const& objects) {
    if (text.empty() || has_control(text)) throw usage_error{"--delimiter needs a text, like $ or ::"};
    if (find_invalid_utf8(text) != std::string::npos)
        throw usage_error{fmt::format("--delimiter {}: it is not UTF-8", excerpt(text, 40))};
    if (std::ranges::all_of(text, is_of_any_name))
        throw usage_error{
            fmt::format("--delimiter {}: names hold letters, digits and _, so it needs another character, "
                        "like $ or ::",
                        excerpt(text, 40))};
    for (auto const* object : {&objects.table, &objects.view, &objects.chunker_view})
        for (auto const& name : *object)
            if (name.find(text) != std::string::npos)
                throw usage_error{
                    fmt::format("--delimiter {}: the name {} holds it", excerpt(text, 40), excerpt(name, 60))};
}

/// The number that all of @p text is, or nothing.
template <class Number>
std::optional<Number> number_of(std::string const& text) {
    Number value{};
    auto const [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::chrono::milliseconds seconds_of(std::string_view option, std::string const& text) {
    constexpr double longest = 3600;
    auto const seconds = number_of<double>(text).value_or(0);
    if (!(seconds > 0 && seconds <= longest))
        throw usage_error{
            fmt::format("{} {}: a number of seconds over 0, at most {}", option, excerpt(text, 40), longest)};
    return std::max(std::chrono::milliseconds(1), std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
}

/// A list that is filled by repeating the option, or with commas, and does not swallow what follows.
CLI::Option* repeatable(CLI::Option* option) {
    return option->allow_extra_args(false)->delimiter(',');
}

/// Given twice, the last one counts: a word of the command line after one of a configuration.
CLI::Option* last(CLI::Option* option) {
    return option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

unsigned jobs_of(std::string const& text) {
    constexpr unsigned most = 64;
    auto const jobs = number_of<unsigned>(text).value_or(0);
    if (jobs < 1 || jobs > most)
        throw usage_error{fmt::format("--jobs {}: a whole number from 1 to {}", excerpt(text, 40), most)};
    return jobs;
}

bool is_run_id(std::string_view id) {
    return id.size() == 8 && id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == std::string_view::npos;
}

/// The run id that recordings are made with, so that they differ only where the server does.
std::optional<std::string> run_id_of_environment() {
    auto const* given = std::getenv("LANCESPEC_RUN_ID");
    if (given == nullptr || *given == '\0') return std::nullopt;
    std::string const id = given;
    if (!is_run_id(id))
        throw usage_error{fmt::format("LANCESPEC_RUN_ID {}: eight small letters or digits", excerpt(id, 40))};
    return id;
}

void must_be_path(std::string_view option, std::string const& text) {
    if (text.empty()) return;
    if (auto const path = field_path::parse(text); !path)
        throw usage_error{fmt::format("{} {}: {}", option, excerpt(text, 60), message(path.error().code))};
}

void add_objects(CLI::App& c, check_command& out, raw_check& raw) {
    auto& objects = out.options.objects;
    auto const add = [&c](char const* name, std::string& to, char const* text) {
        last(c.add_option(name, to, text)->type_name("NAME"))
            ->group("Objects to test with (made by the suite if it can)");
    };
    add("--fixture", raw.fixture, "A YAML file that names them all; docs/command-line.md shows one");
    add("--table", raw.table, "An existing table, its names joined by $; without --column it is only read");
    add("--column", objects.column, "A virtual or computed column of it");
    add("--nested-column", objects.nested_column, "Another, inside a struct");
    add("--ordinary-column", objects.ordinary_column, "A column that is neither");
    add("--view", raw.view, "A materialized view, not a chunker");
    add("--chunker-view", raw.chunker_view, "A chunker view");
    auto const group = "Objects to test with (made by the suite if it can)";
    c.add_flag("--demo", out.demo, "The server has the demo data of `lancespec serve --demo`: use that")->group(group);
    c.add_flag("--no-set-up", raw.no_set_up, "Make nothing; without named objects, try the demo data's names")
        ->group(group);
}

void add_limits(CLI::App& c, check_command& out, raw_check& raw) {
    auto const group = "What the suite may do";
    last(c.add_option("--timeout", raw.timeout, "Seconds for each request (10)")->type_name("SECONDS"))->group(group);
    last(c.add_option("--wait", raw.wait, "Seconds to wait for the effect of a job (30)")->type_name("SECONDS"))
        ->group(group);
    last(c.add_option("--jobs", raw.jobs, "Checks that run at a time (1); the result does not depend on it")
             ->type_name("N"))
        ->group(group);
    c.add_flag("--load", out.options.load, "Start more than three jobs on an object, and twenty at once")->group(group);
    c.add_flag("--keep", out.options.keep,
               "Leave the objects that the suite makes, so that curl lines work as they are")
        ->group(group);
    last(c.add_option("--cleanup", out.cleanup, "Check nothing: remove what the run with this id has left")
             ->type_name("RUN"))
        ->group(group);
    c.add_flag("--read-only", out.options.read_only, "Send nothing that writes or starts a job")->group(group);
    c.add_flag("--dry-run", out.dry_run, "Send nothing at all: say what would be done")->group(group);
}

void read_objects(CLI::App const& c, check_command& out, raw_check const& raw) {
    auto& objects = out.options.objects;
    if (c.count("--fixture") > 0) {
        auto named = objects;  // options of their own win over the file
        if (auto read = read_fixture(raw.fixture, named); !read) throw usage_error{read.error()};
        auto const keep = [&](char const* option, std::string const& given, std::string& to) {
            if (c.count(option) > 0) to = given;
        };
        keep("--column", objects.column, named.column);
        keep("--nested-column", objects.nested_column, named.nested_column);
        keep("--ordinary-column", objects.ordinary_column, named.ordinary_column);
        objects = std::move(named);
        objects.named = objects.table_exists;
    }
    // Who names a table or view of their own does not mean the demo data's other columns and views.
    if (c.count("--table") > 0 && c.count("--column") == 0) {
        objects.readable = names_of("--table", raw.table, false);
        for (auto const* option : {"--nested-column", "--ordinary-column"})
            if (c.count(option) > 0)
                throw usage_error{fmt::format("{} needs --column, a virtual or computed one", option)};
    } else if (c.count("--table") > 0) {
        objects.table = names_of("--table", raw.table, false);
        objects.table_exists = objects.named = true;
        if (c.count("--nested-column") == 0) objects.nested_column.clear();
        if (c.count("--ordinary-column") == 0) objects.ordinary_column.clear();
    }
    if (c.count("--view") > 0) {
        objects.view = names_of("--view", raw.view, false);
        objects.view_exists = true;
        objects.chunker_view.clear();
    }
    if (c.count("--chunker-view") > 0) objects.chunker_view = names_of("--chunker-view", raw.chunker_view, true);
    bool const has_table = objects.table_exists || out.demo || !out.server;
    for (auto const* option : {"--column", "--nested-column", "--ordinary-column"})
        if (c.count(option) > 0 && !has_table && !c.get_option(option)->as<std::string>().empty())
            throw usage_error{fmt::format("{} names a column of a table: name that with --table or --fixture", option)};
    if (objects.column.empty()) throw usage_error{"--column needs the path of a column"};
    must_be_path("--column", objects.column);
    must_be_path("--nested-column", objects.nested_column);
    must_be_path("--ordinary-column", objects.ordinary_column);
    if (out.demo) objects.table_exists = objects.view_exists = objects.demo = true;
    out.options.set_up = !raw.no_set_up && !out.options.read_only;
}

/// libcurl reads the file itself, and for as long as it goes on.
void must_be_certificates(std::string const& file) {
    constexpr std::size_t longest = std::size_t{16} << 20;
    std::error_code failed;
    if (std::filesystem::exists(file, failed) && !std::filesystem::is_regular_file(file, failed))
        throw usage_error{fmt::format("--cacert {}: is no regular file", printable(file))};
    if (auto const read = read_file(file, longest); !read) throw usage_error{"--cacert " + read.error()};
}

void read_expectations(check_command& out, raw_check const& raw) {
    if (raw.profile != "auto") {
        auto const* wanted = find_profile(raw.profile);
        if (wanted == nullptr) {
            std::string names = "auto";
            for (auto const& p : all_profiles()) names += fmt::format(", {}", p.name);
            throw usage_error{fmt::format("--profile {}: the profiles with checks are {}", raw.profile, names)};
        }
        out.options.profile = raw.profile;
        for (auto const operation : wanted->operations) out.options.expect.required.emplace_back(operation);
    }
    for (auto const& id : raw.required) {
        auto const found = std::ranges::find_if(contract::operations(),
                                                [&](auto const& op) { return equal_ignoring_ascii_case(op.id, id); });
        if (found == contract::operations().end())
            throw usage_error{fmt::format("--require {}: no operation has this id, like RefreshMaterializedView", id)};
        out.options.expect.required.emplace_back(found->id);
    }
    if (raw.error_body != "schema" && raw.error_body != "documented")
        throw usage_error{fmt::format("--error-body {}: schema or documented", raw.error_body)};
    out.options.expect.documented_error_body = raw.error_body == "documented";
}

}  // namespace

std::optional<std::string> secret_of(std::string_view option, std::string const& text, bool given) {
    if (!given) return std::nullopt;
    if (text.empty()) throw usage_error{fmt::format("{} is empty", option)};
    if (has_control(text))
        throw usage_error{fmt::format("{} holds a control character (a newline at its end?)", option)};
    return text;
}

CLI::App* add_check(CLI::App& app, check_command& out, raw_check& raw) {
    auto* const c = app.add_subcommand("check", "Check a server against the contract");
    last(c->add_option("URL", raw.url,
                       "Base URL of the server, http or https, with its path if it has one.\nWithout it "
                       "the built-in server is checked, with the demo data."));
    // In a configuration the URL has a name; there, and only there, it is looked for.
    last(c->add_option("--url", raw.configured_url)->group(""));
    last(c->add_option("--token", raw.token, "Sent as Authorization: Bearer TOKEN")->envname("LANCESPEC_TOKEN"));
    last(c->add_option("--api-key", raw.api_key, "Sent as x-api-key")->envname("LANCESPEC_API_KEY"));
    c->add_option("--header", raw.headers, "Sent with every request; repeatable")
        ->type_name("'NAME: VALUE'")
        ->allow_extra_args(false);
    last(c->add_option("--delimiter", out.options.delimiter, "Joins the names in routes ($)")->type_name("TEXT"));
    repeatable(c->add_option("--only", out.options.only, "Run only checks with these ids; * stands for any text"))
        ->type_name("ID");
    repeatable(c->add_option("--skip", out.options.skip, "Leave out checks with these ids"))->type_name("ID");
    c->add_flag("--strict", out.options.expect.strict, "Fail where the contract says SHOULD, too");
    last(c->add_option("--profile", raw.profile, "auto: what the server turns out to have; a name: all of that (auto)")
             ->type_name("NAME"));
    repeatable(c->add_option("--require", raw.required, "Fail when the server declines this operation; repeatable"))
        ->type_name("OPERATION");
    last(c->add_option("--error-body", raw.error_body,
                       "documented: accept errors in the shape of the documents'\nexamples, without a code (schema)")
             ->type_name("SHAPE"));
    last(c->add_option("--known-failures", raw.known_failures, "A YAML list of checks that are known to fail")
             ->type_name("FILE"));
    c->add_option("--report", raw.reports, "console, json or junit; =FILE writes to a file. Repeatable (console)")
        ->type_name("FORMAT[=FILE]")
        ->allow_extra_args(false);
    last(c->add_option("--trace", out.trace, "Write every request and answer to this folder")->type_name("DIR"));
    last(c->add_option("--cacert", out.cacert, "Trust the certificates of this PEM file, and no others")
             ->type_name("FILE"));
    last(c->add_option("--config", raw.config, "A YAML file of these options: timeout: 5, strict: true")
             ->type_name("FILE"));
    c->add_flag("--verbose", out.verbose, "List checks that passed, and every finding");
    add_limits(*c, out, raw);
    add_objects(*c, out, raw);
    c->footer(std::string(check_footer));
    return c;
}

void finish_check(CLI::App const& c, check_command& out, raw_check const& raw) {
    if (c.count("URL") > 0 || c.count("--url") > 0) {
        auto server = parse_base_url(c.count("URL") > 0 ? raw.url : raw.configured_url);
        if (!server) throw usage_error{server.error()};
        out.server = *server;
    }
    out.timeout = seconds_of("--timeout", raw.timeout);
    out.options.wait = seconds_of("--wait", raw.wait);
    out.options.jobs = jobs_of(raw.jobs);
    out.options.run_id = run_id_of_environment();
    out.options.token = secret_of("--token", raw.token, c.count("--token") > 0);
    out.options.api_key = secret_of("--api-key", raw.api_key, c.count("--api-key") > 0);
    for (auto const& one : raw.headers) out.options.headers.push_back(header_of(one));
    read_reports(out, raw);
    read_objects(c, out, raw);
    if (c.count("--delimiter") > 0) must_delimit(out.options.delimiter, out.options.objects);
    read_expectations(out, raw);
    if (c.count("--known-failures") > 0) {
        auto list = read_known_failures(raw.known_failures);
        if (!list) throw usage_error{list.error()};
        out.known_failures = std::move(*list);
    }
    if (c.count("--cleanup") > 0) {
        if (!is_run_id(out.cleanup))
            throw usage_error{fmt::format("--cleanup {}: the id of a run is eight small letters or digits",
                                          excerpt(out.cleanup, 40))};
        if (!out.server) throw usage_error{"--cleanup needs the URL of a server"};
        if (out.options.read_only || raw.no_set_up)
            throw usage_error{"--cleanup removes objects, which --read-only and --no-set-up forbid"};
    }
    if (c.count("--trace") > 0 && out.trace.empty()) throw usage_error{"--trace needs the name of a folder"};
    if (c.count("--cacert") > 0) must_be_certificates(out.cacert);
}

}  // namespace lancespec::conformance
