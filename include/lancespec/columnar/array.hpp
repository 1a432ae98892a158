// SPDX-License-Identifier: Apache-2.0
// A column's values in Arrow's memory layout: validity bitmap, offsets, values, children. validate.hpp has its rules.
#pragma once

#include <lancespec/columnar/buffer.hpp>
#include <lancespec/columnar/data_type.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

class array;
using array_ptr = std::shared_ptr<array const>;

namespace detail {

struct remembered;

/// Something that is known of an object, or not: copied with it, and no longer known of one that was moved from.
class known_flag {
public:
    explicit known_flag(bool known = false) noexcept : known_(known) {}
    known_flag(known_flag const& other) noexcept : known_(other.get()) {}
    known_flag(known_flag&& other) noexcept : known_(other.take()) {}
    known_flag& operator=(known_flag const& other) noexcept { return set(other.get()); }
    known_flag& operator=(known_flag&& other) noexcept { return set(other.take()); }
    ~known_flag() = default;

    // What is known of is immutable while it is shared, so that no order with other memory is needed.
    [[nodiscard]] bool get() const noexcept { return known_.load(std::memory_order_relaxed); }
    known_flag& set(bool known) noexcept {
        known_.store(known, std::memory_order_relaxed);
        return *this;
    }

private:
    bool take() noexcept { return known_.exchange(false, std::memory_order_relaxed); }

    std::atomic<bool> known_;
};

[[noreturn]] LANCESPEC_DECL void throw_no_such_row();

}  // namespace detail

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
/// | dictionary | bits | | indices, of fixed width | one: the values, of any length |
///
/// An empty validity buffer means that no value is null. A value under a null is unspecified but readable; an index
/// under a null may be any number. Rows that are not null index values that are not null. Columns may share the values
/// of a dictionary.
///
/// The constructor takes any buffers and looks at none: validate() (validate.hpp) says whether they keep these rules,
/// and every function of the library that takes columns asks it. It remembers the answer, so that this costs nothing
/// for a column that the library made or has seen. The accessors for one row check what they read on every call, in
/// every build: they throw std::out_of_range for a row that the column does not have, or whose value is outside its
/// buffers, and are constant in time.
class array {
public:
    array(data_type type, std::int64_t length, std::int64_t null_count, buffer validity, buffer offsets, buffer values,
          std::vector<array_ptr> children)
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

    [[nodiscard]] bool is_null(std::int64_t row) const {
        check_row(row, length_);
        if (type_.id == type_id::null) return true;
        return !validity_.empty() && !bit(validity_, row);
    }

    [[nodiscard]] buffer const& validity() const noexcept { return validity_; }
    [[nodiscard]] buffer const& offsets() const noexcept { return offsets_; }
    [[nodiscard]] buffer const& values() const noexcept { return values_; }
    [[nodiscard]] std::vector<array_ptr> const& children() const noexcept { return children_; }

    /// The values as @p T, which should be the type's own width: `values_as<std::int32_t>()` for int32 and date32.
    /// With another width they are as many as fit into the buffer.
    template <class T>
        requires(std::is_trivially_copyable_v<T> && alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__)
    [[nodiscard]] std::span<T const> values_as() const noexcept {
        return {reinterpret_cast<T const*>(values_.data()), values_.size() / sizeof(T)};
    }

    /// The value of a boolean column.
    [[nodiscard]] bool boolean(std::int64_t row) const {
        check_row(row, length_);
        return bit(values_, row);
    }

    /// The bytes of a string or binary column's value.
    [[nodiscard]] std::string_view text(std::int64_t row) const {
        check_row(row, length_);
        auto const begin = offset(row);
        auto const end = offset(row + 1);
        if (begin < 0 || begin > end || std::cmp_greater(end, values_.size())) detail::throw_no_such_row();
        return {reinterpret_cast<char const*>(values_.data()) + begin, static_cast<std::size_t>(end - begin)};
    }

    /// Where the value of a dictionary's row is among its values: a row of `children().front()`. Not for rows that are
    /// null.
    [[nodiscard]] std::int64_t index(std::int64_t row) const {
        check_row(row, length_);
        auto const at = load_index(row);
        if (at < 0 || children_.empty() || !children_.front() || at >= children_.front()->length())
            detail::throw_no_such_row();
        return at;
    }

    /// Where the value of a string, binary or list column begins; `offset(row + 1)` is its end.
    [[nodiscard]] std::int64_t offset(std::int64_t row) const {
        switch (type_.id) {
            case type_id::large_utf8:
            case type_id::large_binary:
            case type_id::large_list: return load<std::int64_t>(offsets_, row);
            case type_id::fixed_size_list:
                if (row < 0 || row > length_ || (type_.list_size != 0 && row > INT64_MAX / type_.list_size))
                    detail::throw_no_such_row();
                return row * type_.list_size;
            default: return load<std::int32_t>(offsets_, row);
        }
    }

private:
    friend struct detail::remembered;

    static void check_row(std::int64_t row, std::int64_t length) {
        if (row < 0 || row >= length) detail::throw_no_such_row();
    }
    static bool bit(buffer const& bits, std::int64_t index) {
        auto const at = static_cast<std::size_t>(index >> 3);
        if (at >= bits.size()) detail::throw_no_such_row();
        return (std::to_integer<unsigned>(bits[at]) >> (index & 7)) & 1u;
    }
    [[nodiscard]] std::int64_t load_index(std::int64_t row) const {
        switch (type_.index) {
            case type_id::int8: return load<std::int8_t>(values_, row);
            case type_id::uint8: return load<std::uint8_t>(values_, row);
            case type_id::int16: return load<std::int16_t>(values_, row);
            case type_id::uint16: return load<std::uint16_t>(values_, row);
            case type_id::int32: return load<std::int32_t>(values_, row);
            case type_id::uint32: return load<std::uint32_t>(values_, row);
            // Beyond int64 an index is beyond any values, as a negative one is.
            default: return load<std::int64_t>(values_, row);
        }
    }
    template <class T>
    static std::int64_t load(buffer const& from, std::int64_t index) {
        if (index < 0 || std::cmp_greater_equal(index, from.size() / sizeof(T))) detail::throw_no_such_row();
        T value;
        std::memcpy(&value, from.data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
        return static_cast<std::int64_t>(value);
    }

    data_type type_;
    std::int64_t length_ = 0;
    std::int64_t null_count_ = 0;
    buffer validity_;
    buffer offsets_;
    buffer values_;
    std::vector<array_ptr> children_;
    mutable detail::known_flag valid_;
};

/// Some rows of a table: columns of one length, in the order of the schema's fields. validate() (validate.hpp) says
/// whether they are. Without `fields` the columns have no names, and any types.
struct record_batch {
    std::shared_ptr<schema const> fields;
    std::vector<array_ptr> columns;
    std::int64_t length = 0;
};

/// A schema and batches of it, in order. There may be no batches.
struct record_batches {
    std::shared_ptr<schema const> fields;
    std::vector<record_batch> batches;
};

}  // namespace columnar
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/columnar/validate.hpp>
#endif
