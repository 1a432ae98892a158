// SPDX-License-Identifier: Apache-2.0
// What a server decides about a request before it has read the body.
#pragma once

#include <lancespec/http/message.hpp>

#include <cstddef>
#include <limits>

LANCESPEC_BEGIN_NAMESPACE
namespace http {

/// How much of a request's body is worth reading, and the answer to a request whose body is longer.
struct admission {
    std::size_t body_bytes = std::numeric_limits<std::size_t>::max();
    response otherwise;
};

}  // namespace http
LANCESPEC_END_NAMESPACE
