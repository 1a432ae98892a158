// Running jobs: a job is a list of independent tasks with a beginning and an end, run by the pool's workers or, in
// seeded order, within the call that submits it.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/job.hpp>

#include <algorithm>
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

class job_pool {
public:
    job_pool(unsigned workers, bool inline_jobs, std::uint64_t seed, std::function<std::int64_t()> clock)
        : inline_(inline_jobs), random_(seed), clock_(std::move(clock)) {
        if (inline_) return;
        try {
            for (unsigned i = 0; i < std::max(1u, workers); ++i) threads_.emplace_back([this] { work(); });
        } catch (...) {
            stop();
            throw;
        }
    }

    ~job_pool() { stop(); }

    /// Starts @p plan under a new id, which it returns. @p stop ends a job that runs within the call.
    std::string submit(job_snapshot first, job_plan plan, std::stop_token const& stop = {}) {
        auto running = std::make_shared<job>();
        running->stop = plan.stop;
        running->plan = std::move(plan);
        running->shown = std::move(first);
        running->shown.tasks_total = static_cast<std::int64_t>(running->plan.tasks);
        running->no_memory = {error_code::internal, "there was no memory left for the job", {}, {}};
        running->order.resize(running->plan.tasks);
        std::iota(running->order.begin(), running->order.end(), std::size_t{0});
        running->shown.submitted_at_millis = now();
        std::string id;
        {
            std::lock_guard const lock(mutex_);
            do {
                id = std::string(name(running->shown.kind)) + "-" + hex(random_());
            } while (jobs_.contains(id));
            running->shown.id = id;
            if (inline_) std::shuffle(running->order.begin(), running->order.end(), random_);
            jobs_.emplace(id, running);
            if (!inline_) {
                auto const runners =
                    std::clamp<std::int64_t>(std::min(running->plan.concurrency, running->shown.tasks_total), 1,
                                             static_cast<std::int64_t>(threads_.size()));
                running->runners = runners;
                enqueue(running, id);
            } else {
                running->runners = 1;
            }
        }
        if (inline_) {
            std::stop_callback const stop_too(stop, [&] { running->stop.request_stop(); });
            run(*running);
        } else {
            wake_.notify_all();
        }
        return id;
    }

    [[nodiscard]] std::optional<job_snapshot> find(std::string_view id) const {
        std::lock_guard const lock(mutex_);
        auto const at = jobs_.find(id);
        if (at == jobs_.end()) return std::nullopt;
        return at->second->shown;
    }

    [[nodiscard]] std::optional<job_snapshot> wait(std::string_view id, std::chrono::milliseconds limit) const {
        std::unique_lock lock(mutex_);
        auto const at = jobs_.find(id);
        if (at == jobs_.end()) return std::nullopt;
        auto const waited_for = at->second;
        // The clock cannot count to a moment that is farther away than this.
        auto const patience =
            std::clamp<std::chrono::milliseconds>(limit, std::chrono::milliseconds(0), std::chrono::hours(24 * 365));
        ended_.wait_for(lock, patience, [&] { return waited_for->shown.finished_at_millis.has_value(); });
        return waited_for->shown;
    }

private:
    struct job {
        job_snapshot shown;         ///< guarded by the pool's mutex, like all that follows
        namespace_error no_memory;  ///< what becomes its error when there is no memory for another
        job_plan plan;
        std::stop_source stop{std::nostopstate};
        std::vector<std::size_t> order;
        std::size_t next = 0;
        std::int64_t runners = 0;
        bool failed = false;
    };

    /// What came of running something.
    struct ending {
        std::optional<task_progress> done;
        std::optional<namespace_error> error;  ///< neither: there was no memory, perhaps not even for an error
    };

    void stop() noexcept {
        {
            std::lock_guard const lock(mutex_);
            stopping_ = true;
        }
        wake_.notify_all();
        for (auto& t : threads_) t.join();
    }

    /// Queues the job once for each of its runners, or is as if it had never been there.
    void enqueue(std::shared_ptr<job> const& running, std::string const& id) {
        std::int64_t queued = 0;
        try {
            for (; queued < running->runners; ++queued) queue_.push_back(running);
        } catch (...) {
            for (; queued > 0; --queued) queue_.pop_back();
            jobs_.erase(id);
            throw;
        }
    }

    static std::string hex(std::uint64_t n) {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string out(16, '0');
        for (auto at = out.rbegin(); at != out.rend(); ++at, n >>= 4) *at = digits[n & 15];
        return out;
    }

    void work() {
        for (;;) {
            std::shared_ptr<job> next;
            {
                std::unique_lock lock(mutex_);
                wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
                if (stopping_) return;
                next = std::move(queue_.front());
                queue_.pop_front();
            }
            run(*next);
        }
    }

    /// Runs tasks of @p j until there are none, and ends the job when this was its last runner.
    void run(job& j) {
        for (;;) {
            std::size_t index = 0;
            {
                std::lock_guard const lock(mutex_);
                j.shown.state = job_state::running;
                if (j.failed || stopping_ || j.next == j.order.size()) break;
                index = j.order[j.next++];
            }
            add(j, guarded([&] { return j.plan.task(index); }), true);
        }
        bool all_done = false;
        {
            std::lock_guard const lock(mutex_);
            if (--j.runners != 0) return;
            all_done = !j.failed && j.next == j.order.size();
        }
        if (j.plan.finish) add(j, guarded([&] { return j.plan.finish(all_done); }), false);
        auto const finished = now();
        job_plan done_with;  // what its tasks hold is the user's too, and is let go of without the lock
        {
            std::lock_guard const lock(mutex_);
            if (stopping_ && !all_done && !j.failed) {
                j.failed = true;
                j.shown.error = namespace_error{error_code::service_unavailable, "the catalog was closed", {}, {}};
            }
            j.shown.state = j.failed ? job_state::failed : job_state::succeeded;
            j.shown.finished_at_millis = finished;
            done_with = std::exchange(j.plan, {});
        }
        ended_.notify_all();
    }

    /// The user's clock; never called with the lock held. A failure of it must not end a worker.
    [[nodiscard]] std::int64_t now() const noexcept {
        try {
            return clock_();
        } catch (...) {
            return 0;
        }
    }

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

    void add(job& j, ending end, bool is_task) noexcept {
        std::lock_guard const lock(mutex_);
        if (!end.done) {
            if (!j.failed) j.shown.error = std::move(end.error ? *end.error : j.no_memory);
            j.failed = true;
            return;
        }
        if (is_task) ++j.shown.tasks_done;
        j.shown.rows_computed += end.done->rows;
        j.shown.checkpoints += end.done->checkpoints;
        j.shown.commits += end.done->commits;
        if (end.done->version) j.shown.version = std::max(*end.done->version, j.shown.version.value_or(0));
    }

    bool inline_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    mutable std::condition_variable ended_;
    bool stopping_ = false;
    std::mt19937_64 random_;
    std::function<std::int64_t()> clock_;
    std::deque<std::shared_ptr<job>> queue_;
    std::map<std::string, std::shared_ptr<job>, std::less<>> jobs_;
    std::vector<std::thread> threads_;
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
