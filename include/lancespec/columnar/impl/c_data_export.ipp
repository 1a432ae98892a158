// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/c_data.hpp: export. Each structure owns what its pointers lead to, by its private_data.
#pragma once

#include <lancespec/columnar/c_data.hpp>

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/c_data_format.ipp>

#include <cerrno>
#include <cstring>
#include <deque>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail::c_data {

/// Children of a structure and the array of pointers to them. What a consumer has moved away has no release.
template <class Structure>
struct children_of {
    std::deque<Structure> held;
    std::vector<Structure*> pointers;
    std::unique_ptr<Structure> dictionary;

    children_of() = default;
    children_of(children_of const&) = delete;
    children_of& operator=(children_of const&) = delete;
    ~children_of() {
        for (auto& child : held)
            if (child.release != nullptr) child.release(&child);
        if (dictionary && dictionary->release != nullptr) dictionary->release(dictionary.get());
    }

    Structure& add() {
        auto& out = held.emplace_back();
        pointers.push_back(&out);
        return out;
    }
    Structure& add_dictionary() {
        dictionary = std::make_unique<Structure>();
        return *dictionary;
    }
    void show(Structure& in) {
        in.n_children = static_cast<std::int64_t>(pointers.size());
        in.children = pointers.empty() ? nullptr : pointers.data();
        in.dictionary = dictionary.get();
    }
};

template <class Structure, class Owned>
void release(Structure* what) {
    delete static_cast<Owned*>(what->private_data);
    what->private_data = nullptr;
    what->release = nullptr;
}

/// Hands @p owned over to @p to.
template <class Structure, class Owned>
void give(Structure& to, std::unique_ptr<Owned> owned) noexcept {
    to.private_data = owned.release();
    to.release = &release<Structure, Owned>;
}

struct owned_schema {
    std::string format;
    std::string name;
    std::string metadata;
    children_of<ArrowSchema> children;
};

LANCESPEC_DECL void make_schema(std::string_view name, data_type const& type, bool nullable,
                                std::map<std::string, std::string> const& metadata, ArrowSchema& to) {
    to = {};
    auto owned = std::make_unique<owned_schema>();
    owned->format = format_of(type);
    owned->name = name;
    owned->metadata = write_metadata(metadata);
    bool const encoded = type.id == type_id::dictionary;
    for (auto const& child : type.children)
        make_schema(child.name, child.type, child.nullable, child.metadata,
                    encoded ? owned->children.add_dictionary() : owned->children.add());
    owned->children.show(to);
    to.format = owned->format.c_str();
    to.name = owned->name.c_str();
    to.metadata = owned->metadata.empty() ? nullptr : owned->metadata.data();
    to.flags = (nullable ? ARROW_FLAG_NULLABLE : 0) | (encoded && type.ordered ? ARROW_FLAG_DICTIONARY_ORDERED : 0);
    give(to, std::move(owned));
}

struct owned_array {
    array_ptr column;
    std::vector<void const*> buffers;
    children_of<ArrowArray> children;
};

/// Consumers may want a pointer even to nothing.
inline void const* pointer_to(buffer const& bytes) noexcept {
    alignas(64) static constexpr std::byte none[64]{};
    return bytes.empty() ? none : bytes.data();
}

/// The column is valid. An array with @p columns is a struct of them, without nulls.
LANCESPEC_DECL void make_array(array_ptr const& column, std::vector<array_ptr> const& columns, std::int64_t length,
                               ArrowArray& to) {
    to = {};
    auto owned = std::make_unique<owned_array>();
    owned->column = column;
    if (!column) {
        owned->buffers.push_back(nullptr);
    } else if (auto const& type = column->type(); type.id != type_id::null) {
        owned->buffers.push_back(column->validity().empty() ? nullptr : column->validity().data());
        if (is_text_like(type.id) || type.id == type_id::list || type.id == type_id::large_list)
            owned->buffers.push_back(pointer_to(column->offsets()));
        if (is_text_like(type.id) || type.id == type_id::boolean || byte_width(type) != 0)
            owned->buffers.push_back(pointer_to(column->values()));
    }
    bool const encoded = column && column->type().id == type_id::dictionary;
    for (auto const& child : columns)
        make_array(child, child->children(), child->length(),
                   encoded ? owned->children.add_dictionary() : owned->children.add());
    owned->children.show(to);
    to.length = length;
    to.null_count = column ? column->null_count() : 0;
    to.n_buffers = static_cast<std::int64_t>(owned->buffers.size());
    to.buffers = owned->buffers.data();
    give(to, std::move(owned));
}

/// A stream's state. Its functions are called from C: no exception leaves them.
struct owned_stream {
    record_batches contents;
    std::size_t next = 0;
    std::string error;

    template <class F>
    static int guarded(ArrowArrayStream* of, F const& what) noexcept {
        auto& self = *static_cast<owned_stream*>(of->private_data);
        try {
            self.error.clear();
            what(self);
            return 0;
        } catch (std::bad_alloc const&) {
            return ENOMEM;
        } catch (std::exception const& e) {
            try {
                self.error = e.what();
            } catch (...) {
                return ENOMEM;
            }
            return EINVAL;
        }
    }
    static int get_schema(ArrowArrayStream* of, ArrowSchema* out) {
        return guarded(of, [out](owned_stream& self) { export_schema(*self.contents.fields, *out); });
    }
    static int get_next(ArrowArrayStream* of, ArrowArray* out) {
        return guarded(of, [out](owned_stream& self) {
            *out = {};
            if (self.next == self.contents.batches.size()) return;
            export_batch(self.contents.batches[self.next], *out);
            self.contents.batches[self.next++] = {};  // the consumer has it now
        });
    }
    static char const* get_last_error(ArrowArrayStream* of) {
        auto const& error = static_cast<owned_stream*>(of->private_data)->error;
        return error.empty() ? nullptr : error.c_str();
    }
};

}  // namespace detail::c_data

LANCESPEC_DECL void export_field(field const& from, ArrowSchema& to) {
    to = {};
    validate(from.type).value();
    detail::c_data::make_schema(from.name, from.type, from.nullable, from.metadata, to);
}

LANCESPEC_DECL void export_schema(schema const& from, ArrowSchema& to) {
    to = {};
    validate(from).value();
    data_type row;
    row.id = type_id::struct_;
    row.children = from.fields;
    detail::c_data::make_schema("", row, false, from.metadata, to);
}

LANCESPEC_DECL void export_column(array_ptr const& from, ArrowArray& to) {
    to = {};
    if (!from) throw error_exception("there is no column to export");
    validate(*from).value();
    detail::c_data::make_array(from, from->children(), from->length(), to);
}

LANCESPEC_DECL void export_batch(record_batch const& from, ArrowArray& to) {
    to = {};
    validate(from).value();
    detail::c_data::make_array(nullptr, from.columns, from.length, to);
}

LANCESPEC_DECL void export_stream(record_batches from, ArrowArrayStream& to) {
    using state = detail::c_data::owned_stream;
    to = {};
    if (!from.fields) throw error_exception("a stream needs a schema");
    validate(*from.fields).value();
    for (auto& batch : from.batches) {
        batch.fields = from.fields;
        validate(batch).value();
    }
    auto owned = std::make_unique<state>();
    owned->contents = std::move(from);
    to.get_schema = &state::get_schema;
    to.get_next = &state::get_next;
    to.get_last_error = &state::get_last_error;
    detail::c_data::give(to, std::move(owned));
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
