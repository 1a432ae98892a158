// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/percent.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/text.hpp>

namespace percent_test {

using lancespec::percent_decode;
using lancespec::percent_encode;

TEST_CASE("Everything but letters, digits and -._~ is encoded") {
    CHECK(percent_encode("aZ09-._~") == "aZ09-._~");
    CHECK(percent_encode("a$b/c d+é") == "a%24b%2Fc%20d%2B%C3%A9");
    CHECK(percent_encode(std::string_view("\0\xff", 2)) == "%00%FF");
}

TEST_CASE("A segment of one or two dots is encoded whole, or URL handling would collapse it") {
    CHECK(percent_encode(".") == "%2E");
    CHECK(percent_encode("..") == "%2E%2E");
    CHECK(percent_encode("...") == "...");
}

TEST_CASE("A plus stays a plus, and either case of hexadecimal digits is read") {
    CHECK(percent_decode("a+b") == "a+b");
    CHECK(percent_decode("%2b%2B") == "++");
}

TEST_CASE("A % that two hexadecimal digits do not follow is refused") {
    for (auto const* text : {"%", "%2", "a%", "%zz", "%2g", "%%20"}) CHECK(!percent_decode(text));
}

TEST_CASE("Law: decoding undoes encoding, for any bytes") {
    rc::prop("percent/round-trip", [] {
        auto const text = *lancespec::arbitrary::bytes();
        RC_ASSERT(percent_decode(percent_encode(text)) == text);
    });
}

}  // namespace percent_test
