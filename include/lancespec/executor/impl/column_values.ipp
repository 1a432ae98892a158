// SPDX-License-Identifier: Apache-2.0
// Choosing rows of a fragment and computing a column's values for them: by an expression, or by a function per row.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/table_state.ipp>
#include <lancespec/language/evaluate.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

using row_numbers = std::vector<std::int64_t>;

/// What a call of a registered function counts as. What it does itself nobody sees.
inline constexpr std::int64_t steps_of_function = 1024;

/// The bytes of a value in a column, about: of its texts, and 8 for anything else. Recurses along the type.
inline std::int64_t bytes_of(columnar::scalar const& value) noexcept {
    if (auto const* text = std::get_if<std::string>(&value.value)) return 8 + static_cast<std::int64_t>(text->size());
    std::int64_t out = 8;
    if (auto const* items = std::get_if<columnar::scalars>(&value.value))
        for (auto const& item : *items) out += bytes_of(item);
    return out;
}

/// What computes the values of a column: an expression, or a function with its inputs.
struct value_source {
    std::optional<where::bound_expression> expression;
    std::shared_ptr<row_function const> function;
    std::string function_name;
    std::vector<std::vector<std::size_t>> inputs;
};

/// A row of a fragment that could not be computed, by whom and why; or, when `end` says so, that the work had to end.
struct row_failure {
    std::int64_t row = 0;
    std::string who;
    std::string why;
    work_end end = work_end::none;
};

/// What is computed once, by whichever task comes first; the others of the job wait for it.
template <class T, class Error>
class computed_once {
public:
    template <class Compute>
    result<T, Error> const& get(Compute const& compute) {
        std::call_once(once_, [&] { value_ = compute(); });
        return *value_;
    }

private:
    std::once_flag once_;
    std::optional<result<T, Error>> value_;
};

/// The rows of a fragment that its tasks look at.
using chosen_rows = computed_once<row_numbers, row_failure>;

/// The rows that @p filter keeps.
inline result<row_numbers, row_failure> rows_where(where::bound_expression const& filter, table_version const& version,
                                                   fragment const& from, work_meter& work) {
    auto rows = where::select_rows(filter, to_batch(version, from), &work);
    if (rows) return *std::move(rows);
    if (rows.error().row < 0) throw error_exception(rows.error().message);
    return row_failure{rows.error().row, "where", rows.error().message, rows.error().end};
}

/// The rows in which the column at @p indices is null itself; the nulls of structs around it are not its own.
inline row_numbers rows_null(fragment const& from, std::vector<std::size_t> const& indices) {
    row_numbers rows;
    auto const column = column_at(from.columns, indices);
    for (std::int64_t row = 0; row < column->length(); ++row)
        if (column->is_null(row)) rows.push_back(row);
    return rows;
}

inline result<columnar::array_ptr, row_failure> compute_expression(where::bound_expression const& expression,
                                                                   table_version const& version, fragment const& from,
                                                                   row_numbers const& rows, work_meter& work) {
    auto batch = to_batch(version, from);
    if (static_cast<std::int64_t>(rows.size()) != batch.length) {
        for (auto const column : expression.columns())
            batch.columns[column] = columnar::take(*batch.columns[column], rows);
        batch.length = static_cast<std::int64_t>(rows.size());
    }
    auto values = where::compute(expression, batch, &work);
    if (values) return *std::move(values);
    auto const& error = values.error();
    if (error.row < 0) throw error_exception(error.message);  // the fragment itself: a fault of the catalog
    return row_failure{rows[static_cast<std::size_t>(error.row)], "the column's expression", error.message, error.end};
}

inline result<columnar::array_ptr, row_failure> call_function(value_source const& source,
                                                              columnar::data_type const& type, fragment const& from,
                                                              row_numbers const& rows, work_meter& work) {
    columnar::array_builder builder(type);
    columnar::scalars inputs(source.inputs.size());
    for (auto const row : rows) {
        if (!work.spend(steps_of_function)) return row_failure{row, source.function_name, {}, work.ended()};
        for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = value_at(from.columns, source.inputs[i], row);
        try {
            auto const value = (*source.function)(inputs);
            if (value.is_null())
                builder.append_null();
            else if (!builder.append(value))
                return row_failure{row, source.function_name,
                                   quote(columnar::to_string(value)) + " does not fit the column's type " +
                                       quote(columnar::to_string(type))};
            if (!work.make(0, bytes_of(value))) return row_failure{row, source.function_name, {}, work.ended()};
        } catch (std::exception const& e) {
            return row_failure{row, source.function_name, e.what()};
        } catch (...) {
            return row_failure{row, source.function_name, "an unknown failure"};
        }
    }
    return builder.finish();
}

/// The values of @p rows of @p from, in that order. No lock may be held: it runs the user's functions.
inline result<columnar::array_ptr, row_failure> compute_rows(value_source const& source,
                                                             columnar::data_type const& type,
                                                             table_version const& version, fragment const& from,
                                                             row_numbers const& rows, work_meter& work) {
    if (source.expression) return compute_expression(*source.expression, version, from, rows, work);
    return call_function(source, type, from, rows, work);
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
