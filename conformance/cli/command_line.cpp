// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/command_line.hpp"

#include "conformance/cli/check_options.hpp"
#include "conformance/cli/contract_options.hpp"
#include "conformance/cli/help.hpp"
#include "conformance/cli/usage_error.hpp"
#include "conformance/cli/yaml_files.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/version.hpp>

#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>

namespace lancespec::conformance {
namespace {

struct raw_serve {
    std::string port = "2333";
    std::vector<std::string> faults;
    std::string token;
    std::string api_key;
    std::string request_steps;
    std::string job_steps;
    std::string output_rows;
    std::string output_bytes;
    std::string table_bytes;
    std::string catalog_bytes;
};

/// The number that @p option has, when it is given.
std::optional<std::int64_t> bound_of(CLI::App const& c, std::string const& option, std::string const& text) {
    if (c.count(option) == 0) return std::nullopt;
    std::int64_t out = 0;
    auto const [end, failed] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (failed != std::errc{} || end != text.data() + text.size() || out < 1)
        throw usage_error{fmt::format("{} {}: a whole number from 1 to {}", option, excerpt(text, 40),
                                      std::numeric_limits<std::int64_t>::max())};
    return out;
}

std::uint16_t port_of(std::string const& text) {
    unsigned port = 0;
    auto const [end, failed] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (failed != std::errc{} || end != text.data() + text.size() || port > 65535)
        throw usage_error{
            fmt::format("--port {}: a whole number from 0 to 65535; 0 is any free one", excerpt(text, 40))};
    return static_cast<std::uint16_t>(port);
}

void finish_serve(CLI::App const& c, serve_command& out, raw_serve const& raw) {
    out.port = port_of(raw.port);
    if (out.host.size() > 2 && out.host.starts_with('[') && out.host.ends_with(']'))
        out.host = out.host.substr(1, out.host.size() - 2);  // as in a URL
    if (out.host.empty()) throw usage_error{"--host needs an address, like 127.0.0.1"};
    if (raw.faults.size() > 1) throw usage_error{"--fault is given twice; a server has one fault at a time"};
    if (!raw.faults.empty()) out.fault = raw.faults.front();
    if (!raw.faults.empty() && out.fault.empty())
        throw usage_error{"--fault needs the id of a fault; `lancespec list --faults` shows them"};
    out.token = secret_of("--token", raw.token, c.count("--token") > 0);
    out.api_key = secret_of("--api-key", raw.api_key, c.count("--api-key") > 0);
    out.request_steps = bound_of(c, "--request-steps", raw.request_steps);
    out.job_steps = bound_of(c, "--job-steps", raw.job_steps);
    out.output_rows = bound_of(c, "--output-rows", raw.output_rows);
    out.output_bytes = bound_of(c, "--output-bytes", raw.output_bytes);
    out.table_bytes = bound_of(c, "--table-bytes", raw.table_bytes);
    out.catalog_bytes = bound_of(c, "--catalog-bytes", raw.catalog_bytes);
}

CLI::App* add_serve(CLI::App& app, serve_command& out, raw_serve& raw) {
    auto* const c = app.add_subcommand("serve", "Serve the contract from memory");
    c->add_option("--host", out.host, "Address to listen on (127.0.0.1)");
    c->add_option("--port", raw.port, "Port to listen on (2333); 0: any free one");
    c->add_flag("--demo", out.demo, "Load the demo data, which `check` tests with");
    c->add_flag("--stub,--stand-in", out.stub,
                "Answer operations that are not executed by examples, made from\n"
                "the contract's tables: nothing they are told is kept");
    c->add_option("--token", raw.token, "Ask for Authorization: Bearer TOKEN");
    c->add_option("--api-key", raw.api_key, "Ask for x-api-key; with --token too, either will do");
    c->add_option("--fault", raw.faults, "Break one clause of the contract; `list --faults` shows them")
        ->type_name("ID")
        ->allow_extra_args(false);
    c->add_flag("--unavailable", out.unavailable, "Answer everything with 503");
    c->add_option("--request-steps", raw.request_steps,
                  "Most steps that the filters and expressions of a request take;\n"
                  "beyond, it gets 400 (10000000000)")
        ->type_name("N");
    c->add_option("--job-steps", raw.job_steps, "Most steps that a job takes (100000000000)")->type_name("N");
    c->add_option("--output-rows", raw.output_rows, "Most rows that a refresh makes (16777216)")->type_name("N");
    c->add_option("--output-bytes", raw.output_bytes,
                  "Most bytes that a request or job makes: of a column, of a\n"
                  "view (1073741824)")
        ->type_name("N");
    c->add_option("--table-bytes", raw.table_bytes,
                  "Most bytes that a table holds, all versions together;\n"
                  "beyond, a write gets 400 (268435456)")
        ->type_name("N");
    c->add_option("--catalog-bytes", raw.catalog_bytes,
                  "Most bytes that all tables hold; beyond, a write gets 503\n"
                  "(1073741824)")
        ->type_name("N");
    c->footer(std::string(serve_footer));
    return c;
}

CLI::App* add_path(CLI::App& app, path_command& out) {
    auto* const c = app.add_subcommand("path", "Parse field paths and print them in canonical form");
    auto* const paths = c->add_option("PATH", out.paths, "Field paths, each one argument");
    auto* const cases = c->add_option("--cases", out.cases,
                                      "Answer each line of FILE (- is standard input), whose first\n"
                                      "tab-separated column is a JSON string: the column, a tab, and the\n"
                                      "canonical path as a JSON string, or error")
                            ->type_name("FILE");
    paths->excludes(cases);
    c->add_flag("--minimal", out.minimal, "Quote only where a segment holds a dot or a backtick");
    c->add_flag("--segments", out.segments, "List the segments below each path")->excludes(cases);
    c->footer(std::string(path_footer));
    return c;
}

CLI::App* add_where(CLI::App& app, where_command& out, std::string& dialect, std::string& quoting) {
    auto* const c = app.add_subcommand("where", "Parse a filter; show its tree, and the rows it keeps");
    auto* const clause = c->add_option("EXPR", out.clause, "The filter, one argument");
    c->add_option("--table", out.table, "Rows to filter: a JSON file with a schema and rows")->type_name("FILE");
    auto* const cases = c->add_option("--cases", out.cases,
                                      "Answer each line of FILE (- is standard input), whose first\n"
                                      "tab-separated column is a JSON string: the column, a tab, and the\n"
                                      "numbers of the rows it keeps, as [0,2], or error. Needs --table")
                            ->type_name("FILE");
    clause->excludes(cases);
    c->add_option("--dialect", dialect, "lance12 or newest (lance12)")->check(CLI::IsMember({"lance12", "newest"}));
    c->add_option("--double-quotes", out.double_quotes, "What \"x\" is: identifier, text or refused (identifier)")
        ->check(CLI::IsMember({"identifier", "text", "refused"}));
    c->add_option("--quoting", quoting, "minimal or full: which names of the canonical text are quoted (minimal)")
        ->check(CLI::IsMember({"minimal", "full"}));
    c->footer(std::string(where_footer));
    return c;
}

/// CLI11 would only say that a subcommand is missing.
void check_name_of_command(CLI::App const& app, std::string const& first) {
    if (first.starts_with('-')) return;
    std::vector<std::string> names;
    for (auto const* c : app.get_subcommands([](CLI::App const*) { return true; })) names.push_back(c->get_name());
    if (std::ranges::find(names, first) == names.end())
        throw usage_error{fmt::format("there is no command {}; the commands are {}", first, fmt::join(names, ", "))};
}

bool takes_value(CLI::App const& command, std::string const& name) {
    auto const* option = command.get_option_no_throw("--" + name);
    return option != nullptr && option->get_expected_max() > 0 && option->get_items_expected_max() > 0;
}

/// CLI11 reads `--option= next` as `--option next`.
void split_empty_values(CLI::App const& command, std::vector<std::string>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        auto& word = arguments[i];
        if (!word.starts_with("--") || word.find('=') != word.size() - 1) continue;
        if (!takes_value(command, word.substr(2, word.size() - 3))) continue;
        word.pop_back();
        arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(++i), std::string{});
    }
}

