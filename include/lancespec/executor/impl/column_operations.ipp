// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: adding columns.
#pragma once

#include <lancespec/columnar/impl/type_bounds.ipp>
#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/row_operations.ipp>

#include <map>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

/// The key of a column's metadata that holds the expression it is computed by. The specification says that it is kept
/// there and names no key.
inline constexpr char const* computed_key = "computed";

inline result<where::bound_expression, namespace_error> bind_expression(std::string_view text,
                                                                        columnar::schema const& fields) {
    auto const tree = where::parse(text);
    if (!tree) {
        auto const error = tree.error();
        return fail(error_code::invalid_input, "the expression does not parse: " + error.message,
                    where::render(error, text));
    }
    auto bound = where::bind_value(*tree, fields);
    if (!bound)
        return fail(error_code::invalid_input, "the expression does not fit the table: " + bound.error().message);
    return std::move(*bound);
}

/// A column that a backfill computes by @p expression.
inline result<bool, namespace_error> add_computed(table_version& next, field_path const& path,
                                                  std::string_view expression) {
    auto const bound = bind_expression(expression, *next.fields);
    if (!bound) return bound.error();
    binding how;
    how.expression = std::string(expression);
    return add_column(next, path, bound->type(), {{computed_key, std::string(expression)}}, std::move(how));
}

/// A column that a backfill computes by a function.
inline result<bool, namespace_error> add_virtual(table_version& next, virtual_column const& definition,
                                                 std::string const& table_name) {
    for (auto const& input : definition.input_columns) {
        auto const found = find_column(input, *next.fields, table_name);
        if (!found) return found.error();
        if (!is_struct_path(*next.fields, found->indices)) return inside_a_list(found->canonical);
    }
    return add_column(next, field_path{{definition.output.name}}, definition.output.type, definition.output.metadata,
                      binding{{}, definition.function, definition.input_columns});
}

/// The columns that one request has computed, by entry and by the fragment as it was before the request: an update that
/// comes late is made again, and computes those fragments alone that have changed.
struct computed_columns {
    std::shared_ptr<columnar::schema const> fields;  ///< of the version that the fragments are of
    shared_list<fragment> before;                    ///< its fragments; kept, so that their addresses stay their own
    std::map<std::pair<std::size_t, fragment_ptr>, columnar::array_ptr> values;

    /// Begins anew on @p version.
    void begin(table_version const& version) {
        if (fields != version.fields) values.clear();
        fields = version.fields;
        before = version.fragments;
    }
};

/// A column whose values are computed now, and that nothing computes again.
inline result<bool, namespace_error> add_values(table_version& next, field_path const& path, std::size_t entry,
                                                std::string_view expression, computed_columns& known,
                                                work_meter& work) {
    auto const bound = bind_expression(expression, *next.fields);
    if (!bound) return bound.error();
    std::vector<columnar::array_ptr> values;
    auto before = known.before.begin();
    for (auto const& part : next.fragments) {
        auto& value = known.values[{entry, *before++}];
        if (!value) {
            auto made = where::compute(*bound, to_batch(next, *part), &work);
            if (!made && made.error().end != work_end::none)
                return evaluation_failed("the expression", made.error(), work);
            if (!made && made.error().row < 0) return fail(error_code::internal, made.error().message);
            if (!made)
                return fail(error_code::invalid_input,
                            "the expression failed at row " +
                                std::to_string(part->row_ids[static_cast<std::size_t>(made.error().row)]) + ": " +
                                made.error().message);
            value = std::move(*made);
        }
        values.push_back(value);
    }
    auto const added = add_column(next, path, bound->type(), {}, std::nullopt);
    if (!added) return added.error();
    auto const at = resolve(path, *next.fields);
    if (!at) return fail(error_code::internal, "the column added is not found");
    std::size_t i = 0;
    next.fragments.transform(
        [&](fragment_ptr const& part) { return with_column(*part, at->indices, std::move(values[i++])); });
    return true;
}

