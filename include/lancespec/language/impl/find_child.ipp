// SPDX-License-Identifier: Apache-2.0
// Finds a field among its siblings by name.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/language/field_path.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

/// The child of @p fields called @p name. When none is: how many differ in ASCII case only.
struct child_match {
    std::size_t index = 0;
    std::size_t count = 0;
};
inline child_match find_child(std::vector<columnar::field> const& fields, std::string_view name,
                              path_matching matching) noexcept {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].name == name) return {i, 1};
    }
    child_match out;
    if (matching == path_matching::exact) return out;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (!equal_ignoring_ascii_case(fields[i].name, name)) continue;
        if (out.count++ == 0) out.index = i;
    }
    return out;
}

}  // namespace detail
LANCESPEC_END_NAMESPACE
