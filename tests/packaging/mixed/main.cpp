// SPDX-License-Identifier: Apache-2.0
// The half that is header-only.
#include "depth.hpp"

int main() {
    return depth({"prod", "users"}) == 2 ? 0 : 1;
}
