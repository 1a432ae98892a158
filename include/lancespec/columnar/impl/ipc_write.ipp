// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/ipc.hpp: writing the stream and the file format.
#pragma once

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/ipc_tables.ipp>
#include <lancespec/columnar/ipc.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/columnar/validate.hpp>

#include <limits>
#include <map>
#include <numeric>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail::ipc {

using flatbuffers::FlatBufferBuilder;
using any_offset = flatbuffers::Offset<void>;
using table_offset = flatbuffers::Offset<table>;

struct wire_pair {
    std::int64_t first;
    std::int64_t second;
};
struct wire_block {
    std::int64_t offset;
    std::int64_t metadata_length;  ///< 32 bits, then padding
    std::int64_t body_length;
};

LANCESPEC_DECL flatbuffers::Offset<flatbuffers::Vector<table_offset>> write_metadata(
    FlatBufferBuilder& to, std::map<std::string, std::string> const& entries) {
    if (entries.empty()) return 0;
    std::vector<table_offset> out;
    for (auto const& [key, value] : entries) {
        auto const k = to.CreateString(key);
        auto const v = to.CreateString(value);
        auto const start = to.StartTable();
        to.AddOffset(slot(0), k);
        to.AddOffset(slot(1), v);
        out.emplace_back(to.EndTable(start));
    }
    return to.CreateVector(out);
}

LANCESPEC_DECL std::pair<wire_type, any_offset> write_type(FlatBufferBuilder& to, data_type const& type) {
    flatbuffers::Offset<flatbuffers::String> zone;
    if (type.id == type_id::timestamp && !type.timezone.empty()) zone = to.CreateString(type.timezone);
    auto const start = to.StartTable();
    auto kind = wire_type::none;
    auto const integer = [&](bool is_signed) {
        kind = wire_type::integer;
        to.AddElement<std::int32_t>(slot(0), static_cast<std::int32_t>(byte_width(type.id)) * 8, 0);
        to.AddElement<std::uint8_t>(slot(1), is_signed ? 1 : 0, 0);
    };
    switch (type.id) {
        case type_id::null: kind = wire_type::null; break;
        case type_id::boolean: kind = wire_type::boolean; break;
        case type_id::int8:
        case type_id::int16:
        case type_id::int32:
        case type_id::int64: integer(true); break;
        case type_id::uint8:
        case type_id::uint16:
        case type_id::uint32:
        case type_id::uint64: integer(false); break;
        case type_id::float32:
        case type_id::float64:
            kind = wire_type::floating_point;
            to.AddElement<std::int16_t>(slot(0), type.id == type_id::float32 ? 1 : 2, 0);
            break;
        case type_id::utf8: kind = wire_type::utf8; break;
        case type_id::large_utf8: kind = wire_type::large_utf8; break;
        case type_id::binary: kind = wire_type::binary; break;
        case type_id::large_binary: kind = wire_type::large_binary; break;
        case type_id::date32:
            kind = wire_type::date;
            to.AddElement<std::int16_t>(slot(0), 0, 1);
            break;
        case type_id::timestamp:
            kind = wire_type::timestamp;
            to.AddElement<std::int16_t>(slot(0), static_cast<std::int16_t>(type.unit), 0);
            to.AddOffset(slot(1), zone);
            break;
        case type_id::decimal128:
            kind = wire_type::decimal;
            to.AddElement<std::int32_t>(slot(0), type.precision, 0);
            to.AddElement<std::int32_t>(slot(1), type.scale, 0);
            to.AddElement<std::int32_t>(slot(2), 128, 128);
            break;
        case type_id::struct_: kind = wire_type::struct_; break;
        case type_id::list: kind = wire_type::list; break;
        case type_id::large_list: kind = wire_type::large_list; break;
        case type_id::fixed_size_list:
            kind = wire_type::fixed_size_list;
            to.AddElement<std::int32_t>(slot(0), type.list_size, 0);
            break;
        case type_id::dictionary: break;  // written as its values are, see write_field()
    }
    return {kind, to.EndTable(start)};
}

LANCESPEC_DECL table_offset write_encoding(FlatBufferBuilder& to, data_type const& of, std::int64_t id) {
    data_type integer;
    integer.id = of.index;
    auto const index = write_type(to, integer).second;
    auto const start = to.StartTable();
    to.AddElement<std::int64_t>(slot(0), id, 0);
    to.AddOffset(slot(1), index);
    to.AddElement<std::uint8_t>(slot(2), of.ordered ? 1 : 0, 0);
    return to.EndTable(start);
}

