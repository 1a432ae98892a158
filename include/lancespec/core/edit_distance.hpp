// SPDX-License-Identifier: Apache-2.0
// How far apart two names are, for messages that say what was most likely meant.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// Longer names are similar to nothing: a slip is in a name that a person typed.
inline constexpr std::size_t longest_compared_name = 64;

/// The fewest insertions, removals, replacements and swaps of neighbours that make @p b of @p a, in bytes and
/// ignoring ASCII case; @p limit + 1 when it is more than @p limit, or a name is over 64 bytes.
/// At most 64 times 64 steps.
LANCESPEC_DECL std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) noexcept;

/// How far two names may differ and still be a likely slip, by the size of the one that was typed.
constexpr std::size_t similar_enough(std::size_t name_size) noexcept {
    auto const third = 1 + name_size / 3;
    return name_size < 2 ? 0 : name_size < 4 ? 1 : third < 4 ? third : 4;
}

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/edit_distance.ipp>
#endif
