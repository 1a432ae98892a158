// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/c_data.hpp: import. Buffers are borrowed; what keeps them alive is the structure itself.
#pragma once

#include <lancespec/columnar/c_data.hpp>

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/c_data_format.ipp>
#include <lancespec/columnar/impl/trusted.ipp>
#include <lancespec/columnar/impl/type_bounds.ipp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/core/utf8.hpp>

#include <cstdint>
#include <cstring>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail::c_data {

/// A structure that was taken over: its release is called with the last copy.
template <class Structure>
std::shared_ptr<Structure const> take_over(Structure& from) {
    struct holder {
        Structure held{};
        ~holder() {
            if (held.release != nullptr) held.release(&held);
        }
    };
    std::shared_ptr<holder> owned;
    try {
        owned = std::make_shared<holder>();
    } catch (...) {
        if (from.release != nullptr) from.release(&from);
        throw;
    }
    // A move as the interface defines it: the bytes, and a source that counts as released.
    owned->held = from;
    from.release = nullptr;
    return {owned, &owned->held};
}

struct schema_import {
    limits const& bounds;
    layout_error error;
    std::size_t fields = 0;

    bool fail(std::string place, std::string message) {
        error = {std::move(place), std::move(message)};
        return false;
    }
    static std::string quoted(char const* name) { return quote(name == nullptr ? "" : name); }

    bool read(ArrowSchema const& from, std::string const& place, std::size_t depth, field& to) {
        if (from.release == nullptr) return fail(place, "it has been released");
        if (++fields > bounds.ipc_fields)
            return fail(place, "there are more than " + std::to_string(bounds.ipc_fields) + " fields (ipc_fields)");
        if (depth > bounds.ipc_depth)
            return fail(place, "fields nest deeper than " + std::to_string(bounds.ipc_depth) + " (ipc_depth)");
        std::string why;
        auto type = read_format(from.format == nullptr ? "" : from.format, why);
        if (!type) return fail(place, std::move(why));
        to.name = from.name == nullptr ? "" : from.name;
        if (find_invalid_utf8(to.name) != std::string_view::npos) return fail(place, "its name is not UTF-8");
        to.nullable = (from.flags & ARROW_FLAG_NULLABLE) != 0;
        if (!read_metadata(from.metadata, to.metadata)) return fail(place, "its metadata has a negative length");
        if (from.dictionary != nullptr) {
            if (!is_integer(type->id)) return fail(place, "the indices of its dictionary are no integers");
            field values;
            if (!read(*from.dictionary, place + ", dictionary", depth + 1, values)) return false;
            type = dictionary_of(std::move(values.type), type->id);
            type->ordered = (from.flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0;
        } else if (!read_children(from, place, depth, *type)) {
            return false;
        }
        if (auto bad = find_crossed_bound(*type, bounds)) return fail(place, std::move(*bad));
        to.type = std::move(*type);
        return true;
    }

    bool read_children(ArrowSchema const& from, std::string const& place, std::size_t depth, data_type& type) {
        bool const nested = type.id >= type_id::struct_;
        if (from.n_children < 0 || (from.n_children > 0 && from.children == nullptr) ||
            (!nested && from.n_children > 0))
            return fail(place, "it has " + std::to_string(from.n_children) + " children");
        for (std::int64_t i = 0; i < from.n_children; ++i) {
            auto const* child = from.children[i];
            auto const below = place + ", child " + std::to_string(i);
            if (child == nullptr) return fail(below, "it is missing");
            field next;
            if (!read(*child, below, depth + 1, next)) return false;
            type.children.push_back(std::move(next));
        }
        return true;
    }
};

struct array_import {
    std::shared_ptr<void const> owner;
    layout_error error;

    std::nullptr_t fail(std::string place, std::string message) {
        error = {std::move(place), std::move(message)};
        return nullptr;
    }

    [[nodiscard]] buffer borrow(void const* from, std::size_t bytes, std::size_t alignment) const {
        std::span<std::byte const> const all(static_cast<std::byte const*>(from), bytes);
        if (reinterpret_cast<std::uintptr_t>(from) % alignment == 0) return {all, owner};
        return std::vector<std::byte>(all.begin(), all.end());
    }

    /// Bits @p start to @p start + @p count.
    [[nodiscard]] buffer borrow_bits(void const* from, std::int64_t start, std::int64_t count) const {
        auto const* first = static_cast<std::byte const*>(from) + start / 8;
        if (start % 8 == 0) return borrow(first, bitmap_bytes(count), 1);
        std::vector<std::byte> out(bitmap_bytes(count));
        std::span<std::byte const> const all(first, bitmap_bytes(start % 8 + count));
        for (std::int64_t i = 0; i < count; ++i)
            if (get_bit(all, start % 8 + i)) set_bit(out, i);
        return out;
    }

    static std::int64_t buffers_of(type_id id) noexcept {
        if (id == type_id::null) return 0;
        if (id == type_id::struct_ || id == type_id::fixed_size_list) return 1;
        return is_text_like(id) ? 3 : 2;
    }

