// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/violation.hpp>

#include "tests/support/catch.hpp"

namespace violation_test {

TEST_CASE("A violation reads as one line: place, rule, message, byte") {
    lancespec::violation v{"/column", lancespec::rule::min_length, "must have at least 1 character", std::nullopt};
    CHECK(to_string(v) == "/column: min_length: must have at least 1 character");
    v = {"", lancespec::rule::malformed, "not JSON", 7};
    CHECK(to_string(v) == "body: malformed: not JSON (byte 7)");
    CHECK(to_string(lancespec::violations{v, v}) ==
          "body: malformed: not JSON (byte 7); body: malformed: not JSON (byte 7)");
}

TEST_CASE("Every rule has a name of its own") {
    std::vector<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(lancespec::rule::route_body); ++i) {
        names.push_back(name(static_cast<lancespec::rule>(i)));
        CHECK(names.back() != "unknown");
    }
    std::sort(names.begin(), names.end());
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("Asking a result that holds violations for its value throws their text") {
    lancespec::result<int, lancespec::violations> const broken =
        lancespec::violations{{"/a", lancespec::rule::type, "must be an integer", std::nullopt}};
    CHECK_THROWS_WITH(broken.value(), "/a: type: must be an integer");
}

}  // namespace violation_test
