// SPDX-License-Identifier: Apache-2.0
// Running jobs: a job is a list of independent tasks with a beginning and an end, run by the pool's workers or, in
// seeded order, within the call that submits it.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/job.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <random>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// What a task did, added to the job's counts.
struct task_progress {
    std::int64_t rows = 0;
    std::int64_t checkpoints = 0;
    std::int64_t commits = 0;
    std::optional<std::int64_t> version;
};

/// Work of a job. Tasks may run at the same time; one that fails stops those not yet begun.
struct job_plan {
    std::size_t tasks = 0;
    std::function<result<task_progress, namespace_error>(std::size_t index)> task;  ///< runs the task of that number
    /// Runs once after the last task, also when one failed: commits what is left.
    std::function<result<task_progress, namespace_error>(bool all_done)> finish;
    std::int64_t concurrency = 8;
    std::stop_source stop;  ///< what the tasks look at
};

/// Jobs and the threads that run them. What a running task touches is kept by the thread that runs it, so that the pool
/// can go while a function given by the embedding program does not return.
class job_pool {
public:
    job_pool(unsigned workers, bool inline_jobs, std::uint64_t seed, std::function<std::int64_t()> clock,
             std::chrono::milliseconds close_wait)
        : state_(std::make_shared<state>(inline_jobs, seed, std::move(clock))), close_wait_(close_wait) {
        if (inline_jobs) return;
        try {
            for (unsigned i = 0; i < std::max(1u, workers); ++i) start_worker();
        } catch (...) {
            close();
            throw;
        }
    }

    /// Stops what runs, drops what does not, and waits for the threads, `close_wait` at most.
    ~job_pool() { close(); }
    job_pool(job_pool const&) = delete;
    job_pool& operator=(job_pool const&) = delete;

    /// Starts @p plan under a new id, which it returns. @p stop ends a job that runs within the call.
    std::string submit(job_snapshot first, job_plan plan, std::stop_token const& stop = {}) {
        auto made = std::make_shared<job>();
        made->stop = plan.stop;
        made->plan = std::move(plan);
        made->shown = std::move(first);
        made->shown.tasks_total = static_cast<std::int64_t>(made->plan.tasks);
        made->no_memory = {error_code::internal, "there was no memory left for the job", {}, {}};
        made->cancelled = {error_code::service_unavailable, "the job was cancelled", {}, {}};
        made->closed = {error_code::service_unavailable, "the catalog was closed", {}, {}};
        made->order.resize(made->plan.tasks);
        std::iota(made->order.begin(), made->order.end(), std::size_t{0});
        made->shown.submitted_at_millis = state_->now();
        auto id = state_->add(made, static_cast<std::int64_t>(threads_.size()));
        if (state_->is_inline) {
            std::stop_callback const stop_too(stop, [&] { made->stop.request_stop(); });
            state_->run(*made);
        } else {
            state_->wake.notify_all();
        }
        return id;
    }

    /// Asks the job to end; false for an unknown id and for a job that has ended.
    bool cancel(std::string_view id) {
        auto const now = state_->now();
        std::stop_source stop{std::nostopstate};
        std::optional<job_plan> done_with;
        {
            std::lock_guard const lock(state_->mutex);
            auto const at = state_->jobs.find(id);
            if (at == state_->jobs.end() || at->second->shown.finished_at_millis) return false;
            stop = at->second->stop;
            if (at->second->shown.state == job_state::queued) {
                std::erase(state_->queue, at->second);
                state_->end(*at->second, now, job_state::cancelled);
                done_with.emplace(std::move(at->second->plan));
            }
        }
        stop.request_stop();
        state_->ended.notify_all();
        return true;
    }

    [[nodiscard]] std::optional<job_snapshot> find(std::string_view id) const {
        std::lock_guard const lock(state_->mutex);
        auto const at = state_->jobs.find(id);
        if (at == state_->jobs.end()) return std::nullopt;
        return at->second->shown;
    }

