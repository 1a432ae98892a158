// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/base64.hpp>

#include "tests/support/catch.hpp"

namespace base64_test {

TEST_CASE("the test vectors of RFC 4648 encode and decode, padded or not") {
    struct vector {
        char const* bytes;
        char const* padded;
        char const* bare;
    };
    for (auto const& [bytes, padded, bare] : {vector{"", "", ""},
                                              {"f", "Zg==", "Zg"},
                                              {"fo", "Zm8=", "Zm8"},
                                              {"foo", "Zm9v", "Zm9v"},
                                              {"foob", "Zm9vYg==", "Zm9vYg"},
                                              {"fooba", "Zm9vYmE=", "Zm9vYmE"},
                                              {"foobar", "Zm9vYmFy", "Zm9vYmFy"}}) {
        CHECK(lancespec::base64_encode(bytes) == padded);
        CHECK(lancespec::base64_encode(bytes, false) == bare);
        CHECK(lancespec::base64_decode(padded) == bytes);
        CHECK(lancespec::base64_decode(bare) == bytes);
    }
}

TEST_CASE("a character outside the alphabet is refused, padding inside too") {
    for (auto const* text : {"Zg=a", "Zm9-", "Zm9_", "Zm 9", "é", "Zm9v\n"}) {
        CAPTURE(text);
        CHECK_FALSE(lancespec::base64_decode(text).has_value());
    }
}

TEST_CASE("any bytes come back") {
    rc::prop("decode undoes encode", [](std::string const& bytes, bool padded) {
        RC_ASSERT(lancespec::base64_decode(lancespec::base64_encode(bytes, padded)) == bytes);
    });
}

}  // namespace base64_test
