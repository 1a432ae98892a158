// Refreshing a materialized view: a task per work item of the source, then one commit that replaces the view's rows.
#pragma once

#include <lancespec/executor/impl/backfill.ipp>
#include <lancespec/executor/impl/source_query.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

inline constexpr std::string_view source_row_id = "__source_row_id";  ///< int64: the row of the source a row is made of
inline constexpr std::string_view child_index =
    "__child_index";  ///< int64, udtf and chunker: from 0 within a source row

/// A view's definition bound to one version of its source.
struct bound_view {
    view_kind kind = view_kind::query;
    version_ptr source;
    std::vector<std::vector<std::size_t>> inputs;  ///< the source's columns
    std::optional<where::bound_expression> filter;
    std::optional<table_function> function;
    std::string function_name;
    std::shared_ptr<columnar::schema const> outputs;  ///< with the bookkeeping columns last
};

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
    for (auto const& path : query->columns) {
        auto found = find_column(path, *out.source->fields, name);
        if (!found) return found.error();
        if (!is_struct_path(*out.source->fields, found->indices))
            return fail(error_code::invalid_input,
                        "a view cannot read " + found->canonical.to_string() + ", which is inside a list");
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
        out.function = known.table(definition.function);
        out.function_name = definition.function;
        if (!out.function)
            return fail(error_code::invalid_table_state, "no table function is registered as " + definition.function);
        fields = out.function->outputs(fields);
    }
    columnar::data_type int64;
    int64.id = columnar::type_id::int64;
    fields.push_back({std::string(source_row_id), int64, false, {}});
    if (out.function) fields.push_back({std::string(child_index), int64, false, {}});
    for (std::size_t i = 0; i < fields.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (fields[i].name == fields[j].name)
                return fail(error_code::invalid_input, "the view would have two columns called " + fields[i].name);
    auto outputs = std::make_shared<columnar::schema>();
    outputs->fields = std::move(fields);
    out.outputs = std::move(outputs);
    return out;
}

/// A running refresh.
class refresh_run {
public:
    refresh_run(store& where_to, object_identifier id, bound_view view, std::int64_t rows_per_fragment,
                std::optional<std::int64_t> output_limit)
        : store_(where_to),
          id_(std::move(id)),
          view_(std::move(view)),
          rows_per_fragment_(rows_per_fragment),
          limit_(output_limit) {}

    static job_plan plan(std::shared_ptr<refresh_run> const& run, std::int64_t task_rows, std::int64_t concurrency) {
        job_plan out;
        out.concurrency = concurrency;
        auto const before = run->store_.find(run->id_);
        for (auto const& from : run->view_.source->fragments) {
            auto part = std::make_shared<pending_part>();
            part->made.source = from;
            run->parts_.push_back(part);
            if (before && run->reuse(**before, *part)) continue;
            for (std::int64_t begin = 0; begin < from->rows;) {
                auto const end = from->rows - begin > task_rows ? begin + task_rows : from->rows;
                auto const item = part->items.size();
                part->items.emplace_back();
                out.tasks.push_back([run, part, item, begin, end] { return run->task(*part, item, begin, end); });
                begin = end;
            }
        }
        out.finish = [run](bool all_done) { return run->finish(all_done); };
        return out;
    }

private:
    using outcome = result<task_progress, namespace_error>;
    using columns = std::vector<columnar::array_ptr>;

    struct pending_part {
        view_part made;
        std::vector<columns> items;  ///< one per task, in the order of the source's rows
    };

    /// A chunker's refresh is incremental: what it made of a fragment that has not changed stays.
    bool reuse(table_version const& before, pending_part& part) const {
        if (view_.kind != view_kind::chunker || before.fields == nullptr || *before.fields != *view_.outputs)
            return false;
        for (auto const& old : before.parts) {
            if (old.source->id != part.made.source->id) continue;
            for (auto const& input : view_.inputs)
                if (column_at(old.source->columns, input) != column_at(part.made.source->columns, input)) return false;
            if (view_.filter)
                for (auto const column : view_.filter->columns())
                    if (old.source->columns[column] != part.made.source->columns[column]) return false;
            part.made = old;
            return true;
        }
        return false;
    }

