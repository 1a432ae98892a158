// A column's values in Arrow's memory layout: validity bitmap, offsets, values, children.
#pragma once

#include <lancespec/columnar/data_type.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

class array;
using array_ptr = std::shared_ptr<array const>;

/// An immutable column. Buffers are Arrow's, little-endian, at offset zero:
///
/// | type | validity | offsets | values | children |
/// |---|---|---|---|---|
/// | null | | | | |
/// | boolean | bits | | bits, least significant first | |
/// | numbers, date32, timestamp, decimal128 | bits | | fixed width | |
/// | utf8, binary | bits | length+1 int32 | bytes | |
/// | large_utf8, large_binary | bits | length+1 int64 | bytes | |
/// | struct_ | bits | | | one per field, each of this length |
/// | list, large_list | bits | length+1 int32 or int64 | | one |
/// | fixed_size_list | bits | | | one, of length times list_size |
///
/// An empty validity buffer means that no value is null. A value under a null is unspecified but readable.
class array {
public:
    array(data_type type, std::int64_t length, std::int64_t null_count, std::vector<std::byte> validity,
          std::vector<std::byte> offsets, std::vector<std::byte> values, std::vector<array_ptr> children)
        : type_(std::move(type)),
          length_(length),
          null_count_(null_count),
          validity_(std::move(validity)),
          offsets_(std::move(offsets)),
          values_(std::move(values)),
          children_(std::move(children)) {}

    [[nodiscard]] data_type const& type() const noexcept { return type_; }
    [[nodiscard]] std::int64_t length() const noexcept { return length_; }
    [[nodiscard]] std::int64_t null_count() const noexcept { return null_count_; }

    [[nodiscard]] bool is_null(std::int64_t row) const noexcept {
        if (type_.id == type_id::null) return true;
        return !validity_.empty() && !bit(validity_, row);
    }

    [[nodiscard]] std::span<std::byte const> validity() const noexcept { return validity_; }
    [[nodiscard]] std::span<std::byte const> offsets() const noexcept { return offsets_; }
    [[nodiscard]] std::span<std::byte const> values() const noexcept { return values_; }
    [[nodiscard]] std::vector<array_ptr> const& children() const noexcept { return children_; }

    /// The values as @p T, which must be the type's own width: `values_as<std::int32_t>()` for int32 and date32.
    template <class T>
    [[nodiscard]] std::span<T const> values_as() const noexcept {
        return {reinterpret_cast<T const*>(values_.data()), values_.size() / sizeof(T)};
    }

    /// The value of a boolean column.
    [[nodiscard]] bool boolean(std::int64_t row) const noexcept { return bit(values_, row); }

    /// The bytes of a string or binary column's value.
    [[nodiscard]] std::string_view text(std::int64_t row) const noexcept {
        auto const begin = offset(row);
        auto const end = offset(row + 1);
        return {reinterpret_cast<char const*>(values_.data()) + begin, static_cast<std::size_t>(end - begin)};
    }

    /// Where the value of a string, binary or list column begins; `offset(row + 1)` is its end.
    [[nodiscard]] std::int64_t offset(std::int64_t row) const noexcept {
        switch (type_.id) {
            case type_id::large_utf8:
            case type_id::large_binary:
            case type_id::large_list: return load<std::int64_t>(offsets_, row);
            case type_id::fixed_size_list: return row * type_.list_size;
            default: return load<std::int32_t>(offsets_, row);
        }
    }

private:
    static bool bit(std::vector<std::byte> const& buffer, std::int64_t index) noexcept {
        return (std::to_integer<unsigned>(buffer[static_cast<std::size_t>(index >> 3)]) >> (index & 7)) & 1u;
    }
    template <class T>
    static std::int64_t load(std::vector<std::byte> const& buffer, std::int64_t index) noexcept {
        T value;
        std::memcpy(&value, buffer.data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
        return static_cast<std::int64_t>(value);
    }

    data_type type_;
    std::int64_t length_ = 0;
    std::int64_t null_count_ = 0;
    std::vector<std::byte> validity_;
    std::vector<std::byte> offsets_;
    std::vector<std::byte> values_;
    std::vector<array_ptr> children_;
};

/// Some rows of a table: columns of one length, in the order of the schema's fields.
struct record_batch {
    std::shared_ptr<schema const> fields;
    std::vector<array_ptr> columns;
    std::int64_t length = 0;
};

}  // namespace columnar
LANCESPEC_END_NAMESPACE
