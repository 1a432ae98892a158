// SPDX-License-Identifier: Apache-2.0
// The rows that a view makes of rows of its source, and which of those made before can stay.
#pragma once

#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/bound_view.ipp>

#include <algorithm>
#include <numeric>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// What a row of a view takes beside its columns: its bookkeeping.
inline constexpr std::int64_t bytes_of_view_row = 16;

/// A column that the view reads, for @p rows of @p from. What is made is counted as it is made, since several columns
/// may be made of one.
inline result<columnar::array_ptr, row_failure> read_input(bound_view const& view, view_input const& input,
                                                           fragment const& from, row_numbers const& rows,
                                                           work_meter& work) {
    if (input.expression) {
        auto made = compute_expression(*input.expression, *view.source, from, rows, work);
        if (!made && made.error().end == work_end::none)
            return row_failure{made.error().row, "an expression of the view", made.error().why};
        return made;
    }
    auto taken = take_at(from.columns, input.path, rows);
    // Every part of the view shares the values of the source's dictionaries.
    auto const bytes = static_cast<std::int64_t>(columnar::memory_of(*taken, columnar::children_counted::but_shared));
    if (!work.spend(static_cast<std::int64_t>(rows.size()) + bytes) || !work.make(0, bytes))
        return row_failure{0, "the view", {}, work.ended()};
    return taken;
}

/// The view's rows for @p rows of @p from: the columns asked for, and each row's id.
inline result<columns, row_failure> project(bound_view const& view, fragment const& from, row_numbers const& rows,
                                            work_meter& work) {
    auto const count = static_cast<std::int64_t>(rows.size());
    if (!work.make(count, count * bytes_of_view_row)) return row_failure{0, "the view", {}, work.ended()};
    columns out;
    for (auto const& input : view.inputs) {
        auto made = read_input(view, input, from, rows, work);
        if (!made) return made.error();
        out.push_back(std::move(*made));
    }
    columnar::array_builder ids(view.outputs->fields.back().type);
    for (auto const row : rows) ids.push({from.row_ids[static_cast<std::size_t>(row)]});
    out.push_back(ids.finish());
    return out;
}

/// The rows that the view's function makes of one row. Appends them to @p builders; why it could not. An empty reason:
/// the work has to end.
inline std::optional<std::string> append_made(bound_view const& view, std::vector<columnar::array_builder>& builders,
                                              columnar::scalars const& inputs, std::int64_t row_id, work_meter& work) {
    auto const& fields = view.outputs->fields;
    auto const width = view.id_column();
    std::int64_t child = 0;
    std::optional<std::string> why;
    view.function->rows(inputs, [&](columnar::scalars const& values) {
        if (values.size() != width) {
            why = "a row has " + std::to_string(values.size()) + " values, not " + std::to_string(width);
            return false;
        }
        auto bytes = bytes_of_view_row;
        for (auto const& value : values) bytes += bytes_of(value);
        if (!work.spend(bytes) || !work.make(1, bytes)) {
            why.emplace();
            return false;
        }
        for (std::size_t i = 0; i < width; ++i) {
            if (values[i].is_null()) {
                builders[i].append_null();
            } else if (!builders[i].append(values[i])) {
                why = quote(columnar::to_string(values[i])) + " does not fit column " + quote(fields[i].name) +
                      " of type " + quote(columnar::to_string(fields[i].type));
                return false;
            }
        }
        builders[width].push({row_id});
        builders[width + 1].push({child++});
        return true;
    });
    return why;
}

/// The view's rows for @p rows of @p from, by its function. No lock may be held: it runs the user's code.
inline result<columns, row_failure> expand(bound_view const& view, fragment const& from, row_numbers const& rows,
                                           work_meter& work) {
    std::vector<columnar::array_builder> builders;
    for (auto const& field : view.outputs->fields) builders.emplace_back(field.type);
    columnar::scalars inputs(view.inputs.size());
    columns computed(view.inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!view.inputs[i].expression) continue;
        auto made = read_input(view, view.inputs[i], from, rows, work);
        if (!made) return made.error();
        computed[i] = std::move(*made);
    }
    std::int64_t at = -1;
    for (auto const row : rows) {
        if (!work.spend(steps_of_function)) return row_failure{row, view.function_name, {}, work.ended()};
        ++at;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            inputs[i] =
                computed[i] ? columnar::get(*computed[i], at) : value_at(from.columns, view.inputs[i].path, row);
        try {
            if (auto why = append_made(view, builders, inputs, from.row_ids[static_cast<std::size_t>(row)], work))
                return row_failure{row, view.function_name, std::move(*why),
                                   why->empty() ? work.ended() : work_end::none};
        } catch (std::exception const& e) {
            return row_failure{row, view.function_name, e.what()};
        } catch (...) {
            return row_failure{row, view.function_name, "an unknown failure"};
        }
    }
    columns out;
    for (auto& builder : builders) out.push_back(builder.finish());
    return out;
}

/// Whether every row of @p now was in @p before, and has the values there that the view reads.
inline bool still_holds(bound_view const& view, fragment const& before, fragment const& now) {
    if (before.origin != now.origin) return false;
    auto const same = [&](std::size_t column) {
        return column < before.contents.size() && before.contents[column] == now.contents[column];
    };
    for (auto const& input : view.inputs) {
        auto const read = input.expression ? input.expression->columns() : std::vector{input.path.front()};
        if (!std::all_of(read.begin(), read.end(), same)) return false;
    }
    if (view.filter)
        for (auto const column : view.filter->columns())
            if (!same(column)) return false;
    return std::includes(before.row_ids.begin(), before.row_ids.end(), now.row_ids.begin(), now.row_ids.end());
}

/// What a view made of an earlier state of @p now, without the rows that have gone; nothing when it has to be made
/// anew. Linear in the rows.
inline std::optional<view_part> reuse(bound_view const& view, view_part const& before, fragment_ptr const& now) {
    if (!still_holds(view, *before.source, *now)) return std::nullopt;
    if (before.source->rows == now->rows) return before;
    view_part out;
    out.source = now;
    auto const ids = before.columns[view.id_column()]->values_as<std::int64_t>();
    row_numbers kept;
    auto at = now->row_ids.begin();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        at = std::lower_bound(at, now->row_ids.end(), ids[i]);
        if (at == now->row_ids.end()) break;
        if (*at == ids[i]) kept.push_back(static_cast<std::int64_t>(i));
    }
    for (auto const& column : before.columns) out.columns.push_back(columnar::take(*column, kept));
    out.rows = static_cast<std::int64_t>(kept.size());
    return out;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
