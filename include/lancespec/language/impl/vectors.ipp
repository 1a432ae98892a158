// SPDX-License-Identifier: Apache-2.0
// The values of a step while evaluating: some thousand rows at a time, so that they stay in the cache.
#pragma once

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/language/bound_program.hpp>
#include <lancespec/language/evaluate.hpp>

#include <bit>
#include <cstring>
#include <optional>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

using columnar::array;
using columnar::array_ptr;
using columnar::data_type;
using columnar::int128;
using columnar::scalar;
using columnar::type_id;
using byte_buffer = std::vector<std::byte>;
using word = std::uint64_t;

static_assert(std::endian::native == std::endian::little, "bitmaps are read as little-endian words");

/// Rows computed at a time; a multiple of 64, so that bitmaps of slices begin at whole words.
inline constexpr std::int64_t block_rows = 8192;

constexpr std::size_t word_count(std::int64_t rows) noexcept {
    return static_cast<std::size_t>((rows + 63) / 64);
}

/// The bits of the rows of word @p at among @p rows.
constexpr word rows_of_word(std::size_t at, std::int64_t rows) noexcept {
    auto const rest = rows - static_cast<std::int64_t>(at) * 64;
    return rest >= 64 ? ~word{0} : (word{1} << rest) - 1;
}

/// Word @p at of a bitmap of @p rows bits, whose buffer may end with the byte of the last one.
inline word load_word(std::byte const* bitmap, std::size_t at, std::int64_t rows) noexcept {
    word out = 0;
    auto const bytes = columnar::bitmap_bytes(rows) - at * 8;
    if (bytes >= 8) {
        std::memcpy(&out, bitmap + at * 8, 8);
    } else {
        std::memcpy(&out, bitmap + at * 8, bytes);
    }
    return out;
}

/// A step's value for the rows of a block. The pointers lead into a column of the batch, or into `own_*`.
struct block {
    data_type const* type = nullptr;
    bool is_constant = false;            ///< one row, which stands for all
    std::byte const* valid = nullptr;    ///< bits; null: no value is null
    std::byte const* values = nullptr;   ///< fixed width, bits, or the bytes that the offsets mean
    std::byte const* offsets = nullptr;  ///< text and bytes, 32 or 64 bits wide
    array const* nested = nullptr;       ///< lists and structs: rows of this, from `first` on
    std::int64_t first = 0;

    std::vector<word> own_valid;
    std::vector<word> own_bits;
    byte_buffer own_values;
    byte_buffer own_offsets;
    array_ptr hold;

    [[nodiscard]] bool is_null(std::int64_t row) const noexcept {
        if (type->id == type_id::null) return true;
        auto const at = is_constant ? 0 : row;
        return valid != nullptr && ((std::to_integer<unsigned>(valid[at >> 3]) >> (at & 7)) & 1u) == 0;
    }
    [[nodiscard]] bool boolean(std::int64_t row) const noexcept {
        auto const at = is_constant ? 0 : row;
        return ((std::to_integer<unsigned>(values[at >> 3]) >> (at & 7)) & 1u) != 0;
    }
    template <class T>
    [[nodiscard]] T const* as() const noexcept {
        return reinterpret_cast<T const*>(values);
    }
    [[nodiscard]] std::string_view text(std::int64_t row) const noexcept {
        auto const at = static_cast<std::size_t>(is_constant ? 0 : row);
        std::int64_t begin = 0;
        std::int64_t end = 0;
        if (columnar::has_large_offsets(type->id)) {
            std::int64_t both[2];
            std::memcpy(both, offsets + at * 8, 16);
            begin = both[0], end = both[1];
        } else {
            std::int32_t both[2];
            std::memcpy(both, offsets + at * 4, 8);
            begin = both[0], end = both[1];
        }
        return {reinterpret_cast<char const*>(values) + begin, static_cast<std::size_t>(end - begin)};
    }

