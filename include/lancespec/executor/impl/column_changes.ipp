// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: dropping and altering columns, and their metadata. Old versions keep what they had.
#pragma once

#include <lancespec/executor/impl/column_operations.ipp>
#include <lancespec/language/impl/cast_value.ipp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

using column_indices = std::span<std::size_t const>;

/// The field at @p at, to be changed: the levels above it become copies of their own.
inline columnar::field& field_at(std::vector<columnar::field>& level, column_indices at) {
    auto& found = level[at.front()];
    return at.size() == 1 ? found : field_at(found.type.children.edit(), at.subspan(1));
}

/// Takes the field at @p at out.
inline void erase_field(std::vector<columnar::field>& level, column_indices at) {
    if (at.size() == 1)
        level.erase(level.begin() + static_cast<std::ptrdiff_t>(at.front()));
    else
        erase_field(level[at.front()].type.children.edit(), at.subspan(1));
}

/// @p of with other children, of the type @p type.
inline columnar::array_ptr with_children(columnar::array const& of, columnar::data_type const& type, columns children) {
    return std::make_shared<columnar::array const>(type, of.length(), of.null_count(), of.validity(), of.offsets(),
                                                   of.values(), std::move(children));
}

/// Takes the column at @p at out of @p from, whose fields are @p level afterwards.
inline void erase_column(columns& from, std::vector<columnar::field> const& level, column_indices at) {
    if (at.size() == 1) {
        from.erase(from.begin() + static_cast<std::ptrdiff_t>(at.front()));
        return;
    }
    auto& column = from[at.front()];
    auto children = column->children();
    auto const& type = level[at.front()].type;
    erase_column(children, type.children, at.subspan(1));
    column = with_children(*column, type, std::move(children));
}

/// @p from as @p type, of which what differs is around the values: they are shared.
inline columnar::array_ptr as_type(columnar::array_ptr const& from, columnar::data_type const& type) {
    if (from->type() == type) return from;
    auto children = from->children();
    for (std::size_t i = 0; i < children.size(); ++i) children[i] = as_type(children[i], type.children[i].type);
    return with_children(*from, type, std::move(children));
}

/// Names, metadata and nullability of fields are part of the type of what is around them: the columns follow.
inline void follow_types(table_version& next) {
    next.fragments.transform([&next](fragment_ptr const& part) -> fragment_ptr {
        std::shared_ptr<fragment> changed;
        for (std::size_t i = 0; i < part->columns.size(); ++i) {
            auto column = as_type(part->columns[i], next.fields->fields[i].type);
            if (column == part->columns[i]) continue;
            if (!changed) changed = std::make_shared<fragment>(*part);
            changed->columns[i] = std::move(column);
        }
        return changed ? fragment_ptr(std::move(changed)) : part;
    });
}

/// A column as the request names it: one that has a value in each row.
inline result<resolved_path, namespace_error> find_changed(std::string const& text, table_version const& in,
                                                           std::string const& table_name) {
    auto found = find_column(text, *in.fields, table_name);
    if (!found) return found.error();
    if (!is_struct_path(*in.fields, found->indices)) return inside_a_list(found->canonical);
    return found;
}

/// Why the columns that backfills compute no longer fit the table; nothing when all do.
inline std::optional<namespace_error> check_computed(table_version const& next, std::string const& changed) {
    for (auto const& [path, how] : *next.computed) {
        auto const refuse = [&, &path = path] {
            return fail(error_code::invalid_input, "column " + quote(changed) + " is what column " + quote(path) +
                                                       " is computed of: drop that one first");
        };
        if (!how.is_virtual() && !bind_expression(how.expression, *next.fields)) return refuse();
        for (auto const& input : how.input_columns)
            if (!find_column(input, *next.fields, {})) return refuse();
    }
    return std::nullopt;
}

/// Whether the canonical path @p path is @p above, or leads below it.
inline bool is_within(std::string const& path, std::string const& above) noexcept {
    return path.starts_with(above) && (path.size() == above.size() || path[above.size()] == '.');
}

