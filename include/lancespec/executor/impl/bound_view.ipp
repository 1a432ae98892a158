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
inline constexpr std::string_view child_index = "__child_index";  ///< int64, udtf and chunker: from 0 in a source row

struct bound_view {
    view_kind kind = view_kind::query;
    version_ptr source;
    std::vector<std::vector<std::size_t>> inputs;  ///< the source's columns
    std::optional<where::bound_expression> filter;
    std::shared_ptr<row_maker const> function;
    std::string function_name;
    std::shared_ptr<columnar::schema const> outputs;  ///< with the bookkeeping columns last

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
    auto source = objects.find(query->table, std::nullopt, src_version);
    if (!source) return source.error();
    out.source = std::move(*source);
    auto const name = query->table.display();
    std::vector<columnar::field> fields;
    bool const of_function = definition.kind != view_kind::query && !definition.input_columns.empty();
    for (auto const& path : of_function ? definition.input_columns : query->columns) {
        auto found = find_column(path, *out.source->fields, name);
        if (!found) return found.error();
        if (!is_struct_path(*out.source->fields, found->indices)) return inside_a_list(found->canonical);
        out.inputs.push_back(found->indices);
        fields.push_back(*found->target);
        fields.back().nullable = true;
    }
    if (query->where) {
        auto bound = bind_clause(*query->where, *out.source->fields, "the view's where");
        if (!bound) return bound.error();
        out.filter = std::move(*bound);
    }
    if (definition.kind != view_kind::query) {
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