/// Puts what the file of `--config FILE` says before the words of the command line, so that those win: an option given
/// there, even one that may be repeated, counts instead of the file's.
void insert_configuration(CLI::App const& command, std::vector<std::string>& arguments) {
    auto const is_given = [given = arguments](std::string const& option) {
        return std::ranges::any_of(given, [name = "--" + option](std::string const& word) {
            return word == name || word.starts_with(name + '=');
        });
    };
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        std::string file;
        if (arguments[i] == "--config" && i + 1 < arguments.size())
            file = arguments[i + 1];
        else if (arguments[i].starts_with("--config="))
            file = arguments[i].substr(9);
        else
            continue;
        if (file.empty()) throw usage_error{"--config needs the name of a file"};
        std::vector<std::string> known;
        for (auto const* option : command.get_options())
            if (auto const name = option->get_single_name();
                name != "help" && name != "help-all" && name != "config" && name != "URL")
                known.push_back(name);
        auto const read = read_configuration(file, known);
        if (!read) throw usage_error{read.error()};
        std::vector<std::string> words;
        for (auto const& [option, value] : *read)
            if (!is_given(option)) words.push_back(fmt::format("--{}={}", option, value));
        arguments.insert(arguments.begin() + 1, words.begin(), words.end());
        return;
    }
}

/// CLI11 takes a filter such as `-x > 1` for an option: one that cannot be an option stands behind `--`, at the end.
void set_filter_apart(std::vector<std::string>& arguments) {
    for (std::size_t i = 1; i < arguments.size() && arguments[i] != "--"; ++i) {
        auto const word = arguments[i];
        bool const is_filter = word.size() > 1 && word[0] == '-' && word[1] != '-' &&
                               word.find_first_of(" <>=!()[]*/+%|`\"") != std::string::npos;
        if (!is_filter) continue;
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
        arguments.insert(arguments.end(), {"--", word});
        return;
    }
}

