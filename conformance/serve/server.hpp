// SPDX-License-Identifier: Apache-2.0
// An HTTP/1.1 server around a function from request to response; what `lancespec serve` listens with.
#pragma once

#include "conformance/transport/handler.hpp"

#include <lancespec/core/result.hpp>
#include <lancespec/http/admission.hpp>
#include <lancespec/http/message.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace lancespec::conformance {

struct server_options {
    std::string host = "127.0.0.1";                     ///< an address or a name of this machine
    std::uint16_t port = 0;                             ///< 0: any free one
    unsigned threads = 2;                               ///< that accept, read and write
    unsigned workers = 8;                               ///< that call the handler
    std::size_t queue = 256;                            ///< requests that wait for a worker; one more gets 503
    std::chrono::milliseconds queue_wait{10'000};       ///< a request that waited for a worker so long gets 503
    std::size_t connections = 1024;                     ///< at once; for one more the longest idle one is closed
    std::size_t header_bytes = std::size_t{64} << 10;   ///< request line and header fields; more gets 431
    std::size_t body_bytes = std::size_t{64} << 20;     ///< more gets 413
    std::size_t bodies_bytes = std::size_t{256} << 20;  ///< of all requests held at once; what does not fit gets 503
    std::chrono::milliseconds idle{60'000};             ///< a kept connection without a request is closed
    std::chrono::milliseconds transfer{30'000};         ///< for a request to arrive, or a response to leave, whole
    std::chrono::milliseconds gone{1'000};              ///< a handler goes on so long for a client that sends no more
    std::chrono::milliseconds drain{2'000};             ///< what stop() allows to requests in flight
    std::chrono::milliseconds grace{1'000};             ///< and after that to handlers that look at the stop token
};

/// What a server calls, from several threads at once.
struct server_calls {
    /// Answers a request. The token is stopped when nobody waits for the answer any more: the server ends, or the
    /// client closed its connection. One that has closed its sending side alone cannot be told from that: it gets what
    /// the handler answers within `gone`, or answers when it is stopped.
    std::function<http::response(http::request const&, std::stop_token)> answer;
    /// Judges a request by its method, target and fields before a body is read of more than 64 KiB or unknown length.
    /// Called by the threads that read: it must be quick. May be empty: every body is read.
    std::function<http::admission(http::request const&)> admit = nullptr;
};

/// Listens from start() until stop(); thread-safe.
///
/// Requests are read by RFC 9112: what it does not allow, or allows to be read in two ways, gets 400 (a coding that is
/// not known 501, another major version 505, an expectation 417), one past a bound 413 or 431, each with an error body
/// of the contract (code 13), and its connection is closed. A handler that throws is answered 500 with code 18; what it
/// threw is not shown. HEAD gets the fields of the answer without its body; `Expect: 100-continue` is honoured.
/// Handlers have threads of their own: while all of them are busy, connections are accepted, requests read, and those
/// that find no place in the queue answered 503 with code 17.
class server {
public:
    /// Begins to listen. The error is a sentence: the port is taken, the host is not one of this machine.
    static result<std::unique_ptr<server>, std::string> start(server_calls calls, server_options options = {});
    /// The same of a handler that looks at no stop token.
    static result<std::unique_ptr<server>, std::string> start(handler answer, server_options options = {});

    ~server();  ///< stops, and waits until every handler has returned
    server(server const&) = delete;
    server& operator=(server const&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept;
    [[nodiscard]] std::string url() const;                    ///< `http://127.0.0.1:2333`
    [[nodiscard]] std::uint64_t requests() const noexcept;    ///< answered so far
    [[nodiscard]] std::size_t handlers() const noexcept;      ///< that run now
    [[nodiscard]] std::size_t waiting() const;                ///< connections that wait for a request
    [[nodiscard]] std::size_t bodies_bytes() const noexcept;  ///< of requests held now

    /// Accepts no more, lets requests in flight finish for at most `drain`, stops the handlers' token, waits for at
    /// most `grace`, closes all connections. Does not wait for handlers that run on. Idempotent.
    void stop();

private:
    struct state;
    explicit server(std::unique_ptr<state> s);
    std::unique_ptr<state> state_;
};

}  // namespace lancespec::conformance
