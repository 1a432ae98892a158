// SPDX-License-Identifier: Apache-2.0
// The shape of everything that answers requests without a transport: the service, a fault in front of it, a test.
#pragma once

#include <lancespec/http/message.hpp>

#include <functional>

namespace lancespec::conformance {

/// Answers a request. What is called from several threads says so.
using handler = std::function<http::response(http::request const&)>;

}  // namespace lancespec::conformance
