// SPDX-License-Identifier: Apache-2.0
// How a filter is read, for people: its tree, a node a line, and the columns it names.
#pragma once

#include <lancespec/language/where.hpp>

#include <string>
#include <vector>

namespace lancespec::conformance {

/// One line a node, operands two spaces deeper.
std::vector<std::string> tree_lines(where::expression const& tree);

/// The canonical paths of the columns, each once, in the order they come.
std::vector<std::string> columns_read(where::expression const& tree);

}  // namespace lancespec::conformance
