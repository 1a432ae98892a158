// Bare TCP for tests: a client that sends any bytes, and a server that does what a script says.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
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

    /// What comes until @p end is in it, the peer closes, or nothing comes for @p quiet.
    std::string receive(std::string_view end = {}, std::chrono::milliseconds quiet = std::chrono::seconds(5)) const {
        std::string all;
        char chunk[16384];
        while (end.empty() || all.find(end) == std::string::npos) {
            pollfd wait{fd_, POLLIN, 0};
            if (::poll(&wait, 1, static_cast<int>(quiet.count())) <= 0) break;
            auto const n = ::recv(fd_, chunk, sizeof chunk, 0);
            if (n <= 0) break;
            all.append(chunk, static_cast<std::size_t>(n));
        }
        return all;
    }

    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

private:
    int fd_;
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
                    tcp_peer peer(fd);
                    s(peer);
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

private:
    int fd_;
    std::uint16_t port_ = 0;
    std::atomic<int> accepted_{0};
    std::thread thread_;
};

/// A port of the loopback on which nothing listens.
inline std::uint16_t closed_port() {
    scripted_server const gone;
    return gone.port();
}

}  // namespace lancespec_test
