// SPDX-License-Identifier: Apache-2.0
// A running backfill: tasks that compute, fragment by fragment, the rows that are asked for, and the commits.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/bounded_work.ipp>
#include <lancespec/executor/impl/column_values.ipp>
#include <lancespec/executor/impl/job_pool.ipp>
#include <lancespec/executor/impl/scatter.ipp>
#include <lancespec/executor/impl/store.ipp>

#include <algorithm>
#include <deque>
#include <unordered_map>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// Some computed rows of a fragment, ascending.
struct piece {
    row_numbers rows;
    columnar::array_ptr values;
};

/// The pieces as one. Their rows must not overlap.
inline piece join(std::vector<piece>& pieces) {
    if (pieces.size() == 1) return std::move(pieces.front());
    std::sort(pieces.begin(), pieces.end(),
              [](piece const& a, piece const& b) { return a.rows.front() < b.rows.front(); });
    piece all;
    columns parts;
    for (auto& p : pieces) {
        all.rows.insert(all.rows.end(), p.rows.begin(), p.rows.end());
        parts.push_back(std::move(p.values));
    }
    all.values = columnar::concatenate(parts);
    return all;
}

/// The part of @p all, computed for @p from, whose rows are still in @p now, which has the same origin.
inline piece rebase(piece const& all, fragment const& from, fragment const& now) {
    piece out;
    row_numbers kept;
    auto at = now.row_ids.begin();
    for (std::size_t i = 0; i < all.rows.size(); ++i) {
        auto const id = from.row_ids[static_cast<std::size_t>(all.rows[i])];
        at = std::lower_bound(at, now.row_ids.end(), id);
        if (at == now.row_ids.end()) break;
        if (*at != id) continue;
        out.rows.push_back(at - now.row_ids.begin());
        kept.push_back(static_cast<std::int64_t>(i));
    }
    out.values = columnar::take(*all.values, kept);
    return out;
}

/// Where the fragments of one origin are in a list. They mostly are where they were before; the list is gone through
/// only when one is not.
class fragment_places {
public:
    explicit fragment_places(shared_list<fragment> const& in) : in_(in) {}

    std::optional<std::size_t> find(std::int64_t origin, std::size_t hint) {
        if (hint < in_.size() && in_[hint]->origin == origin) return hint;
        if (!all_) {
            all_.emplace();
            std::size_t place = 0;
            for (auto const& part : in_) all_->emplace(part->origin, place++);
        }
        auto const at = all_->find(origin);
        return at == all_->end() ? std::nullopt : std::optional(at->second);
    }

private:
    shared_list<fragment> const in_;  // what it was: the places stay while fragments are replaced
    std::optional<std::unordered_map<std::int64_t, std::size_t>> all_;
};

/// What a backfill was asked to do, checked.
struct backfill_order {
    object_identifier id;
    std::optional<std::string> branch;
    version_ptr source;
    std::vector<std::size_t> column;
    columnar::data_type type;
    std::optional<where::bound_expression> filter;  ///< absent: the rows whose column is null
    value_source values;
    std::int64_t fragments = 0;    ///< most fragments to look at
    std::int64_t task_rows = 0;    ///< rows of a fragment per task
    std::int64_t checkpoint = 0;   ///< computed rows per checkpoint
    std::int64_t granularity = 0;  ///< fragments per commit
};

/// Tasks of different fragments, and of different rows of one, may run at the same time.
class backfill_run {
public:
    backfill_run(std::shared_ptr<store> where_to, backfill_order order, work_bounds bounds)
        : store_(std::move(where_to)), order_(std::move(order)), work_(bounds, stop_.get_token()) {}

