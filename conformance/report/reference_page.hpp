// SPDX-License-Identifier: Apache-2.0
// The reference page of checks and faults: docs/checks.md.
#pragma once

#include <string>

namespace lancespec::conformance {

/// Every check with its level and clause, why it has that level, and the faults that prove it, as Markdown.
std::string checks_markdown();

/// Text in a cell of a Markdown table.
std::string markdown_cell(std::string_view text);

}  // namespace lancespec::conformance
