// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/text.hpp"

#include "tests/support/catch.hpp"

#include <lancespec/core/utf8.hpp>

namespace text_test {

namespace lc = lancespec::conformance;

TEST_CASE("what a server sends cannot move the cursor, hide, or end a line") {
    CHECK(lc::printable("a\nb\tc\r") == "a\\nb\\tc\\r");
    CHECK(lc::printable("\x1b[2J\x07") == "\\x1b[2J\\x07");
    CHECK(lc::printable(std::string_view("\0x", 2)) == "\\x00x");
    CHECK(lc::printable("\xff\xc0") == "\\xff\\xc0");
    CHECK(lc::printable("\u202eevil\u200b") == "\\u{202e}evil\\u{200b}");
    CHECK(lc::printable("\u0085") == "\\u{85}");
    CHECK(lc::printable("grün ↦ \U0001F600") == "grün ↦ \U0001F600");
    rc::prop("any bytes", [](std::string const& text) {
        auto const shown = lc::printable(text);
        RC_ASSERT(lc::is_printable(std::string_view(shown)));
        RC_ASSERT(lancespec::find_invalid_utf8(shown) == std::string_view::npos);
    });
}

TEST_CASE("lines stay lines, and nothing else in them moves") {
    CHECK(lc::printable_lines("a\n\x1b[2J\n\tb") == "a\n\\x1b[2J\n\\tb");
    CHECK(lc::printable_lines("").empty());
}

TEST_CASE("an excerpt says how long the whole is, and ends between characters") {
    CHECK(lc::excerpt("short", 10) == "short");
    CHECK(lc::excerpt("0123456789", 4) == "0123… (10 bytes in all)");
    CHECK(lc::excerpt("aé€b", 2) == "a… (7 bytes in all)");
    CHECK(lc::excerpt("\x80\x80\x80\x80\x80\x80", 5).find("…") != std::string::npos);
}

}  // namespace text_test
