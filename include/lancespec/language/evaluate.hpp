// SPDX-License-Identifier: Apache-2.0
// Computing bound expressions over columns: a filter gives the rows it keeps, a value expression a column.
// Regular expressions are RE2's: link libre2.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/core/work.hpp>
#include <lancespec/language/bind.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

/// A row at which computing failed: division by zero of integers, an out-of-range cast. Or, when `end` says so, that
/// the work had to end there, whatever the row holds. Or a batch that cannot be computed over at all.
struct evaluation_error {
    std::int64_t row = 0;  ///< within the batch; -1: the batch itself is at fault, and no row
    std::string message;
    work_end end = work_end::none;
};

[[noreturn]] LANCESPEC_DECL void throw_exception_from_error(evaluation_error const& error,
                                                            boost::source_location const&);

/// Which rows of a batch a filter keeps: bit `row % 64` of word `row / 64`. Bits behind the last row are zero.
struct selection {
    std::vector<std::uint64_t> bits;
    std::int64_t length = 0;  ///< rows of the batch

    /// Whether it keeps @p row; a row that the batch does not have is not kept.
    [[nodiscard]] bool contains(std::int64_t row) const noexcept {
        if (row < 0 || std::cmp_greater_equal(row / 64, bits.size())) return false;
        return ((bits[static_cast<std::size_t>(row / 64)] >> (row % 64)) & 1u) != 0;
    }
    /// The rows that are kept. Linear in the words.
    [[nodiscard]] LANCESPEC_DECL std::int64_t count() const noexcept;
    /// Their numbers, ascending.
    [[nodiscard]] LANCESPEC_DECL std::vector<std::int64_t> rows() const;
};

/// The rows of @p batch on which @p filter is TRUE (not FALSE, not NULL).
///
/// @p filter must be boolean, as bind_filter() binds it, and bound to a schema equal to the batch's. What that asks for
/// is checked: each column that the filter reads must be there, of the type that it was bound to, valid
/// (columnar/validate.hpp) and as long as the batch; otherwise the error has row -1 and names the column. So for
/// select_rows() and compute(), which takes any type.
///
/// Some thousand rows at a time go through all steps, so memory is small and independent of the rows. What AND and OR
/// have decided is not computed, unless it might fail: a filter fails whether or not other conditions leave the row
/// out. Linear in the rows times the nodes of the tree, times what functions cost (docs/language.md).
///
/// @p work bounds the steps and ends them early; it is looked at every 65,536 steps, within long functions too. Null:
/// unbounded. The same meter may count several calls, also at the same time.
LANCESPEC_DECL result<selection, evaluation_error> select(bound_expression const& filter,
                                                          columnar::record_batch const& batch,
                                                          work_meter* work = nullptr);

/// The same as row numbers, ascending.
LANCESPEC_DECL result<std::vector<std::int64_t>, evaluation_error> select_rows(bound_expression const& filter,
                                                                               columnar::record_batch const& batch,
                                                                               work_meter* work = nullptr);

/// The value of @p expression for every row of @p batch. @p work counts the column's bytes too.
LANCESPEC_DECL result<columnar::array_ptr, evaluation_error> compute(bound_expression const& expression,
                                                                     columnar::record_batch const& batch,
                                                                     work_meter* work = nullptr);

}  // namespace where
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/language/impl/evaluate.ipp>
#endif
