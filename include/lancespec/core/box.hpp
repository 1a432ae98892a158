// SPDX-License-Identifier: Apache-2.0
// A value on the heap, for types that hold themselves.
#pragma once

#include <lancespec/config.hpp>

#include <memory>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE

/// A @p T by value: copied with what it holds, never empty, compared by what it holds. @p T may be incomplete where the
/// box is a member. A box that was moved from may only be assigned to or destroyed.
template <class T>
class box {
public:
    box() : held_(std::make_unique<T>()) {}
    box(T value) : held_(std::make_unique<T>(std::move(value))) {}
    box(box const& other) : held_(std::make_unique<T>(*other)) {}
    box(box&&) noexcept = default;
    box& operator=(box const& other) {
        held_ = std::make_unique<T>(*other);
        return *this;
    }
    box& operator=(box&&) noexcept = default;
    ~box() = default;

    [[nodiscard]] T& operator*() noexcept { return *held_; }
    [[nodiscard]] T const& operator*() const noexcept { return *held_; }
    [[nodiscard]] T* operator->() noexcept { return held_.get(); }
    [[nodiscard]] T const* operator->() const noexcept { return held_.get(); }

    friend bool operator==(box const& a, box const& b) { return *a == *b; }

private:
    std::unique_ptr<T> held_;
};

LANCESPEC_END_NAMESPACE
