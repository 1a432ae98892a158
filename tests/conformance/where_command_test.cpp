// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/commands.hpp"

#include "conformance/cli/table_file.hpp"
#include "conformance/cli/where_tree.hpp"
#include "tests/conformance/run_program.hpp"
#include "tests/language/case_table.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/columnar/scalar.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace where_command_test {

namespace lc = lancespec::conformance;
namespace columnar = lancespec::columnar;

using run_program::run;

/// A file that is gone at the end.
struct temporary {
    explicit temporary(std::string const& text) {
        static int count = 0;
        name = std::filesystem::temp_directory_path() /
               ("lancespec_where_" + std::to_string(getpid()) + "_" + std::to_string(++count));
        std::ofstream(name, std::ios::binary) << text;
    }
    ~temporary() { std::filesystem::remove(name); }
    temporary(temporary const&) = delete;
    temporary& operator=(temporary const&) = delete;
    std::filesystem::path name;
};

inline std::string const small_table = R"({"schema": {"i": "int32", "s": "utf8", "st": {"x": "int64"}},
 "rows": [{"i": 1, "s": "a", "st": {"x": "5"}}, {"i": 2}, {}]})";

TEST_CASE("a filter is shown as canonical text, columns and tree, and with a table its rows") {
    temporary const table(small_table);
    auto const got = run({"where", "i=1 or not st.x is null", "--table", table.name.string()});
    CHECK(got.status == 0);
    CHECK(got.out ==
          "canonical  i = 1 OR NOT st.x IS NULL\n"
          "normal     i = 1 OR st.x IS NOT NULL\n"
          "columns    i\n"
          "           st.x\n"
          "tree       OR\n"
          "             chain\n"
          "               i\n"
          "               =\n"
          "                 1\n"
          "             NOT\n"
          "               chain\n"
          "                 st.x\n"
          "                 IS NULL\n"
          "rows       [0]\n");
    CHECK(run({"where", "\"i\" = 1"}).out.find("note ") != std::string::npos);
    CHECK(run({"where", "l[1].q::int > 0"}).status == 0);
    CHECK(run({"where", "i = 1", "--quoting", "full"}).out.find("canonical  `i` = 1\n") == 0);
}

TEST_CASE("what is no filter gets a caret, and status 1") {
    temporary const table(small_table);
    auto const file = table.name.string();
    auto got = run({"where", "i = "});
    CHECK(got.status == 1);
    CHECK_THAT(got.err, Catch::Contains("^"));
    got = run({"where", "s = 1 OR j = 2", "--table", file});
    CHECK(got.status == 1);
    CHECK_THAT(got.err, Catch::Contains("no column j"));
    got = run({"where", "i / 0 = 1", "--table", file});
    CHECK(got.status == 1);
    CHECK_THAT(got.err, Catch::StartsWith("row 0: division by zero"));
    CHECK(run({"where", "i IS DISTINCT FROM 1"}).status == 1);
    CHECK(run({"where", "i IS DISTINCT FROM 1", "--dialect", "newest", "--table", file}).status == 0);
    CHECK(run({"where", "\"a\" = 1", "--double-quotes", "refused"}).status == 1);
    CHECK(run({"where", "s = \"a\"", "--double-quotes", "text", "--table", file}).status == 0);
}

TEST_CASE("a filter or a path may begin with a minus sign") {
    temporary const table(small_table);
    auto const file = table.name.string();
    CHECK(run({"where", "-i < 0", "--table", file}).out == run({"where", "--table", file, "--", "-i < 0"}).out);
    CHECK(run({"where", "-i < 0", "--table", file}).status == 0);
    CHECK(run({"where", "--", "-i"}).status == 0);
    for (auto const* command : {"where", "path"}) {
        auto const got = run({command, "-i"});
        CHECK(got.status == 2);
        CHECK_THAT(got.err, Catch::Contains("-i") && Catch::Contains(command + std::string(" -- '-x'")));
    }
    CHECK_THAT(run({"where", "i = 1", "--tabel", file}).err, Catch::Contains("--tabel"));
}

TEST_CASE("the table of the measured filters is the one that the tests of the language use") {
    auto const table = lc::read_table(LANCESPEC_SOURCE_DIR "/tests/language/data/where_table.json");
    REQUIRE(table.has_value());
    auto const expected = case_table::make();
    REQUIRE(table->columns.size() == expected.columns.size());
    REQUIRE(table->length == expected.length);
    for (std::size_t i = 0; i < expected.columns.size(); ++i) {
        CHECK(table->fields->fields[i].name == expected.fields->fields[i].name);
        auto const& type = expected.columns[i]->type();
        for (std::int64_t row = 0; row < expected.length; ++row) {
            CHECK(columnar::to_string(columnar::get(*table->columns[i], row), type) ==
                  columnar::to_string(columnar::get(*expected.columns[i], row), type));
        }
    }
}

TEST_CASE("a file of filters is answered with the rows of the table, or error") {
    temporary const table(small_table);
    temporary const cases("# filter\n\"i > 0\"\t[0]\n\"s = 'a'\"\n\"nonsense(\"\n\"_rowid = 2\"\n");
    auto const got = run({"where", "--table", table.name.string(), "--cases", cases.name.string()});
    CHECK(got.status == 0);
    CHECK(got.out == "\"i > 0\"\t[0,1]\n\"s = 'a'\"\t[0]\n\"nonsense(\"\terror\n\"_rowid = 2\"\t[2]\n");
    CHECK(run({"where", "--cases", cases.name.string()}).status == 2);
    CHECK(run({"where"}).status == 2);
    CHECK(run({"where", "a", "--table", "/nowhere"}).status == 2);
}

TEST_CASE("a table is read with every type, and what is none is refused with its place") {
    auto const table =
        lc::parse_table(R"json({"schema": {"d": "date32", "t": "timestamp[ms]", "dec": "decimal128(5, 2)",
        "f": "float64", "l": "list<utf8>", "b": "binary", "u": "uint64"},
        "rows": [{"d": "2021-01-01", "t": "5", "dec": "1.50", "f": "-0.0", "l": ["x", null], "b": "dead",
                  "u": "18446744073709551615"}]})json");
    REQUIRE(table.has_value());
    std::string shown;
    for (std::size_t i = 0; i < table->columns.size(); ++i) {
        shown += columnar::to_string(columnar::get(*table->columns[i], 0), table->columns[i]->type()) + ' ';
    }
    CHECK(shown == "2021-01-01 1970-01-01T00:00:00.005 1.50 -0.0 ['x', null] x'dead' 18446744073709551615 ");
    auto const text = GENERATE(
        as<std::string>{}, "", "[]", "{}", R"({"schema": {"a": "nothing"}, "rows": []})",
        R"({"schema": {"a": "int8"}, "rows": [{"a": 300}]})", R"({"schema": {"a": "int8"}, "rows": [{"a": "x"}]})",
        R"({"schema": {"a": "utf8"}, "rows": [{"a": 1}]})", R"({"schema": {"a": "binary"}, "rows": [{"a": "f"}]})",
        R"({"schema": {}, "rows": [1]})");
    CAPTURE(text);
    CHECK(lc::parse_table(text).has_error());
}

}  // namespace where_command_test
