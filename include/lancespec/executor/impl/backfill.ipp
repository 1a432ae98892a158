// Column backfill: from a request to a plan of tasks that compute, fragment by fragment, the rows that are asked for.
#pragma once

#include <lancespec/core/violation.hpp>
#include <lancespec/executor/impl/functions.ipp>
#include <lancespec/executor/impl/job_pool.ipp>
#include <lancespec/executor/impl/scatter.ipp>
#include <lancespec/executor/impl/store.ipp>
#include <lancespec/language/evaluate.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// What computes the values of a column: an expression, or a function with its inputs.
struct value_source {
    std::optional<where::bound_expression> expression;
    row_function function;
    std::string function_name;
    std::vector<std::vector<std::size_t>> inputs;
};

/// Some computed rows of a fragment.
struct piece {
    std::vector<std::int64_t> rows;
    columnar::array_ptr values;
};

struct backfill_fragment {
    fragment_ptr from;
    std::int64_t first_row = 0;  ///< of the version, for messages
    std::once_flag selected_once;
    std::optional<result<std::vector<std::int64_t>, namespace_error>> selected;
    std::vector<piece> pieces;
    std::size_t tasks_left = 0;
};

/// A running backfill. Tasks of different fragments, and of different rows of one, may run at the same time.
class backfill_run {
public:
    backfill_run(store& where_to, object_identifier id, std::optional<std::string> branch, version_ptr source,
                 std::vector<std::size_t> column, columnar::data_type type,
                 std::optional<where::bound_expression> filter, value_source values, std::int64_t commit_granularity)
        : store_(where_to),
          id_(std::move(id)),
          branch_(std::move(branch)),
          source_(std::move(source)),
          column_(std::move(column)),
          type_(std::move(type)),
          filter_(std::move(filter)),
          values_(std::move(values)),
          granularity_(commit_granularity) {}

    /// Lays out the tasks: @p task_size rows each, within a fragment; checkpoints of @p checkpoint_size rows.
    static job_plan plan(std::shared_ptr<backfill_run> const& run, std::int64_t fragments, std::int64_t task_size,
                         std::int64_t checkpoint_size, std::int64_t concurrency) {
        job_plan out;
        out.concurrency = concurrency;
        std::int64_t first_row = 0;
        for (auto const& from : run->source_->fragments) {
            if (fragments-- <= 0) break;
            auto part = std::make_shared<backfill_fragment>();
            part->from = from;
            part->first_row = first_row;
            first_row += from->rows;
            for (std::int64_t begin = 0; begin < from->rows;) {
                auto const end = from->rows - begin > task_size ? begin + task_size : from->rows;
                ++part->tasks_left;
                out.tasks.push_back(
                    [run, part, begin, end, checkpoint_size] { return run->task(part, begin, end, checkpoint_size); });
                begin = end;
            }
        }
        out.finish = [run](bool all_done) { return run->finish(all_done); };
        return out;
    }

private:
    using outcome = result<task_progress, namespace_error>;

    outcome task(std::shared_ptr<backfill_fragment> const& part, std::int64_t begin, std::int64_t end,
                 std::int64_t checkpoint) {
        std::call_once(part->selected_once, [&] { part->selected = select(*part); });
        if (!*part->selected) return part->selected->error();
        auto const& all = **part->selected;
        auto from = std::lower_bound(all.begin(), all.end(), begin);
        auto const last = std::lower_bound(from, all.end(), end);
        task_progress done;
        std::vector<piece> pieces;
        while (from != last) {
            auto const size = std::min<std::int64_t>(last - from, checkpoint);
            piece p{{from, from + size}, nullptr};
            auto values = compute(*part, p.rows);
            if (!values) return values.error();
            p.values = std::move(*values);
            from += size;
            done.rows += size;
            ++done.checkpoints;
            pieces.push_back(std::move(p));
        }
        return complete(part, std::move(pieces), done);
    }

    /// The rows of a fragment to compute: those the filter keeps, or those whose column is null.
    result<std::vector<std::int64_t>, namespace_error> select(backfill_fragment const& part) const {
        if (!filter_) {
            std::vector<std::int64_t> rows;
            auto const column = column_at(part.from->columns, column_);
            for (std::int64_t row = 0; row < column->length(); ++row)
                if (column->is_null(row)) rows.push_back(row);
            return rows;
        }
        auto rows = where::select_rows(*filter_, to_batch(*source_, *part.from));
        if (rows) return *rows;
        auto const error = rows.error();
        return at_row(part, error.row, "where", error.message);
    }