    /// Where word @p at of the rows is valid.
    [[nodiscard]] word valid_word(std::size_t at, std::int64_t rows) const noexcept {
        if (type->id == type_id::null) return 0;
        if (valid == nullptr) return ~word{0};
        if (is_constant) return (std::to_integer<unsigned>(valid[0]) & 1u) != 0 ? ~word{0} : 0;
        return load_word(valid, at, rows);
    }
    /// The bits of word @p at of a boolean.
    [[nodiscard]] word bits_word(std::size_t at, std::int64_t rows) const noexcept {
        if (is_constant) return (std::to_integer<unsigned>(values[0]) & 1u) != 0 ? ~word{0} : 0;
        return load_word(values, at, rows);
    }

    /// Room for the bits of @p rows booleans; the caller fills `own_bits`.
    word* make_bits(std::int64_t rows) {
        own_bits.resize(word_count(rows));
        values = reinterpret_cast<std::byte const*>(own_bits.data());
        valid = nullptr;
        return own_bits.data();
    }
    template <class T>
    T* make_values(std::int64_t rows) {
        own_values.resize(static_cast<std::size_t>(rows) * sizeof(T));
        values = own_values.data();
        valid = nullptr;
        return reinterpret_cast<T*>(own_values.data());
    }
    word* make_valid(std::int64_t rows) {
        own_valid.resize(word_count(rows));
        valid = reinterpret_cast<std::byte const*>(own_valid.data());
        return own_valid.data();
    }

    /// Becomes rows of @p of, a column of the batch or one made for this block.
    void view(array const& of, std::int64_t from) {
        type = &of.type();
        first = from;
        nested = nullptr;
        offsets = nullptr;
        valid = of.validity().empty() ? nullptr : of.validity().data() + from / 8;
        values = of.values().data();
        auto const id = of.type().id;
        if (id == type_id::boolean) {
            values += from / 8;
        } else if (columnar::is_text_like(id)) {
            offsets = of.offsets().data() + static_cast<std::size_t>(from) * (columnar::has_large_offsets(id) ? 8 : 4);
        } else if (id >= type_id::struct_) {
            nested = &of;
        } else {
            values += static_cast<std::size_t>(from) * columnar::byte_width(id);
        }
    }
    void keep(array_ptr made) {
        hold = std::move(made);
        view(*hold, 0);
    }
};

/// Where both are valid, into @p out. What @p out has there already is written over.
inline void both_valid(block const& a, block const& b, std::int64_t rows, block& out) {
    auto const needs = [](block const& of) { return of.valid != nullptr || of.type->id == type_id::null; };
    if (!needs(a) && !needs(b)) {
        out.valid = nullptr;
        return;
    }
    if (!needs(b) && !a.is_constant && a.type->id != type_id::null) {
        out.valid = a.valid;
        return;
    }
    if (!needs(a) && !b.is_constant && b.type->id != type_id::null) {
        out.valid = b.valid;
        return;
    }
    auto* to = out.make_valid(rows);
    for (std::size_t i = 0; i < word_count(rows); ++i) to[i] = a.valid_word(i, rows) & b.valid_word(i, rows);
}

/// Calls @p with with a value of the C++ type of @p id. Numbers, dates, timestamps and decimals only.
template <class With>
bool with_type(type_id id, With with) {
    switch (id) {
        case type_id::int8: with(std::int8_t{}); return true;
        case type_id::int16: with(std::int16_t{}); return true;
        case type_id::int32:
        case type_id::date32: with(std::int32_t{}); return true;
        case type_id::int64:
        case type_id::timestamp: with(std::int64_t{}); return true;
        case type_id::uint8: with(std::uint8_t{}); return true;
        case type_id::uint16: with(std::uint16_t{}); return true;
        case type_id::uint32: with(std::uint32_t{}); return true;
        case type_id::uint64: with(std::uint64_t{}); return true;
        case type_id::float32: with(float{}); return true;
        case type_id::float64: with(double{}); return true;
        case type_id::decimal128: with(int128{}); return true;
        default: return false;
    }
}