/// The bindings without those of @p path and below it, or under @p to in place of @p path.
inline std::shared_ptr<bindings const> rebound(bindings const& from, std::string const& path,
                                               std::optional<std::string> const& to) {
    auto out = std::make_shared<bindings>();
    for (auto const& [key, how] : from) {
        if (!is_within(key, path))
            out->emplace(key, how);
        else if (to)
            out->emplace(*to + key.substr(path.size()), how);
    }
    return out;
}

/// The indices without those of @p path and below it, or with @p to in place of it.
inline std::shared_ptr<index_records const> reindexed(std::shared_ptr<index_records const> const& from,
                                                      std::string const& path, std::optional<std::string> const& to) {
    if (!from) return from;
    auto out = std::make_shared<index_records>();
    for (auto const& [name, index] : *from) {
        auto const& column = index->column;
        bool const below = is_within(column, path);
        if (below && !to) continue;
        auto next = index;
        if (below) {
            auto renamed = std::make_shared<index_record>(*index);
            renamed->column = *to + column.substr(path.size());
            next = std::move(renamed);
        }
        out->emplace(name, std::move(next));
    }
    return out;
}

inline result<bool, namespace_error> drop_column(table_version& next, std::string const& text,
                                                 std::string const& table_name) {
    auto const found = find_changed(text, next, table_name);
    if (!found) return found.error();
    auto const& at = found->indices;
    auto const canonical = found->canonical.to_string();
    auto fields = std::make_shared<columnar::schema>(*next.fields);
    erase_field(fields->fields, at);
    auto const* around = &fields->fields;
    for (std::size_t i = 0; i + 1 < at.size(); ++i) around = &(*around)[at[i]].type.children.list();
    if (around->empty())
        return fail(error_code::invalid_input, "column " + quote(canonical) + " is the last one of its " +
                                                   (at.size() == 1 ? "table" : "struct, which can be dropped itself"));
    next.fragments.transform([&](fragment_ptr const& part) -> fragment_ptr {
        auto changed = std::make_shared<fragment>(*part);
        erase_column(changed->columns, fields->fields, at);
        auto const place = changed->contents.begin() + static_cast<std::ptrdiff_t>(at.front());
        if (at.size() == 1)
            changed->contents.erase(place);
        else
            *place = new_content();
        return changed;
    });
    next.fields = std::move(fields);
    next.computed = rebound(*next.computed, canonical, std::nullopt);
    next.indices = reindexed(next.indices, canonical, std::nullopt);
    return true;
}

/// The values of @p from as @p to; null when one would not be the same, or the work has to end, at @p row.
inline columnar::array_ptr retype(columnar::array const& from, columnar::data_type const& to, work_meter& work,
                                  std::int64_t& row) {
    columnar::array_builder out(to);
    auto const have = columnar::plain_type(from.type());
    auto const want = columnar::plain_type(to);
    for (row = 0; row < from.length(); ++row) {
        auto const value = columnar::get(from, row);
        auto const bytes = bytes_of(value);
        if (!work.spend(bytes + 64) || !work.make(0, bytes)) return nullptr;
        if (value.is_null()) {
            out.append_null();
            continue;
        }
        auto const cast = where::detail::cast_value(value, have, want);
        auto const back = cast ? where::detail::cast_value(*cast, want, have) : std::nullopt;
        if (!back || !(*back == value) || !out.append(*cast)) return nullptr;
    }
    return out.finish();
}

/// What an entry of the request changes of its column.
struct alteration {
    model::alter_columns_entry const& entry;
    std::string place;  ///< `/alterations/0`
    std::string table_name;
    limits const& bounds;
    work_meter& work;

    result<bool, namespace_error> apply(table_version& next) const {
        auto const found = find_changed(entry.path, next, table_name);
        if (!found) return found.error();
        if (!entry.rename && !entry.nullable && !entry.data_type && !entry.virtual_column)
            return fail(error_code::invalid_input, place + ": says nothing to change");
        if (entry.virtual_column)
            if (auto bad = change_function(next, *found)) return *bad;
        if (entry.data_type)
            if (auto bad = change_type(next, *found)) return *bad;
        if (entry.nullable)
            if (auto bad = change_nullable(next, *found)) return *bad;
        if (entry.rename)
            if (auto bad = change_name(next, *found)) return *bad;
        return true;
    }

private:
    using failure = std::optional<namespace_error>;

