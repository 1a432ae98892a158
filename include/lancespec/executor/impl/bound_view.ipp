// SPDX-License-Identifier: Apache-2.0
// A view's definition bound to one version of its source: which columns it reads, which rows, what it makes of them.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/column_values.ipp>
#include <lancespec/executor/impl/functions.ipp>
#include <lancespec/executor/impl/make_table.ipp>
#include <lancespec/executor/impl/source_query.ipp>
#include <lancespec/executor/impl/store.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

inline constexpr std::string_view source_row_id = "__source_row_id";  ///< int64: the source's row that a row is made of
inline constexpr std::string_view is_set = "__is_set";  ///< bookkeeping of Geneva's views, when one is the source
inline constexpr std::string_view child_index = "__child_index";  ///< int64, udtf and chunker: from 0 in a source row

/// A column that a view reads: one of the source, or what an expression makes of its row.
struct view_input {
    std::vector<std::size_t> path;
    std::optional<where::bound_expression> expression = {};
};

struct bound_view {
    model::materialized_view_kind kind = model::materialized_view_kind::query;
    version_ptr source;
    std::vector<view_input> inputs;
    std::optional<where::bound_expression> filter;
    std::int64_t offset = 0;            ///< rows of the source that the filter keeps and that are left out
    std::optional<std::int64_t> limit;  ///< most rows of the source behind those
    std::shared_ptr<row_maker const> function;
    std::string function_name;
    std::shared_ptr<columnar::schema const> outputs;  ///< with the bookkeeping columns last

    /// Whether the rows taken from one fragment of the source depend on the fragments before it.
    [[nodiscard]] bool counts_rows() const noexcept { return offset != 0 || limit.has_value(); }
    /// Where __source_row_id is among the outputs.
    [[nodiscard]] std::size_t id_column() const noexcept { return outputs->fields.size() - (function ? 2 : 1); }
};

/// The fields that the view's function makes of @p inputs. Runs the user's code.
inline result<std::vector<columnar::field>, namespace_error> output_fields(bound_view const& view,
                                                                           std::vector<columnar::field> const& inputs) {
    auto const failed = [&](std::string const& why) {
        return fail(error_code::invalid_input,
                    quote(view.function_name) + " does not tell the view's columns: " + quote(why, message_bytes / 2));
    };
    try {
        return view.function->outputs(inputs);
    } catch (std::exception const& e) {
        return failed(e.what());
    } catch (...) {
        return failed("an unknown failure");
    }
}

/// Adds the source's column at @p path to what the view reads; its field, which goes by @p name or its own.
inline result<columnar::field, namespace_error> bind_path(bound_view& view, resolved_path const& path,
                                                          std::optional<std::string> const& name) {
    if (!is_struct_path(*view.source->fields, path.indices)) return inside_a_list(path.canonical);
    view.inputs.push_back({path.indices});
    auto field = *path.target;
    field.nullable = true;
    if (name) field.name = *name;
    return field;
}

/// Adds a column of the query to what the view reads. Text that is no path to a column may be an expression, but only
/// where it has a name of its own.
inline result<columnar::field, namespace_error> bind_column(bound_view& view, source_column const& column,
                                                            std::string const& table_name) {
    auto const& fields = *view.source->fields;
    auto const found = find_column(column.text, fields, table_name);
    if (found) return bind_path(view, *found, column.name);
    if (!column.name) return found.error();
    auto const tree = where::parse(column.text);
    if (!tree)
        return fail(error_code::invalid_input, "the view's column " + quote(field_path{{*column.name}}.to_string()) +
                                                   " does not parse: " + tree.error().message);
    auto bound = where::bind_value(*tree, fields);
    if (!bound)
        return fail(bound.error().code, "the view's column " + quote(field_path{{*column.name}}.to_string()) +
                                            " does not fit the table: " + bound.error().message);
    columnar::field field{*column.name, bound->type(), true, {}};
    view.inputs.push_back({{}, std::move(*bound)});
    return field;
}

/// The columns that the view reads: those of the query, or those of them and of the source that the function takes.
inline result<std::vector<columnar::field>, namespace_error> bind_inputs(bound_view& view, source_query const& query,
                                                                         view_definition const& definition) {
    auto const& source = *view.source->fields;
    auto const name = query.table.display();
    std::vector<source_column> wanted;
    if (definition.kind != model::materialized_view_kind::query && !definition.input_columns.empty()) {
        for (auto const& path : definition.input_columns) {
            auto const named = [&](source_column const& c) { return c.name == path; };
            auto const given = query.columns ? std::find_if(query.columns->begin(), query.columns->end(), named)
                                             : std::vector<source_column>::const_iterator{};
            wanted.push_back(query.columns && given != query.columns->end() ? *given : source_column{path});
        }
    } else if (query.columns) {
        wanted = *query.columns;
    } else {
        for (auto const& field : source.fields)
            if (field.name != source_row_id && field.name != child_index && field.name != is_set)
                wanted.push_back({field_path{{field.name}}.to_string()});
    }
    std::vector<columnar::field> out;
    for (auto const& column : wanted) {
        auto field = bind_column(view, column, name);
        if (!field) return field.error();
        out.push_back(std::move(*field));
    }
    return out;
}

/// Errors: what find(), find_column() and bind_clause() say, InvalidInput for a source_query of another form, for a
/// column within a list and for names that a table could not have, InvalidTableState for a function that is not
/// registered.
inline result<bound_view, namespace_error> bind_view(store const& objects, functions const& known,
                                                     object_identifier const& id, view_definition const& definition,
                                                     std::optional<std::int64_t> src_version) {
    auto const query = read_source_query(definition.source_query, id);
    if (!query) return query.error();
    bound_view out;
    out.kind = definition.kind;
    out.offset = query->offset;
    out.limit = query->limit;
    auto source = objects.find(query->table, std::nullopt, src_version);
    if (!source) return source.error();
    out.source = std::move(*source);
    auto bound_fields = bind_inputs(out, *query, definition);
    if (!bound_fields) return bound_fields.error();
    auto fields = std::move(*bound_fields);
    if (query->where) {
        auto bound = bind_clause(*query->where, *out.source->fields, "the view's where");
        if (!bound) return bound.error();
        out.filter = std::move(*bound);
    }
    if (definition.kind != model::materialized_view_kind::query) {
        out.function_name = definition.function;
        out.function = known.tables.find(definition.function);
        if (!out.function)
            return fail(error_code::invalid_table_state,
                        "no table function is registered as " + quote(definition.function));
        auto made = output_fields(out, fields);
        if (!made) return made.error();
        fields = std::move(*made);
    }
    columnar::data_type int64;
    int64.id = columnar::type_id::int64;
    fields.push_back({std::string(source_row_id), int64, false, {}});
    if (out.function) fields.push_back({std::string(child_index), int64, false, {}});
    if (auto bad = check_fields(fields, true)) return fail(error_code::invalid_input, "the view's " + bad->message);
    auto outputs = std::make_shared<columnar::schema>();
    outputs->fields = std::move(fields);
    out.outputs = std::move(outputs);
    return out;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