/// What CLI11 found wrong, as a sentence of ours where its own is hard to read.
std::string plainly(CLI::ParseError const& e, std::string_view command) {
    std::string const text = e.what();
    constexpr std::string_view missing = ": 1 required ";
    constexpr std::string_view unconverted = "Could not convert: ";
    if (auto const at = text.find(missing); at != std::string::npos && text.ends_with(" missing"))
        return fmt::format("{} needs a value: {}", text.substr(0, at),
                           text.substr(at + missing.size(), text.size() - at - missing.size() - 8));
    if (text.starts_with(unconverted)) {
        auto const words = text.substr(unconverted.size());
        auto const equals = words.find(" = ");
        if (equals != std::string::npos)
            return fmt::format("{} {}: it takes no such value", words.substr(0, equals), words.substr(equals + 3));
    }
    // What follows is no option of the command, but may be its argument.
    constexpr std::string_view unexpected = "not expected: -";
    bool const takes_any_text = command == "where" || command == "path";
    if (takes_any_text && text.find(unexpected) != std::string::npos)
        return fmt::format("{}; an argument that begins with - stands behind --, as in `lancespec {} -- '-x'`", text,
                           command);
    return text;
}

/// What was typed may hold anything, and the message goes to a terminal.
usage_text wrong_use(std::string_view what) {
    return {2, fmt::format("lancespec: {}\n`lancespec --help` shows how it is used.\n", printable_lines(what))};
}

any_command parse(std::vector<std::string> arguments) {
    CLI::App app("The Lance Namespace REST contract: check a server against it, or serve it.", "lancespec");
    app.require_subcommand(1);
    app.footer(std::string(main_footer));
    app.set_help_all_flag("--help-all", "Help for every command");
    app.set_version_flag("--version", "lancespec " LANCESPEC_VERSION_STRING "\n",
                         "The version; `lancespec version` says more");

    check_command check;
    raw_check check_text;
    serve_command serve;
    raw_serve serve_text;
    list_command list;
    explain_command explain;
    path_command path;
    where_command where;
    std::string dialect = "lance12";
    std::string quoting = "minimal";
    std::string format = "text";

    auto* const on_check = add_check(app, check, check_text);
    auto* const on_serve = add_serve(app, serve, serve_text);
    auto* const on_list = app.add_subcommand("list", "List the checks, or the faults");
    on_list->add_flag("--faults", list.faults, "List the faults of `serve --fault`");
    on_list->add_option("--format", format, "text or json (text)")->check(CLI::IsMember({"text", "json"}));
    auto* const on_explain = app.add_subcommand("explain", "Say what a check requires, and why");
    on_explain->add_option("CHECK", explain.check, "The id of a check, as `list` shows it")->required();
    auto* const on_path = add_path(app, path);
    auto* const on_where = add_where(app, where, dialect, quoting);
    contract_options about;
    add_contract_commands(app, about);
    app.add_subcommand("version", "Print the versions of the program and of what it checks");

    if (arguments.empty()) return usage_text{2, app.help()};
    auto const command = arguments.front();
    try {
        check_name_of_command(app, arguments.front());
        if (arguments.front() == "where") set_filter_apart(arguments);
        if (arguments.front() == "serve") split_empty_values(*on_serve, arguments);
        if (arguments.front() == "check") {
            insert_configuration(*on_check, arguments);
            split_empty_values(*on_check, arguments);
        }
        std::ranges::reverse(arguments);  // as CLI11 wants them
        app.parse(std::move(arguments));
        list.json = format == "json";
        if (*on_check) {
            finish_check(*on_check, check, check_text);
            return check;
        }
        if (*on_serve) {
            finish_serve(*on_serve, serve, serve_text);
            return serve;
        }
        if (*on_list) return list;
        if (*on_explain) return explain;
        if (*on_path) {
            if (on_path->count("--cases") == 0 && path.paths.empty())
                throw usage_error{"path needs a path, or --cases FILE"};
            if (on_path->count("--cases") > 0 && path.cases.empty())
                throw usage_error{"--cases needs the name of a file"};
            return path;
        }
        if (*on_where) {
            where.newest = dialect == "newest";
            where.full_quoting = quoting == "full";
            bool const with_cases = on_where->count("--cases") > 0;
            if (!with_cases && on_where->count("EXPR") == 0) throw usage_error{"where needs a filter, or --cases FILE"};
            if (with_cases && where.cases.empty()) throw usage_error{"--cases needs the name of a file"};
            if (with_cases && where.table.empty())
                throw usage_error{"--cases needs --table FILE, whose rows are filtered"};
            return where;
        }
        if (auto asked = finish_contract_commands(about)) return std::move(*asked);
        return version_command{};
    } catch (CLI::ParseError const& e) {
        std::ostringstream out;
        std::ostringstream err;
        bool const asked_for = app.exit(e, out, err) == 0;
        if (asked_for) return usage_text{0, out.str()};
        return wrong_use(plainly(e, command));
    } catch (usage_error const& e) {
        return wrong_use(e.text);
    }
}

}  // namespace

any_command parse_command_line(std::vector<std::string> arguments) {
    return parse(std::move(arguments));
}

}  // namespace lancespec::conformance
