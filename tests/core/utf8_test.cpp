// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/utf8.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/text.hpp>

namespace utf8_test {

using lancespec::find_invalid_utf8;

TEST_CASE("Overlong forms, surrogates, values above U+10FFFF and cut sequences are no UTF-8") {
    for (auto const* text : {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xF0\x80\x80\x80", "\xED\xA0\x80", "\xED\xBF\xBF",
                             "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xE2\x82", "\x80", "\xFF"})
        CHECK(find_invalid_utf8(text) == 0);
    CHECK(find_invalid_utf8("ab\xFF") == 2);
    CHECK(find_invalid_utf8("é\xF4\x8F\xBF\xBF") == std::string_view::npos);
    CHECK(find_invalid_utf8("") == std::string_view::npos);
}

TEST_CASE("Each bad byte becomes one replacement character") {
    CHECK(lancespec::to_valid_utf8("a\xFF\xFE-é") == "a\xEF\xBF\xBD\xEF\xBF\xBD-é");
}

TEST_CASE("Length counts characters, not bytes") {
    CHECK(lancespec::utf8_length("aé\xF0\x9F\x98\x80") == 3);
    CHECK(lancespec::utf8_length("") == 0);
}

TEST_CASE("Law: every scalar value is read back from its bytes") {
    rc::prop("utf8/scalar", [] {
        auto const scalar = *lancespec::arbitrary::character();
        std::string text;
        lancespec::append_utf8(text, scalar);
        auto const read = lancespec::decode_utf8(text);
        RC_ASSERT(read.scalar == scalar);
        RC_ASSERT(read.size == text.size());
    });
}

TEST_CASE("Law: repaired text is valid, and valid text is left alone") {
    rc::prop("utf8/repair", [] {
        auto const text = *lancespec::arbitrary::bytes();
        auto const repaired = lancespec::to_valid_utf8(text);
        RC_ASSERT(find_invalid_utf8(repaired) == std::string_view::npos);
        if (find_invalid_utf8(text) == std::string_view::npos) RC_ASSERT(repaired == text);
    });
}

}  // namespace utf8_test
