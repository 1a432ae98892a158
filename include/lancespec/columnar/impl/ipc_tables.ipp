// SPDX-License-Identifier: Apache-2.0
// The tables of Arrow's IPC metadata as accessors over FlatBuffers, by hand: they are few and do not change.
#pragma once

#include <lancespec/config.hpp>

#include <flatbuffers/flatbuffers.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar::detail::ipc {

static_assert(std::endian::native == std::endian::little, "columns are little-endian, as Arrow's are by default");

using flatbuffers::Verifier;

/// FlatBuffers numbers a table's fields from 0 in the order of the schema file; a union takes two numbers.
constexpr flatbuffers::voffset_t slot(int number) noexcept {
    return static_cast<flatbuffers::voffset_t>(4 + 2 * number);
}

/// The numbers of Arrow's union `Type`.
enum class wire_type : std::uint8_t {
    none,
    null,
    integer,
    floating_point,
    binary,
    utf8,
    boolean,
    decimal,
    date,
    time,
    timestamp,
    interval,
    list,
    struct_,
    union_,
    fixed_size_binary,
    fixed_size_list,
    map,
    duration,
    large_binary,
    large_utf8,
    large_list,
    run_end_encoded,
    binary_view,
    utf8_view,
    list_view,
    large_list_view
};

/// The numbers of the union `MessageHeader`.
enum class header_kind : std::uint8_t {
    none,
    schema,
    dictionary_batch,
    record_batch
};

inline constexpr std::int16_t metadata_v4 = 3;
inline constexpr std::int16_t metadata_v5 = 4;

/// A vector of structs of 64-bit words, read without assuming that it is aligned.
struct words {
    std::uint8_t const* data = nullptr;
    std::uint32_t size = 0;   ///< structs
    std::uint32_t width = 0;  ///< bytes of one

    [[nodiscard]] std::int64_t at(std::uint32_t index, std::uint32_t word) const noexcept {
        std::int64_t out = 0;
        std::memcpy(&out, data + std::size_t{index} * width + std::size_t{word} * 8, 8);
        return out;
    }
};

/// What all tables share. Values are read only after Verify() of the whole message has said yes.
struct table : flatbuffers::Table {
    template <class T>
    [[nodiscard]] T scalar(int number, T otherwise = {}) const {
        return GetField<T>(slot(number), otherwise);
    }
    template <class T>
    [[nodiscard]] T const* child(int number) const {
        return GetPointer<T const*>(slot(number));
    }
    [[nodiscard]] words structs(int number, std::uint32_t width) const {
        auto const* vector = child<flatbuffers::Vector<std::uint8_t>>(number);
        if (vector == nullptr) return {};
        return {vector->Data(), vector->size(), width};
    }

    /// Whether the vtable and each scalar {number, bytes} lie within the message.
    bool starts(Verifier& verifier, std::initializer_list<std::pair<int, std::size_t>> scalars = {}) const {
        return VerifyTableStart(verifier) && scalars_are_sound(verifier, scalars);
    }
    bool scalars_are_sound(Verifier& verifier, std::initializer_list<std::pair<int, std::size_t>> scalars) const {
        for (auto const& [number, size] : scalars) {
            auto const at = GetOptionalFieldOffset(slot(number));
            if (at != 0 && !verifier.VerifyFieldStruct(reinterpret_cast<std::uint8_t const*>(this), at, size, size))
                return false;
        }
        return true;
    }
    template <class T>
    bool child_is_sound(Verifier& verifier, int number) const {
        return VerifyOffset(verifier, slot(number)) && verifier.VerifyTable(child<T>(number));
    }
    template <class T>
    bool tables_are_sound(Verifier& verifier, int number) const {
        using vector = flatbuffers::Vector<flatbuffers::Offset<T>>;
        return VerifyOffset(verifier, slot(number)) && verifier.VerifyVector(child<vector>(number)) &&
               verifier.VerifyVectorOfTables(child<vector>(number));
    }
    bool structs_are_sound(Verifier& verifier, int number, std::size_t width) const {
        if (!VerifyOffset(verifier, slot(number))) return false;
        auto const* vector = child<std::uint8_t>(number);
        return vector == nullptr || verifier.VerifyVectorOrString(vector, width);
    }
    bool string_is_sound(Verifier& verifier, int number) const {
        return VerifyOffset(verifier, slot(number)) && verifier.VerifyString(child<flatbuffers::String>(number));
    }
};

