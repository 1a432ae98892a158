// SPDX-License-Identifier: Apache-2.0
// A perfect hash of a struct's member names, found at compile time, so that a key is found by one comparison.
#pragma once

#include <lancespec/config.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

/// Hash of a non-empty key: its length and six of its bytes, which tell apart the names of any one schema.
constexpr std::uint32_t key_hash(std::string_view key, std::uint32_t seed) noexcept {
    auto const byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(key[i])); };
    auto const n = key.size();
    std::uint32_t h = seed ^ static_cast<std::uint32_t>(n);
    h = (h ^ byte(0)) * 0x9E3779B1u;
    h = (h ^ byte(n > 1 ? 1 : 0)) * 0x85EBCA6Bu;
    h = (h ^ byte(n / 4)) * 0x2545F491u;
    h = (h ^ byte(n / 2)) * 0xC2B2AE35u;
    h = (h ^ byte(n > 2 ? n - 3 : 0)) * 0x27D4EB2Fu;
    h = (h ^ byte(n - 1)) * 0x165667B1u;
    return h ^ (h >> 15);
}

/// The slots of a perfect hash over @p Count names: slot -> index of the name, 255 for none.
template <std::size_t Count>
struct key_index {
    static_assert(Count <= 64, "a struct has at most 64 described members");
    static constexpr std::size_t size = std::bit_ceil(Count == 0 ? std::size_t{1} : Count * 2);
    std::array<std::uint8_t, size> slots{};
    std::uint32_t seed = 0;
};

/// Searches for a seed under which no two names share a slot. Does not compile when there is none.
template <class Fields>
consteval auto make_key_index(Fields const& fields) {
    key_index<std::tuple_size_v<Fields>> index;
    for (std::uint32_t seed = 0; seed < 200'000; ++seed) {
        index.slots.fill(255);
        bool free = true;
        for (std::size_t i = 0; i < fields.size() && free; ++i) {
            auto& slot = index.slots[key_hash(fields[i].name, seed) & (index.size - 1)];
            free = slot == 255;
            slot = static_cast<std::uint8_t>(i);
        }
        if (free) {
            index.seed = seed;
            return index;
        }
    }
    throw "no seed tells these names apart: add a byte to key_hash";
}

}  // namespace reflect
LANCESPEC_END_NAMESPACE
