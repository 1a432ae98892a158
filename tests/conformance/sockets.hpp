// SPDX-License-Identifier: Apache-2.0
// Bare TCP for tests: a client that sends any bytes, and a server that does what a script says.
#pragma once

#include <lancespec/core/ascii.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace lancespec_test {

/// A connected socket, closed at the end.
class tcp_peer {
public:
    explicit tcp_peer(int fd) : fd_(fd) {}
    tcp_peer(tcp_peer const&) = delete;
    tcp_peer& operator=(tcp_peer const&) = delete;
    ~tcp_peer() { close(); }

    bool send(std::string_view bytes) const {
        while (!bytes.empty()) {
            auto const n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (n <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(n));
        }
        return true;
    }

    /// What comes until @p end is in it, or the peer closes. A peer that is silent for a minute hangs.
    std::string receive(std::string_view end = {}) const {
        std::string all;
        while ((end.empty() || all.find(end) == std::string::npos) && receive_more(all)) {
        }
        return all;
    }

    /// Whether something has come, or the peer has closed.
    [[nodiscard]] bool has_something() const {
        pollfd look{fd_, POLLIN, 0};
        return ::poll(&look, 1, 0) > 0;
    }

    /// One request of HTTP/1.1 with its body, and what came with it; cut off where the peer closes.
    [[nodiscard]] std::string receive_request() const {
        std::string all;
        while (all.size() < size_of_request(all) && receive_more(all)) {
        }
        return all;
    }

    /// Whether the peer closes. What it sends before is dropped.
    [[nodiscard]] bool sees_the_end() const {
        std::string dropped;
        while (receive_more(dropped)) dropped.clear();
        return ended_;
    }

    [[nodiscard]] bool is_closed() const { return fd_ < 0; }

    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

private:
    bool receive_more(std::string& all) const {
        char chunk[16384];
        pollfd wait{fd_, POLLIN, 0};
        if (::poll(&wait, 1, 60'000) <= 0) return false;
        auto const n = ::recv(fd_, chunk, sizeof chunk, 0);
        ended_ = n <= 0;
        if (!ended_) all.append(chunk, static_cast<std::size_t>(n));
        return !ended_;
    }

    /// How many bytes the request at the start of @p text has; all there can be while its head is not whole.
    static std::size_t size_of_request(std::string_view text) {
        auto const head = text.find("\r\n\r\n");
        if (head == std::string_view::npos) return head;
        for (auto line = text.find("\r\n") + 2; line < head; line = text.find("\r\n", line) + 2)
            if (lancespec::equal_ignoring_ascii_case(text.substr(line, 15), "content-length:"))
                return head + 4 + std::strtoul(text.data() + line + 15, nullptr, 10);
        return head + 4;
    }

    int fd_;
    mutable bool ended_ = false;
};

inline sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons(port);
    return a;
}

inline int connect_to(std::uint16_t port) {
    int const fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    auto const to = loopback(port);
    if (::connect(fd, reinterpret_cast<sockaddr const*>(&to), sizeof to) != 0) {
        ::close(fd);
        return -1;
    }
    return fd;
}

/// Listens on a free port of the loopback; runs the script on each connection, one after the other.
class scripted_server {
public:
    using script = std::function<void(tcp_peer&)>;

    /// Without a script nothing is accepted.
    explicit scripted_server(script s = nullptr, int backlog = 16)
        : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        auto at = loopback(0);
        socklen_t size = sizeof at;
        ::bind(fd_, reinterpret_cast<sockaddr const*>(&at), size);
        ::listen(fd_, backlog);
        ::getsockname(fd_, reinterpret_cast<sockaddr*>(&at), &size);
        port_ = ntohs(at.sin_port);
        if (s)
            thread_ = std::thread([this, s] {
                for (;;) {
                    int const fd = ::accept(fd_, nullptr, nullptr);
                    if (fd < 0) return;
                    ++accepted_;
                    {
                        tcp_peer peer(fd);
                        s(peer);
                    }
                    ++closed_;
                }
            });
    }

    ~scripted_server() {
        ::shutdown(fd_, SHUT_RDWR);
        if (thread_.joinable()) thread_.join();
        ::close(fd_);
    }

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    [[nodiscard]] int accepted() const { return accepted_; }
    [[nodiscard]] int closed() const { return closed_; }  ///< how many connections the script is done with

private:
    int fd_;
    std::uint16_t port_ = 0;
    std::atomic<int> accepted_{0};
    std::atomic<int> closed_{0};
    std::thread thread_;
};

/// A port of the loopback on which nothing listens.
inline std::uint16_t closed_port() {
    scripted_server const gone;
    return gone.port();
}

}  // namespace lancespec_test
