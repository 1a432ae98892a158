// SPDX-License-Identifier: Apache-2.0
// The interface between the two halves of a program that must not link.
#pragma once

#include <lancespec/core/identifier.hpp>

std::size_t depth(lancespec::object_identifier const& id);
