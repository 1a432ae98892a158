// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/scalar.hpp that work on whole columns: nulls, take, concatenate.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/scalar.ipp>
#include <lancespec/columnar/impl/trusted.ipp>
#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/quote.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail {

using byte_buffer = std::vector<std::byte>;

template <class T>
byte_buffer gather(std::span<std::byte const> from, std::span<std::int64_t const> rows) {
    byte_buffer out(rows.size() * sizeof(T));
    auto* to = out.data();
    for (auto const row : rows) {
        std::memcpy(to, from.data() + static_cast<std::size_t>(row) * sizeof(T), sizeof(T));
        to += sizeof(T);
    }
    return out;
}

LANCESPEC_DECL byte_buffer gather_bits(std::span<std::byte const> from, std::span<std::int64_t const> rows) {
    byte_buffer out(bitmap_bytes(static_cast<std::int64_t>(rows.size())));
    std::int64_t at = 0;
    for (auto const row : rows) {
        if (get_bit(from, row)) set_bit(out, at);
        ++at;
    }
    return out;
}

LANCESPEC_DECL byte_buffer gather_fixed(std::size_t width, std::span<std::byte const> from,
                                        std::span<std::int64_t const> rows) {
    switch (width) {
        case 1: return gather<std::uint8_t>(from, rows);
        case 2: return gather<std::uint16_t>(from, rows);
        case 4: return gather<std::uint32_t>(from, rows);
        case 8: return gather<std::uint64_t>(from, rows);
        default: return gather<int128>(from, rows);
    }
}

