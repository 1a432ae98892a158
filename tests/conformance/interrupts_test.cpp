// SPDX-License-Identifier: Apache-2.0
// Ctrl-C on the program itself: the first ends the checks, the second the clean-up, the third everything.
#include "conformance/cli/interrupts.hpp"

#include "tests/conformance/scratch.hpp"
#include "tests/conformance/sockets.hpp"
#include "tests/conformance/watched_service.hpp"
#include "tests/support/becomes.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <thread>

extern char** environ;

namespace interrupts_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;
using lancespec_test::watched_service;
using namespace std::chrono_literals;
using lancespec_test::becomes;

/// Reads one request of HTTP/1.1 from @p peer; nothing when the peer is gone.
std::optional<http::request> read_request(lancespec_test::tcp_peer const& peer) {
    auto text = peer.receive_request();
    auto const head = text.find("\r\n\r\n");
    if (head == std::string::npos) return std::nullopt;
    http::request out;
    std::istringstream in(text.substr(0, head));
    std::string version;
    in >> out.method >> out.target >> version;
    std::size_t length = 0;
    for (std::string line; std::getline(in, line);) {
        auto const colon = line.find(':');
        if (colon == std::string::npos) continue;
        auto value = line.substr(colon + 1);
        std::erase(value, '\r');
        value.erase(0, value.find_first_not_of(' '));
        auto const name = line.substr(0, colon);
        if (name == "Content-Length") length = std::stoul(value);
        out.fields.add(name, value);
    }
    out.body = text.substr(head + 4);
    if (out.body.size() < length) return std::nullopt;
    return out;
}

/// A slow server, one connection at a time, that hangs where it is told to.
class slow_server {
public:
    std::atomic<int> requests{0};
    std::atomic<int> drops{0};
    std::atomic<bool> hangs_on_drops{false};
    std::atomic<int> hangs_from{1'000'000};  ///< the number of the request from which it hangs
    watched_service service;

    [[nodiscard]] std::string url() const { return listener_.url(); }

private:
    void answer(lancespec_test::tcp_peer& peer) {
        auto const request = read_request(peer);
        if (!request) return;
        bool const drop = request->target.find("/drop") != std::string::npos;
        drops += drop;
        if (++requests >= hangs_from || (drop && hangs_on_drops)) {
            while (!peer.sees_the_end()) {
            }
            return;
        }
        std::this_thread::sleep_for(15ms);
        auto const response = service.handler()(*request);
        auto text = "HTTP/1.1 " + std::to_string(response.status) +
                    " X\r\nconnection: close\r\ncontent-length: " + std::to_string(response.body.size()) + "\r\n";
        for (auto const& [name, value] : response.fields) text += name + ": " + value + "\r\n";
        peer.send(text + "\r\n" + response.body);
    }

    lancespec_test::scripted_server listener_{[this](lancespec_test::tcp_peer& peer) { answer(peer); }};
};

/// `lancespec check` of a server, in a process of its own; killed at the end if it still runs.
class checking {
public:
    /// The report goes to a file, or to a pipe that nobody reads, so that the program cannot come to its end.
    explicit checking(slow_server const& server, bool endless = false) {
        std::vector<std::string> words{LANCESPEC_PROGRAM,
                                       "check",
                                       server.url(),
                                       "--profile",
                                       "jobs",
                                       "--report",
                                       endless ? std::string("json") : "json=" + report_file()};
        if (::pipe(pipe_.data()) == 0) ::fcntl(pipe_[1], F_SETPIPE_SZ, 4096);
        std::vector<char*> argv;
        for (auto& w : words) argv.push_back(w.data());
        argv.push_back(nullptr);
        posix_spawn_file_actions_t files;
        ::posix_spawn_file_actions_init(&files);
        ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, here_.path("err").c_str(), O_CREAT | O_WRONLY, 0600);
        ::posix_spawn_file_actions_adddup2(&files, pipe_[1], STDOUT_FILENO);
        if (::posix_spawn(&pid_, LANCESPEC_PROGRAM, &files, nullptr, argv.data(), environ) != 0) pid_ = -1;
        ::posix_spawn_file_actions_destroy(&files);
    }
    ~checking() {
        for (int const end : pipe_) ::close(end);
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    checking(checking const&) = delete;
    checking& operator=(checking const&) = delete;

    void signal(int which) const { ::kill(pid_, which); }

    /// Status, or 1000 and the signal that ended it; -1: it still runs.
    int status() {
        int status = 0;
        if (::waitpid(pid_, &status, WNOHANG) != pid_) return -1;
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    }

    /// The same when it has ended.
    int wait() {
        int out = -1;
        CHECK(becomes([&] { return (out = status()) != -1; }));
        return out;
    }

    [[nodiscard]] boost::json::value report() const {
        auto const read = lancespec::parse_json(here_.read("r.json"));
        return read ? *read : boost::json::value();
    }

private:
    [[nodiscard]] std::string report_file() const { return here_.path("r.json"); }

    lancespec_test::scratch here_;
    std::array<int, 2> pipe_{-1, -1};
    pid_t pid_ = -1;
};

