// SPDX-License-Identifier: Apache-2.0
// Where a text stands in another, and in which rows of a column it stands.
#pragma once

#include <lancespec/language/impl/compare.ipp>

#include <bit>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// The first place of @p needle, of two bytes or more, in [@p from, @p end); null when there is none.
///
/// Sixteen places at a time: only those whose first and last byte both agree are looked at.
inline char const* find_text(char const* from, char const* end, std::string_view needle) noexcept {
    auto const size = needle.size();
    if (static_cast<std::size_t>(end - from) < size) return nullptr;
#if defined(__linux__) || defined(__APPLE__)
    // Of long texts many places may agree in most of their bytes; this never takes more than linear time.
    if (size > 64)
        return static_cast<char const*>(
            ::memmem(from, static_cast<std::size_t>(end - from), needle.data(), needle.size()));
#endif
#if defined(__SSE2__)
    auto const first = _mm_set1_epi8(needle.front());
    auto const last = _mm_set1_epi8(needle.back());
    auto const* const stop = end - size + 1;  // behind the last place where it can stand
    for (; stop - from >= 16; from += 16) {
        auto const heads = _mm_loadu_si128(reinterpret_cast<__m128i const*>(from));
        auto const tails = _mm_loadu_si128(reinterpret_cast<__m128i const*>(from + size - 1));
        auto const both = _mm_and_si128(_mm_cmpeq_epi8(heads, first), _mm_cmpeq_epi8(tails, last));
        auto places = static_cast<unsigned>(_mm_movemask_epi8(both));
        for (; places != 0; places &= places - 1) {
            auto const* const at = from + std::countr_zero(places);
            if (size == 2 || std::memcmp(at + 1, needle.data() + 1, size - 2) == 0) return at;
        }
    }
#endif
    auto const found = std::string_view(from, static_cast<std::size_t>(end - from)).find(needle);
    return found == std::string_view::npos ? nullptr : from + found;
}

/// As std::string_view::find(), which takes the product of both sizes at worst.
inline std::size_t find_text(std::string_view text, std::string_view needle, std::size_t from = 0) noexcept {
    if (needle.size() < 2 || from > text.size()) return text.find(needle, from);
    auto const* const at = find_text(text.data() + from, text.data() + text.size(), needle);
    return at == nullptr ? std::string_view::npos : static_cast<std::size_t>(at - text.data());
}

/// Sets the bit of every row in which @p needle stands; not the bits of others.
///
/// The bytes of all rows are searched as one text; a place that reaches over the end of its row does not count.
template <class Offset>
void find_in_rows(word* out, Offset const* offsets, char const* base, std::int64_t rows, std::string_view needle) {
    auto const* from = base + offsets[0];
    auto const* const end = base + offsets[rows];
    if (from == end) return;
    std::int64_t row = 0;
    auto const size = static_cast<std::ptrdiff_t>(needle.size());
    while (row < rows) {
        auto const* at =
            needle.size() == 1
                ? static_cast<char const*>(std::memchr(from, needle.front(), static_cast<std::size_t>(end - from)))
                : find_text(from, end, needle);
        if (at == nullptr) return;
        // Most places are near the last one; beyond that a binary search is faster.
        for (int step = 0; base + offsets[row + 1] <= at; ++row) {
            if (++step < 16) continue;
            row = std::upper_bound(offsets + row + 1, offsets + rows + 1, static_cast<Offset>(at - base)) - offsets - 1;
            break;
        }
        auto const* const row_end = base + offsets[row + 1];
        if (at + size <= row_end) {
            out[row >> 6] |= word{1} << (row & 63);
            from = row_end;
            ++row;
        } else {
            from = at + 1;
        }
    }
}

inline void rows_with(word* out, block const& of, std::int64_t rows, std::string_view needle) {
    std::fill_n(out, word_count(rows), word{0});
    if (needle.empty()) {
        for (std::size_t i = 0; i < word_count(rows); ++i) out[i] = rows_of_word(i, rows);
        return;
    }
    auto const* base = reinterpret_cast<char const*>(of.values);
    if (columnar::has_large_offsets(of.type->id)) {
        find_in_rows(out, reinterpret_cast<std::int64_t const*>(of.offsets), base, rows, needle);
    } else {
        find_in_rows(out, reinterpret_cast<std::int32_t const*>(of.offsets), base, rows, needle);
    }
}

inline void rows_beginning(word* out, block const& of, std::int64_t rows, std::string_view with) {
    compared_text const text(with);
    fill_text_bits(out, of, rows, [text](char const* at, std::size_t size, char const* limit) {
        return size >= text.all.size() && text.stands_at(at, limit);
    });
}

inline void rows_ending(word* out, block const& of, std::int64_t rows, std::string_view with) {
    compared_text const text(with);
    fill_text_bits(out, of, rows, [text](char const* at, std::size_t size, char const* limit) {
        return size >= text.all.size() && text.stands_at(at + size - text.all.size(), limit);
    });
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
