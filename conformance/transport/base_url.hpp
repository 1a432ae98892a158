// SPDX-License-Identifier: Apache-2.0
// The address of a server as a user gives it, taken apart and checked.
#pragma once

#include <lancespec/core/result.hpp>

#include <string>
#include <string_view>

namespace lancespec::conformance {

/// `http` or `https`, a host, and the path under which the routes of the specification begin.
struct base_url {
    std::string text;       ///< as given, without trailing slashes: `https://example.org:8443/api`
    bool loopback = false;  ///< the host is this machine: `localhost`, `127.x.x.x`, `[::1]`
};

/// Reads @p text. The error is a sentence that tells the user what to change; it holds no credentials.
///
/// Refused: no scheme, a scheme other than http and https, no host, user name or password, a query or fragment,
/// a bad port, spaces and control characters.
result<base_url, std::string> parse_base_url(std::string_view text);

}  // namespace lancespec::conformance
