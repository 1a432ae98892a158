// SPDX-License-Identifier: Apache-2.0
// The other file of the header-only program; see first_unit.cpp.
#include "every_header.hpp"

lancespec::object_identifier from_second_unit();

lancespec::object_identifier from_second_unit() {
    return lancespec::object_identifier::parse("prod$users").value();
}