    /// The @p wanted values from @p skipped on, which the structures above leave of it; all from there on when @p
    /// wanted is negative.
    array_ptr read(ArrowArray const* from, data_type const& type, std::int64_t skipped, std::int64_t wanted,
                   std::string const& place) {
        if (from == nullptr) return fail(place, "it is missing");
        if (from->release == nullptr) return fail(place, "it has been released");
        if (from->length < 0 || from->offset < 0 || from->length > most_rows || from->offset > most_rows)
            return fail(place, "it has a length of " + std::to_string(from->length) + " and an offset of " +
                                   std::to_string(from->offset));
        if (skipped > from->length || (wanted >= 0 && wanted > from->length - skipped))
            return fail(place, "it has " + std::to_string(from->length) + " values where " +
                                   std::to_string(skipped + wanted) + " must be");
        // Old producers gave unions and nulls a validity buffer.
        bool const buffers_fit = from->n_buffers == buffers_of(type.id) || type.id == type_id::null;
        if (!buffers_fit || (from->n_buffers > 0 && from->buffers == nullptr))
            return fail(place, "it has " + std::to_string(from->n_buffers) + " buffers, and its type " +
                                   std::to_string(buffers_of(type.id)));
        auto const length = wanted < 0 ? from->length - skipped : wanted;
        auto const start = from->offset + skipped;
        if (start > most_rows) return fail(place, "its offsets add up beyond what is counted");
        if (type.id == type_id::null)
            return std::make_shared<array const>(type, length, length, buffer{}, buffer{}, buffer{},
                                                 std::vector<array_ptr>{});
        return read_values(*from, type, start, length, place);
    }

    array_ptr read_values(ArrowArray const& from, data_type const& type, std::int64_t start, std::int64_t length,
                          std::string const& place) {
        buffer validity;
        std::int64_t nulls = 0;
        if (from.buffers[0] != nullptr && from.null_count != 0) {
            validity = borrow_bits(from.buffers[0], start, length);
            nulls = count_zeros(validity, length);
            if (nulls == 0) validity = {};
        }
        buffer offsets;
        buffer values;
        std::vector<array_ptr> children;
        bool const is_variable_list = type.id == type_id::list || type.id == type_id::large_list;
        if (is_text_like(type.id) || is_variable_list) {
            std::int64_t last = 0;
            if (!read_offsets(from.buffers[1], type.id, start, length, place, offsets, last)) return nullptr;
            if (is_text_like(type.id)) {
                if (last > 0 && from.buffers[2] == nullptr) return fail(place, "it has no buffer of values");
                values = borrow(from.buffers[2], static_cast<std::size_t>(last), 1);
            }
        } else if (type.id == type_id::boolean) {
            if (length > 0 && from.buffers[1] == nullptr) return fail(place, "it has no buffer of values");
            if (length > 0) values = borrow_bits(from.buffers[1], start, length);
        } else if (auto const width = byte_width(type); width != 0) {
            if (length > 0 && from.buffers[1] == nullptr) return fail(place, "it has no buffer of values");
            auto const* first =
                static_cast<std::byte const*>(from.buffers[1]) + static_cast<std::size_t>(start) * width;
            if (length > 0) values = borrow(first, static_cast<std::size_t>(length) * width, width);
        }
        if (!read_children(from, type, start, length, place, children)) return nullptr;
        array_ptr out = std::make_shared<array const>(type, length, nulls, std::move(validity), std::move(offsets),
                                                      std::move(values), std::move(children));
        if (type.id == type_id::dictionary)
            if (auto why = hide_null_values(out)) return fail(place, std::move(*why));
        return out;
    }

    bool read_offsets(void const* from, type_id id, std::int64_t start, std::int64_t length, std::string const& place,
                      buffer& to, std::int64_t& last) {
        std::size_t const width = has_large_offsets(id) ? 8 : 4;
        if (from == nullptr) {
            to = std::vector<std::byte>(width);
            return length == 0 || fail(place, "it has no buffer of offsets");
        }
        auto const* first = static_cast<std::byte const*>(from) + static_cast<std::size_t>(start) * width;
        to = borrow(first, (static_cast<std::size_t>(length) + 1) * width, width);
        if (width == 8) {
            std::memcpy(&last, to.data() + static_cast<std::size_t>(length) * 8, 8);
        } else {
            std::int32_t small = 0;
            std::memcpy(&small, to.data() + static_cast<std::size_t>(length) * 4, 4);
            last = small;
        }
        return last >= 0 || fail(place, "its last offset is negative");
    }

