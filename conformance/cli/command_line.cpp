#include "conformance/cli/command_line.hpp"

#include "conformance/cli/help.hpp"

#include <lancespec/core/identifier.hpp>
#include <lancespec/version.hpp>

#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <sstream>

namespace lancespec::conformance {
namespace {

/// A usage error met after CLI11 was content.
struct misused {
    std::string text;
};

/// Options as the user wrote them, before they are looked at.
struct raw_check {
    std::string url;
    double timeout = 10;
    std::vector<std::string> reports;
    std::string table;
    std::string view;
    std::string chunker_view;
    std::string token;
    std::string api_key;
};

struct raw_serve {
    std::string token;
    std::string api_key;
};

std::vector<std::string> names_of(std::string_view option, std::string const& text, bool may_be_empty) {
    if (text.empty()) {
        if (may_be_empty) return {};
        throw misused{fmt::format("{} needs a name, like demo$items", option)};
    }
    auto const id = object_identifier::parse(text);
    if (!id) throw misused{fmt::format("{} {}: {}", option, text, to_string(id.error()))};
    if (id->is_root()) throw misused{fmt::format("{} needs a name, like demo$items", option)};
    return id->names();
}

/// The message does not show the secret.
std::optional<std::string> secret_of(std::string_view option, std::string const& text, bool given) {
    if (!given) return std::nullopt;
    if (text.empty()) throw misused{fmt::format("{} is empty", option)};
    if (std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
        throw misused{fmt::format("{} holds a control character (a newline at its end?)", option)};
    return text;
}

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
        throw misused{fmt::format("--report {}: the formats are console, json and junit", text)};
    if (equals != std::string::npos) out.file = text.substr(equals + 1);
    if (equals != std::string::npos && out.file.empty())
        throw misused{fmt::format("--report {}: the name of the file is missing; - is standard output", text)};
    if (out.file == "-") out.file.clear();
    return out;
}

/// A list that is filled by repeating the option, or with commas, and does not swallow what follows.
CLI::Option* repeatable(CLI::Option* option) {
    return option->allow_extra_args(false)->delimiter(',');
}

CLI::App* add_check(CLI::App& app, check_command& out, raw_check& raw) {
    auto* const c = app.add_subcommand("check", "Check a server against the contract");
    c->add_option("URL", raw.url,
                  "Base URL of the server, http or https, with its path if it has one.\nWithout it "
                  "the built-in server is checked, with the demo data.");
    c->add_option("--token", raw.token, "Sent as Authorization: Bearer TOKEN")->envname("LANCESPEC_TOKEN");
    c->add_option("--api-key", raw.api_key, "Sent as x-api-key")->envname("LANCESPEC_API_KEY");
    c->add_option("--timeout", raw.timeout, "Seconds for each request (10)")->type_name("SECONDS");
    repeatable(c->add_option("--only", out.options.only, "Run only checks with these ids; * stands for any text"))
        ->type_name("ID");
    repeatable(c->add_option("--skip", out.options.skip, "Leave out checks with these ids"))->type_name("ID");
    c->add_flag("--strict", out.options.strict, "Fail where the contract says SHOULD, too");
    c->add_option("--report", raw.reports, "console, json or junit; =FILE writes to a file. Repeatable (console)")
        ->type_name("FORMAT[=FILE]")
        ->allow_extra_args(false);
    c->add_flag("--verbose", out.verbose, "List checks that passed, and every finding");

    auto& objects = out.options.objects;
    auto const add = [c](char const* name, std::string& to, char const* text) {
        c->add_option(name, to, text)->type_name("NAME")->group("Objects to test with (the demo data's by default)");
    };
    add("--table", raw.table, "A table, its names joined by $ (demo$items)");
    add("--column", objects.column, "A virtual or computed column of it (doubled)");
    add("--nested-column", objects.nested_column, "Another, inside a struct (stats.area; none with --table)");
    add("--ordinary-column", objects.ordinary_column, "A column that is neither (price; none with --table)");
    add("--view", raw.view, "A materialized view, not a chunker (demo$cheap)");
    add("--chunker-view", raw.chunker_view, "A chunker view (demo$chunks; none with --view)");
    c->footer(std::string(check_footer));
    return c;
}

void finish_check(CLI::App const& c, check_command& out, raw_check const& raw) {
    if (!raw.url.empty() || c.count("URL") > 0) {
        auto server = parse_base_url(raw.url);
        if (!server) throw misused{server.error()};
        out.server = *server;
    }
    constexpr double longest = 3600;
    if (!(raw.timeout > 0 && raw.timeout <= longest))
        throw misused{fmt::format("--timeout {}: a number of seconds over 0, at most {}", raw.timeout, longest)};
    out.timeout = std::max(std::chrono::milliseconds(1),
                           std::chrono::milliseconds(static_cast<std::int64_t>(raw.timeout * 1000)));
    out.options.token = secret_of("--token", raw.token, c.count("--token") > 0);
    out.options.api_key = secret_of("--api-key", raw.api_key, c.count("--api-key") > 0);
    for (auto const& one : raw.reports) out.reports.push_back(report_of(one));
    if (out.reports.empty()) out.reports.emplace_back();
    for (std::size_t i = 0; i < out.reports.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (out.reports[i].file == out.reports[j].file)
                throw misused{
                    out.reports[i].file.empty()
                        ? std::string("two reports would mix on standard output: give one a file, FORMAT=FILE")
                        : fmt::format("two reports would overwrite each other in {}", out.reports[i].file)};

    auto& objects = out.options.objects;
    // Who names a table or view of their own does not mean the demo data's other columns and views.
    if (c.count("--table") > 0) {
        objects.table = names_of("--table", raw.table, false);
        objects.table_exists = true;
        if (c.count("--column") == 0) throw misused{"--table needs --column: a virtual or computed column of it"};
        if (c.count("--nested-column") == 0) objects.nested_column.clear();
        if (c.count("--ordinary-column") == 0) objects.ordinary_column.clear();
    }
    if (c.count("--view") > 0) {
        objects.view = names_of("--view", raw.view, false);
        objects.view_exists = true;
        objects.chunker_view.clear();
    }
    if (c.count("--chunker-view") > 0) objects.chunker_view = names_of("--chunker-view", raw.chunker_view, true);
    if (objects.column.empty()) throw misused{"--column needs the path of a column"};
}

CLI::App* add_serve(CLI::App& app, serve_command& out, raw_serve& raw) {
    auto* const c = app.add_subcommand("serve", "Serve the contract from memory");
    c->add_option("--host", out.host, "Address to listen on (127.0.0.1)");
    c->add_option("--port", out.port, "Port to listen on (2333); 0: any free one");
    c->add_flag("--demo", out.demo, "Load the demo data, which `check` tests with");
    c->add_option("--token", raw.token, "Ask for Authorization: Bearer TOKEN");
    c->add_option("--api-key", raw.api_key, "Ask for x-api-key; with --token too, either will do");
    c->add_option("--fault", out.fault, "Break one clause of the contract; `list --faults` shows them")
        ->type_name("ID");
    c->add_flag("--unavailable", out.unavailable, "Answer everything with 503");
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

/// CLI11 would only say that a subcommand is missing.
void check_name_of_command(CLI::App const& app, std::string const& first) {
    if (first.starts_with('-')) return;
    std::vector<std::string> names;
    for (auto const* c : app.get_subcommands([](CLI::App const*) { return true; })) names.push_back(c->get_name());
    if (std::ranges::find(names, first) == names.end())
        throw misused{fmt::format("there is no command {}; the commands are {}", first, fmt::join(names, ", "))};
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
    std::string format = "text";

    auto* const on_check = add_check(app, check, check_text);
    auto* const on_serve = add_serve(app, serve, serve_text);
    auto* const on_list = app.add_subcommand("list", "List the checks, or the faults");
    on_list->add_flag("--faults", list.faults, "List the faults of `serve --fault`");
    on_list->add_option("--format", format, "text or json (text)")->check(CLI::IsMember({"text", "json"}));
    auto* const on_explain = app.add_subcommand("explain", "Say what a check requires, and why");
    on_explain->add_option("CHECK", explain.check, "The id of a check, as `list` shows it")->required();
    auto* const on_path = add_path(app, path);
    app.add_subcommand("version", "Print the versions of the program and of what it checks");

    if (arguments.empty()) return usage_text{2, app.help()};
    try {
        check_name_of_command(app, arguments.front());
        std::ranges::reverse(arguments);  // as CLI11 wants them
        app.parse(std::move(arguments));
        list.json = format == "json";
        if (*on_check) {
            finish_check(*on_check, check, check_text);
            return check;
        }
        if (*on_serve) {
            serve.token = secret_of("--token", serve_text.token, on_serve->count("--token") > 0);
            serve.api_key = secret_of("--api-key", serve_text.api_key, on_serve->count("--api-key") > 0);
            return serve;
        }
        if (*on_list) return list;
        if (*on_explain) return explain;
        if (*on_path) {
            if (on_path->count("--cases") == 0 && path.paths.empty())
                throw misused{"path needs a path, or --cases FILE"};
            if (on_path->count("--cases") > 0 && path.cases.empty()) throw misused{"--cases needs the name of a file"};
            return path;
        }
        return version_command{};
    } catch (CLI::ParseError const& e) {
        std::ostringstream out;
        std::ostringstream err;
        bool const asked_for = app.exit(e, out, err) == 0;
        if (asked_for) return usage_text{0, out.str()};
        return usage_text{2, fmt::format("lancespec: {}\n`lancespec --help` shows how it is used.\n", e.what())};
    } catch (misused const& e) {
        return usage_text{2, fmt::format("lancespec: {}\n`lancespec --help` shows how it is used.\n", e.text)};
    }
}

}  // namespace

any_command parse_command_line(std::vector<std::string> arguments) {
    return parse(std::move(arguments));
}

}  // namespace lancespec::conformance
