// SPDX-License-Identifier: Apache-2.0
// IN: is a value among many.
#pragma once

#include <lancespec/language/impl/compare.ipp>

#include <limits>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

inline word mixed(word value) noexcept {
    value *= 0x9E3779B97F4A7C15ull;
    return value ^ (value >> 29);
}

/// A set of whole numbers or of the bits of floats: a bitmap when they lie close together, else open addressing.
class number_set {
public:
    void build(std::vector<word> const& keys) {
        if (keys.empty()) return;
        least_ = *std::min_element(keys.begin(), keys.end());
        auto const greatest = *std::max_element(keys.begin(), keys.end());
        span_ = greatest - least_;
        if (span_ < 1u << 16 || span_ / 64 < keys.size()) {
            dense_.assign(static_cast<std::size_t>(span_ / 64 + 1), 0);
            for (auto const key : keys)
                dense_[static_cast<std::size_t>((key - least_) / 64)] |= word{1} << ((key - least_) & 63);
            return;
        }
        std::size_t size = 16;
        while (size < keys.size() * 4) size *= 2;
        mask_ = size - 1;
        slots_.assign(size, keys.front());  // an empty slot holds a key that is a member anyway
        for (auto const key : keys) {
            auto at = mixed(key) & mask_;
            while (slots_[at] != keys.front() && slots_[at] != key) at = (at + 1) & mask_;
            slots_[at] = key;
        }
        empty_ = keys.front();
    }

    [[nodiscard]] bool contains(word key) const noexcept {
        if (!dense_.empty()) {
            auto const at = key - least_;
            return at <= span_ && ((dense_[static_cast<std::size_t>(at / 64)] >> (at & 63)) & 1) != 0;
        }
        if (slots_.empty()) return false;
        if (key == empty_) return true;
        for (auto at = mixed(key) & mask_;; at = (at + 1) & mask_) {
            if (slots_[at] == key) return true;
            if (slots_[at] == empty_) return false;
        }
    }

private:
    word least_ = 0;
    word span_ = 0;
    std::vector<word> dense_;
    std::vector<word> slots_;
    word mask_ = 0;
    word empty_ = 0;
};

/// A set of texts, hashed by their length and their first and last eight bytes.
class text_set {
public:
    void build(std::vector<std::string_view> const& texts) {
        std::size_t size = 16;
        while (size < texts.size() * 4) size *= 2;
        mask_ = size - 1;
        slots_.assign(size, {});
        // A bit for one hash in sixteen or more: most texts that are no members are told by one look at it.
        seen_.assign(std::max<std::size_t>(size / 8, 64), 0);
        for (auto const text : texts) {
            auto const hash = hash_of(text.data(), text.size(), nullptr);
            seen_[(hash >> 38) & (seen_.size() - 1)] |= word{1} << (hash >> 58);
            auto at = hash & mask_;
            while (slots_[at].used && slots_[at].text != text) at = (at + 1) & mask_;
            slots_[at] = {hash, text, true};
            lengths_ |= word{1} << std::min<std::size_t>(text.size(), 63);
        }
    }

    [[nodiscard]] bool contains(char const* at, std::size_t size, char const* limit) const noexcept {
        if (((lengths_ >> std::min<std::size_t>(size, 63)) & 1) == 0) return false;
        auto const hash = hash_of(at, size, limit);
        if (((seen_[(hash >> 38) & (seen_.size() - 1)] >> (hash >> 58)) & 1) == 0) return false;
        for (auto i = hash & mask_; slots_[i].used; i = (i + 1) & mask_) {
            if (slots_[i].hash == hash && slots_[i].text == std::string_view(at, size)) return true;
        }
        return false;
    }

private:
    struct slot {
        word hash = 0;
        std::string_view text;
        bool used = false;
    };

    static word hash_of(char const* at, std::size_t size, char const* limit) noexcept {
        auto out = mixed(first_bytes(at, size, limit) ^ (size * 0xC2B2AE3D27D4EB4Full));
        if (size > 8) {
            word tail;
            std::memcpy(&tail, at + size - 8, 8);
            out = mixed(out ^ tail);
            // Long texts may differ in the middle alone.
            for (std::size_t i = 8; i + 8 < size; i += 8) {
                std::memcpy(&tail, at + i, 8);
                out = mixed(out ^ tail);
            }
        }
        return out;
    }

    std::vector<slot> slots_;
    std::vector<word> seen_;
    word mask_ = 0;
    word lengths_ = 0;
};

/// A float's bits with all NaNs alike and zeros of one sign.
inline word canonical_bits(double value) noexcept {
    if (value != value) value = std::numeric_limits<double>::quiet_NaN();
    if (value == 0) value = 0;
    return std::bit_cast<word>(value);
}

/// The values of an IN, made ready once.
struct membership {
    number_set numbers;
    text_set texts;
    columnar::scalars others;  ///< of types that have no set, sorted
    bool has_null = false;
    bool is_text = false;
    bool is_number = false;

    explicit membership(bound_step const& step, type_id id) {
        is_text = columnar::is_text_like(id);
        is_number = id != type_id::decimal128 && with_type(id, [](auto) {});
        std::vector<word> keys;
        std::vector<std::string_view> strings;
        for (auto const& value : step.values) {
            if (value.is_null()) {
                has_null = true;
            } else if (is_text) {
                strings.push_back(std::get<std::string>(value.value));
            } else if (auto const* real = std::get_if<double>(&value.value)) {
                keys.push_back(canonical_bits(*real));
            } else if (is_number) {
                auto const* u = std::get_if<std::uint64_t>(&value.value);
                keys.push_back(u != nullptr ? *u : static_cast<word>(std::get<std::int64_t>(value.value)));
            } else {
                others.push_back(value);
            }
        }
        numbers.build(keys);
        texts.build(strings);
        std::sort(others.begin(), others.end(), [](auto const& a, auto const& b) { return compare_values(a, b) < 0; });
    }
};

/// x IN (…): TRUE when found, else NULL when the list holds a null, else FALSE.
inline void find_members(membership const& in, block const& a, std::int64_t rows, block& out) {
    auto* bits = out.make_bits(rows);
    if (in.is_text) {
        fill_text_bits(bits, a, rows, [&in](char const* at, std::size_t size, char const* limit) {
            return in.texts.contains(at, size, limit);
        });
    } else if (in.is_number) {
        with_type(a.type->id, [&]<class T>(T) {
            auto const* from = a.as<T>();
            fill_bits(bits, rows, [&in, from](std::int64_t i) {
                if constexpr (std::is_floating_point_v<T>) {
                    return in.numbers.contains(canonical_bits(static_cast<double>(from[i])));
                } else {
                    return in.numbers.contains(static_cast<word>(load_value(from, i)));
                }
            });
        });
    } else {
        fill_bits(bits, rows, [&](std::int64_t i) {
            return std::binary_search(in.others.begin(), in.others.end(), get(a, i),
                                      [](auto const& x, auto const& y) { return compare_values(x, y) < 0; });
        });
    }
    both_valid(a, a, rows, out);
    if (!in.has_null) return;
    auto const* before = out.valid;
    auto const count = word_count(rows);
    std::vector<word> valid(count, ~word{0});
    for (std::size_t i = 0; before != nullptr && i < count; ++i) valid[i] = load_word(before, i, rows);
    auto* to = out.make_valid(rows);
    for (std::size_t i = 0; i < count; ++i) to[i] = valid[i] & bits[i];
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