    bool read_children(ArrowArray const& from, data_type const& type, std::int64_t start, std::int64_t length,
                       std::string const& place, std::vector<array_ptr>& to) {
        bool const encoded = type.id == type_id::dictionary;
        auto const count = encoded ? 0 : static_cast<std::int64_t>(type.children.size());
        if (from.n_children != count || (count > 0 && from.children == nullptr)) {
            fail(place,
                 "it has " + std::to_string(from.n_children) + " children, and its type " + std::to_string(count));
            return false;
        }
        std::int64_t skipped = 0;
        std::int64_t wanted = -1;
        if (type.id == type_id::struct_) {
            skipped = start;
            wanted = length;
        } else if (type.id == type_id::fixed_size_list) {
            if (type.list_size != 0 && start + length > most_rows / type.list_size) {
                fail(place, "its lists have more items than can be counted");
                return false;
            }
            skipped = start * type.list_size;
            wanted = length * type.list_size;
        }
        for (std::size_t i = 0; i < type.children.size(); ++i) {
            auto const below = place + (encoded ? ", dictionary" : ", child " + std::to_string(i));
            auto child =
                read(encoded ? from.dictionary : from.children[i], type.children[i].type, skipped, wanted, below);
            if (!child) return false;
            to.push_back(std::move(child));
        }
        return true;
    }
};

/// Released at the end, whatever happens.
struct stream_guard {
    ArrowArrayStream held;

    explicit stream_guard(ArrowArrayStream& from) noexcept : held(from) { from.release = nullptr; }
    stream_guard(stream_guard const&) = delete;
    stream_guard& operator=(stream_guard const&) = delete;
    ~stream_guard() {
        if (held.release != nullptr) held.release(&held);
    }
    [[nodiscard]] layout_error failure(std::string place, int code) {
        auto const* words = held.get_last_error(&held);
        return {std::move(place), "the producer fails with errno " + std::to_string(code) +
                                      (words == nullptr ? "" : ": " + quote(words, message_bytes))};
    }
};

}  // namespace detail::c_data

LANCESPEC_DECL result<field, layout_error> import_field(ArrowSchema& from, limits const& bounds) {
    auto const owned = detail::c_data::take_over(from);
    detail::c_data::schema_import run{bounds, {}};
    field out;
    auto const place = "field " + run.quoted(owned->release == nullptr ? "" : owned->name);
    if (!run.read(*owned, place, 1, out)) return std::move(run.error);
    return out;
}

LANCESPEC_DECL result<schema, layout_error> import_schema(ArrowSchema& from, limits const& bounds) {
    auto row = import_field(from, bounds);
    if (!row) return row.error();
    if (row->type.id != type_id::struct_)
        return layout_error{"schema", "it is of type " + quote(to_string(row->type)) + ", and no struct of columns"};
    return schema{row->type.children.list(), std::move(row->metadata)};
}

LANCESPEC_DECL result<array_ptr, layout_error> import_column(ArrowArray& from, data_type const& type) {
    auto const owned = detail::c_data::take_over(from);
    if (auto bad = validate(type); !bad) return bad.error();
    detail::c_data::array_import run{owned, {}};
    auto out = run.read(owned.get(), type, 0, -1, "column");
    if (!out) return std::move(run.error);
    if (auto bad = validate(*out); !bad) return bad.error();
    return out;
}

LANCESPEC_DECL result<record_batch, layout_error> import_batch(ArrowArray& from, std::shared_ptr<schema const> fields) {
    data_type row;
    row.id = type_id::struct_;
    row.children = fields ? fields->fields : std::vector<field>{};
    auto column = import_column(from, row);
    if (!column) return column.error();
    if ((*column)->null_count() != 0)
        return layout_error{{}, "the struct that stands for a batch has nulls, and the rows of a batch have none"};
    return record_batch{std::move(fields), (*column)->children(), (*column)->length()};
}

LANCESPEC_DECL result<record_batches, layout_error> import_stream(ArrowArrayStream& from, limits const& bounds) {
    if (from.release == nullptr) return layout_error{"stream", "it has been released"};
    detail::c_data::stream_guard stream(from);
    ArrowSchema described{};
    if (auto const code = stream.held.get_schema(&stream.held, &described); code != 0)
        return stream.failure("schema", code);
    auto fields = import_schema(described, bounds);
    if (!fields) return fields.error();
    record_batches out;
    out.fields = std::make_shared<schema const>(std::move(*fields));
    auto left = bounds.ipc_rows;
    for (;;) {
        auto const place = "batch " + std::to_string(out.batches.size());
        ArrowArray next{};
        if (auto const code = stream.held.get_next(&stream.held, &next); code != 0) return stream.failure(place, code);
        if (next.release == nullptr) return out;
        auto batch = import_batch(next, out.fields);
        if (!batch)
            return layout_error{place + (batch.error().place.empty() ? "" : ", ") + batch.error().place,
                                batch.error().message};
        // A batch of no rows costs too, and there may be no end of them.
        auto const cost = static_cast<std::size_t>(batch->length) + 1;
        if (cost > left)
            return layout_error{place, "there are more than " + std::to_string(bounds.ipc_rows) + " rows (ipc_rows)"};
        left -= cost;
        out.batches.push_back(std::move(*batch));
    }
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
