// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM to `lancespec serve`: the first ends it in good order, soon; the second at once.
#pragma once

#include <csignal>

namespace lancespec::conformance {

/// Blocks the signals that end the program in this thread and in those it starts, for wait() to take them. One at a
/// time.
class ending_signals {
public:
    /// @p seconds after the first signal the process ends with status 0, whatever still runs: a handler, a job, a
    /// destructor that waits for one.
    explicit ending_signals(unsigned seconds = 4);
    ~ending_signals();
    ending_signals(ending_signals const&) = delete;
    ending_signals& operator=(ending_signals const&) = delete;

    /// Waits for the first signal. From then on the next one ends the process as if nobody had listened.
    void wait();

private:
    unsigned seconds_;
    sigset_t set_{};
    sigset_t before_{};
    struct sigaction before_alarm_ {};
};

}  // namespace lancespec::conformance