/// Appends @p count bits of @p from to @p to, which holds @p length bits.
LANCESPEC_DECL void append_bits(byte_buffer& to, std::int64_t length, std::span<std::byte const> from,
                                std::int64_t count) {
    if ((length & 7) == 0) {
        to.insert(to.end(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(bitmap_bytes(count)));
        if ((count & 7) != 0) to.back() &= static_cast<std::byte>((1u << (count & 7)) - 1u);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) push_bit(to, length + i, get_bit(from, i));
}

/// The type and the length are right.
LANCESPEC_DECL array_ptr nulls_of(data_type const& type, std::int64_t length) {
    auto const rows = static_cast<std::size_t>(length);
    if (type.id == type_id::fixed_size_list && type.list_size != 0 && length > most_rows / type.list_size)
        throw error_exception("a column's lists would have more items than can be counted");
    byte_buffer validity;
    byte_buffer offsets;
    byte_buffer values;
    std::vector<array_ptr> children;
    if (type.id != type_id::null) validity.resize(bitmap_bytes(length));
    if (is_text_like(type.id) || type.id == type_id::list || type.id == type_id::large_list) {
        offsets.resize((rows + 1) * (has_large_offsets(type.id) ? 8 : 4));
    }
    if (type.id == type_id::boolean) values.resize(bitmap_bytes(length));
    values.resize(values.size() + rows * byte_width(type.id));
    for (auto const& child : type.children) {
        std::int64_t child_length = 0;
        if (type.id == type_id::struct_) child_length = length;
        if (type.id == type_id::fixed_size_list) child_length = length * type.list_size;
        children.push_back(nulls_of(child.type, child_length));
    }
    return trusted(std::make_shared<array const>(type, length, length, std::move(validity), std::move(offsets),
                                                 std::move(values), std::move(children)));
}

/// The source is valid, and has the rows.
LANCESPEC_DECL array_ptr take_rows(array const& source, std::span<std::int64_t const> rows) {
    auto const& type = source.type();
    auto const length = static_cast<std::int64_t>(rows.size());
    byte_buffer validity;
    byte_buffer offsets;
    byte_buffer values;
    std::vector<array_ptr> children;
    std::int64_t nulls = type.id == type_id::null ? length : 0;
    if (!source.validity().empty()) {
        validity = gather_bits(source.validity(), rows);
        nulls = count_zeros(validity, length);
        if (nulls == 0) validity.clear();
    }
    if (is_text_like(type.id)) {
        offsets.reserve((rows.size() + 1) * (has_large_offsets(type.id) ? 8 : 4));
        push_offset(offsets, type.id, 0);
        for (auto const row : rows) {
            auto const text = source.is_null(row) ? std::string_view{} : source.text(row);
            auto const* bytes = reinterpret_cast<std::byte const*>(text.data());
            values.insert(values.end(), bytes, bytes + text.size());
            push_offset(offsets, type.id, static_cast<std::int64_t>(values.size()));
        }
    } else if (type.id == type_id::list || type.id == type_id::large_list || type.id == type_id::fixed_size_list) {
        bool const fixed = type.id == type_id::fixed_size_list;
        std::vector<std::int64_t> items;
        if (!fixed) push_offset(offsets, type.id, 0);
        for (auto const row : rows) {
            if (fixed || !source.is_null(row)) {
                for (auto i = source.offset(row); i < source.offset(row + 1); ++i) items.push_back(i);
            }
            if (!fixed) push_offset(offsets, type.id, static_cast<std::int64_t>(items.size()));
        }
        children.push_back(take_rows(*source.children().front(), items));
    } else if (type.id == type_id::struct_) {
        for (auto const& child : source.children()) children.push_back(take_rows(*child, rows));
    } else if (type.id == type_id::boolean) {
        values = gather_bits(source.values(), rows);
    } else if (type.id != type_id::null) {
        values = gather_fixed(byte_width(type.id), source.values(), rows);
    }
    return trusted(std::make_shared<array const>(type, length, nulls, std::move(validity), std::move(offsets),
                                                 std::move(values), std::move(children)));
}

/// There is a part, all are valid and of one type, and their lengths can be added.
LANCESPEC_DECL array_ptr join(std::span<array_ptr const> parts) {
    if (parts.size() == 1) return parts.front();
    auto const& type = parts.front()->type();
    byte_buffer validity;
    byte_buffer offsets;
    byte_buffer values;
    std::vector<array_ptr> children;
    std::int64_t length = 0;
    std::int64_t nulls = 0;
    for (auto const& part : parts) nulls += part->null_count();
    bool const has_offsets = is_text_like(type.id) || type.id == type_id::list || type.id == type_id::large_list;
    if (has_offsets) push_offset(offsets, type.id, 0);
    std::int64_t end = 0;
    for (auto const& part : parts) {
        auto const count = part->length();
        if (nulls != 0 && type.id != type_id::null) {
            if (part->validity().empty()) {
                for (std::int64_t i = 0; i < count; ++i) push_bit(validity, length + i, true);
            } else {
                append_bits(validity, length, part->validity(), count);
            }
        }
        if (type.id == type_id::boolean) {
            append_bits(values, length, part->values(), count);
        } else if (is_text_like(type.id)) {
            auto const first = part->offset(0);
            auto const last = part->offset(count);
            auto const from = part->values();
            values.insert(values.end(), from.begin() + first, from.begin() + last);
        } else if (auto const width = byte_width(type.id); width != 0) {
            auto const from = part->values();
            values.insert(values.end(), from.begin(),
                          from.begin() + static_cast<std::ptrdiff_t>(count) * static_cast<std::ptrdiff_t>(width));
        }
        if (has_offsets) {
            auto const shift = end - part->offset(0);
            for (std::int64_t i = 1; i <= count; ++i) push_offset(offsets, type.id, part->offset(i) + shift);
            end = part->offset(count) + shift;
        }
        length += count;
    }
    for (std::size_t i = 0; i < type.children.size(); ++i) {
        std::vector<array_ptr> pieces;
        pieces.reserve(parts.size());
        for (auto const& part : parts) {
            auto const& child = part->children()[i];
            // A list's child may hold more values than its offsets reach: keep only those that they do.
            auto const first = has_offsets ? part->offset(0) : 0;
            auto const last = has_offsets ? part->offset(part->length()) : child->length();
            if (first == 0 && last == child->length()) {
                pieces.push_back(child);
                continue;
            }
            std::vector<std::int64_t> rows;
            for (auto row = first; row < last; ++row) rows.push_back(row);
            pieces.push_back(take_rows(*child, rows));
        }
        children.push_back(join(pieces));
    }
    return trusted(std::make_shared<array const>(type, length, nulls, std::move(validity), std::move(offsets),
                                                 std::move(values), std::move(children)));
}

}  // namespace detail

LANCESPEC_DECL array_ptr make_nulls(data_type const& type, std::int64_t length) {
    validate(type).value();
    if (length < 0 || length > detail::most_rows)
        throw error_exception("a column cannot have a length of " + std::to_string(length));
    return detail::nulls_of(type, length);
}

LANCESPEC_DECL array_ptr take(array const& source, std::span<std::int64_t const> rows) {
    validate(source).value();
    for (auto const row : rows)
        if (row < 0 || row >= source.length())
            throw std::out_of_range("a column of " + std::to_string(source.length()) + " rows has no row " +
                                    std::to_string(row));
    return detail::take_rows(source, rows);
}

LANCESPEC_DECL array_ptr concatenate(std::span<array_ptr const> parts) {
    if (parts.empty()) throw error_exception("there are no columns to concatenate");
    std::int64_t length = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto const refuse = [i](std::string const& why) {
            throw error_exception("column " + std::to_string(i) + " cannot be concatenated: " + why);
        };
        auto const* part = parts[i].get();
        if (part == nullptr) refuse("it is missing");
        if (auto bad = validate(*part); !bad) refuse(to_string(bad.error()));
        if (i != 0 && !(part->type() == parts.front()->type()))
            refuse("it is of type " + quote(to_string(part->type())) + ", not " +
                   quote(to_string(parts.front()->type())));
        if (part->length() > detail::most_rows - length) refuse("its rows are more than can be counted");
        length += part->length();
    }
    return detail::join(parts);
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
