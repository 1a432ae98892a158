// SPDX-License-Identifier: Apache-2.0
// One of the two files of a header-only program that include every public header; see CMakeLists.txt.
#include "every_header.hpp"

#include <cstdio>

lancespec::object_identifier from_second_unit();

int main() {
    lancespec::object_identifier const here{"prod", "users"};
    bool const same = here == from_second_unit();
    std::puts(same ? "both files see the same library" : "the two files differ");
    return same ? 0 : 1;
}
