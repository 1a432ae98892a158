// SPDX-License-Identifier: Apache-2.0
// What a type may ask for: how deep it nests, how many fields it has, how many bytes one value takes.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/limits.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar::detail {

/// The bytes of one null, or SIZE_MAX when that is too much to count: lists of fixed size hold all their items.
inline std::size_t null_bytes(data_type const& type) noexcept {
    std::size_t below = 0;
    for (auto const& child : type.children) {
        auto const bytes = null_bytes(child.type);
        if (bytes > SIZE_MAX - below) return SIZE_MAX;
        below += bytes;
    }
    if (type.id == type_id::list || type.id == type_id::large_list) below = 8;
    if (type.id == type_id::fixed_size_list) {
        auto const size = static_cast<std::size_t>(type.list_size);
        if (size != 0 && below > SIZE_MAX / size) return SIZE_MAX;
        below *= size;
    }
    if (type.id == type_id::dictionary) below = 0;
    auto const own = (is_text_like(type.id) ? std::size_t{8} : byte_width(type)) + 1;
    return below > SIZE_MAX - own ? SIZE_MAX : below + own;
}

inline std::size_t levels_of(data_type const& type) noexcept {
    std::size_t out = 0;
    for (auto const& child : type.children) out = std::max(out, levels_of(child.type));
    return out + 1;
}

inline std::size_t fields_of(data_type const& type) noexcept {
    std::size_t out = 1;
    for (auto const& child : type.children) out += fields_of(child.type);
    return out;
}

/// Which bound of those that columns read from Arrow IPC keep @p type crosses; nothing for one that keeps them all.
inline std::optional<std::string> find_crossed_bound(data_type const& type, limits const& bounds) {
    if (auto const valid = validate(type); !valid) return to_string(valid.error());
    if (levels_of(type) > bounds.ipc_depth)
        return "it nests deeper than " + std::to_string(bounds.ipc_depth) + " levels (ipc_depth)";
    if (fields_of(type) > bounds.ipc_fields)
        return "it has more than " + std::to_string(bounds.ipc_fields) + " fields (ipc_fields)";
    if (null_bytes(type) > bounds.ipc_value_bytes)
        return "one value of it takes more than " + std::to_string(bounds.ipc_value_bytes) + " bytes (ipc_value_bytes)";
    return std::nullopt;
}

}  // namespace columnar::detail
LANCESPEC_END_NAMESPACE
