// SPDX-License-Identifier: Apache-2.0
// Binding a WHERE clause or value expression to a schema: names become columns, literals take their column's
// type, and every node gets a type.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/core/error_code.hpp>
#include <lancespec/language/where.hpp>

#include <memory>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

struct bound_program;  // the typed steps; evaluate.hpp computes them

/// What is wrong with an expression in a schema.
struct bind_error {
    error_code code = error_code::invalid_input;  ///< or table_column_not_found
    std::size_t offset = 0;                       ///< the byte range of the text at fault
    std::size_t end = 0;
    std::string message;
};

[[noreturn]] LANCESPEC_DECL void throw_exception_from_error(bind_error const& error, boost::source_location const&);

/// The error under the line of the clause that it is in (core/diagnostic.hpp); @p text: what the tree was read from.
LANCESPEC_DECL std::string render(bind_error const& error, std::string_view text);

struct bind_options {
    /// Where literals within an operator take the type of a column, and where a match is a boolean: see
    /// docs/dialect.md.
    compatibility dialect = compatibility::lance12;
    /// Whether `_rowid`, `_rowaddr` and `_rowoffset` are the row's number in its batch, and
    /// `_row_created_at_version` and `_row_last_updated_at_version` are 1: a table written once, in one batch.
    bool system_columns = false;
};

class bound_expression;

namespace detail {
LANCESPEC_DECL bound_expression make_bound(std::shared_ptr<bound_program const> program);
}

/// An expression whose names and types are settled for one schema: bind_filter() and bind_value() make it. Cheap to
/// copy, and never without its program: moving copies.
class bound_expression {
public:
    bound_expression(bound_expression const&) noexcept = default;
    bound_expression& operator=(bound_expression const&) noexcept = default;
    ~bound_expression() = default;

    [[nodiscard]] bound_program const& program() const noexcept { return *program_; }

    /// The type of the value.
    [[nodiscard]] LANCESPEC_DECL columnar::data_type const& type() const noexcept;

    /// The top-level columns it reads, as indices into the schema, ascending, each once.
    [[nodiscard]] LANCESPEC_DECL std::vector<std::size_t> columns() const;

private:
    // Evaluating trusts the steps, so that no others than binding makes can come here.
    explicit bound_expression(std::shared_ptr<bound_program const> program) : program_(std::move(program)) {}
    friend bound_expression detail::make_bound(std::shared_ptr<bound_program const> program);

    std::shared_ptr<bound_program const> program_;
};

/// Binds a filter: the result's type is boolean, and an expression of any other type is refused.
///
/// A literal compared with a column takes the column's type or the filter is refused; elsewhere values meet in a
/// common type, and literals in arithmetic are int64 or float64, as in Lance. Operators of constants are computed
/// here; one that fails at it is refused, but for division by zero, which fails where a row wants its value.
/// A tree that validate() refuses is refused.
/// Linear in the tree.
LANCESPEC_DECL result<bound_expression, bind_error> bind_filter(expression const& tree, columnar::schema const& fields,
                                                                bind_options const& options = {});

/// Binds an expression of any type: a computed column, a projection. Here a number literal in arithmetic takes the
/// type of the other operand when it fits, so that `x * 2` has the type of `x`.
LANCESPEC_DECL result<bound_expression, bind_error> bind_value(expression const& tree, columnar::schema const& fields,
                                                               bind_options const& options = {});

}  // namespace where
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/language/impl/bind.ipp>
#endif
