// SPDX-License-Identifier: Apache-2.0
// What steps of an expression count as work (core/work.hpp); docs/language.md has the table.
#pragma once

#include <lancespec/language/impl/functions.ipp>
#include <lancespec/language/impl/vectors.ipp>

#include <algorithm>
#include <bit>
#include <span>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// What a step takes for each block beside what it does with the rows.
inline constexpr std::int64_t steps_of_step = 64;

/// What a row takes that is computed by itself, beside its values: making the arguments and keeping the value.
inline constexpr std::int64_t steps_of_row = 64;

/// What a row of a column takes that is kept as the result.
inline constexpr std::int64_t steps_of_column_row = 32;

/// The bytes of texts and lists in @p rows rows of a column, as they are counted when functions make them. Recurses
/// along the type.
inline std::int64_t bytes_under(columnar::array const& column, std::int64_t first, std::int64_t rows) noexcept {
    auto const id = column.type().id;
    std::int64_t out = 0;
    if (id == type_id::struct_) {
        for (auto const& child : column.children()) out += bytes_under(*child, first, rows);
    } else if (columnar::is_text_like(id)) {
        out = column.offset(first + rows) - column.offset(first);
    } else if (is_list(id)) {
        auto const begin = column.offset(first);
        auto const count = column.offset(first + rows) - begin;
        out = count * 8 + bytes_under(*column.children().front(), begin, count);
    }
    return out;
}

/// The bytes of texts and lists that a block's rows hold.
inline std::int64_t bytes_held(block const& of, std::int64_t rows) noexcept {
    auto const count = of.is_constant ? std::min<std::int64_t>(rows, 1) : rows;
    if (count == 0) return 0;
    if (of.nested != nullptr) return bytes_under(*of.nested, of.first, count);
    if (of.offsets == nullptr) return 0;
    auto const last = of.text(count - 1);
    return last.data() + last.size() - of.text(0).data();
}

/// What it takes to look at a whole value: a byte of a text, 16 for an item of a list. Recurses along the type.
inline std::int64_t steps_of(scalar const& value) noexcept {
    if (auto const* text = std::get_if<std::string>(&value.value)) return static_cast<std::int64_t>(text->size());
    std::int64_t out = 0;
    if (auto const* items = std::get_if<columnar::scalars>(&value.value)) {
        for (auto const& item : *items) out += 16 + steps_of(item);
    }
    return out;
}

/// How often a function looks at each of @p items items of its arguments: as often as sorting does, when it sorts them.
constexpr std::int64_t looks_at_items(function_id function, std::size_t items) noexcept {
    switch (function) {
        case fn::array_sort:
        case fn::array_distinct:
        case fn::array_union:
        case fn::array_intersect:
        case fn::array_except:
        case fn::array_has_all:
        case fn::array_has_any:
        case fn::contains_tokens: return std::max<std::int64_t>(8, static_cast<std::int64_t>(std::bit_width(items)));
        default: return 1;
    }
}

/// What a call takes beside what its function counts itself.
inline std::int64_t steps_of_call(function_id function, std::span<scalar const> arguments) noexcept {
    std::int64_t out = 0;
    for (auto const& value : arguments) out += steps_of(value);
    return steps_of_row + out * looks_at_items(function, static_cast<std::size_t>(out / 16));
}

/// What it takes to make a program ready: the sets and patterns that all blocks share.
inline std::int64_t steps_to_prepare(bound_program const& program) noexcept {
    std::int64_t out = 0;
    for (auto const& step : program.steps) {
        out += steps_of_step + steps_of(step.value);
        for (auto const& value : step.values) out += 16 + steps_of(value);
    }
    return out;
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
