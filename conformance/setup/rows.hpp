// SPDX-License-Identifier: Apache-2.0
// The rows of the suite's own tables.
#pragma once

#include <cstdint>
#include <string>

namespace lancespec::conformance {

/// An Arrow IPC stream of @p count rows: id int64 from @p first on, x int64 (ten times the id), s utf8.
std::string rows_of(std::int64_t first, std::int64_t count);

}  // namespace lancespec::conformance
