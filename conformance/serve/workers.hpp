// SPDX-License-Identifier: Apache-2.0
// The threads that call the handler, apart from those that accept, read and write: a handler that takes long, or never
// returns, keeps a worker and nothing else.
#pragma once

#include "conformance/serve/server.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <memory>
#include <stop_token>

namespace lancespec::conformance {

class workers {
public:
    workers(server_calls const& calls, server_options const& options);
    /// Waits until every handler that runs has returned; those that wait for a worker are dropped.
    ~workers();
    workers(workers const&) = delete;
    workers& operator=(workers const&) = delete;

    /// The handler's answer to @p request; 503 with code 17 when the queue is full, or no worker was free for
    /// `queue_wait`; 500 with code 18 when it throws or answers what cannot be sent. Resumes on the caller's executor.
    /// The handler gets a token that @p stop or request_stop() stops; while @p stop is stopped, it is not called.
    boost::asio::awaitable<http::response> answer(http::request request, std::stop_source stop);

    /// Tells the handlers that nobody waits for them any more.
    void request_stop() { stopping_.request_stop(); }

    [[nodiscard]] std::size_t running() const noexcept { return running_; }

private:
    struct job;
    static void tell(boost::asio::any_io_executor const& executor, std::shared_ptr<job> const& one);

    server_calls const& calls_;
    server_options const& options_;
    std::stop_source stopping_;
    std::atomic<std::size_t> held_{0};  ///< requests that wait or are answered
    std::atomic<std::size_t> running_{0};
    boost::asio::thread_pool threads_;
};

}  // namespace lancespec::conformance