    failure change_function(table_version& next, resolved_path const& of) const {
        auto const path = of.canonical.to_string();
        auto const known = next.computed->find(path);
        if (known == next.computed->end() || !known->second.is_virtual())
            return fail(error_code::invalid_input,
                        place + "/virtual_column: column " + quote(path) + " is not virtual");
        auto how = known->second;
        auto const& to = *entry.virtual_column;
        if (to.udf_name) how.function = *to.udf_name;
        if (how.function.empty()) return fail(error_code::invalid_input, place + "/virtual_column/udf_name: is empty");
        if (to.input_columns) how.input_columns = *to.input_columns;
        for (auto const& input : how.input_columns) {
            auto const found = find_changed(input, next, table_name);
            if (!found) return found.error();
        }
        auto computed = std::make_shared<bindings>(*next.computed);
        computed->insert_or_assign(path, std::move(how));
        next.computed = std::move(computed);
        if (to.field_metadata)
            edit(next, of, [&](columnar::field& field) {
                for (auto const& [key, value] : *to.field_metadata) field.metadata.insert_or_assign(key, value);
            });
        return std::nullopt;
    }

    failure change_type(table_version& next, resolved_path const& of) const {
        auto const path = quote(of.canonical.to_string());
        auto const to = from_json_arrow(*entry.data_type);
        if (!to) return fail(error_code::invalid_input, place + "/data_type: is no type that a column can have");
        if (auto why = columnar::detail::find_crossed_bound(*to, bounds))
            return fail(error_code::invalid_input, place + "/data_type: " + *why);
        auto const have = columnar::plain_type(of.target->type);
        if (have == *to) return std::nullopt;
        if (next.computed->contains(of.canonical.to_string()))
            return fail(error_code::invalid_input,
                        place + "/data_type: column " + path + " has the type of what it is computed by");
        if (!where::detail::can_cast(have, columnar::plain_type(*to)))
            return fail(error_code::table_schema_validation_error,
                        place + "/data_type: " + path + " is " + quote(columnar::to_string(have)) +
                            ", which does not become " + columnar::to_string(*to));
        edit(next, of, [&](columnar::field& field) { field.type = *to; });
        next.indices = reindexed(next.indices, of.canonical.to_string(), std::nullopt);
        failure bad;
        next.fragments.transform([&](fragment_ptr const& part) -> fragment_ptr {
            if (bad) return part;
            std::int64_t row = 0;
            auto values = retype(*column_at(part->columns, of.indices), *to, work, row);
            if (!values) {
                bad = work.ended() != work_end::none
                          ? work_error("the new type", work.ended(), work.bounds(), request_steps_option)
                          : fail(error_code::table_schema_validation_error,
                                 place + "/data_type: the value of " + path + " in row " +
                                     std::to_string(part->row_ids[static_cast<std::size_t>(row)]) +
                                     " would not be the same as " + columnar::to_string(*to));
                return part;
            }
            return with_column(*part, of.indices, std::move(values));
        });
        if (!bad) follow_types(next);
        return bad;
    }

    failure change_nullable(table_version& next, resolved_path const& of) const {
        for (auto const& part : next.fragments) {
            if (*entry.nullable || column_at(part->columns, of.indices)->null_count() == 0) continue;
            return fail(error_code::table_schema_validation_error,
                        place + "/nullable: column " + quote(of.canonical.to_string()) + " has nulls");
        }
        if (!*entry.nullable && next.computed->contains(of.canonical.to_string()))
            return fail(error_code::invalid_input, place + "/nullable: column " + quote(of.canonical.to_string()) +
                                                       " is null in new rows until a backfill computes it");
        edit(next, of, [&](columnar::field& field) { field.nullable = *entry.nullable; });
        follow_types(next);
        return std::nullopt;
    }

    failure change_name(table_version& next, resolved_path const& of) const {
        auto fields = std::make_shared<columnar::schema>(*next.fields);
        field_at(fields->fields, of.indices).name = *entry.rename;
        if (auto bad = check_fields(fields->fields, true)) return bad;
        next.fields = std::move(fields);
        follow_types(next);
        auto renamed = of.canonical;
        renamed.segments.back() = *entry.rename;
        next.computed = rebound(*next.computed, of.canonical.to_string(), renamed.to_string());
        next.indices = reindexed(next.indices, of.canonical.to_string(), renamed.to_string());
        return std::nullopt;
    }

