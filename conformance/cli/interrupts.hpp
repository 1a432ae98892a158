// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM while a server is checked: the first ends the checks, the second the clean-up.
#pragma once

#include <atomic>
#include <csignal>

namespace lancespec::conformance {

/// Counts the signals while it lives; the third ends the program as if nobody had listened. One at a time.
class interrupts {
public:
    interrupts();
    ~interrupts();
    interrupts(interrupts const&) = delete;
    interrupts& operator=(interrupts const&) = delete;

    [[nodiscard]] std::atomic<int> const& count() const noexcept;

private:
    struct sigaction before_int_ {};
    struct sigaction before_term_ {};
};

}  // namespace lancespec::conformance
