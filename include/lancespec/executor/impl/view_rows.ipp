// The rows that a view makes of rows of its source, and which of those made before can stay.
#pragma once

#include <lancespec/executor/impl/bound_view.ipp>

#include <algorithm>
#include <numeric>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// The view's rows for @p rows of @p from: the columns asked for, and each row's id.
inline columns project(bound_view const& view, fragment const& from, row_numbers const& rows) {
    columns out;
    for (auto const& input : view.inputs) out.push_back(take_at(from.columns, input, rows));
    columnar::array_builder ids(view.outputs->fields.back().type);
    for (auto const row : rows) ids.append({from.row_ids[static_cast<std::size_t>(row)]});
    out.push_back(ids.finish());
    return out;
}

/// The rows that the view's function makes of one row. Appends them to @p builders.
inline std::optional<std::string> append_made(bound_view const& view, std::vector<columnar::array_builder>& builders,
                                              columnar::scalars const& inputs, std::int64_t row_id) {
    auto const& fields = view.outputs->fields;
    auto const width = view.id_column();
    auto const made = view.function->rows(inputs);
    for (std::size_t child = 0; child < made.size(); ++child) {
        auto const& values = made[child];
        if (values.size() != width)
            return "a row has " + std::to_string(values.size()) + " values, not " + std::to_string(width);
        for (std::size_t i = 0; i < width; ++i) {
            if (values[i].is_null())
                builders[i].append_null();
            else if (!builders[i].append(values[i]))
                return columnar::to_string(values[i]) + " does not fit column " + fields[i].name + " of type " +
                       columnar::to_string(fields[i].type);
        }
        builders[width].append({row_id});
        builders[width + 1].append({static_cast<std::int64_t>(child)});
    }
    return std::nullopt;
}

/// The view's rows for @p rows of @p from, by its function. No lock may be held: it runs the user's code.
inline result<columns, row_failure> expand(bound_view const& view, fragment const& from, row_numbers const& rows) {
    std::vector<columnar::array_builder> builders;
    for (auto const& field : view.outputs->fields) builders.emplace_back(field.type);
    columnar::scalars inputs(view.inputs.size());
    for (auto const row : rows) {
        for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = value_at(from.columns, view.inputs[i], row);
        try {
            if (auto why = append_made(view, builders, inputs, from.row_ids[static_cast<std::size_t>(row)]))
                return row_failure{row, view.function_name, std::move(*why)};
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
    for (auto const& input : view.inputs)
        if (!same(input.front())) return false;
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
