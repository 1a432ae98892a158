// SPDX-License-Identifier: Apache-2.0
// One value of a column, for building columns, for functions over rows, and for showing rows to people.
#pragma once

#include <lancespec/columnar/array.hpp>

#include <cstdint>
#include <map>
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

/// What a scalar can hold. Copying either succeeds or throws std::bad_alloc and changes nothing; moving cannot fail.
///
/// A copy of std::variant itself is not safe here: libstdc++ (12 to 14 at least) takes a variant of these types for one
/// that is never without a value, so that a copy whose allocation fails is destroyed as the alternative 255.
class scalar_value
    : public std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, int128, std::string, scalars> {
public:
    using variant::variant;
    using variant::operator=;
    scalar_value() noexcept = default;
    inline scalar_value(scalar_value const& other);
    scalar_value(scalar_value&&) noexcept = default;
    inline scalar_value& operator=(scalar_value const& other);
    scalar_value& operator=(scalar_value&&) noexcept = default;
    ~scalar_value() = default;
};

/// One value. Integers of every width, dates and timestamps are int64 except uint64, which is its own;
/// both float widths are double; strings and binaries are std::string.
struct scalar {
    scalar_value value;

    [[nodiscard]] bool is_null() const noexcept { return value.index() == 0; }
    friend bool operator==(scalar const&, scalar const&) = default;
};

// The copy is made before anything of the new value is there, and then moved in, which cannot fail.
inline scalar_value::scalar_value(scalar_value const& other) : variant() {
    std::visit(
        [this](auto const& held) {
            auto copy = held;
            variant::operator=(std::move(copy));
        },
        static_cast<variant const&>(other));
}

inline scalar_value& scalar_value::operator=(scalar_value const& other) {
    auto copy = other;
    return *this = std::move(copy);
}

/// The value of @p column at @p row; null where the column is null. Throws std::out_of_range for a row that the column
/// does not have, and error_exception for a column that validate() (validate.hpp) refuses.
[[nodiscard]] LANCESPEC_DECL scalar get(array const& column, std::int64_t row);

/// `1`, `'a''b'`, `null`, `[1, 2]`: for messages and tests. Without a type a struct shows as a list.
LANCESPEC_DECL std::string to_string(scalar const& value);

/// The same with what only the type tells: `{x: 1}`, `2021-01-01`, `2021-01-01T00:00:00`, `1.50`, `x'dead'`.
LANCESPEC_DECL std::string to_string(scalar const& value, data_type const& type);

/// Builds a column value by value.
///
/// append() takes any scalar that the type can hold without loss and refuses the rest by returning false
/// (an int64 outside an int32 column's range, text for a number, a null for a child that is not nullable),
/// leaving the column as it was. The one loss allowed is a double rounded to a float32. A decimal128 takes its
/// own integers (int128) or a whole number (int64, uint64). A dictionary takes what its values can hold, and keeps each
/// value once. Throws std::length_error when a utf8, binary or list column outgrows its 32-bit offsets or a dictionary
/// its indices, and std::bad_alloc: after that, and after a move, the builder may only be
/// destroyed or assigned to, and every other use throws std::logic_error. The finished column is always valid.
class array_builder {
public:
    /// Throws error_exception for a type that validate() refuses.
    LANCESPEC_DECL explicit array_builder(data_type type);

    [[nodiscard]] LANCESPEC_DECL bool append(scalar const& value);
    LANCESPEC_DECL void append_null();

    /// As append(), throwing error_exception for a value that the type cannot hold: for values that are known to fit.
    LANCESPEC_DECL void push(scalar const& value);

    /// @p source's value at @p row. Throws error_exception for a column of another type or one that validate()
    /// refuses, and std::out_of_range for a row that it does not have.
    LANCESPEC_DECL void append_from(array const& source, std::int64_t row);

    [[nodiscard]] std::int64_t length() const noexcept { return length_; }

    /// The column, leaving the builder empty.
    [[nodiscard]] LANCESPEC_DECL array_ptr finish();

private:
    class change;
    void store(scalar const& value);
    void store_null();
    void store_from(array const& source, std::int64_t row);
    void store_in_dictionary(scalar const& value);

    data_type type_;
    std::int64_t length_ = 0;
    std::int64_t null_count_ = 0;
    std::vector<std::byte> validity_;
    std::vector<std::byte> offsets_;
    std::vector<std::byte> values_;
    std::vector<array_builder> children_;
    std::map<std::string, std::int64_t> places_;  ///< of a dictionary's values, by what distinguishes them
    detail::known_flag usable_{true};             ///< not while something is appended, and after that failed
};

/// A column of @p length nulls. Throws error_exception for a type that validate() refuses, and for a length that is
/// negative or too large to count the values of.
[[nodiscard]] LANCESPEC_DECL array_ptr make_nulls(data_type const& type, std::int64_t length);

/// The rows of @p source at @p rows, in that order. Linear in the rows. Throws std::out_of_range when an index is no
/// row, error_exception for a column that validate() refuses, and std::length_error when the result outgrows 32-bit
/// offsets.
[[nodiscard]] LANCESPEC_DECL array_ptr take(array const& source, std::span<std::int64_t const> rows);

/// The values of @p column without dictionaries, on every level: of type plain_type(). The column itself when it has
/// none. Linear in what is made, which decoded_bytes() tells. Throws error_exception for a column that validate()
/// refuses, and std::length_error when the result outgrows 32-bit offsets.
[[nodiscard]] LANCESPEC_DECL array_ptr decode(array_ptr const& column);

/// About the bytes that rows @p first to @p first + @p rows take in what decode() makes of @p column, which is valid
/// and has them; SIZE_MAX when that is too much to count. Linear in the rows and the values of dictionaries.
[[nodiscard]] LANCESPEC_DECL std::size_t decoded_bytes(array const& column, std::int64_t first, std::int64_t rows);

/// The columns one after the other. Throws error_exception when there is none, when one is missing, of another type
/// than the first or refused by validate(), and std::length_error when the result outgrows 32-bit offsets. Dictionaries
/// that share their values still do; the values of others come one after the other or, when those are too many for the
/// indices, each once, and std::length_error is thrown when they are still too many.
[[nodiscard]] LANCESPEC_DECL array_ptr concatenate(std::span<array_ptr const> parts);

}  // namespace columnar
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/columnar/impl/columns.ipp>
#include <lancespec/columnar/impl/scalar.ipp>
#include <lancespec/columnar/impl/show.ipp>
#endif