/// @p next numbers the dictionaries, as flat_columns::add() does: a field's before those of the fields below it.
LANCESPEC_DECL table_offset write_field(FlatBufferBuilder& to, field const& from, std::int64_t& next) {
    bool const encoded = from.type.id == type_id::dictionary;
    auto const& shown = encoded ? from.type.children.front().type : from.type;
    table_offset encoding = 0;
    if (encoded) encoding = write_encoding(to, from.type, next++);
    std::vector<table_offset> below;
    for (auto const& child : shown.children) below.push_back(write_field(to, child, next));
    auto const name = to.CreateString(from.name);
    auto const [kind, type] = write_type(to, shown);
    auto const children = to.CreateVector(below);  // readers insist on it, empty or not
    auto const metadata = write_metadata(to, from.metadata);
    auto const start = to.StartTable();
    to.AddOffset(slot(0), name);
    to.AddElement<std::uint8_t>(slot(1), from.nullable ? 1 : 0, 0);
    to.AddElement<std::uint8_t>(slot(2), static_cast<std::uint8_t>(kind), 0);
    to.AddOffset(slot(3), type);
    to.AddOffset(slot(4), encoding);
    to.AddOffset(slot(5), children);
    to.AddOffset(slot(6), metadata);
    return to.EndTable(start);
}

LANCESPEC_DECL any_offset write_schema(FlatBufferBuilder& to, schema const& from) {
    std::vector<table_offset> list;
    std::int64_t next = 0;
    for (auto const& field : from.fields) list.push_back(write_field(to, field, next));
    auto const fields = to.CreateVector(list);
    auto const metadata = write_metadata(to, from.metadata);
    auto const start = to.StartTable();
    to.AddOffset(slot(1), fields);
    to.AddOffset(slot(2), metadata);
    return to.EndTable(start);
}

/// The nodes and buffers of columns, and the bytes that the buffers are.
struct flat_columns {
    std::vector<wire_pair> nodes;
    std::vector<wire_pair> buffers;
    std::vector<std::span<std::byte const>> bytes;
    std::int64_t size = 0;
    std::vector<std::pair<std::int64_t, array_ptr>> dictionaries;  ///< by id, those below others first

    void add(std::span<std::byte const> buffer) {
        buffers.push_back({size, static_cast<std::int64_t>(buffer.size())});
        bytes.push_back(buffer);
        size += static_cast<std::int64_t>((buffer.size() + 7) / 8 * 8);
    }
    void add(array const& column, std::int64_t& next) {
        auto const& type = column.type();
        nodes.push_back({column.length(), column.null_count()});
        if (type.id == type_id::null) return;
        add(column.validity());
        if (is_text_like(type.id) || type.id == type_id::list || type.id == type_id::large_list) add(column.offsets());
        if (is_text_like(type.id) || type.id == type_id::boolean || byte_width(type) != 0) add(column.values());
        if (type.id == type_id::dictionary) {
            auto const id = next++;
            auto const& values = column.children().front();
            collect(*values, next);
            dictionaries.emplace_back(id, values);
        } else {
            for (auto const& child : column.children()) add(*child, next);
        }
    }

private:
    /// The dictionaries below @p values, which are a dictionary's.
    void collect(array const& values, std::int64_t& next) {
        for (auto const& child : values.children()) {
            if (child->type().id == type_id::dictionary) {
                auto const id = next++;
                collect(*child->children().front(), next);
                dictionaries.emplace_back(id, child->children().front());
            } else {
                collect(*child, next);
            }
        }
    }
};

/// Whether columns of the two types have the same buffers, meaning the same. Both types are valid.
LANCESPEC_DECL bool same_layout(data_type const& a, data_type const& b) noexcept {
    if (a.id < type_id::struct_) return a == b;
    if (a.id != b.id || a.children.size() != b.children.size()) return false;
    if (a.id == type_id::fixed_size_list && a.list_size != b.list_size) return false;
    if (a.id == type_id::dictionary && a.index != b.index) return false;
    for (std::size_t i = 0; i < a.children.size(); ++i) {
        if (!same_layout(a.children[i].type, b.children[i].type)) return false;
    }
    return true;
}