    outcome task(pending_part& part, std::size_t item, std::int64_t begin, std::int64_t end) const {
        auto const& from = *part.made.source;
        std::vector<std::int64_t> rows;
        if (view_.filter) {
            auto selected = where::select_rows(*view_.filter, to_batch(*view_.source, from));
            if (!selected)
                return fail(error_code::invalid_input, "the view's where failed: " + selected.error().message);
            for (auto const row : *selected)
                if (row >= begin && row < end) rows.push_back(row);
        } else {
            rows.resize(static_cast<std::size_t>(end - begin));
            std::iota(rows.begin(), rows.end(), begin);
        }
        auto made = view_.function ? expand(from, rows) : project(from, rows);
        if (!made) return made.error();
        task_progress done;
        done.rows = made->empty() ? 0 : made->front()->length();
        part.items[item] = std::move(*made);
        return done;
    }

    result<columns, namespace_error> project(fragment const& from, std::vector<std::int64_t> const& rows) const {
        columns out;
        for (auto const& input : view_.inputs) out.push_back(columnar::take(*column_at(from.columns, input), rows));
        columnar::array_builder ids(view_.outputs->fields.back().type);
        for (auto const row : rows) ids.append({from.row_ids[static_cast<std::size_t>(row)]});
        out.push_back(ids.finish());
        return out;
    }

    result<columns, namespace_error> expand(fragment const& from, std::vector<std::int64_t> const& rows) const {
        auto const& fields = view_.outputs->fields;
        auto const width = fields.size() - 2;
        std::vector<columnar::array_builder> builders;
        for (auto const& field : fields) builders.emplace_back(field.type);
        columnar::scalars inputs(view_.inputs.size());
        for (auto const row : rows) {
            auto const id = from.row_ids[static_cast<std::size_t>(row)];
            auto const failed = [&](std::string const& why) {
                return fail(error_code::invalid_input, view_.function_name + " failed at the source's row " +
                                                           std::to_string(id) + ": " + to_valid_utf8(why));
            };
            for (std::size_t i = 0; i < inputs.size(); ++i)
                inputs[i] = columnar::get(*column_at(from.columns, view_.inputs[i]), row);
            std::vector<columnar::scalars> made;
            try {
                made = view_.function->rows(inputs);
            } catch (std::exception const& e) {
                return failed(e.what());
            } catch (...) {
                return failed("an unknown failure");
            }
            for (std::size_t child = 0; child < made.size(); ++child) {
                if (made[child].size() != width)
                    return failed("a row has " + std::to_string(made[child].size()) + " values, not " +
                                  std::to_string(width));
                for (std::size_t i = 0; i < width; ++i) {
                    auto const& value = made[child][i];
                    if (value.is_null())
                        builders[i].append_null();
                    else if (!builders[i].append(value))
                        return failed(columnar::to_string(value) + " does not fit column " + fields[i].name +
                                      " of type " + columnar::to_string(fields[i].type));
                }
                builders[width].append({id});
                builders[width + 1].append({static_cast<std::int64_t>(child)});
            }
        }
        columns out;
        for (auto& builder : builders) out.push_back(builder.finish());
        return out;
    }

    outcome finish(bool all_done) {
        task_progress done;
        if (!all_done) return done;
        std::vector<view_part> parts;
        for (auto const& part : parts_) {
            if (!part->items.empty()) {
                for (std::size_t i = 0; i < view_.outputs->fields.size(); ++i) {
                    columns pieces;
                    for (auto const& item : part->items) pieces.push_back(item[i]);
                    part->made.columns.push_back(pieces.size() == 1 ? pieces.front() : columnar::concatenate(pieces));
                }
                part->made.rows = part->made.columns.front()->length();
            }
            if (part->made.rows != 0) parts.push_back(std::move(part->made));
        }
        auto fragments = assemble(parts);
        auto const version = store_.update(id_, std::nullopt,
                                           [&](table_version& next, table& counters) -> result<void, namespace_error> {
                                               next.fields = view_.outputs;
                                               next.parts = parts;
                                               next.fragments.clear();
                                               for (auto& made : fragments) {
                                                   made->id = counters.next_fragment++;
                                                   for (std::int64_t i = 0; i < made->rows; ++i)
                                                       made->row_ids.push_back(counters.next_row++);
                                                   next.fragments.push_back(made);
                                               }
                                               return {};
                                           });
        if (!version) return version.error();
        done.commits = 1;
        done.version = *version;
        return done;
    }