template <class T>
using table_vector = flatbuffers::Vector<flatbuffers::Offset<T>>;

/// Any of the tables of the union `Type`: bitWidth, precision, unit or size in slot 0, and what goes with it.
struct type_table : table {
    bool sound(Verifier& verifier, wire_type kind) const {
        if (!starts(verifier)) return false;
        bool good = true;
        switch (kind) {
            case wire_type::integer: good = scalars_are_sound(verifier, {{0, 4}, {1, 1}}); break;
            case wire_type::floating_point:
            case wire_type::date: good = scalars_are_sound(verifier, {{0, 2}}); break;
            case wire_type::decimal: good = scalars_are_sound(verifier, {{0, 4}, {1, 4}, {2, 4}}); break;
            case wire_type::timestamp:
                good = scalars_are_sound(verifier, {{0, 2}}) && string_is_sound(verifier, 1);
                break;
            case wire_type::fixed_size_list: good = scalars_are_sound(verifier, {{0, 4}}); break;
            default: break;  // nothing is read of the others
        }
        return good && verifier.EndTable();
    }
};

struct key_value : table {
    [[nodiscard]] flatbuffers::String const* key() const { return child<flatbuffers::String>(0); }
    [[nodiscard]] flatbuffers::String const* value() const { return child<flatbuffers::String>(1); }
    bool Verify(Verifier& verifier) const {
        return starts(verifier) && string_is_sound(verifier, 0) && string_is_sound(verifier, 1) && verifier.EndTable();
    }
};

struct dictionary_encoding : table {
    [[nodiscard]] std::int64_t id() const { return scalar<std::int64_t>(0); }
    [[nodiscard]] type_table const* index_type() const { return child<type_table>(1); }
    [[nodiscard]] bool is_ordered() const { return scalar<std::uint8_t>(2) != 0; }
    bool Verify(Verifier& verifier) const {
        return starts(verifier, {{0, 8}, {2, 1}}) && VerifyOffset(verifier, slot(1)) &&
               (index_type() == nullptr || index_type()->sound(verifier, wire_type::integer)) && verifier.EndTable();
    }
};

struct field_table : table {
    [[nodiscard]] flatbuffers::String const* name() const { return child<flatbuffers::String>(0); }
    [[nodiscard]] bool nullable() const { return scalar<std::uint8_t>(1) != 0; }
    [[nodiscard]] wire_type kind() const { return static_cast<wire_type>(scalar<std::uint8_t>(2)); }
    [[nodiscard]] type_table const* type() const { return child<type_table>(3); }
    [[nodiscard]] dictionary_encoding const* dictionary() const { return child<dictionary_encoding>(4); }
    [[nodiscard]] table_vector<field_table> const* children() const { return child<table_vector<field_table>>(5); }
    [[nodiscard]] table_vector<key_value> const* metadata() const { return child<table_vector<key_value>>(6); }
    bool Verify(Verifier& verifier) const {
        return starts(verifier, {{1, 1}, {2, 1}}) && string_is_sound(verifier, 0) && VerifyOffset(verifier, slot(3)) &&
               (type() == nullptr || type()->sound(verifier, kind())) &&
               child_is_sound<dictionary_encoding>(verifier, 4) && tables_are_sound<field_table>(verifier, 5) &&
               tables_are_sound<key_value>(verifier, 6) && verifier.EndTable();
    }
};

