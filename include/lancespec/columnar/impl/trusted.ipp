// SPDX-License-Identifier: Apache-2.0
// Columns that are valid by how they were made, and the bound on lengths that keeps sizes from overflowing.
#pragma once

#include <lancespec/columnar/array.hpp>

#include <limits>
#include <optional>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar::detail {

/// Small enough that neither the bytes nor the bits of as many values overflow.
inline constexpr std::int64_t most_rows = std::numeric_limits<std::int64_t>::max() / 64;

/// What validate() remembers of a column.
struct remembered {
    static bool is_valid(array const& column) noexcept { return column.valid_.get(); }
    static void set_valid(array const& column) noexcept { column.valid_.set(true); }

    /// What a dictionary's row asks for, whether or not that is there.
    static std::int64_t index_of(array const& column, std::int64_t row) { return column.load_index(row); }
};

/// @p made, which keeps the rules of validate() by how it was made.
inline array_ptr trusted(array_ptr made) noexcept {
    remembered::set_valid(*made);
    return made;
}

/// Makes the rows of a dictionary null whose index names a null among its values. What is wrong with an index that
/// names nothing; nothing when all is well.
LANCESPEC_DECL std::optional<std::string> hide_null_values(array_ptr& column);

}  // namespace columnar::detail
LANCESPEC_END_NAMESPACE
