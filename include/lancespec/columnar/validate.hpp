// SPDX-License-Identifier: Apache-2.0
// Whether columns and batches keep the rules of Arrow's layout, so that reading them stays within their buffers.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

/// The first rule that a type, column or batch breaks, and where.
struct layout_error {
    std::string place;    ///< `column 2, child 0`; empty: the type, column or batch itself
    std::string message;  ///< one sentence: what is there, and what must be

    friend bool operator==(layout_error const&, layout_error const&) = default;
};

/// `column 2, child 0: the offsets have 8 bytes, and 3 values need 16`.
LANCESPEC_DECL std::string to_string(layout_error const& error);

/// Called by Boost.System when value() is asked of a result that holds a layout_error.
[[noreturn]] LANCESPEC_DECL void throw_exception_from_error(layout_error const& error, boost::source_location const&);

/// The levels that a type may nest.
inline constexpr std::size_t most_type_levels = 128;

/// Whether @p type is one that columns can have: a known id and unit; a precision of 1 to 38 and a scale of -38 to 38;
/// lists of one child and a size that is not negative; dictionaries of one child, which is none itself, and indices of
/// an integer type; no children but of these and of structs; children that keep these rules, on at most
/// most_type_levels levels. Linear in the type.
[[nodiscard]] LANCESPEC_DECL result<void, layout_error> validate(data_type const& type);

/// The same for every field; the place is `field 2, child 0`.
[[nodiscard]] LANCESPEC_DECL result<void, layout_error> validate(schema const& fields);

/// Whether @p column keeps the rules of array.hpp, and its children do:
///
/// - the length is not negative, and no size computed of it overflows;
/// - there are the buffers that the type has and no others, each at least as long as the length asks for;
/// - `null_count` is the number of zeros in the validity bitmap; without one it is 0, and the length for type null;
/// - offsets ascend from 0 or more, and end within the values or the child;
/// - the children are those of the type, none of them missing, with the lengths of array.hpp's table;
/// - rows of a dictionary that are not null ask for a value that is there and not null;
/// - strings that are not null are UTF-8, and decimals that are not null keep to their precision.
///
/// Linear in the values the first time that it finds a column valid, which the column remembers; constant after it.
[[nodiscard]] LANCESPEC_DECL result<void, layout_error> validate(array const& column);

/// Whether @p batch has a length that is not negative and no missing column, whether each column is valid and has that
/// length and, when there are `fields`, whether they are as many and of these types.
[[nodiscard]] LANCESPEC_DECL result<void, layout_error> validate(record_batch const& batch);

enum class children_counted : std::uint8_t {
    no,
    yes,
    but_shared  ///< all but the values of dictionaries, which columns share
};

/// The bytes of a column's buffers, its children's too, and what the objects themselves take.
[[nodiscard]] LANCESPEC_DECL std::size_t memory_of(array const& column,
                                                   children_counted how = children_counted::yes) noexcept;

}  // namespace columnar
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/columnar/impl/validate.ipp>
#endif