enum class file_framing : bool {
    no,
    yes
};

class writer {
public:
    /// Appends a message; what a footer says of it.
    wire_block message(FlatBufferBuilder& from, header_kind kind, any_offset header, flat_columns const& body) {
        auto const start = from.StartTable();
        from.AddElement<std::int64_t>(slot(3), body.size, 0);
        from.AddOffset(slot(2), header);
        from.AddElement<std::int16_t>(slot(0), metadata_v5, 0);
        from.AddElement<std::uint8_t>(slot(1), static_cast<std::uint8_t>(kind), 0);
        from.Finish(table_offset(from.EndTable(start)));
        wire_block out{static_cast<std::int64_t>(bytes.size()), 0, body.size};
        auto const padded = (from.GetSize() + 7) / 8 * 8;
        put(continuation_mark);
        put(static_cast<std::uint32_t>(padded));
        put(from.GetBufferPointer(), from.GetSize(), padded);
        for (auto const& buffer : body.bytes) put(buffer.data(), buffer.size(), (buffer.size() + 7) / 8 * 8);
        out.metadata_length = static_cast<std::int64_t>(padded) + 8;
        return out;
    }

    std::optional<ipc_error> contents(schema const& fields, std::span<record_batch const> batches,
                                      file_framing framing) {
        if (auto bad = validate(fields); !bad)
            return ipc_error{ipc_errc::malformed, bytes.size(), "schema, " + bad.error().place, bad.error().message};
        FlatBufferBuilder head;
        message(head, header_kind::schema, write_schema(head, fields), {});
        for (std::size_t i = 0; i < batches.size(); ++i) {
            auto const& batch = batches[i];
            auto const place = "record batch " + std::to_string(i);
            auto const refuse = [&](std::string what) {
                return ipc_error{ipc_errc::malformed, bytes.size(), place, std::move(what)};
            };
            if (batch.columns.size() != fields.fields.size())
                return refuse("it has " + std::to_string(batch.columns.size()) + " columns, and the schema " +
                              std::to_string(fields.fields.size()));
            for (std::size_t c = 0; c < batch.columns.size(); ++c) {
                if (!batch.columns[c]) return refuse("column " + fields.fields[c].name + " is missing");
                auto const& column = *batch.columns[c];
                if (auto bad = validate(column); !bad)
                    return refuse("column " + fields.fields[c].name + ": " + to_string(bad.error()));
                if (column.length() != batch.length || !same_layout(column.type(), fields.fields[c].type))
                    return refuse("column " + fields.fields[c].name + " is " + std::to_string(column.length()) +
                                  " of " + columnar::to_string(column.type()) + ", not " +
                                  std::to_string(batch.length) + " of " + columnar::to_string(fields.fields[c].type));
            }
        }
        if (framing == file_framing::yes)
            if (auto why = share_dictionaries(fields, batches)) return why;
        for (std::size_t i = 0; i < batches.size(); ++i) record(i, batches[i]);
        put(continuation_mark);
        put(std::uint32_t{0});
        return std::nullopt;
    }

    /// A batch that was checked, behind the dictionaries that it needs and that were not written before.
    void record(std::size_t number, record_batch const& batch) {
        flat_columns flat;
        std::int64_t next = 0;
        for (std::size_t c = 0; c < batch.columns.size(); ++c) flat.add(*column_of(number, c, batch), next);
        for (auto const& [id, values] : flat.dictionaries) {
            auto& last = written_[id];
            if (last == values) continue;
            last = values;
            flat_columns below;
            std::int64_t unused = 0;
            below.add(*values, unused);
            FlatBufferBuilder table;
            auto const data = batch_table_of(table, values->length(), below);
            auto const start = table.StartTable();
            table.AddElement<std::int64_t>(slot(0), id, 0);
            table.AddOffset(slot(1), data);
            any_offset const header(table.EndTable(start));
            dictionary_blocks_.push_back(message(table, header_kind::dictionary_batch, header, below));
        }
        FlatBufferBuilder table;
        auto const header = batch_table_of(table, batch.length, flat);
        blocks.push_back(message(table, header_kind::record_batch, header, flat));
    }