    template <class Change>
    static void edit(table_version& next, resolved_path const& of, Change const& change) {
        auto fields = std::make_shared<columnar::schema>(*next.fields);
        change(field_at(fields->fields, of.indices));
        next.fields = std::move(fields);
    }
};

}  // namespace detail

LANCESPEC_DECL result<model::alter_table_drop_columns_response, namespace_error> catalog::execute(
    model::alter_table_drop_columns_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    if (auto bad = detail::check_no_view(state_->objects, *id)) return *bad;
    auto const name = id->display();
    auto const version = state_->objects.update(
        *id, request.branch, [&](detail::table_version& next, detail::table&) -> result<bool, namespace_error> {
            if (request.columns.empty())
                return detail::fail(error_code::invalid_input, "/columns: names no column to drop");
            // All are looked for in the table as it is: that one is within another is no mistake.
            std::vector<std::string> gone;
            for (auto const& text : request.columns) {
                auto const found = detail::find_changed(text, next, name);
                if (!found) return found.error();
                gone.push_back(found->canonical.to_string());
            }
            std::sort(gone.begin(), gone.end());
            std::vector<std::string> dropped;
            for (auto const& path : gone) {
                bool const done = std::any_of(dropped.begin(), dropped.end(), [&path](std::string const& above) {
                    return detail::is_within(path, above);
                });
                if (done) continue;
                if (auto const out = detail::drop_column(next, path, name); !out) return out.error();
                dropped.push_back(path);
            }
            for (auto const& path : gone)
                if (auto bad = detail::check_computed(next, path)) return *bad;
            return true;
        });
    if (!version) return version.error();
    model::alter_table_drop_columns_response response;
    response.version = *version;
    return response;
}

LANCESPEC_DECL result<model::alter_table_alter_columns_response, namespace_error> catalog::execute(
    model::alter_table_alter_columns_request const& request, std::stop_token const& stop) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    if (auto bad = detail::check_no_view(state_->objects, *id)) return *bad;
    work_meter work(state_->bounds_of_request, stop);
    auto const version = state_->objects.update(
        *id, request.branch, [&](detail::table_version& next, detail::table&) -> result<bool, namespace_error> {
            if (request.alterations.empty())
                return detail::fail(error_code::invalid_input, "/alterations: names no column to alter");
            for (std::size_t i = 0; i < request.alterations.size(); ++i) {
                detail::alteration const change{request.alterations[i], "/alterations/" + std::to_string(i),
                                                id->display(), state_->reading, work};
                if (auto const done = change.apply(next); !done) return done.error();
                if (auto bad = detail::check_computed(next, request.alterations[i].path)) return *bad;
            }
            return true;
        });
    if (!version) return version.error();
    model::alter_table_alter_columns_response response;
    response.version = *version;
    return response;
}

LANCESPEC_DECL result<model::update_field_metadata_response, namespace_error> catalog::execute(
    model::update_field_metadata_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    model::update_field_metadata_response response;
    auto const version = state_->objects.update(
        *id, request.branch, [&](detail::table_version& next, detail::table&) -> result<bool, namespace_error> {
            auto fields = std::make_shared<columnar::schema>(*next.fields);
            response.fields.emplace();
            for (auto const& entry : request.updates) {
                auto const found = detail::find_column(entry.path, *next.fields, id->display());
                if (!found) return found.error();
                auto& metadata = detail::field_at(fields->fields, found->indices).metadata;
                if (entry.replace.value_or(false)) metadata.clear();
                for (auto const& [key, value] : entry.metadata) {
                    if (value)
                        metadata.insert_or_assign(key, *value);
                    else
                        metadata.erase(key);
                }
                (*response.fields)[found->canonical.to_string()] = metadata;
            }
            next.fields = std::move(fields);
            detail::follow_types(next);
            return true;
        });
    if (!version) return version.error();
    response.version = *version;
    return response;
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