    /// The view's rows, at most the limit, in fragments of at most the size asked for.
    [[nodiscard]] std::vector<std::shared_ptr<fragment>> assemble(std::vector<view_part> const& parts) const {
        std::vector<std::shared_ptr<fragment>> out;
        auto left = limit_.value_or(std::numeric_limits<std::int64_t>::max());
        columns whole;
        for (std::size_t i = 0; !parts.empty() && i < view_.outputs->fields.size(); ++i) {
            columns pieces;
            for (auto const& part : parts) pieces.push_back(part.columns[i]);
            whole.push_back(pieces.size() == 1 ? pieces.front() : columnar::concatenate(pieces));
        }
        auto const total = whole.empty() ? 0 : std::min(left, whole.front()->length());
        for (std::int64_t begin = 0; begin < total;) {
            auto const end = total - begin > rows_per_fragment_ ? begin + rows_per_fragment_ : total;
            auto made = std::make_shared<fragment>();
            made->rows = end - begin;
            std::vector<std::int64_t> rows(static_cast<std::size_t>(made->rows));
            std::iota(rows.begin(), rows.end(), begin);
            for (auto const& column : whole)
                made->columns.push_back(made->rows == column->length() ? column : columnar::take(*column, rows));
            out.push_back(std::move(made));
            begin = end;
        }
        return out;
    }

    store& store_;
    object_identifier id_;
    bound_view view_;
    std::int64_t rows_per_fragment_;
    std::optional<std::int64_t> limit_;
    std::vector<std::shared_ptr<pending_part>> parts_;
};

/// Checks @p request and lays out its job. A source query that cannot be run is the job's failure, not the request's,
/// since the specification lets a view hold any; an unknown source version is the request's.
inline result<std::pair<job_snapshot, job_plan>, namespace_error> plan_refresh(
    store& objects, functions const& known, model::refresh_materialized_view_request const& request) {
    if (!request.id) return fail(error_code::invalid_input, "/id: the view is not named");
    if (auto bad = check_at_least({{"src_version", request.src_version},
                                   {"max_rows_per_fragment", request.max_rows_per_fragment},
                                   {"concurrency", request.concurrency},
                                   {"intra_applier_concurrency", request.intra_applier_concurrency},
                                   {"source_task_size", request.source_task_size},
                                   {"output_limit", request.output_limit}}))
        return *bad;
    object_identifier const id{*request.id};
    if (auto const exists = objects.find(id); !exists) return exists.error();
    auto const definition = objects.find_view(id);
    if (!definition) return fail(error_code::table_not_found, "table " + id.display() + " is no materialized view");
    if (request.output_limit && definition->kind != view_kind::chunker)
        return fail(error_code::invalid_input,
                    "/output_limit: only for chunker views, and view " + id.display() + " is none");

    job_snapshot shown;
    shown.kind = job_kind::refresh;
    shown.object = id.display();
    auto bound = bind_view(objects, known, id, *definition, request.src_version);
    if (!bound) {
        if (bound.error().code == error_code::table_version_not_found) return bound.error();
        job_plan failing;
        failing.finish = [why = bound.error()](bool) -> result<task_progress, namespace_error> { return why; };
        return std::pair{std::move(shown), std::move(failing)};
    }
    bool const chunker = definition->kind == view_kind::chunker;
    auto const task_rows = chunker ? request.source_task_size.value_or(1024) : std::numeric_limits<std::int64_t>::max();
    auto const run = std::make_shared<refresh_run>(
        objects, id, std::move(*bound), request.max_rows_per_fragment.value_or(1'000'000), request.output_limit);
    return std::pair{std::move(shown), refresh_run::plan(run, task_rows, request.concurrency.value_or(8))};
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
