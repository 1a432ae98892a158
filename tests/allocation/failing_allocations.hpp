// SPDX-License-Identifier: Apache-2.0
// The n-th allocation fails: operator new of the whole test program, which counts while it is armed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace failing_allocations {

enum class failure {
    once,  ///< the n-th allocation alone: what tells of the failure has memory again
    rest   ///< the n-th and all that follow
};

inline std::atomic<bool> armed{false};
inline std::atomic<long> left{0};
inline std::atomic<bool> lasting{false};

/// Whether this allocation is to fail. Allocations of every thread count.
inline bool fails() noexcept {
    if (!armed.load()) return false;
    auto const before = left.fetch_sub(1);
    return before == 1 || (before < 1 && lasting.load());
}

/// Makes allocation @p n, from 1, fail until it is destroyed.
class armed_scope {
public:
    armed_scope(long n, failure how) noexcept {
        left = n;
        lasting = how == failure::rest;
        armed = true;
    }
    ~armed_scope() { armed = false; }
    armed_scope(armed_scope const&) = delete;
    armed_scope& operator=(armed_scope const&) = delete;

    /// Whether the allocation that was to fail was asked for.
    [[nodiscard]] static bool reached() noexcept { return left.load() < 1; }
};

inline void* allocate(std::size_t size) {
    if (!fails())
        if (auto* made = std::malloc(size == 0 ? 1 : size)) return made;
    throw std::bad_alloc();
}

inline void* allocate(std::size_t size, std::align_val_t alignment) {
    auto const align = static_cast<std::size_t>(alignment);
    if (!fails())
        if (auto* made = std::aligned_alloc(align, (size + align - 1) / align * align)) return made;
    throw std::bad_alloc();
}

}  // namespace failing_allocations
