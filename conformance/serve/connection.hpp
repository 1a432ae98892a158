// One connection of the server, and what all connections share. For server.cpp alone: it drags in Beast.
#pragma once

#include "conformance/serve/server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <unordered_set>

namespace lancespec::conformance {

/// Awaited operations give a tuple that begins with the error code, and never throw for what a client does.
inline constexpr auto as_result = boost::asio::as_tuple(boost::asio::use_awaitable);

class connection;

/// What connections share, and the set of those that live.
struct connection_context {
    connection_context(handler h, server_options o) : answer(std::move(h)), options(std::move(o)) {}

    handler const answer;
    server_options const options;
    std::atomic<std::uint64_t> answered{0};
    std::atomic<bool> stopping{false};

    /// False when there are too many already, or the server is stopping.
    bool add(std::shared_ptr<connection> const& c);
    void remove(std::shared_ptr<connection> const& c);
    void stop_all();
    void wait_until_none(std::chrono::milliseconds limit);

private:
    std::mutex mutex_;
    std::condition_variable none_;
    std::unordered_set<std::shared_ptr<connection>> live_;
};

class connection {
public:
    connection(boost::asio::ip::tcp::socket socket, connection_context& shared);

    /// Answers requests one after the other until the client, an error or stop() ends it.
    boost::asio::awaitable<void> run();

    /// Closes the connection now when it waits for a request, otherwise after the request in flight.
    void stop(std::shared_ptr<connection> const& self);

    auto executor() { return stream_.get_executor(); }

private:
    struct exchange;

    boost::asio::awaitable<bool> wait_for_bytes();
    boost::asio::awaitable<bool> read(exchange& x);
    boost::asio::awaitable<bool> write(exchange const& x, http::response answer, bool keep_alive);
    boost::asio::awaitable<void> refuse(http::response const& answer);
    boost::asio::awaitable<void> linger();

    boost::beast::tcp_stream stream_;
    boost::beast::flat_buffer buffer_;
    connection_context& shared_;
    bool waiting_ = false;
};

}  // namespace lancespec::conformance
