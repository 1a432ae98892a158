// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve/connection.hpp"

#include <lancespec/core/quote.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/version.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <memory>
#include <optional>
#include <stop_token>

namespace lancespec::conformance {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace wire = boost::beast::http;
using error = boost::system::error_code;

/// A body of so many bytes is read before anything is asked about the request, so that the connection can be kept.
constexpr std::size_t small_body = std::size_t{64} << 10;

http::response refusal(int status, std::string message) {
    auto const code = status == 503 ? error_code::service_unavailable : error_code::invalid_input;
    return http::write_error({code, std::move(message), "", ""}, status);
}

/// What to tell a client whose body could not be read; nothing when it is gone or was too slow.
std::optional<http::response> refusal(error ec, server_options const& options) {
    if (ec == wire::error::header_limit || ec == wire::error::buffer_overflow)
        return refusal(
            431, fmt::format("a line between chunks, or the trailer, is larger than {} bytes", options.header_bytes));
    if (ec == wire::error::body_limit)
        return refusal(413, fmt::format("the body is larger than {} bytes", options.body_bytes));
    bool const about_http = ec.category() == make_error_code(wire::error::bad_method).category();
    if (!about_http || ec == wire::error::end_of_stream || ec == wire::error::partial_message) return std::nullopt;
    return refusal(400, "the request is not HTTP: " + ec.message());
}

/// To `OPTIONS *`, which asks about the server and not about a route (RFC 9110, 9.3.7).
http::response options_answer() {
    return {204, {{"allow", "GET, HEAD, OPTIONS, POST"}}, ""};
}

std::string date_now() {
    return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(std::time(nullptr)));
}

std::int64_t ticks_now() {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

/// Ends what it was made with when it goes out of scope, also by an exception.
template <class End>
struct at_the_end {
    End end;
    explicit at_the_end(End e) : end(std::move(e)) {}
    ~at_the_end() { end(); }
    at_the_end(at_the_end const&) = delete;
    at_the_end& operator=(at_the_end const&) = delete;
};

/// Stops the work for a client that closes its connection while it is done. Used on the connection's executor alone.
class client_watch : public std::enable_shared_from_this<client_watch> {
public:
    client_watch(asio::ip::tcp::socket& socket, std::chrono::milliseconds patience)
        : socket_(socket), patience_(patience), timer_(socket.get_executor()) {}

    void begin() {
        socket_.async_wait(asio::ip::tcp::socket::wait_read, [self = shared_from_this()](error ec) {
            if (!ec && !self->over_) self->look();
        });
    }
    /// The socket is not touched after this.
    void end() {
        over_ = true;
        error ignored;
        socket_.cancel(ignored);
        timer_.cancel();
    }

    std::stop_source stop;

private:
    /// Bytes that have come are of the next request, so the client is there; no bytes are its end.
    void look() {
        char byte = 0;
        auto const got = ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        if (got > 0) return;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return begin();
        timer_.expires_after(patience_);
        timer_.async_wait([self = shared_from_this()](error ec) {
            if (!ec) self->stop.request_stop();
        });
    }

    asio::ip::tcp::socket& socket_;
    std::chrono::milliseconds const patience_;
    asio::steady_timer timer_;
    bool over_ = false;
};

}  // namespace

/// One request being read and answered.
struct connection::exchange {
    explicit exchange(connection_context& shared) : share(shared) {}

    framing framed;
    wire::request_parser<wire::buffer_body> parser;
    http::request request;
    body_share share;
    bool keep_alive = false;
};

bool connection_context::add(std::shared_ptr<connection> const& c) {
    std::lock_guard lock(mutex_);
    if (stopping) return false;
    if (live_.size() >= options.connections) {
        std::shared_ptr<connection> longest;
        std::int64_t since = 0;
        for (auto const& one : live_)
            if (auto const at = one->waiting_since(); at != 0 && (since == 0 || at < since)) longest = one, since = at;
        if (!longest) return false;
        live_.erase(longest);
        longest->stop(longest);
    }
    live_.insert(c);
    return true;
}

void connection_context::remove(std::shared_ptr<connection> const& c) {
    std::lock_guard lock(mutex_);
    live_.erase(c);
    if (live_.empty()) none_.notify_all();
}

std::size_t connection_context::waiting() {
    std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::ranges::count_if(live_, [](auto const& one) { return one->waiting_since() != 0; }));
}