    result<columnar::array_ptr, namespace_error> compute(backfill_fragment const& part,
                                                         std::vector<std::int64_t> const& rows) const {
        if (!values_.expression) return call(part, rows);
        columnar::record_batch batch = to_batch(*source_, *part.from);
        if (static_cast<std::int64_t>(rows.size()) != batch.length) {
            for (auto const column : values_.expression->columns())
                batch.columns[column] = columnar::take(*batch.columns[column], rows);
            batch.length = static_cast<std::int64_t>(rows.size());
        }
        auto values = where::compute(*values_.expression, batch);
        if (values) return *values;
        auto const error = values.error();
        return at_row(part, rows[static_cast<std::size_t>(error.row)], "the column's expression", error.message);
    }

    result<columnar::array_ptr, namespace_error> call(backfill_fragment const& part,
                                                      std::vector<std::int64_t> const& rows) const {
        columnar::array_builder builder(type_);
        columnar::scalars inputs(values_.inputs.size());
        for (auto const row : rows) {
            for (std::size_t i = 0; i < inputs.size(); ++i)
                inputs[i] = columnar::get(*column_at(part.from->columns, values_.inputs[i]), row);
            try {
                auto const value = values_.function(inputs);
                if (value.is_null())
                    builder.append_null();
                else if (!builder.append(value))
                    return at_row(
                        part, row, values_.function_name,
                        columnar::to_string(value) + " does not fit the column's type " + columnar::to_string(type_));
            } catch (std::exception const& e) {
                return at_row(part, row, values_.function_name, e.what());
            } catch (...) {
                return at_row(part, row, values_.function_name, "an unknown failure");
            }
        }
        return builder.finish();
    }

    static namespace_error at_row(backfill_fragment const& part, std::int64_t row, std::string const& who,
                                  std::string const& why) {
        return fail(error_code::invalid_input,
                    who + " failed at row " + std::to_string(part.first_row + row) + ": " + to_valid_utf8(why),
                    "fragment " + std::to_string(part.from->id) + ", its row " + std::to_string(row));
    }

    /// Takes a task's pieces, and commits when enough fragments are whole.
    outcome complete(std::shared_ptr<backfill_fragment> const& part, std::vector<piece> pieces, task_progress done) {
        std::vector<std::shared_ptr<backfill_fragment>> ready;
        {
            std::lock_guard const lock(mutex_);
            for (auto& p : pieces) part->pieces.push_back(std::move(p));
            if (--part->tasks_left == 0 && !part->pieces.empty()) ready_.push_back(part);
            if (static_cast<std::int64_t>(ready_.size()) >= granularity_) ready.swap(ready_);
        }
        return commit(std::move(ready), done);
    }

    outcome finish(bool all_done) {
        std::vector<std::shared_ptr<backfill_fragment>> rest;
        {
            std::lock_guard const lock(mutex_);
            rest.swap(ready_);
        }
        if (!all_done) rest.clear();
        return commit(std::move(rest), {});
    }

    outcome commit(std::vector<std::shared_ptr<backfill_fragment>> parts, task_progress done) {
        if (parts.empty()) return done;
        struct merged {
            std::int64_t fragment = 0;
            columnar::array_ptr base;
            columnar::array_ptr column;
            piece all;
        };
        std::vector<merged> ready;
        for (auto const& part : parts) {
            merged m;
            m.fragment = part->from->id;
            m.base = column_at(part->from->columns, column_);
            m.all = join(part->pieces);
            m.column = scatter(m.base, m.all.rows, m.all.values);
            ready.push_back(std::move(m));
        }
        auto const version =
            store_.update(id_, branch_, [&](table_version& next, table&) -> result<void, namespace_error> {
                for (auto& at : next.fragments) {
                    auto const found =
                        std::find_if(ready.begin(), ready.end(), [&](merged const& m) { return m.fragment == at->id; });
                    if (found == ready.end()) continue;
                    auto const base = column_at(at->columns, column_);
                    // Usually nobody else wrote to the column meanwhile, and the column made outside the lock is right.
                    at = with_column(
                        *at, column_,
                        base == found->base ? found->column : scatter(base, found->all.rows, found->all.values));
                }
                return {};
            });
        if (!version) return version.error();
        ++done.commits;
        done.version = *version;
        return done;
    }

    static piece join(std::vector<piece>& pieces) {
        std::sort(pieces.begin(), pieces.end(),
                  [](piece const& a, piece const& b) { return a.rows.front() < b.rows.front(); });
        if (pieces.size() == 1) return std::move(pieces.front());
        piece all;
        std::vector<columnar::array_ptr> parts;
        for (auto& p : pieces) {
            all.rows.insert(all.rows.end(), p.rows.begin(), p.rows.end());
            parts.push_back(std::move(p.values));
        }
        all.values = columnar::concatenate(parts);
        return all;
    }

