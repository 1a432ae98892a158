// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/diagnostic.hpp>
#include <lancespec/core/utf8.hpp>

#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>

namespace diagnostic_test {

using lancespec::render;

TEST_CASE("a diagnostic shows the line, the range underlined, the message and the hint") {
    CHECK(render("price > > 5", {8, 9}, "expected a value", "write one") ==
          "line 1, column 9 (byte 8): expected a value\n"
          "    price > > 5\n"
          "            ^\n"
          "hint: write one");
    CHECK(render("a AND nome = 1", {6, 10}, "no such column") ==
          "line 1, column 7 (byte 6): no such column\n"
          "    a AND nome = 1\n"
          "          ^^^^");
}

TEST_CASE("a message and a hint cannot write lines of their own, or steer a terminal") {
    CHECK(render("a", {0, 1}, "no \x1b[31m\nb", "x\xff") ==
          "line 1, column 1 (byte 0): no \\x1b[31m\\nb\n"
          "    a\n"
          "    ^\n"
          "hint: x\\xff");
}

TEST_CASE("a range of nothing, at the end or beyond it, is one caret") {
    for (lancespec::source_range const range :
         {lancespec::source_range{3, 3}, {3, 1}, {3, 9}, {99, 100}, {99, 0}, {std::string::npos, std::string::npos}})
        CHECK(render("a =", range, "m") ==
              "line 1, column 4 (byte 3): m\n"
              "    a =\n"
              "       ^");
    CHECK(render("", {}, "m") == "line 1, column 1 (byte 0): m\n    \n    ^");
}

TEST_CASE("only the line that the range begins in is shown, and underlined to its end at most") {
    CHECK(render("a = 1\nAND b\n= 2", {10, 13}, "m") ==
          "line 2, column 5 (byte 10): m\n"
          "    AND b\n"
          "        ^");
}

TEST_CASE("columns count characters, and carets stand under what is shown") {
    CHECK(render("größe = x", {10, 11}, "m") ==
          "line 1, column 9 (byte 10): m\n"
          "    größe = x\n"
          "            ^");
    // A tab shows as two characters, a byte that is not UTF-8 as four.
    CHECK(render("a\tb\xff c", {5, 6}, "m") ==
          "line 1, column 6 (byte 5): m\n"
          "    a\\tb\\xff c\n"
          "             ^");
    CHECK(render("a\tb", {1, 2}, "m") == "line 1, column 2 (byte 1): m\n    a\\tb\n     ^^");
}

TEST_CASE("a long line is cut around the range") {
    auto const text = std::string(5000, 'a') + "!" + std::string(5000, 'b');
    auto const shown = render(text, {5000, 5001}, "m");
    CHECK(shown == "line 1, column 5001 (byte 5000): m\n    ..." + std::string(60, 'a') + "!" + std::string(39, 'b') +
                       "...\n    " + std::string(63, ' ') + "^");
}

TEST_CASE("Law: whatever the text and the range, three short lines of UTF-8, and the caret is under the text") {
    rc::prop("", [](std::string const& text, std::size_t offset, std::size_t end) {
        auto const shown = render(text, {offset % (text.size() + 2), end % (text.size() + 3)}, "m");
        RC_ASSERT(lancespec::find_invalid_utf8(shown) == std::string::npos);
        RC_ASSERT(std::ranges::count(shown, '\n') == 2);
        auto const second = shown.substr(shown.find('\n') + 1);
        auto const line = second.substr(0, second.find('\n'));
        auto const carets = second.substr(second.find('\n') + 1);
        RC_ASSERT(carets.find('^') <= lancespec::utf8_length(line));
        RC_ASSERT(carets.size() <= lancespec::utf8_length(line) + 1);
        RC_ASSERT(shown.size() < 3000);
    });
}

}  // namespace diagnostic_test