void connection_context::stop_all() {
    std::lock_guard lock(mutex_);
    stopping = true;
    for (auto const& c : live_) c->stop(c);
}

bool connection_context::wait_until_none(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    return none_.wait_for(lock, limit, [this] { return live_.empty(); });
}

connection::connection(asio::ip::tcp::socket socket, connection_context& shared, workers& pool)
    : stream_(std::move(socket)),
      buffer_(shared.options.header_bytes + (std::size_t{128} << 10)),
      shared_(shared),
      workers_(pool),
      waiting_since_(ticks_now()) {
    error ignored;
    stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
}

void connection::stop(std::shared_ptr<connection> const& self) {
    asio::post(executor(), [self] {
        self->ending_ = true;
        if (self->waiting_since_ != 0) self->stream_.close();
    });
}

std::string_view connection::unread() const {
    auto const bytes = buffer_.data();
    return {static_cast<char const*>(bytes.data()), bytes.size()};
}

asio::awaitable<void> connection::run() {
    // Also when something throws for want of memory: the client is not left to wait.
    at_the_end const closed([this] {
        error ignored;
        stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
        stream_.socket().close(ignored);
    });
    while (!shared_.stopping && !ending_ && co_await serve_one()) waiting_since_ = ticks_now();
}

/// Reads and answers one request; false when the connection is to end.
asio::awaitable<bool> connection::serve_one() {
    exchange x(shared_);
    if (!co_await read_head(x) || !co_await read_body(x)) co_return false;
    if (x.framed.is_asterisk) co_return co_await write(x, options_answer(), x.keep_alive);
    auto const watch = std::make_shared<client_watch>(stream_.socket(), shared_.options.gone);
    http::response answer;
    {
        at_the_end const watched([&watch] { watch->end(); });
        watch->begin();
        answer = co_await workers_.answer(std::move(x.request), watch->stop);
    }
    co_return co_await write(x, std::move(answer), x.keep_alive);
}

/// Reads up to the end of a head; false when the connection is to end, the client having been told why where it can be.
asio::awaitable<bool> connection::read_head(exchange& x) {
    auto const& options = shared_.options;
    stream_.expires_after(options.idle);
    std::size_t seen = 0;
    bool begun = false;
    for (;;) {
        if (auto const empty = empty_lines(unread()); empty != 0) buffer_.consume(empty), seen = 0;
        auto const text = unread();
        if (!text.empty() && !begun) {
            // One deadline for the whole request: a client that drips cannot hold the connection for longer.
            begun = true;
            stream_.expires_after(options.transfer);
        }
        auto const scan = scan_head(text, seen);
        if (scan.refused) co_return co_await refuse(x, refusal(scan.refused->status, scan.refused->message));
        if (scan.end > options.header_bytes || (scan.end == 0 && text.size() >= options.header_bytes))
            co_return co_await refuse(
                x, refusal(431, fmt::format("the header fields are larger than {} bytes", options.header_bytes)));
        if (scan.end != 0) {
            waiting_since_ = 0;
            co_return co_await parse_head(x, scan.end);
        }
        seen = text.size();
        auto const [ec, size] = co_await stream_.async_read_some(buffer_.prepare(8192), as_result);
        if (ec) co_return false;
        buffer_.commit(size);
    }
}

/// Reads the head of @p size bytes at the front of the buffer: what is doubtful in it is refused, the rest is Beast's.
asio::awaitable<bool> connection::parse_head(exchange& x, std::size_t size) {
    auto const& options = shared_.options;
    auto reading = conformance::read_head(unread().substr(0, size));
    x.framed = std::move(reading.read);
    if (reading.refused) co_return co_await refuse(x, refusal(reading.refused->status, reading.refused->message));
    // A later HTTP/1.x is read as HTTP/1.1 (RFC 9110, 2.5), which Beast does not do.
    static_cast<char*>(buffer_.data().data())[x.framed.version_digit_at] = x.framed.version == 10 ? '0' : '1';
    x.parser.header_limit(static_cast<std::uint32_t>(options.header_bytes));
    x.parser.body_limit(options.body_bytes);
    error ec;
    auto const used = x.parser.put(asio::buffer(buffer_.data(), size), ec);
    if (ec) {
        if (auto answer = refusal(ec, options)) co_return co_await refuse(x, std::move(*answer));
        co_return false;
    }
    auto const& message = x.parser.get();
    auto const length = x.parser.content_length();
    bool const agreed = x.parser.is_header_done() && used == size && x.parser.chunked() == x.framed.chunked &&
                        length.has_value() == x.framed.length.has_value() && (!length || *length == *x.framed.length);
    if (!agreed) co_return co_await refuse(x, refusal(400, "the request can be read in two ways"));
    buffer_.consume(used);
    x.request.method = std::string(message.method_string());
    x.request.target = x.framed.target;
    for (auto const& field : message)
        x.request.fields.add(std::string(field.name_string()), std::string(field.value()));
    x.keep_alive = message.keep_alive();
    co_return true;
}

