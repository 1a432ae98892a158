// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/progress.hpp"

#include <fmt/format.h>

#include <ostream>

namespace lancespec::conformance {

void progress::start() {
    if (live_) out_ << "\r\x1b[K  looking at the server" << std::flush;
}

void progress::tell(check_result const& c) {
    ++done_;
    failed_ += c.result == outcome::fail;
    if (!live_) return;
    auto const failures = failed_ > 0 ? fmt::format(", {} failed", failed_) : std::string{};
    // Within the 80 columns that a terminal has at least.
    out_ << "\r\x1b[K" << fmt::format("  {}/{}{}  {}", done_, checks_, failures, c.id).substr(0, 79) << std::flush;
}

void progress::clear() {
    if (live_) out_ << "\r\x1b[K" << std::flush;
}

}  // namespace lancespec::conformance