    /// A file has each dictionary once: makes the columns of all batches share theirs. The batches were checked.
    std::optional<ipc_error> share_dictionaries(schema const& fields, std::span<record_batch const> batches) {
        for (std::size_t c = 0; c < fields.fields.size(); ++c) {
            if (batches.size() < 2 || !has_dictionary(fields.fields[c].type)) continue;
            auto const refuse = [&](ipc_errc code, std::string what) {
                return ipc_error{code, bytes.size(), "column " + fields.fields[c].name, std::move(what)};
            };
            std::vector<array_ptr> parts;
            for (auto const& batch : batches) {
                parts.push_back(batch.columns[c]);
                if (!(parts.back()->type() == parts.front()->type()))
                    return refuse(ipc_errc::unsupported,
                                  "a file has one dictionary for all batches, and the types of theirs differ");
            }
            array_ptr all;
            try {
                all = concatenate(parts);
            } catch (std::length_error const& e) {
                return refuse(ipc_errc::limit, "a file has one dictionary for all batches: " + std::string(e.what()));
            }
            std::int64_t first = 0;
            for (auto const& part : parts) {
                std::vector<std::int64_t> rows(static_cast<std::size_t>(part->length()));
                std::iota(rows.begin(), rows.end(), first);
                first += part->length();
                shared_[c].push_back(take(*all, rows));
            }
        }
        return std::nullopt;
    }

    void footer(schema const& fields) {
        FlatBufferBuilder to;
        auto const head = write_schema(to, fields);
        auto const values = to.CreateVectorOfStructs(dictionary_blocks_);
        auto const batches = to.CreateVectorOfStructs(blocks);
        auto const start = to.StartTable();
        to.AddElement<std::int16_t>(slot(0), metadata_v5, 0);
        to.AddOffset(slot(1), head);
        to.AddOffset(slot(2), values);
        to.AddOffset(slot(3), batches);
        to.Finish(table_offset(to.EndTable(start)));
        put(to.GetBufferPointer(), to.GetSize(), to.GetSize());
        put(static_cast<std::int32_t>(to.GetSize()));
    }

    std::string bytes;

private:
    static constexpr std::uint32_t continuation_mark = 0xFFFFFFFF;

    template <class T>
    void put(T value) {
        put(&value, sizeof value, sizeof value);
    }
    void put(void const* from, std::size_t size, std::size_t padded) {
        if (size != 0) bytes.append(static_cast<char const*>(from), size);
        bytes.append(padded - size, '\0');
    }

    static any_offset batch_table_of(FlatBufferBuilder& to, std::int64_t length, flat_columns const& from) {
        auto const nodes = to.CreateVectorOfStructs(from.nodes);
        auto const buffers = to.CreateVectorOfStructs(from.buffers);
        auto const start = to.StartTable();
        to.AddElement<std::int64_t>(slot(0), length, 0);
        to.AddOffset(slot(1), nodes);
        to.AddOffset(slot(2), buffers);
        return {to.EndTable(start)};
    }

    /// Column @p c of batch @p number, with the one dictionary that all batches of a file share.
    [[nodiscard]] array_ptr column_of(std::size_t number, std::size_t c, record_batch const& batch) const {
        auto const shared = shared_.find(c);
        return shared == shared_.end() ? batch.columns[c] : shared->second[number];
    }

    std::vector<wire_block> blocks;
    std::vector<wire_block> dictionary_blocks_;
    std::map<std::int64_t, array_ptr> written_;             ///< the last values of each dictionary
    std::map<std::size_t, std::vector<array_ptr>> shared_;  ///< by column, one for each batch
};

}  // namespace detail::ipc

LANCESPEC_DECL result<std::string, ipc_error> write_ipc_stream(schema const& fields,
                                                               std::span<record_batch const> batches) {
    detail::ipc::writer out;
    if (auto why = out.contents(fields, batches, detail::ipc::file_framing::no)) return std::move(*why);
    return std::move(out.bytes);
}

LANCESPEC_DECL result<std::string, ipc_error> write_ipc_file(schema const& fields,
                                                             std::span<record_batch const> batches) {
    detail::ipc::writer out;
    out.bytes = std::string("ARROW1\0\0", 8);
    if (auto why = out.contents(fields, batches, detail::ipc::file_framing::yes)) return std::move(*why);
    out.footer(fields);
    out.bytes += "ARROW1";
    return std::move(out.bytes);
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
