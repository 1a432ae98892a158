// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/edit_distance.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/core/ascii.hpp>

namespace edit_distance_test {

using lancespec::edit_distance;

TEST_CASE("An insertion, a removal, a replacement and a swap of neighbours each count one; ASCII case counts nothing") {
    CHECK(edit_distance("price", "price", 3) == 0);
    CHECK(edit_distance("price", "PRICE", 3) == 0);
    CHECK(edit_distance("price", "prices", 3) == 1);
    CHECK(edit_distance("price", "prce", 3) == 1);
    CHECK(edit_distance("price", "prize", 3) == 1);
    CHECK(edit_distance("price", "pirce", 3) == 1);
    CHECK(edit_distance("", "abc", 3) == 3);
}

TEST_CASE("Beyond the limit, or for long names, the answer is one more than the limit") {
    CHECK(edit_distance("abc", "xyz", 2) == 3);
    CHECK(edit_distance("a", "abcdefgh", 2) == 3);
    CHECK(edit_distance(std::string(65, 'a'), std::string(65, 'a'), 2) == 3);
}

TEST_CASE("Law: the distance is the same both ways, and zero for equal names") {
    rc::prop("edit-distance/symmetric", [] {
        auto const name = rc::gen::container<std::string>(rc::gen::inRange('a', 'e'));
        auto const a = *name;
        auto const b = *name;
        RC_ASSERT(edit_distance(a, b, 20) == edit_distance(b, a, 20));
        if (a.size() <= lancespec::longest_compared_name) RC_ASSERT(edit_distance(a, a, 20) == 0u);
    });
}

TEST_CASE("ASCII letters are compared without their case, all other bytes exactly") {
    CHECK(lancespec::equal_ignoring_ascii_case("Content-Type", "content-tYPE"));
    CHECK(!lancespec::equal_ignoring_ascii_case("é", "É"));
    CHECK(!lancespec::equal_ignoring_ascii_case("a", "ab"));
    CHECK(!lancespec::equal_ignoring_ascii_case("@", "`"));
}

}  // namespace edit_distance_test
