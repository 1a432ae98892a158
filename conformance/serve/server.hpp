// An HTTP/1.1 server around a function from request to response; what `lancespec serve` listens with.
#pragma once

#include "conformance/transport/handler.hpp"

#include <lancespec/core/result.hpp>
#include <lancespec/http/message.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace lancespec::conformance {

struct server_options {
    std::string host = "127.0.0.1";                    ///< an address or a name of this machine
    std::uint16_t port = 0;                            ///< 0: any free one
    unsigned threads = 4;                              ///< that read, call the handler, and write
    std::size_t connections = 1024;                    ///< at once; more are closed as they come
    std::size_t header_bytes = std::size_t{64} << 10;  ///< request line and header fields; more gets 431
    std::size_t body_bytes = std::size_t{64} << 20;    ///< more gets 413
    std::chrono::milliseconds idle{60'000};            ///< a kept connection without a request is closed
    std::chrono::milliseconds transfer{30'000};        ///< for a request to arrive, or a response to leave, whole
    std::chrono::milliseconds drain{5'000};            ///< what stop() allows to requests in flight
};

/// Listens from start() until stop(); thread-safe.
///
/// A request that is not HTTP gets 400, one past a bound 413 or 431, each with an error body of the contract
/// (code 13), and its connection is closed. A handler that throws is answered 500 with code 18; what it threw is
/// not shown. HEAD gets the fields of the answer without its body; `Expect: 100-continue` is honoured.
class server {
public:
    /// Begins to listen. The error is a sentence: the port is taken, the host is not one of this machine.
    /// @p answer is called from several threads at once.
    static result<std::unique_ptr<server>, std::string> start(handler answer, server_options options = {});

    ~server();  ///< stops
    server(server const&) = delete;
    server& operator=(server const&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept;
    [[nodiscard]] std::string url() const;                  ///< `http://127.0.0.1:2333`
    [[nodiscard]] std::uint64_t requests() const noexcept;  ///< answered so far

    /// Accepts no more, lets requests in flight finish for at most `drain`, closes all connections. Idempotent.
    void stop();

private:
    struct state;
    explicit server(std::unique_ptr<state> s);
    std::unique_ptr<state> state_;
};

}  // namespace lancespec::conformance
