// SPDX-License-Identifier: Apache-2.0
// One connection of the server, and what all connections share. For server.cpp alone: it drags in Beast.
#pragma once

#include "conformance/serve/framing.hpp"
#include "conformance/serve/server.hpp"
#include "conformance/serve/workers.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <unordered_set>
#include <utility>

namespace lancespec::conformance {

/// Awaited operations give a tuple that begins with the error code, and never throw for what a client does.
inline constexpr auto as_result = boost::asio::as_tuple(boost::asio::use_awaitable);

class connection;

/// What connections share, and the set of those that live.
struct connection_context {
    connection_context(server_calls c, server_options o) : calls(std::move(c)), options(std::move(o)) {}

    server_calls const calls;
    server_options const options;
    std::atomic<std::uint64_t> answered{0};
    std::atomic<std::size_t> bodies_bytes{0};  ///< of the bodies held now
    std::atomic<bool> stopping{false};

    /// Takes @p c among the live. Where there are too many already, the one that has waited longest for a request is
    /// closed; false when none waits, or the server is stopping.
    bool add(std::shared_ptr<connection> const& c);
    void remove(std::shared_ptr<connection> const& c);
    /// How many connections wait for a request.
    [[nodiscard]] std::size_t waiting();
    void stop_all();
    /// Lets go of those that are left: a connection must not outlive what it runs in.
    void forget_all() { live_.clear(); }
    /// Returns whether there are none.
    bool wait_until_none(std::chrono::milliseconds limit);

private:
    std::mutex mutex_;
    std::condition_variable none_;
    std::unordered_set<std::shared_ptr<connection>> live_;
};

/// A body's share of what all bodies may take together; given back at the end.
class body_share {
public:
    explicit body_share(connection_context& of) : of_(of) {}
    ~body_share() { give_back(); }
    body_share(body_share const&) = delete;
    body_share& operator=(body_share const&) = delete;

    /// False when that would be too much for all together.
    bool take(std::size_t bytes) {
        taken_ += bytes;
        return of_.bodies_bytes.fetch_add(bytes) + bytes <= of_.options.bodies_bytes;
    }

    void give_back() { of_.bodies_bytes -= std::exchange(taken_, 0); }

private:
    connection_context& of_;
    std::size_t taken_ = 0;
};

class connection {
public:
    connection(boost::asio::ip::tcp::socket socket, connection_context& shared, workers& pool);

    /// Answers requests one after the other until the client, an error or stop() ends it.
    boost::asio::awaitable<void> run();

    /// Closes the connection now when it waits for a request, otherwise after the request in flight.
    void stop(std::shared_ptr<connection> const& self);

    /// Since when it has waited for a whole head, in ticks of the steady clock; 0 while a request is in flight.
    [[nodiscard]] std::int64_t waiting_since() const noexcept { return waiting_since_; }

    auto executor() { return stream_.get_executor(); }

private:
    struct exchange;

    boost::asio::awaitable<bool> serve_one();
    boost::asio::awaitable<bool> read_head(exchange& x);
    boost::asio::awaitable<bool> parse_head(exchange& x, std::size_t size);
    boost::asio::awaitable<bool> read_body(exchange& x);
    boost::asio::awaitable<bool> write(exchange const& x, http::response answer, bool keep_alive);
    boost::asio::awaitable<bool> refuse(exchange& x, http::response answer);
    boost::asio::awaitable<void> linger();
    [[nodiscard]] std::string_view unread() const;

    boost::beast::tcp_stream stream_;
    boost::beast::flat_buffer buffer_;
    connection_context& shared_;
    workers& workers_;
    std::atomic<std::int64_t> waiting_since_;
    bool ending_ = false;  ///< after stop()
};

}  // namespace lancespec::conformance
