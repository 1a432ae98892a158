// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve/server.hpp"

#include "conformance/serve/connection.hpp"

#include <fmt/format.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include <algorithm>
#include <thread>
#include <vector>

namespace lancespec::conformance {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using boost::system::error_code;

/// The first address that @p host stands for on this machine.
result<tcp::endpoint, std::string> endpoint_of(asio::io_context& io, std::string const& host, std::uint16_t port) {
    error_code ec;
    if (auto const address = asio::ip::make_address(host, ec); !ec) return tcp::endpoint(address, port);
    tcp::resolver resolver(io);
    auto const found = resolver.resolve(host, "", tcp::resolver::passive, ec);
    if (ec || found.empty()) return fmt::format("the host {} is not known: {}", host, ec.message());
    return tcp::endpoint(found.begin()->endpoint().address(), port);
}

}  // namespace

struct server::state {
    state(server_calls c, server_options o) : shared(std::move(c), std::move(o)) {}
    ~state() { shared.forget_all(); }
    state(state const&) = delete;
    state& operator=(state const&) = delete;

    // In this order: what runs in io is gone before what connections share, and no worker is left when io goes.
    connection_context shared;
    asio::io_context io;
    tcp::acceptor acceptor{asio::make_strand(io)};
    tcp::endpoint endpoint;
    workers pool{shared.calls, shared.options};
    std::vector<std::thread> threads;

    std::string listen();
    asio::awaitable<void> accept_loop();
    void take(tcp::socket socket);
    void run() noexcept;
    void stop();
};

std::string server::state::listen() {
    auto const& options = shared.options;
    auto const wanted = endpoint_of(io, options.host, options.port);
    if (!wanted) return wanted.error();
    error_code ec;
    acceptor.open(wanted->protocol(), ec);
    // Without this a server cannot be started again while old connections are in TIME_WAIT. Linux still refuses
    // a port that another process listens on.
    if (!ec) acceptor.set_option(tcp::acceptor::reuse_address(true), ec);
    if (!ec) acceptor.bind(*wanted, ec);
    if (!ec) acceptor.listen(asio::socket_base::max_listen_connections, ec);
    if (!ec) endpoint = acceptor.local_endpoint(ec);
    if (ec == asio::error::address_in_use)
        return fmt::format("port {} of {} is in use; choose another, or 0 for any free one", options.port,
                           options.host);
    if (ec == asio::error::access_denied)
        return fmt::format("port {} of {} may not be listened on by this user; ports from 1024 may", options.port,
                           options.host);
    if (ec) return fmt::format("cannot listen on {} port {}: {}", options.host, options.port, ec.message());
    return {};
}

asio::awaitable<void> server::state::accept_loop() {
    for (;;) {
        try {
            auto [ec, socket] = co_await acceptor.async_accept(asio::make_strand(io), as_result);
            if (ec == asio::error::operation_aborted || !acceptor.is_open()) co_return;
            if (ec) {  // out of file descriptors, for example: trying again at once would only burn the processor
                asio::steady_timer pause(acceptor.get_executor(), std::chrono::milliseconds(50));
                co_await pause.async_wait(as_result);
                continue;
            }
            take(std::move(socket));
        } catch (std::exception const&) {
            // Out of memory: this client finds the connection closed, the next one may be luckier.
            if (!acceptor.is_open()) co_return;
        }
    }
}

void server::state::take(tcp::socket socket) {
    auto const made = std::make_shared<connection>(std::move(socket), shared, pool);
    if (!shared.add(made)) return;  // too many, or stopping: closed unread
    try {
        asio::co_spawn(made->executor(), made->run(), [made, this](std::exception_ptr) { shared.remove(made); });
    } catch (...) {
        shared.remove(made);
        throw;
    }
}

/// Runs what is to be done until stop(); what throws there, for want of memory, ends one connection and not the server.
void server::state::run() noexcept {
    for (;;) {
        try {
            io.run();
            return;
        } catch (...) {
        }
    }
}

void server::state::stop() {
    if (threads.empty()) return;
    asio::post(acceptor.get_executor(), [this] {
        error_code ignored;
        acceptor.close(ignored);
    });
    shared.stop_all();
    if (!shared.wait_until_none(shared.options.drain)) {
        pool.request_stop();
        shared.wait_until_none(shared.options.grace);
    }
    io.stop();
    for (auto& thread : threads) thread.join();
    threads.clear();
}

server::server(std::unique_ptr<state> s) : state_(std::move(s)) {}
server::~server() {
    stop();
}

result<std::unique_ptr<server>, std::string> server::start(handler answer, server_options options) {
    server_calls calls;
    calls.answer = [answer = std::move(answer)](http::request const& r, std::stop_token const&) { return answer(r); };
    return start(std::move(calls), std::move(options));
}

result<std::unique_ptr<server>, std::string> server::start(server_calls calls, server_options options) {
    auto made = std::make_unique<state>(std::move(calls), std::move(options));
    if (auto problem = made->listen(); !problem.empty()) return problem;
    asio::co_spawn(made->acceptor.get_executor(), made->accept_loop(), asio::detached);
    for (unsigned i = 0; i < std::max(1U, made->shared.options.threads); ++i)
        made->threads.emplace_back([&s = *made] { s.run(); });
    return std::unique_ptr<server>(new server(std::move(made)));
}

std::uint16_t server::port() const noexcept {
    return state_->endpoint.port();
}

std::string server::url() const {
    auto const address = state_->endpoint.address();
    auto const host = address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
    return fmt::format("http://{}:{}", host, port());
}

std::uint64_t server::requests() const noexcept {
    return state_->shared.answered.load();
}

std::size_t server::handlers() const noexcept {
    return state_->pool.running();
}

std::size_t server::waiting() const {
    return state_->shared.waiting();
}

std::size_t server::bodies_bytes() const noexcept {
    return state_->shared.bodies_bytes.load();
}

void server::stop() {
    if (state_) state_->stop();
}

}  // namespace lancespec::conformance