    static job_plan plan(std::shared_ptr<backfill_run> const& run, std::int64_t concurrency) {
        job_plan out;
        out.stop = run->stop_;
        out.concurrency = concurrency;
        auto fragments = run->order_.fragments;
        auto const task_rows = run->order_.task_rows;
        std::int64_t first_row = 0;
        for (auto const& from : run->order_.source->fragments) {
            if (fragments-- <= 0) break;
            auto& part = run->parts_.emplace_back();
            part.from = from;
            part.position = run->parts_.size() - 1;
            part.first_row = first_row;
            first_row += from->rows;
            for (std::int64_t begin = 0; begin < from->rows;) {
                auto const end = from->rows - begin > task_rows ? begin + task_rows : from->rows;
                ++part.tasks_left;
                run->slices_.push_back({&part, begin, end});
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

    struct pending_fragment {
        fragment_ptr from;
        std::size_t position = 0;    ///< in the version that is read
        std::int64_t first_row = 0;  ///< of the version, for messages
        chosen_rows chosen;
        std::vector<piece> pieces;  ///< guarded by the run's mutex, as the next
        std::size_t tasks_left = 0;
    };

    /// A fragment whose column is computed, and the column that it had.
    struct ready_fragment {
        fragment const* from = nullptr;
        std::size_t position = 0;
        columnar::array_ptr base;
        columnar::array_ptr column;
        piece all;
    };

    /// The rows of a task.
    struct slice {
        pending_fragment* part;
        std::int64_t begin;
        std::int64_t end;
    };

    outcome task(slice const& rows) {
        auto* const part = rows.part;
        auto const& chosen = part->chosen.get([&]() -> result<row_numbers, row_failure> {
            if (order_.filter) return rows_where(*order_.filter, *order_.source, *part->from, work_);
            return rows_null(*part->from, order_.column);
        });
        if (!chosen) return failure(*part, chosen.error());
        auto from = std::lower_bound(chosen->begin(), chosen->end(), rows.begin);
        auto const last = std::lower_bound(from, chosen->end(), rows.end);
        task_progress done;
        std::vector<piece> pieces;
        while (from != last) {
            auto const size = std::min<std::int64_t>(last - from, order_.checkpoint);
            piece p{{from, from + size}, nullptr};
            auto values = compute_rows(order_.values, order_.type, *order_.source, *part->from, p.rows, work_);
            if (!values) return failure(*part, values.error());
            p.values = std::move(*values);
            from += size;
            done.rows += size;
            ++done.checkpoints;
            pieces.push_back(std::move(p));
        }
        return complete(part, std::move(pieces), done);
    }

    [[nodiscard]] namespace_error failure(pending_fragment const& part, row_failure const& why) const {
        if (why.end != work_end::none) return work_error(quote(why.who), why.end, work_.bounds(), job_steps_option);
        return fail(error_code::invalid_input,
                    quote(why.who) + " failed at row " + std::to_string(part.first_row + why.row) + ": " +
                        quote(why.why, message_bytes / 2),
                    "fragment " + std::to_string(part.from->id) + ", its row " + std::to_string(why.row));
    }

    /// Takes a task's pieces, and commits when enough fragments are whole.
    outcome complete(pending_fragment* part, std::vector<piece> pieces, task_progress done) {
        std::vector<pending_fragment*> ready;
        {
            std::lock_guard const lock(mutex_);
            for (auto& p : pieces) part->pieces.push_back(std::move(p));
            if (--part->tasks_left == 0 && !part->pieces.empty()) ready_.push_back(part);
            if (static_cast<std::int64_t>(ready_.size()) >= order_.granularity) ready.swap(ready_);
        }
        return commit(ready, done);
    }

    outcome finish(bool all_done) {
        std::vector<pending_fragment*> rest;
        {
            std::lock_guard const lock(mutex_);
            rest.swap(ready_);
        }
        if (!all_done) rest.clear();
        return commit(rest, {});
    }

    /// Publishes the columns of whole fragments as one version. Others may have written since the version that was
    /// read: rows that are gone are left out, rows that came stay as they are, and what was written to this very column
    /// is overwritten in the rows that were computed.
    outcome commit(std::vector<pending_fragment*> const& parts, task_progress done) {
        if (parts.empty()) return done;
        std::vector<ready_fragment> ready;
        for (auto const& part : parts) {
            ready_fragment made{part->from.get(), part->position, column_at(part->from->columns, order_.column),
                                nullptr, join(part->pieces)};
            made.column = scatter(made.base, made.all.rows, made.all.values);
            ready.push_back(std::move(made));
        }
        bool changed = false;
        auto const edit = [&](table_version& next, table&) -> result<bool, namespace_error> {
            changed = false;
            fragment_places places(next.fragments);
            for (auto const& made : ready) {
                auto const place = places.find(made.from->origin, made.position);
                if (!place) continue;
                auto const& at = *next.fragments[*place];
                auto const base = column_at(at.columns, order_.column);
                if (base == made.base && at.id == made.from->id) {
                    // the usual case: nobody else wrote here
                    next.fragments.set(*place, with_column(at, order_.column, made.column));
                } else {
                    auto const still = rebase(made.all, *made.from, at);
                    if (still.rows.empty()) continue;
                    auto column = scatter(base, still.rows, still.values);
                    next.fragments.set(*place, with_column(at, order_.column, std::move(column)));
                }
                changed = true;
            }
            return changed;
        };
        auto const version = store_->update(order_.id, order_.branch, edit, order_.source->table);
        if (!version) return version.error();
        if (changed) {
            ++done.commits;
            done.version = *version;
        }
        return done;
    }

    std::shared_ptr<store> store_;
    backfill_order order_;
    std::stop_source stop_;
    work_meter work_;
    std::deque<pending_fragment> parts_;  // they do not move: tasks point to them
    std::vector<slice> slices_;
    std::mutex mutex_;
    std::vector<pending_fragment*> ready_;
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
