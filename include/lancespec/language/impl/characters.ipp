// SPDX-License-Identifier: Apache-2.0
// The characters of texts in UTF-8, by number.
#pragma once

#include <lancespec/core/utf8.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// Where the characters of @p text begin, and its end.
inline std::vector<std::size_t> character_offsets(std::string_view text) {
    std::vector<std::size_t> out;
    for (std::size_t at = 0; at < text.size();) {
        out.push_back(at);
        at += std::max<std::size_t>(1, decode_utf8(text.substr(at)).size);
    }
    out.push_back(text.size());
    return out;
}

/// Characters [from, to) of @p text, as far as it has them.
inline std::string characters(std::string_view text, std::int64_t from, std::int64_t to) {
    auto const offsets = character_offsets(text);
    auto const count = static_cast<std::int64_t>(offsets.size()) - 1;
    from = std::clamp<std::int64_t>(from, 0, count);
    to = std::clamp<std::int64_t>(to, from, count);
    return std::string(text.substr(offsets[static_cast<std::size_t>(from)],
                                   offsets[static_cast<std::size_t>(to)] - offsets[static_cast<std::size_t>(from)]));
}

/// The number of the character at byte @p at, from 1.
inline std::int64_t character_number(std::string_view text, std::size_t at) noexcept {
    return static_cast<std::int64_t>(utf8_length(text.substr(0, at))) + 1;
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
