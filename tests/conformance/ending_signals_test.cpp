// SPDX-License-Identifier: Apache-2.0
// A process that serves ends at a signal, whatever its handlers do.
#include "conformance/cli/ending_signals.hpp"
#include "conformance/serve/server.hpp"
#include "tests/conformance/sockets.hpp"
#include "tests/support/becomes.hpp"
#include "tests/support/catch.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>

namespace ending_signals_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;
using lancespec_test::becomes;
using lancespec_test::connect_to;
using lancespec_test::tcp_peer;

/// A process with a server whose handler of `/never` never returns, and does not look at its stop token.
class serving {
public:
    explicit serving(unsigned seconds) {
        std::array<int, 2> ends{};
        REQUIRE(::pipe(ends.data()) == 0);
        pid_ = ::fork();
        if (pid_ == 0) serve(seconds, ends[1]);
        ::close(ends[1]);
        REQUIRE(::read(ends[0], &port, sizeof port) == sizeof port);
        from_ = ends[0];
    }
    ~serving() {
        ::close(from_);
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    serving(serving const&) = delete;
    serving& operator=(serving const&) = delete;

    /// Returns when the handler of `/never` has begun once more.
    void wait_for_handler() const {
        char c = 0;
        REQUIRE(::read(from_, &c, 1) == 1);
    }
    void signal(int which) const { ::kill(pid_, which); }

    /// Status, or 1000 and the signal that ended it.
    int wait() {
        int status = 0;
        REQUIRE(becomes([&] { return ::waitpid(pid_, &status, WNOHANG) == pid_; }));
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    }

    std::uint16_t port = 0;

private:
    [[noreturn]] static void serve(unsigned seconds, int to) {
        lc::ending_signals signals(seconds);
        lc::server_options options;
        options.drain = options.grace = std::chrono::milliseconds(10);
        auto made = lc::server::start(
            [to](http::request const& request) {
                if (request.target != "/never") return http::response{200, {}, "answered"};
                (void)!::write(to, "x", 1);
                for (;;) ::pause();
            },
            options);
        if (!made) ::_exit(2);
        auto const at = (*made)->port();
        (void)!::write(to, &at, sizeof at);
        signals.wait();
        (*made)->stop();
        made = std::string();  // waits for the handler
        ::_exit(3);
    }

    pid_t pid_ = -1;
    int from_ = -1;
};

std::string const never = "GET /never HTTP/1.1\r\nhost: h\r\n\r\n";

TEST_CASE("A process whose handlers never return accepts, answers, and ends at the first signal") {
    for (int const which : {SIGTERM, SIGINT}) {
        serving s(1);
        std::array<tcp_peer, 3> const stuck{tcp_peer(connect_to(s.port)), tcp_peer(connect_to(s.port)),
                                            tcp_peer(connect_to(s.port))};
        for (auto const& peer : stuck) {
            peer.send(never);
            s.wait_for_handler();
        }
        tcp_peer const other(connect_to(s.port));
        other.send("GET /other HTTP/1.1\r\nhost: h\r\n\r\n");
        CHECK_THAT(other.receive("answered"), Catch::StartsWith("HTTP/1.1 200"));
        s.signal(which);
        CHECK(s.wait() == 0);
    }
}

TEST_CASE("The second signal ends the process at once, as if nobody listened") {
    serving s(100'000);
    tcp_peer const stuck(connect_to(s.port));
    stuck.send(never);
    s.wait_for_handler();
    s.signal(SIGTERM);
    REQUIRE(becomes([&] { return tcp_peer(connect_to(s.port)).is_closed(); }));  // the first one was taken
    s.signal(SIGTERM);
    CHECK(s.wait() == 1000 + SIGTERM);
}

}  // namespace ending_signals_test