    store& store_;
    object_identifier id_;
    std::optional<std::string> branch_;
    version_ptr source_;
    std::vector<std::size_t> column_;
    columnar::data_type type_;
    std::optional<where::bound_expression> filter_;
    value_source values_;
    std::int64_t granularity_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<backfill_fragment>> ready_;
};

/// A violation of the executor's own bounds: numbers below their least value. The specification states none.
inline std::optional<namespace_error> check_at_least(
    std::initializer_list<std::pair<char const*, std::optional<std::int64_t>>> numbers) {
    for (auto const& [member, value] : numbers)
        if (value && *value < 1)
            return fail(error_code::invalid_input,
                        std::string("/") + member + ": must be at least 1, not " + std::to_string(*value));
    return std::nullopt;
}

/// Where the values of the column at @p path come from, or why it cannot be backfilled.
inline result<value_source, namespace_error> find_source(table_version const& version, field_path const& path,
                                                         functions const& known, std::string const& table_name) {
    auto const at = version.computed->find(path.to_string());
    if (at == version.computed->end())
        return fail(error_code::invalid_input, "column " + path.to_string() + " of table " + table_name +
                                                   " is neither virtual nor computed: nothing says how to compute it");
    value_source out;
    if (!at->second.is_virtual()) {
        auto const tree = where::parse(at->second.expression);
        if (!tree) return fail(error_code::internal, "the column's expression does not parse");
        auto bound = where::bind_value(*tree, *version.fields);
        if (!bound)
            return fail(error_code::invalid_table_state,
                        "the column's expression no longer fits the table: " + bound.error().message);
        out.expression = std::move(*bound);
        return out;
    }
    auto function = known.row(at->second.function);
    if (!function) return fail(error_code::invalid_table_state, "no function is registered as " + at->second.function);
    out.function = std::move(*function);
    out.function_name = at->second.function;
    for (auto const& input : at->second.input_columns) {
        auto found = find_column(input, *version.fields, table_name);
        if (!found) return found.error();
        out.inputs.push_back(found->indices);
    }
    return out;
}

/// Checks @p request and lays out its job. The order of the errors: the request's own numbers, the table and its
/// version, the column, the filter.
inline result<std::pair<job_snapshot, job_plan>, namespace_error> plan_backfill(
    store& objects, functions const& known, model::alter_table_backfill_columns_request const& request) {
    if (!request.id) return fail(error_code::invalid_input, "/id: the table is not named");
    if (auto bad = check_at_least({{"concurrency", request.concurrency},
                                   {"intra_applier_concurrency", request.intra_applier_concurrency},
                                   {"min_checkpoint_size", request.min_checkpoint_size},
                                   {"max_checkpoint_size", request.max_checkpoint_size},
                                   {"task_size", request.task_size},
                                   {"num_frags", request.num_frags},
                                   {"checkpoint_size", request.checkpoint_size},
                                   {"commit_granularity", request.commit_granularity},
                                   {"read_version", request.read_version}}))
        return *bad;
    if (auto const seconds = request.batch_checkpoint_flush_interval_seconds; seconds && !(*seconds >= 0))
        return fail(error_code::invalid_input, "/batch_checkpoint_flush_interval_seconds: must be at least 0");
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    auto const least_rows = request.min_checkpoint_size.value_or(1);
    auto const most_rows = request.max_checkpoint_size.value_or(most);
    if (least_rows > most_rows)
        return fail(error_code::invalid_input, "/min_checkpoint_size: must not be above max_checkpoint_size");

    object_identifier const id{*request.id};
    auto const name = id.display();
    auto version = objects.find(id, request.branch, request.read_version);
    if (!version) return version.error();
    auto const& fields = *(*version)->fields;
    auto column = find_column(request.column, fields, name);
    if (!column) return column.error();
    auto values = find_source(**version, column->canonical, known, name);
    if (!values) return values.error();
    std::optional<where::bound_expression> filter;
    if (request.where) {
        auto bound = bind_clause(*request.where, fields, "where");
        if (!bound) return bound.error();
        filter = std::move(*bound);
    }

    job_snapshot shown;
    shown.kind = job_kind::backfill;
    shown.object = name;
    shown.column = column->canonical.to_string();
    auto const run = std::make_shared<backfill_run>(objects, id, request.branch, *version, column->indices,
                                                    column->target->type, std::move(filter), std::move(*values),
                                                    request.commit_granularity.value_or(most));
    auto const checkpoint = std::clamp(request.checkpoint_size.value_or(most), least_rows, most_rows);
    return std::pair{std::move(shown),
                     backfill_run::plan(run, request.num_frags.value_or(most), request.task_size.value_or(most),
                                        checkpoint, request.concurrency.value_or(8))};
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
