// Bodies of columnar/scalar.hpp that work on whole columns: nulls, take, concatenate.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/scalar.ipp>

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

}  // namespace detail

LANCESPEC_DECL array_ptr make_nulls(data_type const& type, std::int64_t length) {
    auto const rows = static_cast<std::size_t>(length);
    detail::byte_buffer validity;
    detail::byte_buffer offsets;
    detail::byte_buffer values;
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
        children.push_back(make_nulls(child.type, child_length));
    }
    return std::make_shared<array const>(type, length, length, std::move(validity), std::move(offsets),
                                         std::move(values), std::move(children));
}

LANCESPEC_DECL array_ptr take(array const& source, std::span<std::int64_t const> rows) {
    auto const& type = source.type();
    auto const length = static_cast<std::int64_t>(rows.size());
    detail::byte_buffer validity;
    detail::byte_buffer offsets;
    detail::byte_buffer values;
    std::vector<array_ptr> children;
    std::int64_t nulls = type.id == type_id::null ? length : 0;
    if (!source.validity().empty()) {
        validity = detail::gather_bits(source.validity(), rows);
        nulls = count_zeros(validity, length);
        if (nulls == 0) validity.clear();
    }
    if (is_text_like(type.id)) {
        offsets.reserve((rows.size() + 1) * (has_large_offsets(type.id) ? 8 : 4));
        detail::push_offset(offsets, type.id, 0);
        for (auto const row : rows) {
            auto const text = source.is_null(row) ? std::string_view{} : source.text(row);
            auto const* bytes = reinterpret_cast<std::byte const*>(text.data());
            values.insert(values.end(), bytes, bytes + text.size());
            detail::push_offset(offsets, type.id, static_cast<std::int64_t>(values.size()));
        }
    } else if (type.id == type_id::list || type.id == type_id::large_list || type.id == type_id::fixed_size_list) {
        bool const fixed = type.id == type_id::fixed_size_list;
        std::vector<std::int64_t> items;
        if (!fixed) detail::push_offset(offsets, type.id, 0);
        for (auto const row : rows) {
            if (fixed || !source.is_null(row)) {
                for (auto i = source.offset(row); i < source.offset(row + 1); ++i) items.push_back(i);
            }
            if (!fixed) detail::push_offset(offsets, type.id, static_cast<std::int64_t>(items.size()));
        }
        children.push_back(take(*source.children().front(), items));
    } else if (type.id == type_id::struct_) {
        for (auto const& child : source.children()) children.push_back(take(*child, rows));
    } else if (type.id == type_id::boolean) {
        values = detail::gather_bits(source.values(), rows);
    } else if (type.id != type_id::null) {
        values = detail::gather_fixed(byte_width(type.id), source.values(), rows);
    }
    return std::make_shared<array const>(type, length, nulls, std::move(validity), std::move(offsets),
                                         std::move(values), std::move(children));
}

LANCESPEC_DECL array_ptr concatenate(std::span<array_ptr const> parts) {
    if (parts.size() == 1) return parts.front();
    auto const& type = parts.front()->type();
    detail::byte_buffer validity;
    detail::byte_buffer offsets;
    detail::byte_buffer values;
    std::vector<array_ptr> children;
    std::int64_t length = 0;
    std::int64_t nulls = 0;
    for (auto const& part : parts) nulls += part->null_count();
    bool const has_offsets = is_text_like(type.id) || type.id == type_id::list || type.id == type_id::large_list;
    if (has_offsets) detail::push_offset(offsets, type.id, 0);
    std::int64_t end = 0;
    for (auto const& part : parts) {
        auto const count = part->length();
        if (nulls != 0 && type.id != type_id::null) {
            if (part->validity().empty()) {
                for (std::int64_t i = 0; i < count; ++i) push_bit(validity, length + i, true);
            } else {
                detail::append_bits(validity, length, part->validity(), count);
            }
        }
        if (type.id == type_id::boolean) {
            detail::append_bits(values, length, part->values(), count);
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
            for (std::int64_t i = 1; i <= count; ++i) detail::push_offset(offsets, type.id, part->offset(i) + shift);
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
            pieces.push_back(take(*child, rows));
        }
        children.push_back(concatenate(pieces));
    }
    return std::make_shared<array const>(type, length, nulls, std::move(validity), std::move(offsets),
                                         std::move(values), std::move(children));
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
