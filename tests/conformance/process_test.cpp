// SPDX-License-Identifier: Apache-2.0
// The program as a process: its statuses, signals and pipes.
#include "tests/conformance/sockets.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/contract/operations.hpp>

#include <sys/wait.h>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace process_test {

/// Status and output of a shell command.
std::pair<int, std::string> shell(std::string const& command) {
    std::string out;
    auto* const pipe = ::popen(("{ " + command + "; } 2>&1").c_str(), "r");
    std::array<char, 4096> chunk{};
    for (std::size_t n = 0; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) out.append(chunk.data(), n);
    return {WEXITSTATUS(::pclose(pipe)), out};
}

std::string const program = LANCESPEC_PROGRAM;
std::string const quoted = "'" + program + "'";  // for the shell: the folder may hold a space

/// `lancespec serve` in a process of its own; killed at the end if it still runs.
class serving {
public:
    explicit serving(std::vector<std::string> words) {
        int ends[2];
        REQUIRE(::pipe(ends) == 0);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(ends[1], STDOUT_FILENO);
            ::close(ends[0]);
            std::vector<char*> argv{const_cast<char*>(program.c_str())};
            for (auto& w : words) argv.push_back(w.data());
            argv.push_back(nullptr);
            ::execv(program.c_str(), argv.data());
            ::_exit(127);
        }
        ::close(ends[1]);
        out_ = ::fdopen(ends[0], "r");
    }
    ~serving() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
        std::fclose(out_);
    }
    serving(serving const&) = delete;
    serving& operator=(serving const&) = delete;

    std::string line() {
        std::array<char, 1000> text{};
        return std::fgets(text.data(), text.size(), out_) ? std::string(text.data()) : std::string{};
    }

    /// The port in the first line.
    std::uint16_t port() {
        auto const first = line();
        auto const colon = first.rfind(':');
        return colon == std::string::npos ? 0 : static_cast<std::uint16_t>(std::atoi(first.c_str() + colon + 1));
    }

    int end_with(int signal) {
        ::kill(pid_, signal);
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    }

private:
    pid_t pid_ = -1;
    FILE* out_ = nullptr;
};

TEST_CASE("serve prints where it listens and how to end it, and ends with 0 at a signal") {
    for (int const signal : {SIGINT, SIGTERM}) {
        serving s({"serve", "--demo", "--port", "0"});
        auto const port = s.port();
        REQUIRE(port != 0);
        CHECK_THAT(s.line(), Catch::Contains("demo$items"));
        CHECK_THAT(s.line(), Catch::Contains("Ctrl-C"));
        auto const check = shell(quoted + " check http://127.0.0.1:" + std::to_string(port) + "/");
        INFO(check.second);
        CHECK(check.first == 0);
        CHECK(s.end_with(signal) == 0);
        CHECK_THAT(s.line(), Catch::StartsWith("stopped after"));
    }
}

TEST_CASE("a server that stands in says how many operations it answers by examples") {
    serving s({"serve", "--port", "0", "--stub"});
    CHECK(s.port() != 0);
    CHECK_THAT(s.line(), Catch::StartsWith("no data"));
    CHECK_THAT(s.line(), Catch::EndsWith(" of " + std::to_string(lancespec::contract::operations().size()) +
                                         " operations are not executed and answered by examples\n"));
}

TEST_CASE("a server told to be unavailable gives no verdict, one that asks for credentials none without them") {
    serving s({"serve", "--demo", "--port", "0", "--unavailable"});
    CHECK(shell(quoted + " check http://127.0.0.1:" + std::to_string(s.port())).first == 5);
    serving t({"serve", "--demo", "--port", "0", "--token", "secret-1"});
    auto const url = "http://127.0.0.1:" + std::to_string(t.port());
    CHECK(shell(quoted + " check " + url).first == 5);
    CHECK(shell(quoted + " check --token secret-1 " + url).first == 0);
    CHECK(shell("LANCESPEC_TOKEN=secret-1 " + quoted + " check " + url).first == 0);
}

TEST_CASE("a port in use is a clear error with status 2") {
    lancespec_test::scripted_server const taken;
    auto const got = shell(quoted + " serve --port " + std::to_string(taken.port()));
    CHECK(got.first == 2);
    CHECK_THAT(got.second, Catch::Contains("in use"));
}

TEST_CASE("a reader that goes away is no failure, a full disk is one") {
    CHECK(shell(quoted + " list --format json | head -c 10").first == 0);
    auto const broken = shell("{ " + quoted + " list --format json; echo status $? >&2; } | true");
    CHECK_THAT(broken.second, Catch::Contains("status 0") && !Catch::Contains("cannot write"));
    auto const full = shell(quoted + " list > /dev/full");
    CHECK(full.first == 4);
    CHECK_THAT(full.second, Catch::Contains("No space"));
}

TEST_CASE("whatever a command found, it ends with 4 when that cannot be written") {
    // Each of them ends with 0, 1 or 5 otherwise.
    for (auto const& command : std::vector<std::string>{
             "check --only '*.wrong_method'", "check --only '*.wrong_method' --report json", "check --dry-run", "list",
             "explain backfill_column.accepted", "path 'a..b'", "path a", "where 'a >'", "where 'a > 1'", "operations",
             "validate CreateTableTag request </dev/null", "openapi", "version", "--help",
             "openapi --spec 0.9.0 | " + quoted + " diff - --spec 0.13.0"}) {
        INFO(command);
        auto const words = command.starts_with("openapi --spec") ? command : command + " > /dev/full";
        auto const got = shell(quoted + " " + words + (words == command ? " > /dev/full" : ""));
        INFO(got.second);
        CHECK(got.first == (command == "where 'a >'" || command == "path 'a..b'" ? 1 : 4));
    }
    // A report of a server that fails, in a file.
    serving s({"serve", "--demo", "--port", "0", "--fault", "backfill_column.accepted"});
    auto const check =
        quoted + " check http://127.0.0.1:" + std::to_string(s.port()) + " --only backfill_column.accepted";
    CHECK(shell(check).first == 1);
    for (std::string const report : {"--report json=/dev/full", "--report junit=/dev/full",
                                     "--report console=/dev/full", "--report console --report json=/dev/full"}) {
        auto const got = shell(check + " " + report);
        INFO(report << "\n" << got.second);
        CHECK(got.first == 4);
        CHECK_THAT(got.second, Catch::Contains("cannot write /dev/full: No space"));
    }
    CHECK(shell(check + " > /dev/full").first == 4);
}

TEST_CASE("reports are written to files, console to the terminal without colour") {
    auto const folder = shell("mktemp -d").second;
    auto const path = folder.substr(0, folder.find('\n'));
    auto const got = shell(quoted + " check --report junit=" + path + "/r.xml --report json=" + path +
                           "/r.json --report console; ls " + path);
    CHECK_THAT(got.second,
               Catch::Contains("conforms to jobs") && Catch::Contains("r.json\nr.xml") && !Catch::Contains("\x1b"));
    CHECK(shell("grep -c '<testsuites' " + path + "/r.xml").second == "1\n");
    shell("rm -r " + path);
}

TEST_CASE("a closed standard output is status 4, and no socket takes its place") {
    for (auto const* command : {"list", "check --only backfill_column.accepted"})
        for (auto const* closed : {">&-", ">&- 2>&-"}) {
            INFO(command << ' ' << closed);
            auto const line = std::string("'" LANCESPEC_PROGRAM "' ") + command + ' ' + closed;
            CHECK(WEXITSTATUS(std::system(line.c_str())) == 4);
        }
}

}  // namespace process_test
