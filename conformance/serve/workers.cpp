// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve/workers.hpp"

#include <lancespec/http/mapping.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <thread>

namespace lancespec::conformance {
namespace {

namespace asio = boost::asio;

http::response internal_error() {
    return http::write_error({error_code::internal, "an unexpected failure inside the server", "", ""});
}

http::response busy(char const* why) {
    return http::write_error({error_code::service_unavailable, why, "", ""});
}

bool can_be_sent(http::response const& answer) {
    auto const breaks = [](std::string const& text) {
        return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos;
    };
    return answer.status >= 200 && answer.status <= 999 && std::ranges::none_of(answer.fields, [&](auto const& field) {
               return field.first.empty() || breaks(field.first) || breaks(field.second);
           });
}

/// What the handler answers; whatever it throws is an internal error, and is not told to the client.
http::response answer_to(server_calls const& calls, http::request const& request, std::stop_token token) {
    try {
        auto out = calls.answer(request, std::move(token));
        if (can_be_sent(out)) return out;
    } catch (...) {
    }
    return internal_error();
}

enum class stage : std::uint8_t {
    queued,
    taken,
    given_up
};

}  // namespace

struct workers::job {
    job(asio::any_io_executor of, http::request r, std::stop_source s)
        : request(std::move(r)), stop(std::move(s)), done_timer(std::move(of)) {}

    http::request request;
    std::stop_source stop;
    std::atomic<stage> at{stage::queued};
    http::response made;
    bool done = false;  // touched on the connection's executor alone, like the timer
    asio::steady_timer done_timer;
};

/// Wakes the connection that waits for @p one. Without memory for that it tries again: an answer is not lost.
void workers::tell(asio::any_io_executor const& executor, std::shared_ptr<job> const& one) {
    for (;;) {
        try {
            return asio::post(executor, [one] {
                one->done = true;
                one->done_timer.cancel();
            });
        } catch (std::bad_alloc const&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
}

workers::workers(server_calls const& calls, server_options const& options)
    : calls_(calls), options_(options), threads_(std::max(1U, options.workers)) {}

workers::~workers() {
    stopping_.request_stop();
    threads_.stop();
    threads_.join();
}

asio::awaitable<http::response> workers::answer(http::request request, std::stop_source stop) {
    if (held_.fetch_add(1) >= options_.queue + options_.workers) {
        --held_;
        co_return busy("the server has too many requests to answer");
    }
    auto const executor = co_await asio::this_coro::executor;
    auto const one = std::make_shared<job>(executor, std::move(request), std::move(stop));
    asio::post(threads_, [this, one, executor] {
        auto expected = stage::queued;
        if (one->at.compare_exchange_strong(expected, stage::taken)) {
            ++running_;
            std::stop_callback const with_server(stopping_.get_token(), [&one] { one->stop.request_stop(); });
            one->made = one->stop.stop_requested() ? busy("the client is gone, or the server ends")
                                                   : answer_to(calls_, one->request, one->stop.get_token());
            one->request = {};
            --running_;
            tell(executor, one);
        }
        --held_;
    });
    one->done_timer.expires_after(options_.queue_wait);
    while (!one->done) {
        auto const [ec] = co_await one->done_timer.async_wait(asio::as_tuple(asio::use_awaitable));
        if (one->done || ec) continue;
        auto expected = stage::queued;
        if (one->at.compare_exchange_strong(expected, stage::given_up)) {
            one->request = {};
            co_return busy("no worker was free for too long");
        }
        one->done_timer.expires_at(asio::steady_timer::time_point::max());
    }
    co_return std::move(one->made);
}

}  // namespace lancespec::conformance
