#include "conformance/serve/connection.hpp"

#include <lancespec/core/error_code.hpp>
#include <lancespec/version.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <ctime>
#include <optional>

namespace lancespec::conformance {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace wire = boost::beast::http;
using error = boost::system::error_code;

/// A body that satisfies both documented shapes of an error. @p message needs no escaping.
http::response error_response(int status, error_code code, std::string_view message) {
    auto const& row = info(code);
    http::response out;
    out.status = status;
    out.fields.add("content-type", "application/json");
    out.body =
        fmt::format(R"({{"error":"{}","code":{},"detail":"","instance":"","type":"{}","title":"{}","status":{}}})",
                    message, static_cast<int>(code), row.type, row.title, status);
    return out;
}

/// What to tell a client whose request could not be read; nothing when it is gone or was too slow.
std::optional<http::response> refusal(error ec, server_options const& options) {
    if (ec == wire::error::header_limit || ec == wire::error::buffer_overflow)
        return error_response(431, error_code::invalid_input,
                              fmt::format("the header fields are larger than {} bytes", options.header_bytes));
    if (ec == wire::error::body_limit)
        return error_response(413, error_code::invalid_input,
                              fmt::format("the body is larger than {} bytes", options.body_bytes));
    bool const about_http = ec.category() == make_error_code(wire::error::bad_method).category();
    if (!about_http || ec == wire::error::end_of_stream || ec == wire::error::partial_message) return std::nullopt;
    return error_response(400, error_code::invalid_input, "the request is not HTTP: " + ec.message());
}

http::response internal_error() {
    return error_response(500, error_code::internal, "an unexpected failure inside the server");
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
http::response answer_to(handler const& answer, http::request const& request) noexcept {
    try {
        auto out = answer(request);
        if (can_be_sent(out)) return out;
    } catch (...) {
    }
    return internal_error();
}

/// The target as the contract's router wants it: proxies' form `http://host/v1/…` loses its origin.
std::string origin_form(std::string_view target) {
    if (!target.starts_with('/'))
        if (auto const scheme = target.find("://"); scheme != std::string_view::npos) {
            auto const path = target.find('/', scheme + 3);
            return path == std::string_view::npos ? "/" : std::string(target.substr(path));
        }
    return std::string(target);
}

std::string date_now() {
    return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(std::time(nullptr)));
}

}  // namespace

/// One request being read and answered.
struct connection::exchange {
    wire::request_parser<wire::string_body> parser;
    unsigned version = 11;
    bool head = false;
};

bool connection_context::add(std::shared_ptr<connection> const& c) {
    std::lock_guard lock(mutex_);
    if (stopping || live_.size() >= options.connections) return false;
    live_.insert(c);
    return true;
}

void connection_context::remove(std::shared_ptr<connection> const& c) {
    std::lock_guard lock(mutex_);
    live_.erase(c);
    if (live_.empty()) none_.notify_all();
}

void connection_context::stop_all() {
    std::lock_guard lock(mutex_);
    stopping = true;
    for (auto const& c : live_) c->stop(c);
}

void connection_context::wait_until_none(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    none_.wait_for(lock, limit, [this] { return live_.empty(); });
}

connection::connection(asio::ip::tcp::socket socket, connection_context& shared)
    : stream_(std::move(socket)), shared_(shared) {
    error ignored;
    stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
}

void connection::stop(std::shared_ptr<connection> const& self) {
    asio::post(executor(), [self] {
        if (self->waiting_) self->stream_.close();
    });
}

asio::awaitable<void> connection::run() {
    while (!shared_.stopping) {
        if (buffer_.size() == 0 && !co_await wait_for_bytes()) break;
        exchange x;
        x.parser.header_limit(static_cast<std::uint32_t>(shared_.options.header_bytes));
        x.parser.body_limit(shared_.options.body_bytes);
        if (!co_await read(x)) break;

        auto message = x.parser.release();
        http::request request{std::string(message.method_string()), origin_form(message.target()), {}, {}};
        for (auto const& field : message)
            request.fields.add(std::string(field.name_string()), std::string(field.value()));
        request.body = std::move(message.body());
        bool const keep_alive = message.keep_alive();
        x.version = message.version();
        x.head = request.method == "HEAD";

        auto answer = answer_to(shared_.answer, request);
        ++shared_.answered;
        if (!co_await write(x, std::move(answer), keep_alive)) break;
    }
    error ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
    stream_.close();
}

/// False when the connection ended, was quiet for too long, or the server stops.
asio::awaitable<bool> connection::wait_for_bytes() {
    stream_.expires_after(shared_.options.idle);
    waiting_ = true;
    auto [ec, size] = co_await stream_.async_read_some(buffer_.prepare(8192), as_result);
    waiting_ = false;
    buffer_.commit(size);
    co_return !ec;
}

/// Reads a request; false when the connection is to end, the client having been told why where it can be.
asio::awaitable<bool> connection::read(exchange& x) {
    // One deadline for the whole request: a client that drips cannot hold the connection for longer.
    stream_.expires_after(shared_.options.transfer);
    auto [ec, size] = co_await wire::async_read_header(stream_, buffer_, x.parser, as_result);
    if (!ec && beast::iequals(x.parser.get()[wire::field::expect], "100-continue")) {
        constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
        std::tie(ec, size) = co_await asio::async_write(stream_, asio::buffer(go_on), as_result);
    }
    if (!ec && !x.parser.is_done())
        std::tie(ec, size) = co_await wire::async_read(stream_, buffer_, x.parser, as_result);
    if (!ec) co_return true;

    if (auto const answer = refusal(ec, shared_.options)) co_await refuse(*answer);
    co_return false;
}

/// False when the connection is not to be kept.
asio::awaitable<bool> connection::write(exchange const& x, http::response answer, bool keep_alive) {
    keep_alive = keep_alive && !shared_.stopping;
    bool const bodiless = answer.status == 204 || answer.status == 304;
    wire::response<wire::string_body> message;
    message.version(x.version);
    message.result(static_cast<unsigned>(answer.status));
    message.set(wire::field::server, "lancespec/" LANCESPEC_VERSION_STRING);
    message.set(wire::field::date, date_now());
    for (auto const& [name, value] : answer.fields)
        if (!beast::iequals(name, "content-length") && !beast::iequals(name, "transfer-encoding") &&
            !beast::iequals(name, "connection"))
            message.insert(name, value);
    message.keep_alive(keep_alive);
    if (!bodiless) message.content_length(answer.body.size());
    if (!bodiless && !x.head) message.body() = std::move(answer.body);

    stream_.expires_after(shared_.options.transfer);
    auto [ec, size] = co_await wire::async_write(stream_, message, as_result);
    co_return !ec && keep_alive;
}

asio::awaitable<void> connection::refuse(http::response const& answer) {
    exchange const unread;
    (void)co_await write(unread, answer, false);
    co_await linger();
}

/// Reads on for a moment. Closing a connection with bytes unread resets it, and the client may lose the answer.
asio::awaitable<void> connection::linger() {
    error ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    stream_.expires_after(std::min(shared_.options.transfer, std::chrono::milliseconds(2000)));
    for (;;) {
        buffer_.clear();
        auto [ec, size] = co_await stream_.async_read_some(buffer_.prepare(std::size_t{64} << 10), as_result);
        if (ec || shared_.stopping) co_return;
    }
}

}  // namespace lancespec::conformance
