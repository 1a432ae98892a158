// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/check_options.hpp"

#include "conformance/suite/registry.hpp"
#include "tests/conformance/run_program.hpp"
#include "tests/conformance/scratch.hpp"
#include "tests/conformance/sockets.hpp"
#include "tests/support/catch.hpp"

#include <cstdlib>
#include <filesystem>

namespace check_options_test {

namespace lc = lancespec::conformance;
using words = std::vector<std::string>;

/// What `lancespec check` followed by @p options asks for.
lc::check_command parsed(words options) {
    options.insert(options.begin(), "check");
    auto const any = lc::parse_command_line(options);
    if (auto const* text = std::get_if<lc::usage_text>(&any)) FAIL(text->text);
    return std::get<lc::check_command>(any);
}

/// The message for options that are wrong; status 2 is part of it.
std::string refusal(words options) {
    options.insert(options.begin(), "check");
    auto const any = lc::parse_command_line(options);
    auto const* const text = std::get_if<lc::usage_text>(&any);
    return text != nullptr && text->status == 2 ? text->text : "no error";
}

TEST_CASE("what the suite may do is read from the command line") {
    auto const plain = parsed({});
    CHECK(plain.options.jobs == 1);
    CHECK(plain.options.wait == std::chrono::seconds(30));
    CHECK((plain.options.set_up && !plain.options.load && !plain.options.read_only && !plain.dry_run && !plain.demo));
    CHECK(plain.options.delimiter == "$");
    CHECK((plain.options.headers.empty() && plain.trace.empty() && plain.known_failures.empty()));
    CHECK_FALSE(plain.options.expect.documented_error_body);

    auto const c = parsed({"--jobs", "16", "--wait", "0.25", "--load", "--dry-run", "--delimiter", "::", "--trace",
                           "dir", "--no-set-up", "--error-body", "documented", "--demo"});
    CHECK(c.options.jobs == 16);
    CHECK(c.options.wait == std::chrono::milliseconds(250));
    CHECK((c.options.load && c.dry_run && !c.options.set_up && c.demo));
    CHECK(c.options.delimiter == "::");
    CHECK(c.trace == "dir");
    CHECK(c.options.expect.documented_error_body);
    CHECK((c.options.objects.table_exists && c.options.objects.view_exists));
}

TEST_CASE("what only reads makes nothing") {
    auto const c = parsed({"--read-only"});
    CHECK(c.options.read_only);
    CHECK_FALSE(c.options.set_up);
}

TEST_CASE("a column is named together with its table, and another delimiter than the names hold will do") {
    CHECK(parsed({"http://h", "--column", "c", "--demo"}).options.objects.column == "c");
    CHECK(parsed({"--column", "stats.area"}).options.objects.column == "stats.area");
    CHECK(parsed({"--delimiter", "-", "--view", "db$v"}).options.delimiter == "-");
    lancespec_test::scratch const here;
    CHECK(parsed({"--cacert", here.file("ca.pem", "")}).cacert == here.path("ca.pem"));
}

TEST_CASE("--header is repeatable, and keeps what follows the colon") {
    auto const c = parsed({"--header", "x-a: b: c", "--header", "x-empty:", "--header=X-B:   two words, a comma"});
    CHECK(c.options.headers == std::vector<std::pair<std::string, std::string>>{
                                   {"x-a", "b: c"}, {"x-empty", ""}, {"X-B", "two words, a comma"}});
}

TEST_CASE("--profile and --require say what may not be declined") {
    CHECK(parsed({"--profile", "auto"}).options.expect.required.empty());
    CHECK(parsed({"--profile", "jobs"}).options.expect.required ==
          words{"AlterTableBackfillColumns", "RefreshMaterializedView"});
    CHECK(parsed({"--require", "RefreshMaterializedView,CreateTable"}).options.expect.required ==
          words{"RefreshMaterializedView", "CreateTable"});
    CHECK(parsed({"--require", "CreateTable", "http://h"}).server->text == "http://h");
    CHECK(parsed({"--require", "createtable"}).options.expect.required == words{"CreateTable"});
}

TEST_CASE("options of their own win over the fixture") {
    lancespec_test::scratch const here;
    auto const file = here.file("f.yaml", "table: {id: db$t, column: c, nested_column: n.m}\nview: {id: db$v}\n");
    auto const plain = parsed({"--fixture", file}).options.objects;
    CHECK(plain.table == words{"db", "t"});
    CHECK((plain.column == "c" && plain.nested_column == "n.m" && plain.ordinary_column.empty()));
    CHECK(plain.view == words{"db", "v"});
    CHECK((plain.table_exists && plain.view_exists));
    auto const mixed =
        parsed({"--fixture", file, "--column", "other", "--nested-column=", "--view", "w"}).options.objects;
    CHECK(mixed.table == words{"db", "t"});
    CHECK((mixed.column == "other" && mixed.nested_column.empty()));
    CHECK(mixed.view == words{"w"});
}

TEST_CASE("an empty value is a value, and does not swallow the word that follows") {
    auto const c = parsed({"--nested-column=", "http://h", "--chunker-view="});
    CHECK(c.server->text == "http://h");
    CHECK((c.options.objects.nested_column.empty() && c.options.objects.chunker_view.empty()));
}

TEST_CASE("a configuration stands for options, and the command line wins") {
    lancespec_test::scratch const here;
    auto const file = here.file("c.yaml",
                                "url: http://from-file/p/\ntimeout: 5\nstrict: true\nload: false\njobs: 4\n"
                                "only: [a, b]\nskip: c\nheader: ['x-a: 1', 'x-b: 2']\nnested-column: ''\n"
                                "ordinary-column: 'true'\ndemo: true\nreport: json\ndelimiter: '='\n");
    auto const all = parsed({"--config", file});
    CHECK(all.server->text == "http://from-file/p");
    CHECK(all.timeout == std::chrono::seconds(5));
    CHECK((all.options.expect.strict && !all.options.load));
    CHECK(all.options.jobs == 4);
    CHECK(all.options.only == words{"a", "b"});
    CHECK(all.options.skip == words{"c"});
    CHECK(all.options.headers.size() == 2);
    CHECK(all.options.objects.nested_column.empty());
    CHECK(all.options.objects.ordinary_column == "true");
    CHECK(all.options.delimiter == "=");
    REQUIRE(all.reports.size() == 1);
    CHECK(all.reports[0].format == lc::report_format::json);

    auto const over = parsed({"http://given", "--timeout", "7", "--config=" + file, "--only", "z", "--header", "x-c: 3",
                              "--report", "junit=f", "--load", "--strict=false"});
    CHECK(over.server->text == "http://given");
    CHECK(over.timeout == std::chrono::seconds(7));
    CHECK(over.options.only == words{"z"});
    CHECK(over.options.skip == words{"c"});
    REQUIRE(over.options.headers.size() == 1);
    CHECK(over.options.headers[0].first == "x-c");
    REQUIRE(over.reports.size() == 1);
    CHECK(over.reports[0].format == lc::report_format::junit);
    CHECK((over.options.load && !over.options.expect.strict));
}

TEST_CASE("a configuration is held to the same rules as the command line") {
    lancespec_test::scratch const here;
    auto const with = [&here](std::string const& text) { return refusal({"--config", here.file("c.yaml", text)}); };
    CHECK_THAT(with("timeout: soon"), Catch::Contains("--timeout soon: a number of seconds over 0, at most 3600"));
    CHECK_THAT(with("strict: perhaps"), Catch::Contains("--strict perhaps: it takes no such value"));
    CHECK_THAT(with("url: h"), Catch::Contains("http://h"));
    CHECK_THAT(with("url: ''"), Catch::Contains("the URL is empty"));
    CHECK_THAT(with("url: --strict"), Catch::Contains("--strict"));
    CHECK_THAT(with("token: ''"), Catch::Contains("--token is empty"));
    CHECK_THAT(with("token: \"a\\nb\""), Catch::Contains("--token holds a control character"));
    CHECK_THAT(with("config: c.yaml"), Catch::Contains("a configuration has no config"));
    CHECK_THAT(with("help: true"), Catch::Contains("a configuration has no help"));
    CHECK_THAT(refusal({"--config", here.path("none.yaml")}), Catch::Contains("none.yaml: cannot be read"));
    CHECK_THAT(refusal({"--config"}), Catch::Contains("--config needs a value: FILE"));
    CHECK_THAT(refusal({"--config="}), Catch::Contains("--config needs the name of a file"));
    CHECK_THAT(refusal({"--config", ""}), Catch::Contains("--config needs the name of a file"));
    CHECK_THAT(with("skip: {a: b}"), Catch::Contains("skip is a text, a number, true or false, or a list of those"));
}

TEST_CASE("known failures are read from their file") {
    lancespec_test::scratch const here;
    auto const file = here.file("k.yaml", "- {check: " + lc::all_checks().front().id + ", reason: r}\n");
    REQUIRE(parsed({"--known-failures", file}).known_failures.size() == 1);
    CHECK_THAT(refusal({"--known-failures", here.path("none")}), Catch::Contains("none: cannot be read"));
}

TEST_CASE("each bad value of an option names the option and the rule") {
    for (auto const& [options, says] : std::vector<std::pair<words, std::string>>{
             {{"--timeout", "abc"}, "--timeout abc: a number of seconds over 0, at most 3600"},
             {{"--timeout", "5s"}, "--timeout 5s: a number of seconds"},
             {{"--timeout", "3601"}, "--timeout 3601: a number of seconds over 0, at most 3600"},
             {{"--timeout", "inf"}, "--timeout inf: a number of seconds"},
             {{"--timeout"}, "--timeout needs a value: SECONDS"},
             {{"--wait", "0"}, "--wait 0: a number of seconds"},
             {{"--wait", "x"}, "--wait x: a number of seconds"},
             {{"--jobs", "0"}, "--jobs 0: a whole number from 1 to 64"},
             {{"--jobs", "65"}, "--jobs 65: a whole number from 1 to 64"},
             {{"--jobs", "-1"}, "--jobs -1: a whole number from 1 to 64"},
             {{"--jobs", "2.5"}, "--jobs 2.5: a whole number from 1 to 64"},
             {{"--jobs", "many"}, "--jobs many: a whole number from 1 to 64"},
             {{"--jobs", "99999999999999999999"}, "--jobs 99999999999999999999: a whole number"},
             {{"--header", "x"}, "--header needs NAME: VALUE"},
             {{"--header", ": v"}, "--header needs NAME: VALUE"},
             {{"--header", "a b: v"}, "--header needs NAME: VALUE"},
             {{"--header", "a\nb: v"}, "--header needs NAME: VALUE"},
             {{"--header", "a: v\r\nb: w"}, "--header a: its value holds a control character"},
             {{"--header"}, "--header needs a value: 'NAME: VALUE'"},
             {{"--delimiter", ""}, "--delimiter needs a text"},
             {{"--delimiter="}, "--delimiter needs a text"},
             {{"--delimiter", "\n"}, "--delimiter needs a text"},
             {{"--delimiter", "a"}, "--delimiter a: names hold letters, digits and _"},
             {{"--delimiter", "_1Z"}, "--delimiter _1Z: names hold letters, digits and _"},
             {{"--delimiter", "\xff"}, "--delimiter \\xff: it is not UTF-8"},
             {{"--delimiter", "-", "--view", "my-db$v"}, "--delimiter -: the name my-db holds it"},
             {{"--header", "Content-Length: 3"}, "--header Content-Length: it says where a request ends"},
             {{"--header", "transfer-encoding: chunked"}, "--header transfer-encoding: it says"},
             {{"--cacert", "/nonexistent.pem"}, "--cacert /nonexistent.pem: cannot be read: No such file"},
             {{"--cacert", "/"}, "--cacert /: is no regular file"},
             {{"http://h", "--column", "c"}, "--column names a column of a table"},
             {{"http://h", "--nested-column", "c.d"}, "--nested-column names a column of a table"},
             {{"http://h", "--ordinary-column", "c", "--view", "v"}, "--ordinary-column names a column of a table"},
             {{"--profile", "nope"}, "--profile nope: the profiles with checks are auto, jobs"},
             {{"--require", "Nope"}, "--require Nope: no operation has this id"},
             {{"--require", ""}, "--require"},
             {{"--error-body", "mine"}, "--error-body mine: schema or documented"},
             {{"--trace", ""}, "--trace needs the name of a folder"},
             {{"--trace="}, "--trace needs the name of a folder"},
             {{"--fixture", "/nonexistent"}, "/nonexistent: cannot be read"},
             {{"--load=maybe"}, "--load maybe: it takes no such value"},
             {{"--column", "a..b"}, "--column a..b: "},
             {{"--nested-column", "`a"}, "--nested-column `a: "},
             {{"--ordinary-column", "a."}, "--ordinary-column a.: "},
             {{"--only"}, "--only needs a value: ID"},
             {{"--tiemout", "4"}, "--tiemout"}}) {
        auto const got = refusal(options);
        INFO(got);
        CHECK_THAT(got, Catch::StartsWith("lancespec: ") && Catch::Contains(says) &&
                            Catch::EndsWith("`lancespec --help` shows how it is used.\n"));
    }
}

TEST_CASE("the run id of the environment is eight small letters or digits") {
    ::setenv("LANCESPEC_RUN_ID", "recorded", 1);
    CHECK(parsed({}).options.run_id == "recorded");
    for (auto const* wrong : {"short", "ninechars", "UPPERCAS", "with-dsh", "tab\tless"}) {
        ::setenv("LANCESPEC_RUN_ID", wrong, 1);
        CHECK_THAT(refusal({}),
                   Catch::Contains("LANCESPEC_RUN_ID") && Catch::Contains("eight small letters or digits"));
    }
    ::setenv("LANCESPEC_RUN_ID", "", 1);
    CHECK_FALSE(parsed({}).options.run_id.has_value());
    ::unsetenv("LANCESPEC_RUN_ID");
    CHECK_FALSE(parsed({}).options.run_id.has_value());
}

TEST_CASE("--dry-run sends nothing and says what would be done") {
    auto const got = run_program::run({"check", "http://127.0.0.1:9/", "--dry-run", "--read-only"});
    CHECK(got.status == 0);
    CHECK_THAT(got.out, Catch::StartsWith("Nothing is sent. A run against http://127.0.0.1:9 would look at ") &&
                            Catch::Contains("--read-only: AlterTableBackfillColumns starts jobs"));
    CHECK(got.err.empty());
    lancespec_test::scratch const here;
    auto const with_file =
        run_program::run({"check", "http://127.0.0.1:9/", "--dry-run", "--report", "json=" + here.path("r.json")});
    CHECK(with_file.status == 0);
    CHECK(with_file.err == "lancespec: --dry-run writes no report\n");
    CHECK_FALSE(std::filesystem::exists(here.path("r.json")));
}

TEST_CASE("--dry-run opens no connection to a server that answers, whatever else is asked for") {
    lancespec_test::scripted_server const server([](lancespec_test::tcp_peer&) {});
    for (auto const& more : std::vector<std::vector<std::string>>{{},
                                                                  {"--profile", "full"},
                                                                  {"--load"},
                                                                  {"--no-set-up", "--table", "a$b"},
                                                                  {"--token", "secret", "--jobs", "4"}}) {
        std::vector<std::string> line{"check", server.url(), "--dry-run"};
        line.insert(line.end(), more.begin(), more.end());
        auto const got = run_program::run(line);
        INFO(got.err);
        CHECK(got.status == 0);
        CHECK_THAT(got.out, Catch::StartsWith("Nothing is sent. "));
        CHECK(server.accepted() == 0);
    }
}

TEST_CASE("a pattern of --only that means no check is refused, one of --skip is told") {
    auto const only = run_program::run({"check", "http://127.0.0.1:9/", "--only", "backfil_column.acepted"});
    CHECK(only.status == 2);
    CHECK_THAT(only.err, Catch::Contains("did you mean backfill_column.accepted or "));
    auto const skip = run_program::run({"check", "http://127.0.0.1:9/", "--dry-run", "--skip", "no\x1bthing"});
    CHECK(skip.status == 0);
    CHECK_THAT(skip.err, Catch::Contains("no check is called no\\x1bthing"));
}

TEST_CASE("a folder for the trace that cannot be made ends the program before anything is sent") {
    lancespec_test::scratch const here;
    auto const file = here.file("file", "");
    std::filesystem::create_directories(here.path("taken/exchanges.jsonl"));
    for (auto const& folder : {file + "/below", std::string("/proc/nothing/here"), here.path("taken")}) {
        auto const got = run_program::run({"check", "http://127.0.0.1:9/", "--trace", folder});
        CHECK(got.status == 2);
        CHECK_THAT(got.err, Catch::Contains(folder));
        CHECK(got.out.empty());
    }
}

}  // namespace check_options_test