    [[nodiscard]] std::optional<job_snapshot> wait(std::string_view id, std::chrono::milliseconds limit) const {
        std::unique_lock lock(state_->mutex);
        auto const at = state_->jobs.find(id);
        if (at == state_->jobs.end()) return std::nullopt;
        auto const waited_for = at->second;
        // The clock cannot count to a moment that is farther away than this.
        auto const patience =
            std::clamp<std::chrono::milliseconds>(limit, std::chrono::milliseconds(0), std::chrono::hours(24 * 365));
        state_->ended.wait_for(lock, patience, [&] { return waited_for->shown.finished_at_millis.has_value(); });
        return waited_for->shown;
    }

private:
    struct job {
        job_snapshot shown;         ///< guarded by the pool's mutex, like all that follows
        namespace_error no_memory;  ///< what becomes its error when there is no memory for another; so the next two
        namespace_error cancelled;
        namespace_error closed;
        job_plan plan;
        std::stop_source stop{std::nostopstate};
        std::vector<std::size_t> order;
        std::size_t next = 0;
        std::int64_t runners = 0;
        bool failed = false;
    };

    /// What the pool shares with its threads.
    struct state {
        state(bool inline_jobs, std::uint64_t seed, std::function<std::int64_t()> clock)
            : is_inline(inline_jobs), random(seed), clock_(std::move(clock)) {}

        bool const is_inline;
        mutable std::mutex mutex;
        std::condition_variable wake;
        std::condition_variable ended;
        bool closing = false;
        std::mt19937_64 random;
        std::deque<std::shared_ptr<job>> queue;
        std::map<std::string, std::shared_ptr<job>, std::less<>> jobs;

        /// Gives @p made an id and puts it into the queue; the id.
        std::string add(std::shared_ptr<job> const& made, std::int64_t threads) {
            std::string id;
            std::lock_guard const lock(mutex);
            do {
                id = std::string(name(made->shown.kind)) + "-" + hex(random());
            } while (jobs.contains(id));
            made->shown.id = id;
            if (is_inline) std::shuffle(made->order.begin(), made->order.end(), random);
            auto const at = jobs.emplace(id, made).first;
            made->runners = 1;
            if (is_inline) return id;
            made->runners = std::clamp<std::int64_t>(std::min(made->plan.concurrency, made->shown.tasks_total), 1,
                                                     std::max<std::int64_t>(1, threads));
            std::int64_t queued = 0;
            try {
                for (; queued < made->runners; ++queued) queue.push_back(made);
            } catch (...) {  // no memory: as if the job had never been there
                for (; queued > 0; --queued) queue.pop_back();
                jobs.erase(at);
                throw;
            }
            return id;
        }

        void work() {
            for (;;) {
                std::shared_ptr<job> next;
                {
                    std::unique_lock lock(mutex);
                    wake.wait(lock, [this] { return closing || !queue.empty(); });
                    if (closing) return;
                    next = std::move(queue.front());
                    queue.pop_front();
                }
                run(*next);
            }
        }

        /// Runs tasks of @p j until there are none, and ends the job when this was its last runner.
        void run(job& j) {
            for (;;) {
                std::size_t index = 0;
                {
                    std::lock_guard const lock(mutex);
                    j.shown.state = job_state::running;
                    if (j.failed || j.stop.stop_requested() || j.next == j.order.size()) break;
                    index = j.order[j.next++];
                }
                add_progress(j, guarded([&] { return j.plan.task(index); }), true);
            }
            bool all_done = false;
            {
                std::lock_guard const lock(mutex);
                if (--j.runners != 0) return;
                all_done = !j.failed && j.next == j.order.size();
            }
            if (j.plan.finish) add_progress(j, guarded([&] { return j.plan.finish(all_done); }), false);
            auto const finished = now();
            // What its tasks hold is the user's too, and is let go of without the lock. An empty plan would allocate.
            std::optional<job_plan> done_with;
            {
                std::lock_guard const lock(mutex);
                bool const cancelled = !all_done && j.stop.stop_requested() && was_stopped(j);
                end(j, finished,
                    cancelled  ? job_state::cancelled
                    : j.failed ? job_state::failed
                               : job_state::succeeded);
                done_with.emplace(std::move(j.plan));
            }
            ended.notify_all();
        }

