// SPDX-License-Identifier: Apache-2.0
// Making tables: which schemas are taken, batches as fragments, and columns added to what is there.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/fit_columns.ipp>
#include <lancespec/executor/impl/table_state.ipp>

#include <lancespec/columnar/validate.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <span>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// Refuses schemas that no path could reach into: empty names, dots at the top level, a name twice.
inline std::optional<namespace_error> check_fields(std::vector<columnar::field> const& fields, bool top_level) {
    std::set<std::string_view> names;
    for (auto const& field : fields) {
        auto const refuse = [&](std::string const& why) {
            return fail(error_code::table_schema_validation_error, "column \"" + quote(field.name) + "\": " + why);
        };
        if (field.name.empty()) return refuse("a name must not be empty");
        if (find_invalid_utf8(field.name) != std::string_view::npos) return refuse("the name is not UTF-8");
        if (top_level && field.name.find('.') != std::string::npos)
            return refuse("a top-level name must not hold a dot");
        if (!names.insert(field.name).second) return refuse("the name is given twice");
        if (top_level)
            if (auto bad = columnar::validate(field.type); !bad) return refuse(to_string(bad.error()));
        if (field.type.id == columnar::type_id::struct_)
            if (auto inner = check_fields(field.type.children, false)) return inner;
    }
    return std::nullopt;
}

/// A column inside a list has not one value per row.
inline namespace_error inside_a_list(field_path const& path) {
    return fail(error_code::invalid_input,
                quote(path.to_string()) + " is inside a list: it has no single value in a row");
}

/// Gives @p made its place among the fragments, and its rows their ids.
inline void number_rows(fragment& made, table& counters) {
    made.id = made.origin = counters.next_fragment++;
    made.row_ids.resize(static_cast<std::size_t>(made.rows));
    std::iota(made.row_ids.begin(), made.row_ids.end(), counters.next_row.fetch_add(made.rows));
    for (std::size_t i = 0; i < made.columns.size(); ++i) made.contents.push_back(new_content());
}

/// The batches as fragments, with ids and row ids of @p counters.
inline result<std::vector<fragment_ptr>, namespace_error> make_fragments(
    columnar::schema const& fields, std::vector<columnar::record_batch> const& batches, table& counters) {
    std::vector<std::shared_ptr<fragment>> made;
    auto const most = counters.bytes ? counters.bytes->most() : SIZE_MAX;
    for (std::size_t i = 0; i < batches.size(); ++i) {
        auto fitted = fit_columns(batches[i], fields, most);
        if (!fitted)
            return fail(error_code::table_schema_validation_error,
                        "batch " + std::to_string(i) + " does not fit the table: " + fitted.error());
        made.push_back(std::make_shared<fragment>());
        made.back()->rows = batches[i].length;
        made.back()->columns = std::move(*fitted);
    }
    for (auto const& part : made) number_rows(*part, counters);
    return std::vector<fragment_ptr>(made.begin(), made.end());
}

/// A table of these fields and rows, version 1, not yet in the catalog.
inline result<table_ptr, namespace_error> make_table(object_identifier const& id, columnar::schema fields,
                                                     std::vector<columnar::record_batch> const& batches) {
    if (auto bad = check_fields(fields.fields, true)) return *bad;
    auto made = std::make_shared<table>();
    made->id = id;
    auto first = std::make_shared<table_version>();
    auto parts = make_fragments(fields, batches, *made);
    if (!parts) return parts.error();
    first->fragments = shared_list<fragment>(*parts);
    first->fields = std::make_shared<columnar::schema const>(std::move(fields));
    first->computed = std::make_shared<bindings const>();
    made->branches.emplace(std::string(main_branch), versions{{first->number, first}});
    return made;
}

/// Adds @p added at the end of the struct at @p parent, or of the top level.
inline void add_field(std::vector<columnar::field>& level, std::span<std::size_t const> parent, columnar::field added) {
    if (parent.empty())
        level.push_back(std::move(added));
    else
        add_field(level[parent.front()].type.children.edit(), parent.subspan(1), std::move(added));
}

/// Adds the nulls that go with a field added there; @p level is the schema with that field.
inline void add_nulls(columns& into, std::vector<columnar::field> const& level, std::span<std::size_t const> parent,
                      std::int64_t rows) {
    if (parent.empty()) {
        into.push_back(columnar::make_nulls(level.back().type, rows));
        return;
    }
    auto const index = parent.front();
    auto& column = into[index];
    auto children = column->children();
    add_nulls(children, level[index].type.children, parent.subspan(1), rows);
    column = std::make_shared<columnar::array const>(level[index].type, rows, column->null_count(), column->validity(),
                                                     columnar::buffer{}, columnar::buffer{}, std::move(children));
}

/// Adds a column of nulls at @p path to @p next, with @p how a backfill computes it, if one does.
inline result<bool, namespace_error> add_column(table_version& next, field_path const& path, columnar::data_type type,
                                                std::map<std::string, std::string> metadata,
                                                std::optional<binding> how) {
    std::vector<std::size_t> parent;
    auto const* level = &next.fields->fields;
    for (std::size_t i = 0; i + 1 < path.segments.size(); ++i) {
        auto const at = std::find_if(level->begin(), level->end(),
                                     [&](columnar::field const& f) { return f.name == path.segments[i]; });
        if (at == level->end() || at->type.id != columnar::type_id::struct_)
            return fail(error_code::table_column_not_found, quote(path.to_string()) + " cannot be added: " +
                                                                quote(field_path{{path.segments[i]}}.to_string()) +
                                                                " is no struct column");
        parent.push_back(static_cast<std::size_t>(at - level->begin()));
        level = &at->type.children.list();
    }
    auto fields = std::make_shared<columnar::schema>(*next.fields);
    add_field(fields->fields, parent, {path.segments.back(), std::move(type), true, std::move(metadata)});
    if (auto bad = check_fields(fields->fields, true)) return *bad;
    next.fragments.transform([&](fragment_ptr const& at) -> fragment_ptr {
        auto changed = std::make_shared<fragment>(*at);
        add_nulls(changed->columns, fields->fields, parent, changed->rows);
        if (parent.empty()) changed->contents.push_back(new_content());  // what a struct held before, it still holds
        return changed;
    });
    next.fields = std::move(fields);
    if (!how) return true;
    auto computed = std::make_shared<bindings>(*next.computed);
    computed->insert_or_assign(path.to_string(), std::move(*how));
    next.computed = std::move(computed);
    return true;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
