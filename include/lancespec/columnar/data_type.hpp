// SPDX-License-Identifier: Apache-2.0
// The types of columns, in Arrow's terms: data types, fields, schemas.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

enum class type_id : std::uint8_t {
    null,
    boolean,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float32,
    float64,
    utf8,
    large_utf8,
    binary,
    large_binary,
    date32,      ///< days since 1970-01-01, in 32 bits
    timestamp,   ///< a count of `unit` since 1970-01-01T00:00:00, in 64 bits
    decimal128,  ///< an integer of 128 bits times 10 to the minus `scale`
    struct_,
    list,
    large_list,
    fixed_size_list,
    dictionary,  ///< integers of type `index`, each the place of a value among those that its child holds
};

enum class time_unit : std::uint8_t {
    second,
    millisecond,
    microsecond,
    nanosecond
};

struct field;

/// The children of a type. Copies share them, so that copying a type is constant however many fields it has, and so is
/// comparing copies. It is read like a vector; edit() is for changing it.
class field_list {
public:
    field_list() = default;
    LANCESPEC_DECL field_list(std::vector<field> fields);
    LANCESPEC_DECL field_list(std::initializer_list<field> fields);

    [[nodiscard]] LANCESPEC_DECL std::vector<field> const& list() const noexcept;
    operator std::vector<field> const&() const noexcept { return list(); }

    [[nodiscard]] bool empty() const noexcept { return fields_ == nullptr || list().empty(); }
    [[nodiscard]] LANCESPEC_DECL std::size_t size() const noexcept;
    [[nodiscard]] LANCESPEC_DECL field const& operator[](std::size_t i) const noexcept;
    [[nodiscard]] LANCESPEC_DECL field const& front() const noexcept;
    [[nodiscard]] LANCESPEC_DECL field const& back() const noexcept;
    [[nodiscard]] LANCESPEC_DECL field const* begin() const noexcept;
    [[nodiscard]] LANCESPEC_DECL field const* end() const noexcept;

    /// The fields, to be changed: other copies keep theirs. Constant, or linear when there are others.
    [[nodiscard]] LANCESPEC_DECL std::vector<field>& edit();
    LANCESPEC_DECL void push_back(field one);
    void clear() noexcept { fields_.reset(); }

    friend LANCESPEC_DECL bool operator==(field_list const& a, field_list const& b);

private:
    std::shared_ptr<std::vector<field>> fields_;
};

/// A column's type. Parameters that a type does not have keep their defaults and do not matter.
struct data_type {
    type_id id = type_id::null;
    time_unit unit = time_unit::microsecond;  ///< timestamp
    std::string timezone;                     ///< timestamp; empty: no time zone
    std::int32_t precision = 38;              ///< decimal128, 1 to 38
    std::int32_t scale = 0;                   ///< decimal128
    std::int32_t list_size = 0;               ///< fixed_size_list: values per list
    type_id index = type_id::int32;           ///< dictionary: an integer type
    bool ordered = false;                     ///< dictionary: the order of its values means something
    field_list children;  ///< struct_: its fields; the lists: one, conventionally `item`; dictionary: its `values`

    friend LANCESPEC_DECL bool operator==(data_type const&, data_type const&);
};

/// A named, possibly nullable column of a table or child of a nested type.
struct field {
    std::string name;
    data_type type;
    bool nullable = true;
    std::map<std::string, std::string> metadata = {};

    friend bool operator==(field const&, field const&) = default;
};

/// The ordered fields of a table.
struct schema {
    std::vector<field> fields;
    std::map<std::string, std::string> metadata = {};

    /// The index of the top-level field called exactly @p name, or nothing. Linear.
    [[nodiscard]] LANCESPEC_DECL std::optional<std::size_t> index_of(std::string_view name) const noexcept;

    friend bool operator==(schema const&, schema const&) = default;
};

/// `int32`, `timestamp[us]`, `list<item: int32>`, `struct<x: int32, y: utf8>`, `dictionary<values: utf8>[int32]`: for
/// messages and tests.
LANCESPEC_DECL std::string to_string(data_type const& type);

/// The type written as to_string() writes it; `list<int32>` is taken for `list<item: int32>`. Errors: nothing.
LANCESPEC_DECL std::optional<data_type> parse_data_type(std::string_view text);

/// A type of dictionaries: their @p values, and the integers that index them.
[[nodiscard]] LANCESPEC_DECL data_type dictionary_of(data_type values, type_id index = type_id::int32);

/// Whether @p type is a dictionary's or has one on a level below. Linear in the type.
[[nodiscard]] LANCESPEC_DECL bool has_dictionary(data_type const& type) noexcept;

/// The type of the same values without dictionaries, on every level. Linear in the type when it has one.
[[nodiscard]] LANCESPEC_DECL data_type plain_type(data_type const& type);

}  // namespace columnar
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/columnar/impl/data_type.ipp>
#endif
