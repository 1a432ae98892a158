// SPDX-License-Identifier: Apache-2.0
// Arrow IPC: the schema, from its tables to columnar::schema and back.
#pragma once

#include <lancespec/columnar/ipc.hpp>

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/ipc_tables.ipp>
#include <lancespec/columnar/impl/type_bounds.ipp>
#include <lancespec/core/utf8.hpp>

#include <map>
#include <optional>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar::detail::ipc {

/// Which dictionary a field's indices are of, and the same for the fields below: of a dictionary, below its values.
struct encoding {
    std::optional<std::int64_t> dictionary;
    std::vector<encoding> children;
};

/// The values that a dictionary must have.
struct dictionary_type {
    data_type type;
    std::vector<encoding> children;
};

struct wire_schema {
    schema fields;
    std::vector<encoding> encodings;  ///< one per field
    std::map<std::int64_t, dictionary_type> dictionaries;
};

struct problem {
    ipc_errc code;
    std::string place;
    std::string message;
};

LANCESPEC_DECL std::string_view type_name(wire_type kind) noexcept {
    switch (kind) {
        case wire_type::floating_point: return "float16";
        case wire_type::time: return "time";
        case wire_type::interval: return "interval";
        case wire_type::union_: return "union";
        case wire_type::fixed_size_binary: return "fixed_size_binary";
        case wire_type::map: return "map";
        case wire_type::duration: return "duration";
        case wire_type::run_end_encoded: return "run_end_encoded";
        case wire_type::binary_view: return "binary_view";
        case wire_type::utf8_view: return "utf8_view";
        case wire_type::list_view: return "list_view";
        case wire_type::large_list_view: return "large_list_view";
        default: return "of an unknown kind";
    }
}

/// Reads a verified schema table. The first problem ends it.
class schema_reader {
public:
    explicit schema_reader(limits const& bounds, std::size_t metadata_bytes)
        : bounds_(bounds), text_left_(metadata_bytes) {}

    std::optional<problem> read(schema_table const& from, wire_schema& to) {
        if (from.big_endian()) return problem{ipc_errc::unsupported, "schema", "its buffers are big-endian"};
        read_metadata(from.metadata(), to.fields.metadata, "schema");
        if (auto const* fields = from.fields()) {
            for (auto const* child : *fields) {
                if (found_) break;
                to.fields.fields.emplace_back();
                to.encodings.emplace_back();
                read_field(*child, {}, 1, to.fields.fields.back(), to.encodings.back(), to);
            }
        }
        return std::move(found_);
    }

private:
    void fail(ipc_errc code, std::string place, std::string message) {
        if (!found_) found_ = problem{code, std::move(place), std::move(message)};
    }

    /// Tables may share a string, so that a few bytes name it often: all copies together stay within the metadata.
    std::string text(flatbuffers::String const* from, std::string const& place) {
        if (from == nullptr) return {};
        if (from->size() > text_left_) {
            fail(ipc_errc::limit, place, "its names and metadata are longer than the message that holds them");
            return {};
        }
        text_left_ -= from->size();
        std::string out(reinterpret_cast<char const*>(from->Data()), from->size());
        return out;
    }
    std::string utf8_text(flatbuffers::String const* from, std::string const& place, char const* what) {
        auto out = text(from, place);
        if (find_invalid_utf8(out) != std::string_view::npos)
            fail(ipc_errc::malformed, place, std::string(what) + " is not UTF-8");
        return out;
    }

    void read_metadata(table_vector<key_value> const* from, std::map<std::string, std::string>& to,
                       std::string const& place) {
        if (from == nullptr) return;
        for (auto const* entry : *from) {
            if (found_) return;
            auto key = text(entry->key(), place);
            to[std::move(key)] = text(entry->value(), place);
        }
    }

    void read_field(field_table const& from, std::string const& above, std::size_t depth, field& to, encoding& how,
                    wire_schema& all) {
        auto const place = [&] { return "schema, field " + above + (to.name.empty() ? "(without a name)" : to.name); };
        to.name = utf8_text(from.name(), "schema, a field", "its name");
        if (++fields_ > bounds_.ipc_fields)
            fail(ipc_errc::limit, place(), "there are more than " + std::to_string(bounds_.ipc_fields) + " fields");
        if (depth > bounds_.ipc_depth)
            fail(ipc_errc::limit, place(), "fields nest deeper than " + std::to_string(bounds_.ipc_depth));
        if (found_) return;
        to.nullable = from.nullable();
        read_metadata(from.metadata(), to.metadata, place());
        read_type(from, place(), to.type);
        auto const count = from.children() == nullptr ? 0 : from.children()->size();
        auto const wanted = to.type.id == type_id::struct_ ? count : is_list(to.type.id) ? 1U : 0U;
        if (count != wanted)
            fail(ipc_errc::malformed, place(),
                 "it has " + std::to_string(count) + " children, and its type " + std::to_string(wanted));
        if (found_) return;
        auto const prefix = above + to.name + ".";
        for (flatbuffers::uoffset_t i = 0; i < count && !found_; ++i) {
            to.type.children.edit().emplace_back();
            how.children.emplace_back();
            read_field(*from.children()->Get(i), prefix, depth + 1, to.type.children.edit().back(), how.children.back(),
                       all);
        }
        if (null_bytes(to.type) > bounds_.ipc_value_bytes)
            fail(ipc_errc::limit, place(),
                 "one value of it takes more than " + std::to_string(bounds_.ipc_value_bytes) + " bytes");
        if (auto const* dictionary = from.dictionary(); dictionary != nullptr && !found_)
            read_dictionary(*dictionary, place(), to.type, how, all);
    }

