// SPDX-License-Identifier: Apache-2.0
// Bounded work: how many steps something may take, how much it may make, and how it is ended early.
#pragma once

#include <lancespec/config.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE

/// Why work ended before it was done.
enum class work_end : std::uint8_t {
    none,     ///< it did not
    stopped,  ///< the stop token asked for it
    steps,    ///< it takes more steps than it may
    rows,     ///< it makes more rows than it may
    bytes     ///< it makes more bytes than it may
};

/// What some work may cost. A step is the least that a computation does with a row: comparing two numbers, looking at a
/// byte of a text; some nanoseconds at most in an optimised build. language.md lists what functions cost.
struct work_bounds {
    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
    std::int64_t steps = unlimited;
    std::int64_t output_rows = unlimited;   ///< rows of what is made: of a view
    std::int64_t output_bytes = unlimited;  ///< bytes of what is made: of a computed column, of a view
};

/// Counts the work of one request or job, whose threads share it. Thread-safe. Once the work has ended every call says
/// so. Counting never throws.
class work_meter {
public:
    explicit work_meter(work_bounds bounds = {}, std::stop_token stop = {}) noexcept
        : bounds_(bounds), stop_(std::move(stop)), left_(std::max<std::int64_t>(bounds.steps, 0)) {}
    work_meter(work_meter const&) = delete;
    work_meter& operator=(work_meter const&) = delete;

    /// Counts @p steps. False: the work has to end, and those steps are not counted.
    bool spend(std::int64_t steps) noexcept { return reserve(steps, steps) >= 0; }

    /// Counts as many steps as there still are, @p least at least and @p most at most; how many, or -1 when the work
    /// has to end. work_share calls this.
    std::int64_t reserve(std::int64_t least, std::int64_t most) noexcept {
        if (!goes_on()) return -1;
        auto left = left_.load(std::memory_order_relaxed);
        for (;;) {
            if (left < least) return end(work_end::steps), -1;
            auto const taken = std::min(left, most);
            if (left_.compare_exchange_weak(left, left - taken, std::memory_order_relaxed)) return taken;
        }
    }
    /// Gives back steps that were reserved and not taken.
    void give_back(std::int64_t steps) noexcept { left_.fetch_add(steps, std::memory_order_relaxed); }

    /// Counts what is made. False: that is more than there may be, and the work has to end.
    bool make(std::int64_t rows, std::int64_t bytes) noexcept {
        if (!goes_on()) return false;
        if (add(rows_, rows) > bounds_.output_rows) return end(work_end::rows), false;
        if (add(bytes_, bytes) > bounds_.output_bytes) return end(work_end::bytes), false;
        return true;
    }

    /// False when the work has ended, or the stop token asks for it.
    bool goes_on() noexcept {
        if (ended() != work_end::none) return false;
        if (!stop_.stop_requested()) return true;
        end(work_end::stopped);
        return false;
    }

    [[nodiscard]] work_end ended() const noexcept { return ended_.load(std::memory_order_relaxed); }
    [[nodiscard]] work_bounds const& bounds() const noexcept { return bounds_; }
    /// The steps counted so far.
    [[nodiscard]] std::int64_t steps() const noexcept {
        return std::max<std::int64_t>(bounds_.steps, 0) - left_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::int64_t rows() const noexcept { return rows_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

private:
    /// The first reason stays.
    void end(work_end why) noexcept {
        auto before = work_end::none;
        ended_.compare_exchange_strong(before, why, std::memory_order_relaxed);
    }
    /// The sum, which ends at the greatest number.
    static std::int64_t add(std::atomic<std::int64_t>& to, std::int64_t more) noexcept {
        auto before = to.load(std::memory_order_relaxed);
        for (;;) {
            std::int64_t sum = 0;
            if (__builtin_add_overflow(before, more, &sum)) sum = work_bounds::unlimited;
            if (to.compare_exchange_weak(before, sum, std::memory_order_relaxed)) return sum;
        }
    }

    work_bounds const bounds_;
    std::stop_token const stop_;
    std::atomic<std::int64_t> left_;
    std::atomic<std::int64_t> rows_{0};
    std::atomic<std::int64_t> bytes_{0};
    std::atomic<work_end> ended_{work_end::none};
};

/// One thread's share of the work: takes steps from the meter some thousand at a time, so that counting costs next to
/// nothing, and looks at the stop token as often. Gives back at its end what it did not use.
class work_share {
public:
    /// How many steps are taken from the meter at once; also the most between two looks at the stop token, unless one
    /// call spends more.
    static constexpr std::int64_t portion = std::int64_t{1} << 16;

    /// Null: unbounded.
    explicit work_share(work_meter* of) noexcept : of_(of), left_(of == nullptr ? work_bounds::unlimited : 0) {}
    ~work_share() {
        if (of_ != nullptr && left_ > 0) of_->give_back(left_);
    }
    work_share(work_share const&) = delete;
    work_share& operator=(work_share const&) = delete;

    /// Counts @p steps, not negative, before they are taken. False: the work has to end.
    bool spend(std::int64_t steps) noexcept {
        if (steps <= left_) {
            left_ -= steps;
            return true;
        }
        return refill(steps);
    }

    /// Why the work ended, or `none`.
    [[nodiscard]] work_end ended() const noexcept { return of_ == nullptr ? work_end::none : of_->ended(); }
    /// The same as a sentence.
    [[nodiscard]] std::string message() const;

private:
    bool refill(std::int64_t steps) noexcept {
        if (of_ == nullptr) {
            left_ = work_bounds::unlimited;
            return true;
        }
        auto const missing = steps - left_;
        auto const taken = of_->reserve(missing, std::max(missing, portion));
        if (taken < 0) {
            // From here on not even a step that was taken already is left.
            if (left_ > 0) of_->give_back(left_);
            left_ = -1;
            return false;
        }
        left_ += taken - steps;
        return true;
    }

    work_meter* of_;
    std::int64_t left_;
};

/// A sentence: `it takes more than 1000 steps`. For `none`: empty.
inline std::string message(work_end why, work_bounds const& bounds) {
    switch (why) {
        case work_end::none: break;
        case work_end::stopped: return "it was stopped";
        case work_end::steps: return "it takes more than " + std::to_string(bounds.steps) + " steps";
        case work_end::rows: return "it makes more than " + std::to_string(bounds.output_rows) + " rows";
        case work_end::bytes: return "it makes more than " + std::to_string(bounds.output_bytes) + " bytes";
    }
    return {};
}

inline std::string work_share::message() const {
    return of_ == nullptr ? std::string() : lancespec::message(of_->ended(), of_->bounds());
}

LANCESPEC_END_NAMESPACE
