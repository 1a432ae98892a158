// SPDX-License-Identifier: Apache-2.0
// Refreshing a materialized view: a task per work item of the source, then one commit that replaces the view's rows.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/bounded_work.ipp>
#include <lancespec/executor/impl/job_pool.ipp>
#include <lancespec/executor/impl/request_checks.ipp>
#include <lancespec/executor/impl/view_rows.ipp>

#include <deque>
#include <limits>
#include <unordered_map>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// A running refresh.
class refresh_run {
public:
    refresh_run(std::shared_ptr<store> where_to, object_identifier id, std::uint64_t table, bound_view view,
                std::int64_t rows_per_fragment, std::optional<std::int64_t> output_limit, work_bounds bounds)
        : store_(std::move(where_to)),
          id_(std::move(id)),
          table_(table),
          view_(std::move(view)),
          rows_per_fragment_(rows_per_fragment),
          limit_(output_limit),
          work_(bounds, stop_.get_token()) {}

    /// Lays out a task for every @p task_rows rows of the source that @p before, the view's last version, does not
    /// already cover: a chunker's refresh is incremental.
    static job_plan plan(std::shared_ptr<refresh_run> const& run, table_version const& before, std::int64_t task_rows,
                         std::int64_t concurrency) {
        job_plan out;
        out.stop = run->stop_;
        out.concurrency = concurrency;
        std::unordered_map<std::int64_t, view_part const*> made_before;
        bool const incremental = run->view_.kind == model::materialized_view_kind::chunker && !run->view_.counts_rows();
        if (incremental && before.parts && *before.fields == *run->view_.outputs)
            for (auto const& part : *before.parts) made_before.emplace(part.source->origin, &part);
        for (auto const& from : run->view_.source->fragments) {
            auto& part = run->parts_.emplace_back();
            part.made.source = from;
            part.number = run->parts_.size() - 1;
            if (auto const old = made_before.find(from->origin); old != made_before.end())
                if (auto kept = reuse(run->view_, *old->second, from)) {
                    part.made = std::move(*kept);
                    continue;
                }
            for (std::int64_t begin = 0; begin < from->rows;) {
                auto const end = from->rows - begin > task_rows ? begin + task_rows : from->rows;
                run->slices_.push_back({&part, part.items.size(), begin, end});
                part.items.emplace_back();
                begin = end;
            }
        }
        out.tasks = run->slices_.size();
        out.task = [run](std::size_t index) { return run->task(run->slices_[index]); };
        out.finish = [run](bool all_done) { return run->finish(all_done); };
        return out;
    }

private:
    using outcome = result<task_progress, namespace_error>;

    struct pending_part {
        view_part made;
        std::size_t number = 0;  ///< of the source's fragments
        chosen_rows chosen;
        std::vector<columns> items;  ///< one per task, in the order of the source's rows
    };

    /// The source rows of a task, and where its result goes.
    struct slice {
        pending_part* part;
        std::size_t item;
        std::int64_t begin;
        std::int64_t end;
    };

    /// The rows that the source's filter, offset and limit leave of each of its fragments.
    result<std::vector<row_numbers>, namespace_error> counted_rows() {
        std::vector<row_numbers> out;
        auto skip = view_.offset;
        auto left = view_.limit.value_or(std::numeric_limits<std::int64_t>::max());
        for (auto const& part : parts_) {
            auto const& from = *part.made.source;
            auto& rows = out.emplace_back();
            if (left == 0) continue;
            if (view_.filter) {
                auto kept = rows_where(*view_.filter, *view_.source, from, work_);
                if (!kept) return failure(from, kept.error());
                rows = std::move(*kept);
            } else {
                rows.resize(static_cast<std::size_t>(from.rows));
                std::iota(rows.begin(), rows.end(), std::int64_t{0});
            }
            auto const skipped = std::min(skip, static_cast<std::int64_t>(rows.size()));
            rows.erase(rows.begin(), rows.begin() + skipped);
            skip -= skipped;
            rows.resize(static_cast<std::size_t>(std::min(left, static_cast<std::int64_t>(rows.size()))));
            left -= static_cast<std::int64_t>(rows.size());
        }
        return out;
    }

    /// The rows of a task.
    result<row_numbers, namespace_error> rows_of(slice const& of) {
        auto& part = *of.part;
        auto const& from = *part.made.source;
        auto const between = [&of](row_numbers const& all) {
            auto const first = std::lower_bound(all.begin(), all.end(), of.begin);
            return row_numbers(first, std::lower_bound(first, all.end(), of.end));
        };
        if (view_.counts_rows()) {
            auto const& all = counted_.get([&] { return counted_rows(); });
            if (!all) return all.error();
            return between((*all)[part.number]);
        }
        if (view_.filter) {
            auto const& all = part.chosen.get([&] { return rows_where(*view_.filter, *view_.source, from, work_); });
            if (!all) return failure(from, all.error());
            return between(*all);
        }
        row_numbers rows(static_cast<std::size_t>(of.end - of.begin));
        std::iota(rows.begin(), rows.end(), of.begin);
        return rows;
    }

    outcome task(slice const& of) {
        auto& part = *of.part;
        auto const& from = *part.made.source;
        auto const rows = rows_of(of);
        if (!rows) return rows.error();
        auto made = view_.function ? expand(view_, from, *rows, work_) : project(view_, from, *rows, work_);
        if (!made) return failure(from, made.error());
        task_progress done;
        done.rows = made->front()->length();
        part.items[of.item] = std::move(*made);
        return done;
    }

