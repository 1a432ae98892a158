// SPDX-License-Identifier: Apache-2.0
// The half that is compiled against lancespec::compiled.
#include "depth.hpp"

std::size_t depth(lancespec::object_identifier const& id) {
    return id.depth();
}
