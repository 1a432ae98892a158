// SPDX-License-Identifier: Apache-2.0
// A server that does to its clients what a script says, each connection in a thread of its own, so that several
// clients, and clients that leave connections open, are all served.
#pragma once

#include "tests/conformance/sockets.hpp"

#include <lancespec/core/ascii.hpp>
#include <lancespec/http/message.hpp>

#include <netinet/tcp.h>

#include <condition_variable>
#include <cstdlib>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

namespace hostile {

namespace http = lancespec::http;

/// @p response as HTTP/1.1, with its length.
inline std::string wire(http::response const& response) {
    auto out = "HTTP/1.1 " + std::to_string(response.status) + " Status\r\n";
    for (auto const& [name, value] : response.fields) out += name + ": " + value + "\r\n";
    if (response.status != 204) out += "content-length: " + std::to_string(response.body.size()) + "\r\n";
    return out + "\r\n" + response.body;
}

/// A request of the suite, which is always well formed.
inline http::request parsed(std::string_view bytes) {
    http::request out;
    auto const head = bytes.substr(0, bytes.find("\r\n\r\n"));
    out.body = std::string(bytes.substr(std::min(bytes.size(), head.size() + 4)));
    auto const first = head.substr(0, head.find("\r\n"));
    auto const space = first.find(' ');
    out.method = std::string(first.substr(0, space));
    out.target = std::string(first.substr(space + 1, first.rfind(' ') - space - 1));
    for (auto at = first.size() + 2; at < head.size();) {
        auto const line = head.substr(at, head.find("\r\n", at) - at);
        auto const colon = line.find(':');
        auto value = line.substr(colon + 1);
        value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
        out.fields.add(std::string(line.substr(0, colon)), std::string(value));
        at += line.size() + 2;
    }
    return out;
}

class server;

/// What a script does its harm with.
class connection {
public:
    connection(int fd, server& owner) : fd_(fd), owner_(owner) {
        int const yes = 1;
        ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    connection(connection const&) = delete;
    connection& operator=(connection const&) = delete;
    ~connection() { ::close(fd_); }

    /// False when the client is gone.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            auto const n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (n <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(n));
        }
        return true;
    }

    /// The bytes of the next request, head and body; empty when there is none any more.
    std::string request() {
        char chunk[16384];
        for (;;) {
            if (auto const end = end_of_request(); end != std::string::npos) {
                auto out = unread_.substr(0, end);
                unread_.erase(0, end);
                return out;
            }
            auto const n = ::recv(fd_, chunk, sizeof chunk, 0);
            if (n <= 0) return {};
            unread_.append(chunk, static_cast<std::size_t>(n));
        }
    }

    /// Does nothing for that long, or until the server is ended: false.
    bool pause(std::chrono::milliseconds time);

    /// Closes so that the client gets a reset.
    void reset() {
        linger const at_once{1, 0};
        ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }

    void end() { ::shutdown(fd_, SHUT_RDWR); }

private:
    [[nodiscard]] std::size_t end_of_request() const {
        auto const head = unread_.find("\r\n\r\n");
        if (head == std::string::npos) return head;
        auto const request = parsed(std::string_view(unread_).substr(0, head + 4));
        auto const length = request.fields.find("content-length");
        auto const whole = head + 4 + (length ? std::strtoul(std::string(*length).c_str(), nullptr, 10) : 0);
        return unread_.size() < whole ? std::string::npos : whole;
    }

    int fd_;
    server& owner_;
    std::string unread_;
};

using script = std::function<void(connection&)>;

class server {
public:
    explicit server(script s) : script_(std::move(s)), fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        auto at = lancespec_test::loopback(0);
        socklen_t size = sizeof at;
        ::bind(fd_, reinterpret_cast<sockaddr const*>(&at), size);
        ::listen(fd_, 64);
        ::getsockname(fd_, reinterpret_cast<sockaddr*>(&at), &size);
        port_ = ntohs(at.sin_port);
        accepting_ = std::thread([this] { accept_all(); });
    }
    server(server const&) = delete;
    server& operator=(server const&) = delete;
    ~server() {
        {
            std::lock_guard const lock(mutex_);
            ending_ = true;
            for (auto const& c : live_) c->end();
        }
        ended_.notify_all();
        ::shutdown(fd_, SHUT_RDWR);
        accepting_.join();
        for (auto& t : threads_) t.join();
        ::close(fd_);
    }

    [[nodiscard]] std::string authority() const { return "127.0.0.1:" + std::to_string(port_); }
    [[nodiscard]] std::string url() const { return "http://" + authority(); }
    [[nodiscard]] int accepted() const { return accepted_; }

    bool pause(std::chrono::milliseconds time) {
        std::unique_lock lock(mutex_);
        return !ended_.wait_for(lock, time, [this] { return ending_; });
    }

private:
    void accept_all() {
        for (;;) {
            int const fd = ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC);
            if (fd < 0) return;
            ++accepted_;
            auto c = std::make_shared<connection>(fd, *this);
            std::lock_guard const lock(mutex_);
            if (ending_) return;
            live_.push_back(c);
            threads_.emplace_back([this, c]() mutable {
                script_(*c);
                std::lock_guard const done(mutex_);
                live_.remove(c);
                c.reset();  // closes, within the lock: end() is never called on a number that is somebody else's
            });
        }
    }

    script script_;
    int fd_;
    std::uint16_t port_ = 0;
    std::atomic<int> accepted_{0};
    std::mutex mutex_;
    std::condition_variable ended_;
    bool ending_ = false;
    std::list<std::shared_ptr<connection>> live_;
    std::list<std::thread> threads_;
    std::thread accepting_;
};

inline bool connection::pause(std::chrono::milliseconds time) {
    return owner_.pause(time);
}

/// A script that answers each request on a kept connection with bytes; it closes the connection when there are none.
inline script answering(std::function<std::string(http::request const&)> answer) {
    return [answer = std::move(answer)](connection& c) {
        for (auto request = c.request(); !request.empty(); request = c.request()) {
            auto const bytes = answer(parsed(request));
            if (bytes.empty() || !c.send(bytes)) return;
        }
    };
}

/// A script that answers each request with the same bytes, and keeps the connection.
inline script always(std::string bytes) {
    return answering([bytes = std::move(bytes)](http::request const&) { return bytes; });
}

/// A script that answers one request with these bytes, and closes the connection.
inline script once(std::string bytes) {
    return [bytes = std::move(bytes)](connection& c) {
        if (!c.request().empty()) c.send(bytes);
    };
}

}  // namespace hostile
