// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/command_line.hpp"

#include "tests/support/catch.hpp"

#include <cstdlib>

namespace command_line_test {

namespace lc = lancespec::conformance;
using arguments = std::vector<std::string>;

template <class Command>
Command parsed(arguments const& words) {
    auto const any = lc::parse_command_line(words);
    if (auto const* text = std::get_if<lc::usage_text>(&any)) FAIL(text->text);
    return std::get<Command>(any);
}

lc::usage_text usage(arguments const& words) {
    auto const any = lc::parse_command_line(words);
    auto const* const text = std::get_if<lc::usage_text>(&any);
    return text ? *text : lc::usage_text{-1, {}};
}

TEST_CASE("check without arguments checks the built-in server and its demo data") {
    ::unsetenv("LANCESPEC_TOKEN");
    ::unsetenv("LANCESPEC_API_KEY");
    auto const c = parsed<lc::check_command>({"check"});
    CHECK_FALSE(c.server.has_value());
    CHECK_FALSE(c.options.token.has_value());
    CHECK(c.options.objects.table == arguments{"demo", "items"});
    CHECK(c.timeout == std::chrono::seconds(10));
    REQUIRE(c.reports.size() == 1);
    CHECK(c.reports[0].format == lc::report_format::console);
    CHECK(c.reports[0].file.empty());
}

TEST_CASE("every option of check is read") {
    auto const c = parsed<lc::check_command>({"check",
                                              "--only",
                                              "a.*,b",
                                              "http://h:1/p/",
                                              "--only",
                                              "c",
                                              "--skip",
                                              "d",
                                              "--token",
                                              "T",
                                              "--api-key",
                                              "K",
                                              "--timeout",
                                              "0.5",
                                              "--report",
                                              "json=r.json",
                                              "--report",
                                              "junit=r.xml",
                                              "--report=console",
                                              "--strict",
                                              "--table",
                                              "x$y$z",
                                              "--column",
                                              "`a b`.c",
                                              "--nested-column",
                                              "",
                                              "--ordinary-column",
                                              "o",
                                              "--view",
                                              "v",
                                              "--chunker-view",
                                              "",
                                              "--verbose"});
    CHECK(c.server->text == "http://h:1/p");
    CHECK(c.options.only == arguments{"a.*", "b", "c"});
    CHECK(c.options.skip == arguments{"d"});
    CHECK(c.options.token == "T");
    CHECK(c.options.api_key == "K");
    CHECK(c.timeout == std::chrono::milliseconds(500));
    REQUIRE(c.reports.size() == 3);
    CHECK(c.reports[0].format == lc::report_format::json);
    CHECK(c.reports[0].file == "r.json");
    CHECK(c.reports[1].format == lc::report_format::junit);
    CHECK(c.reports[1].file == "r.xml");
    CHECK(c.reports[2].file.empty());
    CHECK(c.options.expect.strict);
    CHECK(c.verbose);
    CHECK(c.options.objects.table == arguments{"x", "y", "z"});
    CHECK(c.options.objects.column == "`a b`.c");
    CHECK(c.options.objects.nested_column.empty());
    CHECK(c.options.objects.ordinary_column == "o");
    CHECK(c.options.objects.view == arguments{"v"});
    CHECK(c.options.objects.chunker_view.empty());
}

TEST_CASE("two reports have two destinations") {
    CHECK(usage({"check", "--report", "json", "--report", "console"}).status == 2);
    CHECK(usage({"check", "--report", "junit=f", "--report", "json=f"}).status == 2);
    CHECK(parsed<lc::check_command>({"check", "--report", "json=f", "--report", "console"}).reports.size() == 2);
}

TEST_CASE("who names a table or view of their own does not mean the demo data's other columns and views") {
    auto const table = parsed<lc::check_command>({"check", "--table", "t", "--column", "c"}).options.objects;
    CHECK(table.nested_column.empty());
    CHECK(table.ordinary_column.empty());
    CHECK(table.chunker_view == arguments{"demo", "chunks"});
    auto const view = parsed<lc::check_command>({"check", "--view", "v"}).options.objects;
    CHECK(view.chunker_view.empty());
    CHECK(view.nested_column == "stats.area");
    auto const both = parsed<lc::check_command>({"check", "--chunker-view", "w", "--view", "v", "--nested-column",
                                                 "n.m", "--table", "t", "--column", "c"})
                          .options.objects;
    CHECK(both.chunker_view == arguments{"w"});
    CHECK(both.nested_column == "n.m");
}

TEST_CASE("a table without a column is one to read") {
    auto const objects = parsed<lc::check_command>({"check", "--table", "db$t"}).options.objects;
    CHECK(objects.readable == arguments{"db", "t"});
    CHECK(objects.to_read() == arguments{"db", "t"});
    CHECK_FALSE(objects.table_exists);
    CHECK(objects.table == lc::fixture().table);
    auto const both = parsed<lc::check_command>({"check", "--table", "db$t", "--column", "c"}).options.objects;
    CHECK(both.readable.empty());
    CHECK(both.to_read() == arguments{"db", "t"});
    CHECK(lc::fixture().to_read().empty());
    CHECK_THAT(usage({"check", "http://h", "--table", "t", "--ordinary-column", "c"}).text,
               Catch::Contains("--ordinary-column needs --column"));
}

TEST_CASE("what a run has left is removed by its id alone") {
    auto const command = parsed<lc::check_command>({"check", "http://h", "--cleanup", "k3v9x2ab"});
    CHECK(command.cleanup == "k3v9x2ab");
    CHECK(parsed<lc::check_command>({"check", "http://h", "--keep"}).options.keep);
    for (std::string const id : {"", "k3v9x2a", "k3v9x2abc", "K3V9X2AB", "k3v9x2a*", "lancespe/"})
        CHECK_THAT(usage({"check", "http://h", "--cleanup", id}).text, Catch::Contains("--cleanup"));
    CHECK_THAT(usage({"check", "--cleanup", "k3v9x2ab"}).text, Catch::Contains("needs the URL"));
    CHECK_THAT(usage({"check", "http://h", "--cleanup", "k3v9x2ab", "--read-only"}).text,
               Catch::Contains("removes objects"));
}

TEST_CASE("credentials come from the environment, and options go before it") {
    ::setenv("LANCESPEC_TOKEN", "from-env", 1);
    ::setenv("LANCESPEC_API_KEY", "key-env", 1);
    auto const c = parsed<lc::check_command>({"check", "--token", "given"});
    CHECK(c.options.token == "given");
    CHECK(c.options.api_key == "key-env");
    CHECK_FALSE(parsed<lc::serve_command>({"serve"}).token.has_value());
    ::unsetenv("LANCESPEC_TOKEN");
    ::unsetenv("LANCESPEC_API_KEY");
}

TEST_CASE("the options of serve, list, explain and version are read") {
    auto const s = parsed<lc::serve_command>({"serve", "--host", "0.0.0.0", "--port", "0", "--demo", "--token", "t",
                                              "--api-key", "k", "--fault", "f", "--unavailable", "--stub"});
    CHECK(s.host == "0.0.0.0");
    CHECK(s.port == 0);
    CHECK((s.demo && s.unavailable && s.stub));
    CHECK(s.token == "t");
    CHECK(s.api_key == "k");
    CHECK(s.fault == "f");
    CHECK(parsed<lc::serve_command>({"serve"}).port == 2333);
    CHECK_FALSE(parsed<lc::serve_command>({"serve"}).request_steps.has_value());
    auto const bounded =
        parsed<lc::serve_command>({"serve", "--request-steps", "1", "--job-steps", "2", "--output-rows=3",
                                   "--output-bytes", "4", "--table-bytes", "5", "--catalog-bytes=6"});
    CHECK(bounded.request_steps == 1);
    CHECK(bounded.job_steps == 2);
    CHECK(bounded.output_rows == 3);
    CHECK(bounded.output_bytes == 4);
    CHECK(bounded.table_bytes == 5);
    CHECK(bounded.catalog_bytes == 6);
    CHECK(parsed<lc::serve_command>({"serve", "--host", "[::1]"}).host == "::1");
    CHECK(parsed<lc::list_command>({"list", "--faults"}).faults);
    CHECK(parsed<lc::list_command>({"list", "--format", "json"}).json);
    CHECK(parsed<lc::explain_command>({"explain", "x.y"}).check == "x.y");
    (void)parsed<lc::version_command>({"version"});
}

TEST_CASE("help is asked for, not an error, and teaches by example") {
    auto const main = usage({"--help"});
    CHECK(main.status == 0);
    CHECK_THAT(main.text, Catch::Contains("lancespec serve --demo"));
    auto const check = usage({"check", "--help"});
    CHECK(check.status == 0);
    CHECK_THAT(check.text, Catch::Contains("Exit status") && Catch::Contains("LANCESPEC_TOKEN") &&
                               Catch::Contains("--chunker-view"));
    CHECK(usage({"serve", "--help"}).status == 0);
}

TEST_CASE("wrong usage has status 2 and says what is wrong") {
    ::unsetenv("LANCESPEC_TOKEN");
    for (auto const& [words, says] : std::vector<std::pair<arguments, std::string>>{
             {{}, "Usage"},
             {{"chek"}, "no command chek"},
             {{"check", "--nope"}, "--nope"},
             {{"check", "http://a", "http://b"}, "http://b"},
             {{"check", "localhost:1"}, "http://localhost:1"},
             {{"check", ""}, "empty"},
             {{"check", "--timeout", "0"}, "--timeout"},
             {{"check", "--timeout", "-1"}, "--timeout"},
             {{"check", "--timeout", "nan"}, "--timeout"},
             {{"check", "--timeout", "x"}, "--timeout"},
             {{"check", "--report", "html"}, "console, json and junit"},
             {{"check", "--report", "json="}, "file is missing"},
             {{"check", "--table", "a$$b"}, "--table"},
             {{"check", "--table", "$"}, "--table"},
             {{"check", "--view", ""}, "--view"},
             {{"check", "--column", ""}, "--column"},
             {{"check", "--token", ""}, "--token is empty"},
             {{"check", "--token", "a\nb"}, "control character"},
             {{"serve", "--port", "65536"}, "--port 65536: a whole number from 0 to 65535"},
             {{"serve", "--port", "x"}, "--port x: a whole number"},
             {{"serve", "--port", ""}, "--port : a whole number"},
             {{"serve", "--port="}, "--port : a whole number"},
             {{"serve", "--request-steps", "0"}, "--request-steps 0: a whole number from 1 to"},
             {{"serve", "--job-steps", "many"}, "--job-steps many: a whole number"},
             {{"serve", "--output-rows="}, "--output-rows : a whole number"},
             {{"serve", "--output-bytes", "9223372036854775808"}, "--output-bytes 9223372036854775808: a whole"},
             {{"serve", "--fault", ""}, "--fault needs the id of a fault"},
             {{"serve", "--fault="}, "--fault needs the id of a fault"},
             {{"serve", "--fault", "a", "--fault", "b"}, "given twice"},
             {{"serve", "--host", ""}, "--host needs an address"},
             {{"list", "--format", "xml"}, "--format"},
             {{"explain"}, "CHECK"}}) {
        auto const got = usage(words);
        INFO(got.text);
        CHECK(got.status == 2);
        CHECK_THAT(got.text, Catch::Contains(says));
    }
}

TEST_CASE("no message carries what could move a terminal's cursor") {
    for (auto const& words : std::vector<arguments>{{"ch\x1b[2Jek"},
                                                    {"check", "--no\x1b[2Jpe"},
                                                    {"check", "--require", "\x1b[2J"},
                                                    {"serve", "--port", "\x1b[2J"},
                                                    {"list", "--format", "\x1b[2J"}}) {
        auto const got = usage(words);
        INFO(got.text);
        CHECK(got.status == 2);
        CHECK_THAT(got.text, Catch::Contains("\\x1b[2J") && !Catch::Contains("\x1b"));
    }
}

TEST_CASE("a secret that is refused is not repeated") {
    CHECK_THAT(usage({"check", "--token", "hunter2\n"}).text, !Catch::Contains("hunter2"));
    CHECK_THAT(usage({"check", "http://u:hunter2@h"}).text, !Catch::Contains("hunter2"));
}

}  // namespace command_line_test
