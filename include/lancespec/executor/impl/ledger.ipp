// SPDX-License-Identifier: Apache-2.0
// How many bytes the tables of a catalog hold: each column is paid for once, however many versions share it, and paid
// back when the last of them lets go of it.
#pragma once

#include <lancespec/columnar/impl/trusted.ipp>
#include <lancespec/columnar/validate.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// Bytes that are in use, at most so many. One for each table is below the catalog's. Thread-safe.
class ledger {
public:
    explicit ledger(std::size_t most, std::shared_ptr<ledger> above = nullptr)
        : most_(most), above_(std::move(above)) {}

    /// The ledger that has no room for @p bytes more; null when all have, and the bytes are taken.
    ledger const* take(std::size_t bytes) noexcept {
        auto used = used_.load(std::memory_order_relaxed);
        do {
            if (bytes > most_ - std::min(used, most_)) return this;
        } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
        auto const* full = above_ ? above_->take(bytes) : nullptr;
        if (full != nullptr) used_.fetch_sub(bytes, std::memory_order_relaxed);
        return full;
    }
    void give_back(std::size_t bytes) noexcept {
        used_.fetch_sub(bytes, std::memory_order_relaxed);
        if (above_) above_->give_back(bytes);
    }

    [[nodiscard]] std::size_t used() const noexcept { return used_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::size_t most() const noexcept { return most_; }
    [[nodiscard]] bool is_of_catalog() const noexcept { return above_ == nullptr; }

private:
    std::size_t most_;
    std::shared_ptr<ledger> above_;
    std::atomic<std::size_t> used_{0};
};
using ledger_ptr = std::shared_ptr<ledger>;

/// Takes and gives back; says which ledger was full.
class payment {
public:
    explicit payment(ledger_ptr from) : ledger_(std::move(from)) {}

    /// The ledger that was full; null: none yet.
    [[nodiscard]] ledger const* full() const noexcept { return full_; }

    template <class T>
    [[nodiscard]] bool is_paid(std::shared_ptr<T const> const& what) const noexcept {
        auto const* paid = std::get_deleter<paid_for<T>>(what);
        return paid != nullptr && paid->from == ledger_;
    }

    /// @p what, which gives @p bytes back when nothing holds it any more; null when there is no room for them.
    template <class T>
    [[nodiscard]] std::shared_ptr<T const> pay(std::shared_ptr<T const> what, std::size_t bytes) {
        if (full_ == nullptr) full_ = ledger_->take(bytes);
        if (full_ != nullptr) return nullptr;
        auto const* const at = what.get();
        // Also when there is no memory for the pointer, its deleter gives back.
        return std::shared_ptr<T const>(at, paid_for<T>{std::move(what), ledger_, bytes});
    }

    /// The same for a column. What is below it is paid for by itself: versions share the fields of structs, and columns
    /// the values of dictionaries.
    [[nodiscard]] columnar::array_ptr pay(columnar::array_ptr const& column) {
        if (is_paid(column)) return column;
        if (auto const known = seen_.find(column); known != seen_.end()) return known->second;
        auto paid = pay_anew(column);
        if (paid) seen_.emplace(column, paid);
        return paid;
    }

private:
    [[nodiscard]] columnar::array_ptr pay_anew(columnar::array_ptr const& column) {
        if (column->children().empty()) return pay(column, columnar::memory_of(*column));
        std::vector<columnar::array_ptr> children;
        children.reserve(column->children().size());
        for (auto const& child : column->children()) {
            children.push_back(pay(child));
            if (!children.back()) return nullptr;
        }
        auto const own = columnar::memory_of(*column, columnar::children_counted::no);
        return pay(columnar::detail::trusted(std::make_shared<columnar::array const>(
                       column->type(), column->length(), column->null_count(), column->validity(), column->offsets(),
                       column->values(), std::move(children))),
                   own);
    }

    template <class T>
    struct paid_for {
        std::shared_ptr<T const> held;
        ledger_ptr from;
        std::size_t bytes = 0;
        void operator()(T const*) noexcept {
            held.reset();
            from->give_back(bytes);
        }
    };

    ledger_ptr ledger_;
    ledger const* full_ = nullptr;
    std::map<columnar::array_ptr, columnar::array_ptr> seen_;  ///< columns met more than once are paid for once
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
