// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/quote.hpp>

#include <lancespec/core/json.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/core/violation.hpp>

#include "tests/support/catch.hpp"

namespace quote_test {

using lancespec::quote;

TEST_CASE("A quoted text is on one line, and what is invisible in it shows") {
    CHECK(quote("") == "");
    CHECK(quote("a\nb\tc\r") == "a\\nb\\tc\\r");
    CHECK(quote("\x1b[2J\x7f") == "\\x1b[2J\\x7f");
    CHECK(quote(std::string_view("\0x", 2)) == "\\x00x");
    CHECK(quote("\xff\xc0") == "\\xff\\xc0");
    CHECK(quote("\u202eevil\u200b\U000e0001") == "\\u{202e}evil\\u{200b}\\u{e0001}");
    CHECK(quote("\ufffe\U0010ffff") == "\\u{fffe}\\u{10ffff}");
    CHECK(quote("grün \\ '\"` \U0001F600") == "grün \\ '\"` \U0001F600");
}

TEST_CASE("A long text is cut between characters, with its length") {
    CHECK(quote("0123456789", 10) == "0123456789");
    CHECK(quote("0123456789", 4) == "0123… (10 bytes)");
    CHECK(quote("aé€b", 2) == "a… (7 bytes)");
    CHECK(quote("aé€b", 3) == "aé… (7 bytes)");
    CHECK(quote(std::string(62'914'560, 'x')) == std::string(100, 'x') + "… (62914560 bytes)");
}

TEST_CASE("Any bytes quoted are printable UTF-8 of bounded length, and quoting again changes nothing") {
    rc::prop("any bytes", [](std::string const& text) {
        auto const most = *rc::gen::inRange<std::size_t>(0, 50);
        auto const shown = quote(text, most);
        RC_ASSERT(lancespec::find_invalid_utf8(shown) == std::string_view::npos);
        RC_ASSERT(shown.size() <= 4 * most + 40);
        RC_ASSERT(lancespec::printable(shown) == shown);
        RC_ASSERT(quote(shown, shown.size()) == shown);
        auto const cut = lancespec::cut_utf8(text, most);
        RC_ASSERT(cut.size() <= most);
        RC_ASSERT(text.starts_with(cut));
    });
}

TEST_CASE("The line of a violation is short, whatever the name and the message") {
    lancespec::violation v{"/" + std::string(1'000'000, 'k'), lancespec::rule::type, std::string(1'000'000, 'm'), {}};
    CHECK(to_string(v).size() < 2'000);
    CHECK(lancespec::quoted_pointer_token("a/b~c") == "a~1b~0c");
    CHECK(lancespec::quoted_pointer_token(std::string(2'000, 'k')) == std::string(1'000, 'k') + "… (2000 bytes)");
}

}  // namespace quote_test
