// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/output.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace lancespec::conformance {
namespace {

namespace fs = std::filesystem;

std::string failed(std::string const& path, int error) {
    return fmt::format("cannot write {}: {}", path, std::strerror(error));
}

/// 0, or the error.
int write_all(int fd, std::string_view content) {
    while (!content.empty()) {
        auto const n = ::write(fd, content.data(), content.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        content.remove_prefix(static_cast<std::size_t>(n));
    }
    return 0;
}

/// The mode that open() would give a new file.
mode_t usual_mode() {
    mode_t const mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

/// Where a link leads, so that the link itself stays.
fs::path real_path(std::string const& path) {
    std::error_code ec;
    auto const real = fs::weakly_canonical(path, ec);
    return ec ? fs::path(path) : real;
}

bool is_special(fs::path const& path) {
    std::error_code ec;
    auto const kind = fs::status(path, ec).type();
    return kind != fs::file_type::regular && kind != fs::file_type::not_found && kind != fs::file_type::none;
}

}  // namespace

std::string write_file(std::string const& path, std::string_view content) {
    if (path.empty()) return "the name of the file to write is empty";
    if (is_special(path)) {
        int const fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (fd < 0) return failed(path, errno);
        int const error = write_all(fd, content);
        ::close(fd);
        return error == 0 ? std::string{} : failed(path, error);
    }
    auto const target = real_path(path);
    auto temporary = target.string() + ".XXXXXX";
    int const fd = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (fd < 0) return failed(path, errno);
    int error = write_all(fd, content);
    if (error == 0 && ::fchmod(fd, usual_mode()) != 0) error = errno;
    if (::close(fd) != 0 && error == 0) error = errno;
    if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
    if (error == 0) return {};
    ::unlink(temporary.c_str());
    return failed(path, error);
}

std::string why_unwritable(std::string const& path) {
    if (path.empty()) return "the name of the file to write is empty";
    std::error_code ec;
    if (fs::is_directory(path, ec)) return failed(path, EISDIR);
    if (is_special(path)) return ::access(path.c_str(), W_OK) == 0 ? std::string{} : failed(path, errno);
    // A bare name that is not there yet stays one: its folder is where the program runs.
    auto folder = real_path(path).parent_path();
    if (folder.empty()) folder = ".";
    return ::access(folder.c_str(), W_OK | X_OK) == 0 ? std::string{} : failed(path, errno);
}

}  // namespace lancespec::conformance
