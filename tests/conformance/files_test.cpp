// SPDX-License-Identifier: Apache-2.0
// Files that a user names: whatever they are, no more of them is read than they may hold.
#include "conformance/cli/files.hpp"

#include "tests/conformance/run_program.hpp"
#include "tests/conformance/scratch.hpp"
#include "tests/support/catch.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>
#include <thread>

namespace files_test {

namespace lc = lancespec::conformance;

/// A pipe with a name, into which a thread writes until @p bytes are written or nobody reads.
class fifo {
public:
    fifo(std::string path, std::size_t bytes)
        : path_(std::move(path)), made_(::mkfifo(path_.c_str(), 0600)), writer_([this, bytes] { write(bytes); }) {}

    [[nodiscard]] std::string const& path() const noexcept { return path_; }

private:
    void write(std::size_t bytes) const {
        std::signal(SIGPIPE, SIG_IGN);
        int const fd = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        std::string const part(std::size_t{1} << 16, ' ');
        for (std::size_t sent = 0; sent < bytes;) {
            auto const n = ::write(fd, part.data(), std::min(part.size(), bytes - sent));
            if (n <= 0) break;
            sent += static_cast<std::size_t>(n);
        }
        ::close(fd);
    }

    std::string path_;
    int made_;
    std::jthread writer_;
};

TEST_CASE("a file of as many bytes as it may hold is read, one of one more is not") {
    lancespec_test::scratch const here;
    auto const path = here.file("f", "12345");
    CHECK(*lc::read_file(path, 5) == "12345");
    CHECK_THAT(lc::read_file(path, 4).error(),
               Catch::EndsWith("f: is over 4 bytes, the most that is read of such a file"));
    CHECK(lc::read_file(here.file("empty", ""), 0)->empty());
    fifo const exact(here.path("exact"), 200'000);
    CHECK(lc::read_file(exact.path(), 200'000)->size() == 200'000);
    fifo const endless(here.path("endless"), std::size_t{1} << 40);
    CHECK_THAT(lc::read_file(endless.path(), 200'000).error(), Catch::Contains("over 200000 bytes"));
}

TEST_CASE("what is no file is an error that names it") {
    lancespec_test::scratch const here;
    CHECK_THAT(lc::read_file(here.path()).error(), Catch::EndsWith("cannot be read: Is a directory"));
    CHECK_THAT(lc::read_file(here.path("none")).error(),
               Catch::EndsWith("none: cannot be read: No such file or directory"));
    CHECK_THAT(lc::read_file("/dev/zero", 1000).error(), Catch::StartsWith("/dev/zero: is over 1000 bytes"));
    CHECK_THAT(lc::read_file("a\x1b", 1000).error(), Catch::StartsWith("a\\x1b: "));
}

TEST_CASE("lines are read one by one, and a line is bounded") {
    std::istringstream in("a\n\nb\r\nlonge\nlast\nlonger");
    std::string line;
    CHECK((lc::read_line(in, line, 5) == lc::line_read::line && line == "a"));
    CHECK((lc::read_line(in, line, 5) == lc::line_read::line && line.empty()));
    CHECK((lc::read_line(in, line, 5) == lc::line_read::line && line == "b\r"));
    CHECK((lc::read_line(in, line, 5) == lc::line_read::line && line == "longe"));
    CHECK((lc::read_line(in, line, 5) == lc::line_read::line && line == "last"));
    CHECK((lc::read_line(in, line, 5) == lc::line_read::too_long && line == "longe"));
    CHECK(lc::read_line(in, line, 5) == lc::line_read::end);
}

TEST_CASE(
    "every option and argument that names a file to read is bounded, and refuses a folder and what is not there") {
    lancespec_test::scratch const here;
    auto const table = here.file("t.json", R"({"schema": {"i": "int32"}, "rows": [{"i": 1}]})");
    std::vector<std::vector<std::string>> const commands{
        {"validate", "CreateTableTag", "request"},
        {"diff"},
        {"where", "i > 1", "--table"},
        {"where", "--table", table, "--cases"},
        {"path", "--cases"},
        {"check", "http://127.0.0.1:9", "--fixture"},
        {"check", "http://127.0.0.1:9", "--config"},
        {"check", "http://127.0.0.1:9", "--known-failures"},
        {"check", "http://127.0.0.1:9", "--cacert"},
    };
    for (auto const& command : commands) {
        for (auto const& file : {std::string("/dev/zero"), here.path(), here.path("none")}) {
            auto words = command;
            words.push_back(file);
            auto const got = run_program::run(words);
            INFO(command.front() << " " << command.back() << " " << file << ": " << got.err);
            CHECK(got.status == 2);
            CHECK_THAT(got.err, Catch::Contains(file));
        }
    }
}

}  // namespace files_test
