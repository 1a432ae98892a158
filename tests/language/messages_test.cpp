// SPDX-License-Identifier: Apache-2.0
// What people are told of filters that are refused, or that keep other rows than they are likely to expect.
#include <lancespec/language/bind.hpp>

#include "tests/support/catch.hpp"

#include "tests/language/case_table.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace messages_test {

namespace where = lancespec::where;

/// The message with its hint, or the notes.
inline std::string said_of(std::string const& filter) {
    static auto const table = case_table::make();
    auto const tree = where::parse(filter);
    if (tree.has_error()) {
        auto const& error = tree.error();
        return "byte " + std::to_string(error.offset) + ": " + error.message + '\n' +
               (error.hint.empty() ? "" : "hint: " + error.hint + '\n');
    }
    std::string out;
    for (auto const& note : where::notes(*tree)) out += "note: " + note.message + '\n';
    auto const bound = where::bind_filter(*tree, *table.fields);
    if (bound.has_value()) return out;
    return out + "byte " + std::to_string(bound.error().offset) + ": " + bound.error().message + '\n';
}

TEST_CASE("likely slips get the hint that a person needs", "[language][where]") {
    std::string const name = LANCESPEC_SOURCE_DIR "/tests/language/data/where_messages.txt";
    std::string expected;
    std::string actual;
    std::ifstream in(name);
    REQUIRE(in);
    for (std::string line; std::getline(in, line);) {
        expected += line + '\n';
        if (line.starts_with('#')) actual += line + '\n';
        if (!line.starts_with("> ")) continue;
        auto const said = said_of(line.substr(2));
        INFO(line);
        CHECK(!said.empty());
        actual += '\n' + line + '\n' + said;
    }
    if (std::getenv("LANCESPEC_UPDATE_GOLDEN") != nullptr) std::ofstream(name) << actual;
    INFO("after LANCESPEC_UPDATE_GOLDEN=1 the file shows the change");
    CHECK(actual == expected);
}

TEST_CASE("no message of a filter is longer than its parts may be", "[language][where]") {
    for (std::string const& filter :
         {"i32 = " + std::string(100'000, 'x'), std::string(100'000, 'x') + "(1)",
          "st." + std::string(100'000, 'x') + " = 1", "i32 contains '" + std::string(100'000, 'x') + "'",
          "i32." + std::string(100'000, 'x') + "(1)"}) {
        CHECK(said_of(filter).size() < 1'500);
    }
}

}  // namespace messages_test