/// Reads the body, or as much of it as the request is worth; false when the connection is to end.
asio::awaitable<bool> connection::read_body(exchange& x) {
    if (x.parser.is_done()) co_return true;
    http::admission admitted;
    bool const small = x.framed.length && *x.framed.length <= small_body;
    if (!small && shared_.calls.admit) {
        admitted = shared_.calls.admit(x.request);
        if (admitted.body_bytes == 0 || x.framed.length.value_or(0) > admitted.body_bytes)
            co_return co_await refuse(x, std::move(admitted.otherwise));
    }
    if (x.framed.expects_continue && buffer_.size() == 0) {
        constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
        if (auto const [ec, size] = co_await asio::async_write(stream_, asio::buffer(go_on), as_result); ec)
            co_return false;
    }
    std::string piece(std::min(x.framed.length.value_or(small_body), small_body), '\0');
    auto& part = x.parser.get().body();
    while (!x.parser.is_done()) {
        part.data = piece.data();
        part.size = piece.size();
        auto [ec, size] = co_await wire::async_read_some(stream_, buffer_, x.parser, as_result);
        if (ec == wire::error::need_buffer) ec = {};
        if (ec) {
            if (auto answer = refusal(ec, shared_.options)) co_return co_await refuse(x, std::move(*answer));
            co_return false;
        }
        auto const got = piece.size() - part.size;
        if (!x.share.take(got))
            co_return co_await refuse(x, refusal(503, "the server holds as many bytes of requests as it may"));
        if (x.request.body.size() + got > admitted.body_bytes)
            co_return co_await refuse(x, std::move(admitted.otherwise));
        x.request.body.append(piece, 0, got);
    }
    co_return true;
}

/// False when the connection is not to be kept.
asio::awaitable<bool> connection::write(exchange const& x, http::response answer, bool keep_alive) {
    keep_alive = keep_alive && !shared_.stopping && !ending_;
    ++shared_.answered;
    bool const bodiless = answer.status == 204 || answer.status == 304;
    bool const is_head = x.parser.is_header_done() && x.parser.get().method() == wire::verb::head;
    wire::response<wire::string_body> message;
    message.version(x.framed.version);
    message.result(static_cast<unsigned>(answer.status));
    message.set(wire::field::server, "lancespec/" LANCESPEC_VERSION_STRING);
    message.set(wire::field::date, date_now());
    for (auto const& [name, value] : answer.fields)
        if (!beast::iequals(name, "content-length") && !beast::iequals(name, "transfer-encoding") &&
            !beast::iequals(name, "connection"))
            message.insert(name, value);
    message.keep_alive(keep_alive);
    if (!bodiless) message.content_length(answer.body.size());
    if (!bodiless && !is_head) message.body() = std::move(answer.body);

    stream_.expires_after(shared_.options.transfer);
    auto [ec, size] = co_await wire::async_write(stream_, message, as_result);
    co_return !ec && keep_alive;
}

/// Answers a request that is not read to its end. False: the connection is to end.
asio::awaitable<bool> connection::refuse(exchange& x, http::response answer) {
    waiting_since_ = 0;
    x.request = {};
    x.share.give_back();
    (void)co_await write(x, std::move(answer), false);
    co_await linger();
    co_return false;
}

/// Reads on for a moment. Closing a connection with bytes unread resets it, and the client may lose the answer.
asio::awaitable<void> connection::linger() {
    error ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    stream_.expires_after(std::min(shared_.options.transfer, std::chrono::milliseconds(2000)));
    waiting_since_ = ticks_now();  // whoever needs the place may have it
    for (;;) {
        buffer_.clear();
        auto [ec, size] = co_await stream_.async_read_some(buffer_.prepare(std::size_t{64} << 10), as_result);
        if (ec || shared_.stopping) co_return;
    }
}

}  // namespace lancespec::conformance
