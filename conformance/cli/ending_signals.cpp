// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/ending_signals.hpp"

#include <pthread.h>
#include <unistd.h>

namespace lancespec::conformance {
namespace {

extern "C" void end_now(int) {
    ::_exit(0);
}

}  // namespace

ending_signals::ending_signals(unsigned seconds) : seconds_(seconds) {
    sigemptyset(&set_);
    sigaddset(&set_, SIGINT);
    sigaddset(&set_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set_, &before_);
    struct sigaction action {};
    action.sa_handler = &end_now;
    sigaction(SIGALRM, &action, &before_alarm_);
}

ending_signals::~ending_signals() {
    ::alarm(0);
    sigaction(SIGALRM, &before_alarm_, nullptr);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void ending_signals::wait() {
    int which = 0;
    sigwait(&set_, &which);
    ::alarm(seconds_);
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &set_, nullptr);
}

}  // namespace lancespec::conformance