std::vector<std::string> texts(boost::json::value const& list) {
    std::vector<std::string> out;
    for (auto const& one : list.as_array()) out.emplace_back(std::string_view(one.as_string()));
    return out;
}

TEST_CASE("signals are counted while somebody listens, and handed back after") {
    struct sigaction before {};
    ::sigaction(SIGINT, nullptr, &before);
    {
        lc::interrupts const stop;
        CHECK(stop.count() == 0);
        std::raise(SIGINT);
        CHECK(stop.count() == 1);
        std::raise(SIGTERM);
        CHECK(stop.count() == 2);
    }
    struct sigaction now {};
    ::sigaction(SIGINT, nullptr, &now);
    CHECK((now.sa_handler == before.sa_handler));
    lc::interrupts const again;
    CHECK(again.count() == 0);
}

TEST_CASE("the first Ctrl-C ends the run soon: the report is written, and what was made is dropped") {
    for (int const which : {SIGINT, SIGTERM}) {
        slow_server server;
        checking run(server);
        REQUIRE(becomes([&] { return server.requests >= 25; }));
        run.signal(which);
        auto const status = run.wait();
        CHECK((status == 5 || status == 1));
        auto const report = run.report();
        REQUIRE(report.is_object());
        CHECK(report.at("interrupted") == true);
        CHECK(report.at("partial") == true);
        CHECK(report.at("verdict").as_string().find("interrupted") != std::string::npos);
        CHECK(report.at("left_behind").as_array().empty());
        CHECK(report.at("counts").at("not-run").as_int64() > 20);
        // One that was being made when the signal came is not sure, and dropped all the same.
        CHECK(server.service.ids("DropTable").size() >= server.service.ids("CreateTable").size());
        CHECK(server.service.ids("DropNamespace").size() == 1);
        CHECK(server.service.requests().back().operation->id == "DropNamespace");
        CHECK(server.service.requests().back().status < 300);
    }
}

TEST_CASE("the second Ctrl-C ends the clean-up, and the report says what is left") {
    slow_server server;
    server.hangs_on_drops = true;
    checking run(server);
    REQUIRE(becomes([&] { return server.requests >= 25; }));
    run.signal(SIGINT);
    REQUIRE(becomes([&] { return server.drops >= 1; }));
    run.signal(SIGINT);
    auto const status = run.wait();  // although the server never answers
    CHECK((status == 5 || status == 1));
    CHECK(server.drops == 1);
    auto const report = run.report();
    REQUIRE(report.is_object());
    auto const left = texts(report.at("left_behind"));
    REQUIRE(left.size() > 1);
    CHECK(left.back().starts_with("namespace lancespec"));
    CHECK_THAT(left.back(), Catch::EndsWith("not tried, the clean-up was interrupted"));
}

TEST_CASE("the third Ctrl-C ends the program at once") {
    slow_server server;
    server.hangs_from = 25;
    checking run(server, true);
    REQUIRE(becomes([&] { return server.requests >= 25; }));
    int signals = 0;
    int status = -1;
    // One that comes before the last was seen is the same one.
    for (; signals < 1000 && status == -1; ++signals) {
        run.signal(SIGINT);
        std::this_thread::sleep_for(50ms);
        status = run.status();
    }
    CHECK(status == 1000 + SIGINT);
    CHECK(signals >= 3);
}

}  // namespace interrupts_test
