// SPDX-License-Identifier: Apache-2.0
// Waiting for what another thread or process does. No test states how long a thing takes: it waits here until the thing
// has happened, and a limit far beyond any loaded machine tells only that it never will.
#pragma once

#include <chrono>
#include <thread>

namespace lancespec_test {

/// Waits until @p holds is true. False after two minutes.
template <class Condition>
bool becomes(Condition holds) {
    using clock = std::chrono::steady_clock;
    for (auto const until = clock::now() + std::chrono::minutes(2); !holds();) {
        if (clock::now() > until) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

}  // namespace lancespec_test