        /// Sets how @p j ended. The lock is held.
        void end(job& j, std::int64_t when, job_state how) const noexcept {
            j.shown.state = how;
            j.shown.finished_at_millis = when;
            if (how == job_state::cancelled) j.shown.error = std::move(closing ? j.closed : j.cancelled);
        }

        /// The user's clock; never called with the lock held. A failure of it must not end a worker.
        [[nodiscard]] std::int64_t now() const noexcept {
            try {
                return clock_();
            } catch (...) {
                return 0;
            }
        }

    private:
        static std::string hex(std::uint64_t n) {
            constexpr std::string_view digits = "0123456789abcdef";
            std::string out(16, '0');
            for (auto at = out.rbegin(); at != out.rend(); ++at, n >>= 4) *at = digits[n & 15];
            return out;
        }

        /// Whether @p j ended because it was asked to, and not because a task failed by itself.
        static bool was_stopped(job const& j) {
            return !j.failed || (j.shown.error && j.shown.error->code == error_code::service_unavailable);
        }

        /// What came of running something.
        struct ending {
            std::optional<task_progress> done;
            std::optional<namespace_error> error;  ///< neither: there was no memory, perhaps not even for an error
        };

        /// A job that fails must not end its worker, so nothing may leave here: not even what telling of the failure
        /// throws.
        template <class F>
        static ending guarded(F const& run_it) noexcept {
            ending out;
            try {
                try {
                    auto const made = run_it();
                    if (made)
                        out.done = *made;
                    else
                        out.error = made.error();
                } catch (std::bad_alloc const&) {
                } catch (std::exception const& e) {
                    out.error = namespace_error{error_code::internal, quote(e.what(), message_bytes), {}, {}};
                } catch (...) {
                    out.error = namespace_error{error_code::internal, "an unknown failure", {}, {}};
                }
            } catch (...) {
                out = {};
            }
            return out;
        }

        void add_progress(job& j, ending came, bool is_task) noexcept {
            std::lock_guard const lock(mutex);
            if (!came.done) {
                if (!j.failed) j.shown.error = std::move(came.error ? *came.error : j.no_memory);
                j.failed = true;
                return;
            }
            if (is_task) ++j.shown.tasks_done;
            j.shown.rows_computed += came.done->rows;
            j.shown.checkpoints += came.done->checkpoints;
            j.shown.commits += came.done->commits;
            if (came.done->version) j.shown.version = std::max(*came.done->version, j.shown.version.value_or(0));
        }

        std::function<std::int64_t()> clock_;
    };

    struct worker {
        std::thread thread;
        std::shared_ptr<std::atomic<bool>> done = std::make_shared<std::atomic<bool>>(false);
    };

    void start_worker() {
        auto& added = threads_.emplace_back();
        added.thread = std::thread([to = state_, done = added.done] {
            to->work();
            *done = true;
            // Nothing is touched behind this but what the thread holds itself.
            std::lock_guard const lock(to->mutex);
            to->ended.notify_all();
        });
    }

    void close() noexcept {
        {
            std::lock_guard const lock(state_->mutex);
            state_->closing = true;
            // Whoever looks at these tokens asks; nothing of the user's is called here.
            for (auto const& [id, j] : state_->jobs) j->stop.request_stop();
        }
        state_->wake.notify_all();
        {
            std::unique_lock lock(state_->mutex);
            state_->ended.wait_for(lock, close_wait_, [this] {
                return std::all_of(threads_.begin(), threads_.end(), [](auto const& w) { return w.done->load(); });
            });
        }
        for (auto& w : threads_)
            if (w.thread.joinable()) *w.done ? w.thread.join() : w.thread.detach();
    }

    std::shared_ptr<state> state_;
    std::chrono::milliseconds close_wait_;
    std::vector<worker> threads_;
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
