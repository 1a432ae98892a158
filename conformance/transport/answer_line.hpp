// SPDX-License-Identifier: Apache-2.0
// What came back from an exchange, on one line.
#pragma once

#include "conformance/transport/transport.hpp"

#include <string>

namespace lancespec::conformance {

/// `answered`, `timed-out`, …: as the JSON report spells it.
std::string_view name(exchange_status status) noexcept;

/// `404, application/json, {"error":"…` with control bytes escaped and a long body cut; or `timed-out: no whole answer
/// within 10 s`. The result must be masked already.
std::string answer_line(exchange_result const& result);

}  // namespace lancespec::conformance
