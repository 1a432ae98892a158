// SPDX-License-Identifier: Apache-2.0
// Columns below the top level of a fragment: reading them with their parents' nulls, replacing one and sharing the
// rest.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/scalar.hpp>

#include <cstddef>
#include <span>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

using columns = std::vector<columnar::array_ptr>;

/// The column at @p indices (top level first) as it is stored: a null of a struct around it does not show.
inline columnar::array_ptr column_at(columns const& from, std::vector<std::size_t> const& indices) {
    auto column = from[indices.front()];
    for (std::size_t i = 1; i < indices.size(); ++i) column = column->children()[indices[i]];
    return column;
}

/// The value at @p indices in @p row: null when it, or a struct around it, is.
inline columnar::scalar value_at(columns const& from, std::vector<std::size_t> const& indices, std::int64_t row) {
    auto const* column = from[indices.front()].get();
    for (std::size_t i = 1; i < indices.size(); ++i) {
        if (column->is_null(row)) return {};
        column = column->children()[indices[i]].get();
    }
    return columnar::get(*column, row);
}

/// Some rows of the column at @p indices, null where a struct around it is.
inline columnar::array_ptr take_at(columns const& from, std::vector<std::size_t> const& indices,
                                   std::span<std::int64_t const> rows) {
    auto const taken = columnar::take(*column_at(from, indices), rows);
    bool hidden = false;
    for (std::size_t level = 1; level < indices.size(); ++level)
        hidden =
            hidden ||
            column_at(from, {indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(level)})->null_count() != 0;
    if (!hidden || taken->type().id == columnar::type_id::null) return taken;
    std::vector<std::byte> validity(columnar::bitmap_bytes(taken->length()));
    for (std::int64_t i = 0; i < taken->length(); ++i) {
        bool valid = !taken->is_null(i);
        auto const* around = from[indices.front()].get();
        for (std::size_t level = 1; valid && level < indices.size(); ++level) {
            valid = !around->is_null(rows[static_cast<std::size_t>(i)]);
            around = around->children()[indices[level]].get();
        }
        if (valid) columnar::set_bit(validity, i);
    }
    auto const nulls = columnar::count_zeros(validity, taken->length());
    return std::make_shared<columnar::array const>(taken->type(), taken->length(), nulls, std::move(validity),
                                                   taken->offsets(), taken->values(), taken->children());
}

/// @p from with the child at @p indices from @p level on replaced; the other children are shared.
inline columnar::array_ptr with_child(columnar::array_ptr const& from, std::vector<std::size_t> const& indices,
                                      std::size_t level, columnar::array_ptr child) {
    if (level == indices.size()) return child;
    auto children = from->children();
    auto& place = children[indices[level]];
    place = with_child(place, indices, level + 1, std::move(child));
    return std::make_shared<columnar::array const>(from->type(), from->length(), from->null_count(), from->validity(),
                                                   columnar::buffer{}, columnar::buffer{}, std::move(children));
}

/// Whether every step of the path is into a struct, so that its end has a value in every row.
inline bool is_struct_path(columnar::schema const& fields, std::vector<std::size_t> const& indices) {
    auto const* level = &fields.fields;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        auto const& field = (*level)[indices[i]];
        if (i + 1 < indices.size() && field.type.id != columnar::type_id::struct_) return false;
        level = &field.type.children.list();
    }
    return true;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
