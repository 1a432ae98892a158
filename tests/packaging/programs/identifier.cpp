// SPDX-License-Identifier: Apache-2.0
// Takes an object's identifier from a route apart.
#include <lancespec/core/identifier.hpp>

#include <iostream>

int main() {
    auto const id = lancespec::object_identifier::parse("prod$users");
    if (id.has_error()) return 1;
    std::cout << "table " << id->leaf() << " in the namespace " << id->parent().display() << '\n';
    return id->depth() == 2 ? 0 : 1;
}
