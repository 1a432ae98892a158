// SPDX-License-Identifier: Apache-2.0
// How the suite talks to a server: one function, whatever is behind it (libcurl, the built-in service, a recording).
#pragma once

#include <lancespec/http/message.hpp>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace lancespec::conformance {

/// How an exchange ended.
enum class exchange_status {
    answered,     ///< a whole response came
    unreachable,  ///< no connection: nothing of the request was sent (refused, no such host, TLS failed)
    interrupted,  ///< the connection ended, or sent what is no HTTP, before a whole response had come
    timed_out,    ///< no whole response within the time allowed
    too_large,    ///< the response passed the bound on its size
};

/// How the reason of an exchange begins that was interrupted by bytes which are no answer.
inline constexpr std::string_view not_http_reason = "what came is not HTTP";

/// What came of a request.
struct exchange_result {
    exchange_status status = exchange_status::answered;
    http::response response;  ///< only when answered
    std::string reason;       ///< otherwise: one sentence for a person
    std::chrono::microseconds elapsed{0};
    std::size_t left_out = 0;  ///< bytes of a long body that are not kept
};

/// One way of sending a request to the server under test. Thread-safe.
class transport {
public:
    virtual ~transport() = default;

    /// Sends @p request, whose target is relative to the server's base (`/v1/…`), and waits for the answer.
    /// Never throws for anything a peer does; redirects are not followed.
    virtual exchange_result exchange(http::request const& request) = 0;

    /// The URL under which a person reaches the server, without a trailing slash, for messages and curl lines.
    [[nodiscard]] virtual std::string base_url() const = 0;
};

}  // namespace lancespec::conformance
