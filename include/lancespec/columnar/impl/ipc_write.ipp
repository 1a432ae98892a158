// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/ipc.hpp: writing the stream and the file format.
#pragma once

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/ipc_tables.ipp>
#include <lancespec/columnar/ipc.hpp>
#include <lancespec/columnar/validate.hpp>

#include <limits>

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
    }
    return {kind, to.EndTable(start)};
}

LANCESPEC_DECL table_offset write_field(FlatBufferBuilder& to, field const& from) {
    std::vector<table_offset> below;
    for (auto const& child : from.type.children) below.push_back(write_field(to, child));
    auto const name = to.CreateString(from.name);
    auto const [kind, type] = write_type(to, from.type);
    auto const children = to.CreateVector(below);  // readers insist on it, empty or not
    auto const metadata = write_metadata(to, from.metadata);
    auto const start = to.StartTable();
    to.AddOffset(slot(0), name);
    to.AddElement<std::uint8_t>(slot(1), from.nullable ? 1 : 0, 0);
    to.AddElement<std::uint8_t>(slot(2), static_cast<std::uint8_t>(kind), 0);
    to.AddOffset(slot(3), type);
    to.AddOffset(slot(5), children);
    to.AddOffset(slot(6), metadata);
    return to.EndTable(start);
}

LANCESPEC_DECL any_offset write_schema(FlatBufferBuilder& to, schema const& from) {
    std::vector<table_offset> list;
    for (auto const& field : from.fields) list.push_back(write_field(to, field));
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

    void add(std::span<std::byte const> buffer) {
        buffers.push_back({size, static_cast<std::int64_t>(buffer.size())});
        bytes.push_back(buffer);
        size += static_cast<std::int64_t>((buffer.size() + 7) / 8 * 8);
    }
    void add(array const& column) {
        auto const& type = column.type();
        nodes.push_back({column.length(), column.null_count()});
        if (type.id == type_id::null) return;
        add(column.validity());
        if (is_text_like(type.id) || type.id == type_id::list || type.id == type_id::large_list) add(column.offsets());
        if (is_text_like(type.id) || type.id == type_id::boolean || byte_width(type.id) != 0) add(column.values());
        for (auto const& child : column.children()) add(*child);
    }
};

/// Whether columns of the two types have the same buffers, meaning the same. Both types are valid.
LANCESPEC_DECL bool same_layout(data_type const& a, data_type const& b) noexcept {
    if (a.id < type_id::struct_) return a == b;
    if (a.id != b.id || a.children.size() != b.children.size()) return false;
    if (a.id == type_id::fixed_size_list && a.list_size != b.list_size) return false;
    for (std::size_t i = 0; i < a.children.size(); ++i) {
        if (!same_layout(a.children[i].type, b.children[i].type)) return false;
    }
    return true;
}

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

    std::optional<ipc_error> contents(schema const& fields, std::span<record_batch const> batches) {
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
            flat_columns flat;
            for (std::size_t c = 0; c < batch.columns.size(); ++c) {
                if (!batch.columns[c]) return refuse("column " + fields.fields[c].name + " is missing");
                auto const& column = *batch.columns[c];
                if (auto bad = validate(column); !bad)
                    return refuse("column " + fields.fields[c].name + ": " + to_string(bad.error()));
                if (column.length() != batch.length || !same_layout(column.type(), fields.fields[c].type))
                    return refuse("column " + fields.fields[c].name + " is " + std::to_string(column.length()) +
                                  " of " + columnar::to_string(column.type()) + ", not " +
                                  std::to_string(batch.length) + " of " + columnar::to_string(fields.fields[c].type));
                flat.add(column);
            }
            FlatBufferBuilder table;
            auto const nodes = table.CreateVectorOfStructs(flat.nodes);
            auto const buffers = table.CreateVectorOfStructs(flat.buffers);
            auto const start = table.StartTable();
            table.AddElement<std::int64_t>(slot(0), batch.length, 0);
            table.AddOffset(slot(1), nodes);
            table.AddOffset(slot(2), buffers);
            any_offset const header(table.EndTable(start));
            blocks.push_back(message(table, header_kind::record_batch, header, flat));
        }
        put(continuation_mark);
        put(std::uint32_t{0});
        return std::nullopt;
    }

    void footer(schema const& fields) {
        FlatBufferBuilder to;
        auto const head = write_schema(to, fields);
        auto const no_dictionaries = to.CreateVectorOfStructs(std::vector<wire_block>{});
        auto const batches = to.CreateVectorOfStructs(blocks);
        auto const start = to.StartTable();
        to.AddElement<std::int16_t>(slot(0), metadata_v5, 0);
        to.AddOffset(slot(1), head);
        to.AddOffset(slot(2), no_dictionaries);
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

    std::vector<wire_block> blocks;
};

}  // namespace detail::ipc

LANCESPEC_DECL result<std::string, ipc_error> write_ipc_stream(schema const& fields,
                                                               std::span<record_batch const> batches) {
    detail::ipc::writer out;
    if (auto why = out.contents(fields, batches)) return std::move(*why);
    return std::move(out.bytes);
}

LANCESPEC_DECL result<std::string, ipc_error> write_ipc_file(schema const& fields,
                                                             std::span<record_batch const> batches) {
    detail::ipc::writer out;
    out.bytes = std::string("ARROW1\0\0", 8);
    if (auto why = out.contents(fields, batches)) return std::move(*why);
    out.footer(fields);
    out.bytes += "ARROW1";
    return std::move(out.bytes);
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