/// Decimals may stand at addresses that are no multiple of 16.
template <class T>
T load_value(T const* from, std::int64_t row) noexcept {
    if constexpr (sizeof(T) == 16) {
        T out;
        std::memcpy(&out, reinterpret_cast<char const*>(from) + row * 16, 16);
        return out;
    } else {
        return from[row];
    }
}

/// The value at @p row, whatever its type.
inline scalar get(block const& of, std::int64_t row) {
    if (of.is_null(row)) return {};
    auto const at = of.is_constant ? 0 : row;
    auto const id = of.type->id;
    if (id == type_id::boolean) return {of.boolean(row)};
    if (columnar::is_text_like(id)) return {std::string(of.text(row))};
    if (of.nested != nullptr) return columnar::get(*of.nested, of.first + at);
    scalar out;
    with_type(id, [&]<class T>(T) {
        auto const value = load_value(of.as<T>(), at);
        if constexpr (std::is_same_v<T, int128> || std::is_same_v<T, std::uint64_t>) {
            out.value = value;
        } else if constexpr (std::is_floating_point_v<T>) {
            out.value = static_cast<double>(value);
        } else {
            out.value = static_cast<std::int64_t>(value);
        }
    });
    return out;
}

/// Eight bytes of zero or one as eight bits, the first one lowest.
inline word pack_eight(std::uint8_t const* flags) noexcept {
    word eight;
    std::memcpy(&eight, flags, 8);
    return (eight * 0x0102040810204080ull) >> 56;
}

/// One bit a row: @p test answers for every row. What lies behind the last row is zero.
template <class Test>
void fill_bits(word* out, std::int64_t rows, Test test) {
    auto const whole = rows / 64;
    for (std::int64_t w = 0; w < whole; ++w) {
        std::uint8_t flags[64];
        for (std::int64_t k = 0; k < 64; ++k) flags[k] = static_cast<std::uint8_t>(test(w * 64 + k));
        word bits = 0;
        for (int k = 0; k < 8; ++k) bits |= pack_eight(flags + k * 8) << (k * 8);
        out[w] = bits;
    }
    if (rows % 64 == 0) return;
    word bits = 0;
    for (auto i = whole * 64; i < rows; ++i) bits |= word{test(i) ? 1u : 0u} << (i & 63);
    out[whole] = bits;
}

/// The most bytes of texts and lists that all functions together make for a block of rows, beside 16 times what its
/// columns hold.
inline constexpr std::int64_t most_held = std::int64_t{1} << 28;

/// What the steps of one block share.
struct block_context {
    columnar::record_batch const& batch;
    work_share& work;
    std::int64_t first = 0;  ///< the block's first row in the batch
    std::int64_t rows = 0;
    std::optional<evaluation_error> error;
    std::int64_t given = 0;  ///< bytes that the block's columns hold, as far as they have texts and lists
    std::int64_t made = 0;   ///< bytes of texts and lists that functions have made for the block

    /// Adds to what was made; fails when that is out of proportion. All of it is held until the block is done.
    bool make(std::int64_t row, std::int64_t bytes_) {
        made += bytes_;
        if (made <= most_held + 16 * given) return true;
        fail(row, "this expression would make more than " + std::to_string(most_held + 16 * given) + " bytes at once");
        return false;
    }

    /// Counts steps before they are taken; fails when the work has to end.
    bool spend(std::int64_t row, std::int64_t steps) {
        if (work.spend(steps)) return true;
        fail(row, {});
        return false;
    }

    /// When the work had to end, that is the reason whatever @p message says.
    void fail(std::int64_t row, std::string message) {
        if (error) return;
        auto const end = work.ended();
        error =
            evaluation_error{first + row, end == work_end::none ? quote(message, message_bytes) : work.message(), end};
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
