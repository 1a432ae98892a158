// One value of a column, for building columns, for functions over rows, and for showing rows to people.
#pragma once

#include <lancespec/columnar/array.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

struct scalar;

/// The values of a struct in field order, or of a list in item order.
using scalars = std::vector<scalar>;

/// A decimal128's integer: the value is this times 10 to the minus scale of its type.
__extension__ using int128 = __int128;

/// One value. Integers of every width, dates and timestamps are int64 except uint64, which is its own;
/// both float widths are double; strings and binaries are std::string.
struct scalar {
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, int128, std::string, scalars> value;

    [[nodiscard]] bool is_null() const noexcept { return value.index() == 0; }
    friend bool operator==(scalar const&, scalar const&) = default;
};

/// The value of @p column at @p row; null where the column is null.
LANCESPEC_DECL scalar get(array const& column, std::int64_t row);

/// `1`, `'a''b'`, `null`, `[1, 2]`: for messages and tests. Without a type a struct shows as a list.
LANCESPEC_DECL std::string to_string(scalar const& value);

/// The same with what only the type tells: `{x: 1}`, `2021-01-01`, `2021-01-01T00:00:00`, `1.50`, `x'dead'`.
LANCESPEC_DECL std::string to_string(scalar const& value, data_type const& type);

/// Builds a column value by value.
///
/// append() takes any scalar that the type can hold without loss and refuses the rest by returning false
/// (an int64 outside an int32 column's range, text for a number, a null for a child that is not nullable),
/// leaving the column as it was. The one loss allowed is a double rounded to a float32. A decimal128 takes its
/// own integers (int128) or a whole number (int64, uint64). Throws std::length_error when a utf8, binary or
/// list column outgrows its 32-bit offsets, and std::bad_alloc.
class array_builder {
public:
    LANCESPEC_DECL explicit array_builder(data_type type);

    LANCESPEC_DECL bool append(scalar const& value);
    LANCESPEC_DECL void append_null();

    /// @p source's value at @p row; the types must be equal.
    LANCESPEC_DECL void append_from(array const& source, std::int64_t row);

    [[nodiscard]] std::int64_t length() const noexcept { return length_; }

    /// The column, leaving the builder empty.
    LANCESPEC_DECL array_ptr finish();

private:
    data_type type_;
    std::int64_t length_ = 0;
    std::int64_t null_count_ = 0;
    std::vector<std::byte> validity_;
    std::vector<std::byte> offsets_;
    std::vector<std::byte> values_;
    std::vector<array_builder> children_;
};

/// A column of @p length nulls.
LANCESPEC_DECL array_ptr make_nulls(data_type const& type, std::int64_t length);

/// The rows of @p source at @p rows, in that order; every index must be a row. Linear in the rows.
/// Throws std::length_error when the result outgrows 32-bit offsets; so does concatenate().
LANCESPEC_DECL array_ptr take(array const& source, std::span<std::int64_t const> rows);

/// The columns one after the other; all of one type, at least one.
LANCESPEC_DECL array_ptr concatenate(std::span<array_ptr const> parts);

}  // namespace columnar
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/columnar/impl/columns.ipp>
#include <lancespec/columnar/impl/scalar.ipp>
#include <lancespec/columnar/impl/show.ipp>
#endif