    static bool is_list(type_id id) noexcept {
        return id == type_id::list || id == type_id::large_list || id == type_id::fixed_size_list;
    }

    /// Makes @p type, that of the values, a dictionary's.
    void read_dictionary(dictionary_encoding const& from, std::string const& place, data_type& type, encoding& how,
                         wire_schema& all) {
        how.dictionary = from.id();
        auto index = type_id::int32;
        if (auto const* given = from.index_type()) {
            auto const id = integer_type(*given);
            if (!id)
                return fail(ipc_errc::malformed, place, "its dictionary's indices are no integers of 8 to 64 bits");
            index = *id;
        }
        auto const [at, inserted] = all.dictionaries.try_emplace(*how.dictionary, dictionary_type{type, how.children});
        if (!inserted && !(at->second.type == type))
            fail(ipc_errc::malformed, place,
                 "dictionary " + std::to_string(*how.dictionary) + " has values of another type in another field");
        type = dictionary_of(std::move(type), index);
        type.ordered = from.is_ordered();
    }

    static std::optional<type_id> integer_type(type_table const& from) {
        bool const is_signed = from.scalar<std::uint8_t>(1) != 0;
        switch (from.scalar<std::int32_t>(0)) {
            case 8: return is_signed ? type_id::int8 : type_id::uint8;
            case 16: return is_signed ? type_id::int16 : type_id::uint16;
            case 32: return is_signed ? type_id::int32 : type_id::uint32;
            case 64: return is_signed ? type_id::int64 : type_id::uint64;
            default: return std::nullopt;
        }
    }

    void read_type(field_table const& from, std::string const& place, data_type& to) {
        auto const* type = from.type();
        auto const kind = from.kind();
        if (type == nullptr || kind == wire_type::none) return fail(ipc_errc::malformed, place, "it has no type");
        auto const refuse = [&](std::string const& what) {
            fail(ipc_errc::unsupported, place, "its type is " + what + ", which columns here cannot hold");
        };
        switch (kind) {
            case wire_type::null: to.id = type_id::null; return;
            case wire_type::boolean: to.id = type_id::boolean; return;
            case wire_type::utf8: to.id = type_id::utf8; return;
            case wire_type::large_utf8: to.id = type_id::large_utf8; return;
            case wire_type::binary: to.id = type_id::binary; return;
            case wire_type::large_binary: to.id = type_id::large_binary; return;
            case wire_type::struct_: to.id = type_id::struct_; return;
            case wire_type::list: to.id = type_id::list; return;
            case wire_type::large_list: to.id = type_id::large_list; return;
            case wire_type::integer: {
                auto const id = integer_type(*type);
                if (!id) return refuse("an integer of " + std::to_string(type->scalar<std::int32_t>(0)) + " bits");
                to.id = *id;
                return;
            }
            case wire_type::floating_point: {
                auto const precision = type->scalar<std::int16_t>(0);
                if (precision != 1 && precision != 2) return refuse("float16");
                to.id = precision == 1 ? type_id::float32 : type_id::float64;
                return;
            }
            case wire_type::date:
                if (type->scalar<std::int16_t>(0, 1) != 0) return refuse("date64");
                to.id = type_id::date32;
                return;
            case wire_type::timestamp: {
                auto const unit = type->scalar<std::int16_t>(0);
                if (unit < 0 || unit > 3) return fail(ipc_errc::malformed, place, "its timestamp has no known unit");
                to.id = type_id::timestamp;
                to.unit = static_cast<time_unit>(unit);
                to.timezone = utf8_text(type->child<flatbuffers::String>(1), place, "its time zone");
                return;
            }
            case wire_type::decimal: {
                auto const bits = type->scalar<std::int32_t>(2, 128);
                if (bits != 128) return refuse("a decimal of " + std::to_string(bits) + " bits");
                to.id = type_id::decimal128;
                to.precision = type->scalar<std::int32_t>(0);
                to.scale = type->scalar<std::int32_t>(1);
                if (to.precision < 1 || to.precision > 38 || to.scale < -38 || to.scale > 38)
                    fail(ipc_errc::malformed, place,
                         "a decimal128 has 1 to 38 digits and a scale of -38 to 38, not (" +
                             std::to_string(to.precision) + ", " + std::to_string(to.scale) + ")");
                return;
            }
            case wire_type::fixed_size_list:
                to.id = type_id::fixed_size_list;
                to.list_size = type->scalar<std::int32_t>(0);
                if (to.list_size < 0) fail(ipc_errc::malformed, place, "its lists have a negative size");
                return;
            default: refuse(std::string(type_name(kind)));
        }
    }

    limits const& bounds_;
    std::size_t text_left_;
    std::size_t fields_ = 0;
    std::optional<problem> found_;
};

}  // namespace columnar::detail::ipc
LANCESPEC_END_NAMESPACE
