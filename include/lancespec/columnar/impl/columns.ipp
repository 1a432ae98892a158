// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/scalar.hpp that work on whole columns: nulls, take, concatenate.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/scalar.ipp>
#include <lancespec/columnar/impl/trusted.ipp>
#include <lancespec/columnar/impl/type_bounds.ipp>
#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/quote.hpp>

#include <algorithm>
#include <map>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail {

using byte_buffer = std::vector<std::byte>;

template <class T>
byte_buffer gather(std::span<std::byte const> from, std::span<std::int64_t const> rows) {
    byte_buffer out(rows.size() * sizeof(T));
    auto* to = out.data();
    for (auto const row : rows) {
        if (row >= 0) std::memcpy(to, from.data() + static_cast<std::size_t>(row) * sizeof(T), sizeof(T));
        to += sizeof(T);
    }
    return out;
}

LANCESPEC_DECL byte_buffer gather_bits(std::span<std::byte const> from, std::span<std::int64_t const> rows) {
    byte_buffer out(bitmap_bytes(static_cast<std::int64_t>(rows.size())));
    std::int64_t at = 0;
    for (auto const row : rows) {
        if (row >= 0 && get_bit(from, row)) set_bit(out, at);
        ++at;
    }
    return out;
}

/// Ones where a row is none of the negative ones.
LANCESPEC_DECL byte_buffer present_bits(std::span<std::int64_t const> rows) {
    byte_buffer out(bitmap_bytes(static_cast<std::int64_t>(rows.size())));
    std::int64_t at = 0;
    for (auto const row : rows) {
        if (row >= 0) set_bit(out, at);
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
    values.resize(values.size() + rows * byte_width(type));
    for (auto const& child : type.children) {
        std::int64_t child_length = 0;
        if (type.id == type_id::struct_) child_length = length;
        if (type.id == type_id::fixed_size_list) child_length = length * type.list_size;
        children.push_back(nulls_of(child.type, child_length));
    }
    return trusted(std::make_shared<array const>(type, length, length, std::move(validity), std::move(offsets),
                                                 std::move(values), std::move(children)));
}

/// The source is valid, and has the rows; for a negative one the result has a null.
LANCESPEC_DECL array_ptr take_rows(array const& source, std::span<std::int64_t const> rows) {
    auto const& type = source.type();
    auto const length = static_cast<std::int64_t>(rows.size());
    byte_buffer validity;
    byte_buffer offsets;
    byte_buffer values;
    std::vector<array_ptr> children;
    std::int64_t nulls = type.id == type_id::null ? length : 0;
    bool const lacks = std::any_of(rows.begin(), rows.end(), [](std::int64_t row) { return row < 0; });
    if (type.id != type_id::null && (lacks || !source.validity().empty())) {
        validity = source.validity().empty() ? present_bits(rows) : gather_bits(source.validity(), rows);
        nulls = count_zeros(validity, length);
        if (nulls == 0) validity.clear();
    }
    if (is_text_like(type.id)) {
        offsets.reserve((rows.size() + 1) * (has_large_offsets(type.id) ? 8 : 4));
        push_offset(offsets, type.id, 0);
        for (auto const row : rows) {
            auto const text = row < 0 || source.is_null(row) ? std::string_view{} : source.text(row);
            auto const* bytes = reinterpret_cast<std::byte const*>(text.data());
            values.insert(values.end(), bytes, bytes + text.size());
            push_offset(offsets, type.id, static_cast<std::int64_t>(values.size()));
        }
    } else if (type.id == type_id::list || type.id == type_id::large_list || type.id == type_id::fixed_size_list) {
        bool const fixed = type.id == type_id::fixed_size_list;
        std::vector<std::int64_t> items;
        if (!fixed) push_offset(offsets, type.id, 0);
        for (auto const row : rows) {
            if (row < 0) {
                if (fixed) items.insert(items.end(), static_cast<std::size_t>(type.list_size), -1);
            } else if (fixed || !source.is_null(row)) {
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
        values = gather_fixed(byte_width(type), source.values(), rows);
    }
    if (type.id == type_id::dictionary) children = source.children();
    return trusted(std::make_shared<array const>(type, length, nulls, std::move(validity), std::move(offsets),
                                                 std::move(values), std::move(children)));
}

LANCESPEC_DECL array_ptr join(std::span<array_ptr const> parts);

/// Sets row @p row of @p indices, which are of type @p id and can hold it.
LANCESPEC_DECL void store_index(byte_buffer& indices, type_id id, std::int64_t row, std::int64_t value) {
    auto const width = byte_width(id);
    std::memcpy(indices.data() + static_cast<std::size_t>(row) * width, &value, width);  // little-endian
}

/// Whether every place among @p count values is a number of type @p id.
LANCESPEC_DECL bool can_index(type_id id, std::int64_t count) noexcept {
    return count <= 0 || integer_fits(id, count - 1);
}

/// As join(), of dictionaries. Where all share their values the result does too. Else it has the values of all, one
/// after the other or, when those are too many for the indices, each once.
LANCESPEC_DECL array_ptr join_dictionaries(std::span<array_ptr const> parts) {
    auto const& type = parts.front()->type();
    std::vector<array_ptr> dictionaries;
    std::map<array const*, std::int64_t> begins;
    std::int64_t size = 0;
    for (auto const& part : parts) {
        auto const& values = part->children().front();
        if (!begins.emplace(values.get(), size).second) continue;
        dictionaries.push_back(values);
        size += values->length();
    }
    if (!can_index(type.index, size)) {
        array_builder builder(type);
        for (auto const& part : parts)
            for (std::int64_t row = 0; row < part->length(); ++row) builder.append_from(*part, row);
        return builder.finish();
    }
    std::int64_t length = 0;
    std::int64_t nulls = 0;
    for (auto const& part : parts) length += part->length(), nulls += part->null_count();
    byte_buffer validity;
    byte_buffer indices(static_cast<std::size_t>(length) * byte_width(type));
    std::int64_t at = 0;
    for (auto const& part : parts) {
        auto const begin = begins[part->children().front().get()];
        for (std::int64_t row = 0; row < part->length(); ++row, ++at) {
            bool const valid = !part->is_null(row);
            if (nulls != 0) push_bit(validity, at, valid);
            if (valid) store_index(indices, type.index, at, begin + part->index(row));
        }
    }
    return trusted(std::make_shared<array const>(type, length, nulls, std::move(validity), byte_buffer{},
                                                 std::move(indices), std::vector<array_ptr>{join(dictionaries)}));
}

/// There is a part, all are valid and of one type, and their lengths can be added.
LANCESPEC_DECL array_ptr join(std::span<array_ptr const> parts) {
    if (parts.size() == 1) return parts.front();
    auto const& type = parts.front()->type();
    if (type.id == type_id::dictionary) return join_dictionaries(parts);
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
            auto const& from = part->values();
            values.insert(values.end(), from.begin() + first, from.begin() + last);
        } else if (auto const width = byte_width(type); width != 0) {
            auto const& from = part->values();
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

namespace detail {

/// As decode(), of a column that is valid.
LANCESPEC_DECL array_ptr decode_rows(array_ptr const& from) {
    auto const& type = from->type();
    if (!has_dictionary(type)) return from;
    if (type.id == type_id::dictionary) {
        std::vector<std::int64_t> rows(static_cast<std::size_t>(from->length()));
        for (std::int64_t row = 0; row < from->length(); ++row)
            rows[static_cast<std::size_t>(row)] = from->is_null(row) ? -1 : from->index(row);
        return decode_rows(take_rows(*from->children().front(), rows));
    }
    std::vector<array_ptr> children;
    for (auto const& child : from->children()) children.push_back(decode_rows(child));
    return trusted(std::make_shared<array const>(plain_type(type), from->length(), from->null_count(), from->validity(),
                                                 from->offsets(), from->values(), std::move(children)));
}

}  // namespace detail

LANCESPEC_DECL array_ptr decode(array_ptr const& column) {
    if (!column) throw error_exception("there is no column to decode");
    validate(*column).value();
    return detail::decode_rows(column);
}

LANCESPEC_DECL std::size_t decoded_bytes(array const& column, std::int64_t first, std::int64_t rows) {
    auto const& type = column.type();
    std::size_t out = 0;
    auto const add = [&out](std::size_t bytes) { out = bytes > SIZE_MAX - out ? SIZE_MAX : out + bytes; };
    add(static_cast<std::size_t>(rows) / 8);
    if (type.id == type_id::dictionary) {
        for (auto row = first; row < first + rows; ++row)
            if (!column.is_null(row)) add(decoded_bytes(*column.children().front(), column.index(row), 1));
        add(static_cast<std::size_t>(rows) * detail::null_bytes(type.children.front().type));
    } else if (type.id == type_id::struct_) {
        for (auto const& child : column.children()) add(decoded_bytes(*child, first, rows));
    } else if (type.id == type_id::boolean) {
        add(static_cast<std::size_t>(rows) / 8);
    } else if (is_text_like(type.id)) {
        add(static_cast<std::size_t>(rows) * 8 +
            static_cast<std::size_t>(column.offset(first + rows) - column.offset(first)));
    } else if (!column.children().empty()) {
        auto const begin = column.offset(first);
        auto const count = column.offset(first + rows) - begin;
        add(static_cast<std::size_t>(rows) * 8);
        add(decoded_bytes(*column.children().front(), begin, count));
    } else {
        add(static_cast<std::size_t>(rows) * byte_width(type));
    }
    return out;
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
