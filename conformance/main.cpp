// SPDX-License-Identifier: Apache-2.0
// The program: everything it does is in cli/commands.hpp.
#include "conformance/cli/commands.hpp"
#include "conformance/cli/descriptor_buffer.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>

/// Takes the places of standard streams that are closed: a socket that is opened later would get them, and what is
/// meant for the terminal with them. Read-only, so that writing there fails as it did.
static void occupy_standard_streams() {
    for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF) static_cast<void>(::open("/dev/null", O_RDONLY));
}

int main(int argc, char** argv) {
    occupy_standard_streams();
    constexpr int suite_failed = 4;
    constexpr int unreachable = 3;
    constexpr int usage = 2;
    // A reader that goes away (`lancespec list | head`) is no failure; writes then fail with EPIPE.
    std::signal(SIGPIPE, SIG_IGN);
    char const* const no_colour = std::getenv("NO_COLOR");
    bool const colour = ::isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');

    lancespec::conformance::descriptor_buffer buffer(STDOUT_FILENO);
    std::ostream out(&buffer);
    int status = 0;
    try {
        status = lancespec::conformance::run_program({argv + 1, argv + argc},
                                                     {out, std::cerr, colour, ::isatty(STDERR_FILENO) == 1});
    } catch (std::exception const& e) {
        out.flush();
        std::cerr << "lancespec: an unexpected failure: " << e.what() << '\n';
        return suite_failed;
    }
    out.flush();
    if (buffer.error() != 0 && buffer.error() != EPIPE) {
        std::cerr << "lancespec: cannot write to standard output: " << std::strerror(buffer.error()) << '\n';
        // What was to be said is lost, whatever it was.
        if (status != usage && status != unreachable) status = suite_failed;
    }
    return status;
}
