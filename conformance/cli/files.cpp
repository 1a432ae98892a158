// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/files.hpp"

#include "conformance/transport/text.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace lancespec::conformance {
namespace {

std::string bytes(std::size_t n) {
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    return n % mebibyte == 0 ? fmt::format("{} MiB", n / mebibyte) : fmt::format("{} bytes", n);
}

/// An open file, closed at the end unless it is standard input.
class descriptor {
public:
    explicit descriptor(std::string const& file)
        : owned_(file != "-"), fd_(owned_ ? ::open(file.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO) {}
    ~descriptor() {
        if (owned_ && fd_ >= 0) ::close(fd_);
    }
    descriptor(descriptor const&) = delete;
    descriptor& operator=(descriptor const&) = delete;

    [[nodiscard]] int get() const noexcept { return fd_; }

private:
    bool owned_;
    int fd_;
};

}  // namespace

result<std::string, std::string> read_file(std::string const& file, std::size_t most) {
    using answer = result<std::string, std::string>;
    auto const refuse = [&](std::string const& why) {
        return answer(boost::system::in_place_error,
                      fmt::format("{}: {}", file == "-" ? "standard input" : printable(file), why));
    };
    descriptor const from(file);
    if (from.get() < 0) return refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
    std::string all;
    std::vector<char> part(std::size_t{64} << 10);
    for (;;) {
        auto const n = ::read(from.get(), part.data(), std::min(part.size(), most + 1 - all.size()));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
        if (n == 0) return answer(boost::system::in_place_value, std::move(all));
        all.append(part.data(), static_cast<std::size_t>(n));
        if (all.size() > most)
            return refuse(fmt::format("is over {}, the most that is read of such a file", bytes(most)));
    }
}

line_read read_line(std::istream& from, std::string& out, std::size_t most) {
    out.clear();
    for (char c = 0; from.get(c);) {
        if (c == '\n') return line_read::line;
        if (out.size() == most) return line_read::too_long;
        out += c;
    }
    return out.empty() || from.bad() ? line_read::end : line_read::line;
}

}  // namespace lancespec::conformance