    [[nodiscard]] namespace_error failure(fragment const& from, row_failure const& why) const {
        if (why.end != work_end::none) return work_error(quote(why.who), why.end, work_.bounds(), job_steps_option);
        auto const id = from.row_ids[static_cast<std::size_t>(why.row)];
        return fail(error_code::invalid_input,
                    quote(why.who) + " failed at the source's row " + std::to_string(id) + ": " +
                        quote(why.why, message_bytes / 2),
                    "fragment " + std::to_string(from.id) + " of the source, its row " + std::to_string(why.row));
    }

    outcome finish(bool all_done) {
        task_progress done;
        if (!all_done) return done;
        std::vector<view_part> parts;
        for (auto& part : parts_) {
            for (std::size_t i = 0; !part.items.empty() && i < view_.outputs->fields.size(); ++i) {
                columns pieces;
                for (auto const& item : part.items) pieces.push_back(item[i]);
                part.made.columns.push_back(columnar::concatenate(pieces));
            }
            if (!part.items.empty()) part.made.rows = part.made.columns.front()->length();
            if (!part.made.columns.empty()) parts.push_back(std::move(part.made));
        }
        auto const fragments = assemble(parts);
        auto const kept = std::make_shared<std::vector<view_part> const>(std::move(parts));
        auto const edit = [&](table_version& next, table& counters) -> result<bool, namespace_error> {
            next.fields = view_.outputs;
            next.parts = kept;
            next.fragments = {};
            for (auto const& made : fragments) {
                auto const numbered = std::make_shared<fragment>(*made);
                number_rows(*numbered, counters);
                next.fragments.push_back(numbered);
            }
            return true;
        };
        auto const version = store_->update(id_, std::nullopt, edit, table_);
        if (!version) return version.error();
        done.commits = 1;
        done.version = *version;
        return done;
    }

    /// The view's rows, at most the limit, in fragments of at most the size asked for.
    [[nodiscard]] std::vector<std::shared_ptr<fragment>> assemble(std::vector<view_part> const& parts) const {
        std::vector<std::shared_ptr<fragment>> out;
        columns whole;
        for (std::size_t i = 0; !parts.empty() && i < view_.outputs->fields.size(); ++i) {
            columns pieces;
            for (auto const& part : parts) pieces.push_back(part.columns[i]);
            whole.push_back(columnar::concatenate(pieces));
        }
        auto const rows_made = whole.empty() ? 0 : whole.front()->length();
        auto const total = std::min(limit_.value_or(rows_made), rows_made);
        for (std::int64_t begin = 0; begin < total;) {
            auto const end = total - begin > rows_per_fragment_ ? begin + rows_per_fragment_ : total;
            auto made = std::make_shared<fragment>();
            made->rows = end - begin;
            row_numbers rows(static_cast<std::size_t>(made->rows));
            std::iota(rows.begin(), rows.end(), begin);
            for (auto const& column : whole)
                made->columns.push_back(made->rows == column->length() ? column : columnar::take(*column, rows));
            out.push_back(std::move(made));
            begin = end;
        }
        return out;
    }

    std::shared_ptr<store> store_;
    object_identifier id_;
    std::uint64_t table_;
    bound_view view_;
    std::int64_t rows_per_fragment_;
    std::optional<std::int64_t> limit_;
    std::stop_source stop_;
    work_meter work_;
    std::deque<pending_part> parts_;  // they do not move: tasks point to them
    std::vector<slice> slices_;
    computed_once<std::vector<row_numbers>, namespace_error> counted_;
};

/// Checks @p request and lays out its job. A source query that cannot be run is the job's failure, not the request's,
/// since the specification lets a view hold any; an unknown source version is the request's.
inline result<planned_job, namespace_error> plan_refresh(std::shared_ptr<store> const& objects, functions const& known,
                                                         model::refresh_materialized_view_request const& request,
                                                         work_bounds bounds) {
    if (!request.id) return fail(error_code::invalid_input, "/id: the view is not named");
    if (auto bad = check_at_least_one({{"src_version", request.src_version},
                                       {"max_rows_per_fragment", request.max_rows_per_fragment},
                                       {"concurrency", request.concurrency},
                                       {"intra_applier_concurrency", request.intra_applier_concurrency},
                                       {"source_task_size", request.source_task_size},
                                       {"output_limit", request.output_limit}}))
        return *bad;
    object_identifier const id{*request.id};
    auto const before = objects->find(id);
    if (!before) return before.error();
    auto const definition = objects->find_view(id);
    if (!definition)
        return fail(error_code::table_not_found, quote(id.display()) + " is a table, not a materialized view");
    bool const chunker = definition->kind == model::materialized_view_kind::chunker;
    if (request.output_limit && !chunker)
        return fail(error_code::invalid_input,
                    "/output_limit: only for chunker views, and view " + quote(id.display()) + " is none");

    planned_job out;
    out.shown.kind = job_kind::refresh;
    out.shown.object = id.display();
    auto bound = bind_view(*objects, known, id, *definition, request.src_version);
    if (!bound) {
        if (bound.error().code == error_code::table_version_not_found) return bound.error();
        out.plan.finish = [why = bound.error()](bool) -> result<task_progress, namespace_error> { return why; };
        return out;
    }
    auto const task_rows = chunker ? request.source_task_size.value_or(1024) : std::numeric_limits<std::int64_t>::max();
    auto const run =
        std::make_shared<refresh_run>(objects, id, (*before)->table, std::move(*bound),
                                      request.max_rows_per_fragment.value_or(1'000'000), request.output_limit, bounds);
    out.plan = refresh_run::plan(run, **before, task_rows, request.concurrency.value_or(8));
    return out;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
