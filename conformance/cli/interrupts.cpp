// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/interrupts.hpp"

namespace lancespec::conformance {
namespace {

std::atomic<int> signals{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may touch nothing else");

extern "C" void on_signal(int which) {
    if (++signals < 3) return;
    std::signal(which, SIG_DFL);
    std::raise(which);
}

}  // namespace

interrupts::interrupts() {
    signals = 0;
    struct sigaction action {};
    action.sa_handler = &on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, &before_int_);
    sigaction(SIGTERM, &action, &before_term_);
}

interrupts::~interrupts() {
    sigaction(SIGINT, &before_int_, nullptr);
    sigaction(SIGTERM, &before_term_, nullptr);
}

std::atomic<int> const& interrupts::count() const noexcept {
    return signals;
}

}  // namespace lancespec::conformance
