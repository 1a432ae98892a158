// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/commands.hpp"

#include "conformance/cli/cases.hpp"
#include "tests/conformance/run_program.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/text.hpp>
#include <lancespec/core/json.hpp>

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace path_command_test {

namespace lc = lancespec::conformance;

using run_program::run;

TEST_CASE("paths are printed in canonical form, one a line") {
    auto const got = run({"path", "a.`b`", "`a b`.`c.d`", "p.`f``w`"});
    CHECK(got.status == 0);
    CHECK(got.out == "a.b\n`a b`.`c.d`\np.`f``w`\n");
    CHECK(got.err.empty());
    CHECK(run({"path", "--minimal", "`a b`.`c.d`"}).out == "a b.`c.d`\n");
    CHECK(run({"path", "--segments", "`a b`.c"}).out == "`a b`.c\n  a b\n  c\n");
}

TEST_CASE("what is no path gets a caret under its byte, and the others are printed all the same") {
    auto const got = run({"path", "x", "é..b", "y"});
    CHECK(got.status == 1);
    CHECK(got.out == "x\ny\n");
    CHECK(got.err == "line 1, column 3 (byte 3): a field path has no empty segments\n    é..b\n      ^\n");
}

TEST_CASE("control bytes in a path move no cursor, and the caret stays under them") {
    auto const got = run({"path", "\x1b[2J`"});
    CHECK(got.status == 1);
    CHECK(got.err.find('\x1b') == std::string::npos);
    CHECK_THAT(got.err, Catch::Contains("\\x1b[2J`\n    " + std::string(std::string("\\x1b[2J").size(), ' ') + "^"));
}

std::string answered(std::string const& lines) {
    std::istringstream in(lines);
    std::ostringstream out;
    auto const done = lc::answer_cases(in, out, [](std::string_view text) { return "<" + std::string(text) + ">"; });
    return out.str() + (done ? "" : "! " + done.error());
}

TEST_CASE("a file of cases is answered line by line, its first column as it stands") {
    CHECK(answered("# header\tx\n\"a\"\tignored\n\n\"\\u0062\"\r\n\"c\"") ==
          "\"a\"\t<a>\n\"\\u0062\"\t<b>\n\"c\"\t<c>\n");
    CHECK_THAT(answered("\"a\"\nb\tc\n\"d\"\n"), Catch::StartsWith("\"a\"\t<a>\n! line 2: "));
    CHECK_THAT(answered("7\n"), Catch::StartsWith("! line 1: "));
}

TEST_CASE("--cases answers canonical paths as JSON, or error") {
    auto const file =
        (std::filesystem::temp_directory_path() / ("lancespec-" + std::to_string(::getpid()) + ".tsv")).string();
    std::ofstream(file) << "\"a.`b`\"\tx\n\"a..b\"\n\"`\\u0001`\"\n";
    auto const got = run({"path", "--cases", file});
    std::remove(file.c_str());
    CHECK(got.status == 0);
    CHECK(got.out == "\"a.`b`\"\t\"a.b\"\n\"a..b\"\terror\n\"`\\u0001`\"\t\"`\\u0001`\"\n");
}

TEST_CASE("a file that is not there, no path at all, or both kinds of question are usage errors") {
    CHECK(run({"path", "--cases", "/no/such/file"}).status == 2);
    CHECK(run({"path"}).status == 2);
    CHECK(run({"path", "--cases", ""}).status == 2);
    CHECK(run({"path", "a", "--cases", "f"}).status == 2);
}

TEST_CASE("Law: whatever the text, the answer is a path that means the same, or error") {
    rc::prop("path-command/any-text", [] {
        auto const text = *lancespec::arbitrary::text();
        std::string line;
        lancespec::append_json_string(line, text);
        auto const got = run({"path", "--", text.empty() ? "." : text});
        RC_ASSERT(got.status == 0 || got.status == 1);
        RC_ASSERT(got.out.empty() == (got.status == 1));
    });
}

}  // namespace path_command_test