/// What an entry of the request asks for, as a virtual column of this catalog.
inline result<virtual_column, namespace_error> read_virtual(model::add_columns_entry const& entry,
                                                            std::string const& place, limits const& bounds) {
    auto const& from = *entry.virtual_column;
    if (from.udf_name.empty()) return fail(error_code::invalid_input, place + "/virtual_column/udf_name: is empty");
    if (from.outputs.size() != 1 || !from.outputs.front().struct_field.empty())
        return fail(
            error_code::unsupported,
            place + "/virtual_column/outputs: this server runs functions of one output that is no struct field");
    auto const& output = from.outputs.front();
    if (output.column != entry.name)
        return fail(error_code::invalid_input, place + "/virtual_column/outputs/0/column: is " + quote(output.column) +
                                                   ", and the column's name " + quote(entry.name));
    auto type = from_json_arrow(output.data_type);
    if (!type)
        return fail(error_code::invalid_input,
                    place + "/virtual_column/outputs/0/data_type: is no type that a column can have");
    if (auto why = columnar::detail::find_crossed_bound(*type, bounds))
        return fail(error_code::invalid_input, place + "/virtual_column/outputs/0/data_type: " + *why);
    virtual_column out;
    out.output = {entry.name, std::move(*type), true, output.metadata.value_or(model::string_map{})};
    if (from.field_metadata) out.output.metadata.insert(from.field_metadata->begin(), from.field_metadata->end());
    out.function = from.udf_name;
    out.input_columns = from.input_columns;
    return out;
}

/// The place of a new column: its name, or a path when it has more than one segment.
inline result<field_path, namespace_error> read_new_path(std::string const& name, std::string const& place) {
    if (name.find_first_of(".`") == std::string::npos) return field_path{{name}};
    auto path = field_path::parse(name);
    if (!path)
        return fail(error_code::invalid_input, place + "/name: " + std::string(message(path.error().code)) + " (byte " +
                                                   std::to_string(path.error().offset) + ")");
    return std::move(*path);
}

/// Counts the nulls of a new column of type @p type before they are made. An error when they are too many.
inline std::optional<namespace_error> make_room(table_version const& next, columnar::data_type const& type,
                                                work_meter& work) {
    auto const each = static_cast<std::int64_t>(std::min<std::size_t>(columnar::detail::null_bytes(type), INT32_MAX));
    for (auto const& part : next.fragments)
        if (!work.make(0, each * part->rows))
            return work_error("the new column", work.ended(), work.bounds(), request_steps_option);
    return std::nullopt;
}

/// Adds the request's entry of number @p index.
inline result<bool, namespace_error> add_entry(table_version& next, model::add_columns_entry const& entry,
                                               std::size_t index, std::string const& table_name,
                                               computed_columns& known, work_meter& work, limits const& bounds) {
    auto const place = "/new_columns/" + std::to_string(index);
    int const ways = (entry.expression ? 1 : 0) + (entry.computed ? 1 : 0) + (entry.virtual_column ? 1 : 0);
    if (ways != 1)
        return fail(error_code::invalid_input,
                    place + ": needs one of expression, computed and virtual_column, and has " + std::to_string(ways));
    auto const path = read_new_path(entry.name, place);
    if (!path) return path.error();
    if (entry.expression) return add_values(next, *path, index, *entry.expression, known, work);
    if (entry.computed) return add_computed(next, *path, *entry.computed);
    auto const definition = read_virtual(entry, place, bounds);
    if (!definition) return definition.error();
    if (auto full = make_room(next, definition->output.type, work)) return *full;
    return add_virtual(next, *definition, table_name);
}

}  // namespace detail

LANCESPEC_DECL result<model::alter_table_add_columns_response, namespace_error> catalog::execute(
    model::alter_table_add_columns_request const& request, std::stop_token const& stop) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    if (auto bad = detail::check_no_view(state_->objects, *id)) return *bad;
    work_meter work(state_->bounds_of_request, stop);
    detail::computed_columns known;
    auto const version = state_->objects.update(
        *id, request.branch, [&](detail::table_version& next, detail::table&) -> result<bool, namespace_error> {
            if (request.new_columns.empty())
                return detail::fail(error_code::invalid_input, "/new_columns: names no column to add");
            known.begin(next);
            for (std::size_t i = 0; i < request.new_columns.size(); ++i) {
                auto const added =
                    detail::add_entry(next, request.new_columns[i], i, id->display(), known, work, state_->reading);
                if (!added) return added.error();
            }
            return true;
        });
    if (!version) return version.error();
    for (auto const& entry : request.new_columns) {
        if (!entry.virtual_column || !entry.virtual_column->auto_backfill.value_or(false)) continue;
        model::alter_table_backfill_columns_request fill;
        fill.id = request.id;
        fill.branch = request.branch;
        fill.column = field_path{{entry.name}}.to_string();
        // The column is there; that its function cannot run is for a backfill that is asked for to say.
        static_cast<void>(execute(fill, stop));
    }
    model::alter_table_add_columns_response response;
    response.version = *version;
    return response;
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
