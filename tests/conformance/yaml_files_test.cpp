// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/yaml_files.hpp"

#include "conformance/suite/registry.hpp"
#include "tests/conformance/scratch.hpp"
#include "tests/support/catch.hpp"

#include <chrono>

namespace yaml_files_test {

namespace lc = lancespec::conformance;
using words = std::vector<std::string>;

/// A fixture file with this text: what became of the demo data's names, or the sentence.
lancespec::result<lc::fixture, std::string> fixture_of(std::string const& text) {
    lancespec_test::scratch const here;
    lc::fixture out;
    auto const read = lc::read_fixture(here.file("f.yaml", text), out);
    if (!read) return read.error().substr(here.path().size() + 1);
    return out;
}

lancespec::result<std::vector<lc::configured>, std::string> configuration_of(std::string const& text) {
    lancespec_test::scratch const here;
    auto read = lc::read_configuration(here.file("f.yaml", text), {"timeout", "strict", "only", "url"});
    if (!read) return read.error().substr(here.path().size() + 1);
    return std::move(*read);
}

lancespec::result<std::vector<lc::known_failure>, std::string> known_of(std::string const& text) {
    lancespec_test::scratch const here;
    auto read = lc::read_known_failures(here.file("f.yaml", text));
    if (!read) return read.error().substr(here.path().size() + 1);
    return std::move(*read);
}

std::string fixture_error(std::string const& text) {
    auto const got = fixture_of(text);
    return got ? "no error" : got.error();
}

TEST_CASE("a fixture names what is there, and leaves the rest") {
    auto const all = fixture_of(
        "table:\n  id: db$t\n  column: '`a b`.c'\n  nested_column: n.m\n  ordinary_column: o\n"
        "view:\n  id: [db, 'v$1']\nchunker_view: {id: w}\n");
    REQUIRE(all);
    CHECK(all->table == words{"db", "t"});
    CHECK(all->column == "`a b`.c");
    CHECK(all->nested_column == "n.m");
    CHECK(all->ordinary_column == "o");
    CHECK(all->view == words{"db", "v$1"});
    CHECK(all->chunker_view == words{"w"});
    CHECK((all->table_exists && all->view_exists));

    auto const table = fixture_of("table: {id: t, column: c}");
    REQUIRE(table);
    CHECK((table->nested_column.empty() && table->ordinary_column.empty()));
    CHECK(table->view == lc::fixture{}.view);
    CHECK((table->table_exists && !table->view_exists));

    auto const view = fixture_of("view: {id: v}");
    REQUIRE(view);
    CHECK(view->chunker_view.empty());
    CHECK(view->table == lc::fixture{}.table);
    CHECK((!view->table_exists && view->view_exists));
}

TEST_CASE("anchors, comments, a byte order mark and Windows line ends are YAML like any other") {
    CHECK(fixture_of("x: 1\n").has_error());
    auto const shared = fixture_of("view: &v {id: v}\nchunker_view: *v\n");
    REQUIRE(shared);
    CHECK(shared->chunker_view == words{"v"});
    CHECK(fixture_of("\xef\xbb\xbf# names\r\ntable:\r\n  id: t\r\n  column: c\r\n").has_value());
    CHECK(fixture_of("---\ntable: {id: t, column: c}\n...\n").has_value());
}

TEST_CASE("every mistake in a fixture gives the file, the line and the rule") {
    for (auto const& [text, says] : std::vector<std::pair<std::string, std::string>>{
             {"", "f.yaml: a fixture is a mapping with table, view, chunker_view"},
             {"just a text", "f.yaml, line 1: a fixture is a mapping"},
             {"- table", "line 1: a fixture is a mapping"},
             {"view: {id: v}\ntabel: {}", "f.yaml, line 2: a fixture has no tabel; it has table, view, chunker_view"},
             {"~: 1", "line 1: a key of a fixture is one of table, view"},
             {"{a: b}: c", "line 1: a key of a fixture is one of"},
             {"[a]: c", "line 1: a key of a fixture is one of"},
             {"view: {id: v}\nview: {id: w}", "line 2: a fixture has view twice"},
             {"table:\n  - a", "line 2: table is a mapping with id, column"},
             {"table: {column: c}", "line 1: table needs id"},
             {"table: {id: t}", "line 1: table needs column"},
             {"table:\n  id: t\n  column: c\n  colum: d", "line 4: table has no colum; it has id, column"},
             {"table:\n  id: t\n  column:\n    - c", "line 4: column is a text"},
             {"table:\n  id: t\n  column: ''", "line 3: column is the path of a column"},
             {"table:\n  id: a$$b\n  column: c", "line 2: id a$$b: name 2 of the identifier is empty"},
             {"table:\n  id: ''\n  column: c", "line 2: id needs a name, like demo$items"},
             {"table:\n  id: $\n  column: c", "line 2: id needs a name, like demo$items"},
             {"table:\n  id: []\n  column: c", "line 2: id is a name like demo$items, or a list of names"},
             {"table:\n  id: {a: b}\n  column: c", "line 2: id is a name like demo$items, or a list of names"},
             {"table:\n  id: [a, '']\n  column: c", "line 2: a name is not empty"},
             {"table:\n  id: [a, [b]]\n  column: c", "line 2: a name is a text"},
             {"view: {}", "line 1: view needs id"},
             {"view: ~", "view is a mapping with id"},
             {"chunker_view:\n  ids: v", "line 2: chunker_view has no ids; it has id"},
             {"view: {id: *nobody}", "line 1: no YAML: the referenced anchor is not defined"},
             {"view:\n\tid: v", "line 2: no YAML"},
             {"view: {id: v", "no YAML"},
             {"view: 'v", "no YAML"},
             {"view: &a\n  id: *a", "id is a name like"},
             {"view: {id: v}\n---\nview: {id: w}\n", "line 2: the document has ended before; there is one"},
             {", ", "line 1: the document has ended before; there is one"},
             {"view:\n  id: \xff\n", "f.yaml, line 2: what stands here is not UTF-8"},
             {std::string("\xff\xfev\0:\0", 6), "line 1: what stands here is not UTF-8"}}) {
        INFO(text);
        CHECK_THAT(fixture_error(text), Catch::StartsWith("f.yaml") && Catch::Contains(says));
    }
}

TEST_CASE("what a file says cannot move the cursor of who reads the message") {
    for (auto const& message :
         {fixture_error("\"\\e[2Jx\": 1"), fixture_error("? \"a\\nb\"\n: 1"),
          fixture_error("view: {id: \"\\e[2J$$x\"}"), fixture_error(std::string(5000, 'k') + ": 1")}) {
        INFO(message);
        CHECK(message.size() < 300);
        CHECK(message.find_first_of("\x1b\n") == std::string::npos);
    }
    lc::fixture ignored;
    CHECK_THAT(lc::read_fixture("no\x1b[2J\nfile", ignored).error(), !Catch::Contains("\x1b"));
}

TEST_CASE("what is no file of ours is told in a sentence, soon") {
    lancespec_test::scratch const here;
    lc::fixture out;
    auto const error = [&out](std::string const& file) { return lc::read_fixture(file, out).error(); };
    CHECK_THAT(error(here.path("nothing")), Catch::Contains("nothing: cannot be read"));
    CHECK_THAT(error(here.path()), Catch::Contains("cannot be read: Is a directory"));
    CHECK_THAT(error("/dev/zero"), Catch::Contains("over 1 MiB"));
    CHECK_THAT(error(here.file("big", std::string((std::size_t{1} << 20) + 1, '#'))), Catch::Contains("over 1 MiB"));
    // As large as is read at all.
    CHECK_THAT(error(here.file("full", std::string(std::size_t{1} << 20, '#'))), Catch::Contains("is a mapping with"));
}

TEST_CASE("nesting without end and aliases of aliases are refused, soon and without harm") {
    auto const repeat = [](std::string_view text, int times) {
        std::string out;
        for (int i = 0; i < times; ++i) out += text;
        return out;
    };
    for (auto const& text : {repeat("[", 100'000), repeat("{a: ", 100'000), repeat("- ", 100'000),
                             repeat("? ", 100'000), "view: " + repeat("{id: ", 3000) + "x" + repeat("}", 3000)})
        CHECK_THAT(fixture_error(text), Catch::Contains("nested too deeply") || Catch::Contains("no YAML"));
    std::string laughs = "a0: &a0 [x, x]\n";
    for (int i = 1; i < 40; ++i) {
        auto const last = "*a" + std::to_string(i - 1);
        laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last + ", " + last + "]\n";
    }
    // Written out it would be 2^40 values: were the aliases followed, this test would never end.
    CHECK_THAT(fixture_error(laughs), Catch::Contains("a fixture has no a0"));
    CHECK_THAT(fixture_error("view: &a [*a]"), Catch::Contains("view is a mapping"));
}

TEST_CASE("whatever the bytes, reading ends with a value or a sentence that names the file") {
    rc::prop("random bytes", [](std::string const& bytes) {
        auto const read = fixture_of(bytes);
        RC_ASSERT(read.has_value() || read.error().starts_with("f.yaml"));
        auto const options = configuration_of(bytes);
        RC_ASSERT(options.has_value() || options.error().starts_with("f.yaml"));
    });
    rc::prop("random YAML", [] {
        auto const parts = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::vector<std::string>{
            "table", "view", "id", "column", ": ",  "\n", "  ",    "- ", "{",  "}",  "[",  "]",  "&a ", "*a",      "'",
            "\"",    "\\",   "~",  "!!",     "|\n", "%",  "---\n", "#",  ", ", "\t", "? ", "<<", "x",   "\xc3\xa9"}));
        std::string text;
        for (auto const& part : parts) text += part;
        auto const read = fixture_of(text);
        RC_ASSERT(read.has_value() || read.error().starts_with("f.yaml"));
        auto const known = known_of(text);
        RC_ASSERT(known.has_value() || known.error().starts_with("f.yaml"));
    });
}

TEST_CASE("a configuration gives options in order, and a list repeats its option") {
    auto const read = configuration_of("timeout: 5\nonly: [a, 'b c']\nstrict: true\nurl: http://h\n");
    REQUIRE(read);
    std::vector<std::string> out;
    for (auto const& one : *read) out.push_back(one.option + "=" + one.value);
    CHECK(out == words{"timeout=5", "only=a", "only=b c", "strict=true", "url=http://h"});
    CHECK(configuration_of("")->empty());
    CHECK(configuration_of("# nothing\n")->empty());
    CHECK(configuration_of("only: []\n")->empty());
}

TEST_CASE("every mistake in a configuration gives the file, the line and the rule") {
    for (auto const& [text, says] : std::vector<std::pair<std::string, std::string>>{
             {"5", "line 1: a configuration is a mapping with timeout, strict, only, url"},
             {"strict: true\n\ntiemout: 5",
              "line 3: a configuration has no tiemout; it has timeout, strict, only, url"},
             {"timeout: 5\ntimeout: 6", "line 2: a configuration has timeout twice"},
             {"timeout: {a: b}", "line 1: timeout is a text, a number, true or false"},
             {"only:\n  - a\n  - [b]", "line 3: only is a text, a number, true or false"},
             {"timeout:", "timeout is a text, a number, true or false"}}) {
        INFO(text);
        auto const read = configuration_of(text);
        REQUIRE_FALSE(read);
        CHECK_THAT(read.error(), Catch::StartsWith("f.yaml") && Catch::Contains(says));
    }
}

TEST_CASE("known failures have a check and a reason, and may have a link and a day of expiry") {
    auto const& id = lc::all_checks().front().id;
    auto const one = known_of("- check: " + id + "\n  reason: they know\n");
    REQUIRE((one && one->size() == 1));
    CHECK(one->front().check == id);
    CHECK(one->front().reason == "they know");
    CHECK((one->front().link.empty() && !one->front().expires));
    auto const full =
        known_of("- {check: " + id + ", reason: r, link: 'https://example.org/7', expires: 2027-01-31}\n");
    REQUIRE((full && full->size() == 1));
    CHECK(full->front().link == "https://example.org/7");
    CHECK(full->front().expires == "2027-01-31");
    CHECK(known_of("")->empty());
    CHECK(known_of("[]")->empty());
}

TEST_CASE("every mistake in known failures gives the file, the line and the rule") {
    auto const& id = lc::all_checks().front().id;
    auto const good = "- {check: " + id + ", reason: r}\n";
    for (auto const& [text, says] : std::vector<std::pair<std::string, std::string>>{
             {"check: x", "line 1: known failures are a list of {check, reason, link, expires}"},
             {"- x", "line 1: a known failure is a mapping with check, reason, link, expires"},
             {"- {reason: r}", "line 1: a known failure needs check"},
             {"- check: " + id, "line 1: a known failure needs reason"},
             {good + "- {check: " + id + ", reason: again}", "line 2: " + id + " is listed twice"},
             {"-\n  check: backfill_column.acepted\n  reason: r",
              "line 2: there is no check backfill_column.acepted; did you mean backfill_column.accepted?"},
             {"- {check: zzzzzzzzzzzzzzzz, reason: r}", "line 1: there is no check zzzzzzzzzzzzzzzz"},
             {"- {check: backfill_column.*, reason: r}", "there is no check backfill_column.*"},
             {"- check: " + id + "\n  reason: ''", "line 2: reason is not empty"},
             {"- check: " + id + "\n  reason: [r]", "line 2: reason is a text"},
             {"- check: " + id + "\n  reason: r\n  until: x", "line 3: a known failure has no until"},
             {"- {check: " + id + ", reason: r, expires: soon}", "expires is a date like 2027-01-31"},
             {"- {check: " + id + ", reason: r, expires: 2027-13-01}", "expires is a date"},
             {"- {check: " + id + ", reason: r, expires: 2027-02-30}", "expires is a date"},
             {"- {check: " + id + ", reason: r, expires: 2027-1-31}", "expires is a date"}}) {
        INFO(text);
        auto const read = known_of(text);
        REQUIRE_FALSE(read);
        CHECK_THAT(read.error(), Catch::StartsWith("f.yaml") && Catch::Contains(says));
    }
}

}  // namespace yaml_files_test
