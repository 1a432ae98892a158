// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/box.hpp>

#include "tests/support/catch.hpp"

#include <optional>

namespace box_test {

struct tree {
    std::optional<lancespec::box<tree>> next;
    int value = 0;

    friend bool operator==(tree const&, tree const&) = default;
};

TEST_CASE("A box is a value: copied and compared by what it holds") {
    tree a;
    a.next = lancespec::box<tree>(tree{std::nullopt, 7});
    auto b = a;
    CHECK(a == b);
    (*b.next)->value = 8;
    CHECK((*a.next)->value == 7);
    CHECK(!(a == b));
    b = a;
    CHECK(a == b);
    auto const c = std::move(b);
    CHECK(c == a);
}

TEST_CASE("An empty box holds a default value") {
    lancespec::box<tree> const made;
    CHECK(*made == tree{});
}

}  // namespace box_test
