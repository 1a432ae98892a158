// SPDX-License-Identifier: Apache-2.0
// The transport for real servers: libcurl, so that TLS, proxies and HTTP/2 are its business and not ours.
#pragma once

#include "conformance/transport/base_url.hpp"
#include "conformance/transport/transport.hpp"

#include <atomic>
#include <cstddef>
#include <memory>

namespace lancespec::conformance {

struct curl_options {
    std::chrono::milliseconds timeout{10'000};          ///< for a whole exchange
    std::chrono::milliseconds connect_timeout{10'000};  ///< for name lookup, connection and TLS
    std::size_t body_bytes = std::size_t{4} << 20;      ///< bound on a response's body; a run keeps many of them
    std::size_t header_bytes = std::size_t{256} << 10;  ///< bound on a response's header fields together
    std::string ca_file{};                              ///< certificates to trust, PEM; empty: those of the system
    /// How often the user has asked to stop; an exchange during which it grows is given up.
    std::atomic<int> const* interrupts = nullptr;
};

/// Keeps connections alive in a pool, one exchange at a time on each; as many as there are callers at once.
///
/// The request is sent as it is: its target byte for byte (dots and percent-encoding too), no header field added
/// but `Host`, `Content-Length` and a `User-Agent` where the request has none. Redirects are not followed, and
/// proxies of the environment are not used for a server on this machine.
///
/// A request other than GET and HEAD is never sent twice, not even when a kept connection turns out to be dead:
/// the server may have acted on it. It ends as `interrupted`.
class curl_transport final : public transport {
public:
    explicit curl_transport(conformance::base_url server, curl_options options = {});
    ~curl_transport() override;
    curl_transport(curl_transport const&) = delete;
    curl_transport& operator=(curl_transport const&) = delete;

    exchange_result exchange(http::request const& request) override;
    [[nodiscard]] std::string base_url() const override;

private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace lancespec::conformance
