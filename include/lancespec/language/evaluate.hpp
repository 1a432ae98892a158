// Computing bound expressions over columns: a filter gives the rows it keeps, a value expression a column.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/language/bind.hpp>

#include <cstdint>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

/// A row at which computing failed: division by zero of integers, an out-of-range cast.
struct evaluation_error {
    std::int64_t row = 0;  ///< within the batch
    std::string message;
};

[[noreturn]] LANCESPEC_DECL void throw_exception_from_error(evaluation_error const& error,
                                                            boost::source_location const&);

/// The rows of @p batch on which @p filter is TRUE (not FALSE, not NULL), ascending.
///
/// @p filter must have been bound by bind_filter() to a schema equal to the batch's. Linear in the rows times
/// the nodes of the tree.
LANCESPEC_DECL result<std::vector<std::int64_t>, evaluation_error> select_rows(bound_expression const& filter,
                                                                               columnar::record_batch const& batch);

/// The value of @p expression for every row of @p batch.
LANCESPEC_DECL result<columnar::array_ptr, evaluation_error> compute(bound_expression const& expression,
                                                                     columnar::record_batch const& batch);

}  // namespace where
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/language/impl/evaluate.ipp>
#endif