struct schema_table : table {
    [[nodiscard]] bool big_endian() const { return scalar<std::int16_t>(0) != 0; }
    [[nodiscard]] table_vector<field_table> const* fields() const { return child<table_vector<field_table>>(1); }
    [[nodiscard]] table_vector<key_value> const* metadata() const { return child<table_vector<key_value>>(2); }
    bool Verify(Verifier& verifier) const {
        return starts(verifier, {{0, 2}}) && tables_are_sound<field_table>(verifier, 1) &&
               tables_are_sound<key_value>(verifier, 2) && verifier.EndTable();
    }
};

struct compression_table : table {
    [[nodiscard]] std::int8_t codec() const { return scalar<std::int8_t>(0); }
    [[nodiscard]] std::int8_t method() const { return scalar<std::int8_t>(1); }
    bool Verify(Verifier& verifier) const { return starts(verifier, {{0, 1}, {1, 1}}) && verifier.EndTable(); }
};

struct batch_table : table {
    [[nodiscard]] std::int64_t length() const { return scalar<std::int64_t>(0); }
    [[nodiscard]] words nodes() const { return structs(1, 16); }    ///< length, null count
    [[nodiscard]] words buffers() const { return structs(2, 16); }  ///< offset in the body, length
    [[nodiscard]] compression_table const* compression() const { return child<compression_table>(3); }
    bool Verify(Verifier& verifier) const {
        return starts(verifier, {{0, 8}}) && structs_are_sound(verifier, 1, 16) && structs_are_sound(verifier, 2, 16) &&
               child_is_sound<compression_table>(verifier, 3) && verifier.EndTable();
    }
};

struct dictionary_table : table {
    [[nodiscard]] std::int64_t id() const { return scalar<std::int64_t>(0); }
    [[nodiscard]] batch_table const* data() const { return child<batch_table>(1); }
    [[nodiscard]] bool is_delta() const { return scalar<std::uint8_t>(2) != 0; }
    bool Verify(Verifier& verifier) const {
        return starts(verifier, {{0, 8}, {2, 1}}) && child_is_sound<batch_table>(verifier, 1) && verifier.EndTable();
    }
};

struct message_table : table {
    [[nodiscard]] std::int16_t version() const { return scalar<std::int16_t>(0); }
    [[nodiscard]] header_kind kind() const { return static_cast<header_kind>(scalar<std::uint8_t>(1)); }
    template <class T>
    [[nodiscard]] T const* header() const {
        return child<T>(2);
    }
    [[nodiscard]] std::int64_t body_length() const { return scalar<std::int64_t>(3); }
    bool Verify(Verifier& verifier) const {
        return starts(verifier, {{0, 2}, {1, 1}, {3, 8}}) && VerifyOffset(verifier, slot(2)) &&
               header_is_sound(verifier) && verifier.EndTable();
    }

private:
    bool header_is_sound(Verifier& verifier) const {
        switch (kind()) {
            case header_kind::schema: return verifier.VerifyTable(header<schema_table>());
            case header_kind::dictionary_batch: return verifier.VerifyTable(header<dictionary_table>());
            case header_kind::record_batch: return verifier.VerifyTable(header<batch_table>());
            default: return true;
        }
    }
};

struct footer_table : table {
    [[nodiscard]] std::int16_t version() const { return scalar<std::int16_t>(0); }
    [[nodiscard]] schema_table const* fields() const { return child<schema_table>(1); }
    [[nodiscard]] words dictionaries() const { return structs(2, 24); }  ///< offset, metadata length, body length
    [[nodiscard]] words batches() const { return structs(3, 24); }
    bool Verify(Verifier& verifier) const {
        return starts(verifier, {{0, 2}}) && child_is_sound<schema_table>(verifier, 1) &&
               structs_are_sound(verifier, 2, 24) && structs_are_sound(verifier, 3, 24) && verifier.EndTable();
    }
};

}  // namespace columnar::detail::ipc
LANCESPEC_END_NAMESPACE
