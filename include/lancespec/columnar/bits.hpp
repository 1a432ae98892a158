// SPDX-License-Identifier: Apache-2.0
// Bitmaps in Arrow's order, least significant bit first, and the widths of fixed-width values.
#pragma once

#include <lancespec/columnar/data_type.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

/// How many bytes hold @p bits bits.
constexpr std::size_t bitmap_bytes(std::int64_t bits) noexcept {
    return static_cast<std::size_t>((bits + 7) / 8);
}

/// Bit @p index of @p bitmap, which must have it.
inline bool get_bit(std::span<std::byte const> bitmap, std::int64_t index) noexcept {
    return ((std::to_integer<unsigned>(bitmap[static_cast<std::size_t>(index >> 3)]) >> (index & 7)) & 1u) != 0;
}

/// Sets bit @p index of @p bitmap to one.
inline void set_bit(std::span<std::byte> bitmap, std::int64_t index) noexcept {
    bitmap[static_cast<std::size_t>(index >> 3)] |= static_cast<std::byte>(1u << (index & 7));
}

/// Appends one bit to a bitmap that holds @p length bits.
inline void push_bit(std::vector<std::byte>& bitmap, std::int64_t length, bool bit) {
    if ((length & 7) == 0) bitmap.push_back(std::byte{0});
    if (bit) set_bit(bitmap, length);
}

/// The zeros among the first @p length bits. Linear in the bytes.
inline std::int64_t count_zeros(std::span<std::byte const> bitmap, std::int64_t length) noexcept {
    std::int64_t ones = 0;
    auto const whole = static_cast<std::size_t>(length / 8);
    for (std::size_t i = 0; i < whole; ++i) ones += std::popcount(std::to_integer<unsigned>(bitmap[i]));
    for (auto i = static_cast<std::int64_t>(whole) * 8; i < length; ++i) ones += get_bit(bitmap, i) ? 1 : 0;
    return length - ones;
}

/// The bytes of one value of a fixed-width type; 0 for booleans and everything of variable width.
constexpr std::size_t byte_width(type_id id) noexcept {
    switch (id) {
        case type_id::int8:
        case type_id::uint8: return 1;
        case type_id::int16:
        case type_id::uint16: return 2;
        case type_id::int32:
        case type_id::uint32:
        case type_id::float32:
        case type_id::date32: return 4;
        case type_id::int64:
        case type_id::uint64:
        case type_id::float64:
        case type_id::timestamp: return 8;
        case type_id::decimal128: return 16;
        default: return 0;
    }
}

/// Whether @p id is one of the eight integers, which index dictionaries.
constexpr bool is_integer(type_id id) noexcept {
    return id >= type_id::int8 && id <= type_id::uint64;
}

/// The bytes of one of the type's fixed-width values: a dictionary's are its indices.
constexpr std::size_t byte_width(data_type const& type) noexcept {
    return byte_width(type.id == type_id::dictionary ? type.index : type.id);
}

/// Whether values are bytes between offsets: the strings and binaries.
constexpr bool is_text_like(type_id id) noexcept {
    return id == type_id::utf8 || id == type_id::large_utf8 || id == type_id::binary || id == type_id::large_binary;
}

/// Whether offsets are 64 bits wide.
constexpr bool has_large_offsets(type_id id) noexcept {
    return id == type_id::large_utf8 || id == type_id::large_binary || id == type_id::large_list;
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
