// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/output.hpp"

#include "tests/support/catch.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace output_test {

namespace fs = std::filesystem;
namespace lc = lancespec::conformance;

/// A folder of its own, removed at the end.
struct temporary_folder {
    fs::path path;
    temporary_folder() {
        auto name = (fs::temp_directory_path() / "lancespec-test-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    temporary_folder(temporary_folder const&) = delete;
    temporary_folder& operator=(temporary_folder const&) = delete;
    ~temporary_folder() { fs::remove_all(path); }

    [[nodiscard]] std::string file(std::string const& name) const { return (path / name).string(); }
    [[nodiscard]] std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
    }
};

std::string read(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
}

TEST_CASE("a file is written whole, replaces what was there, and nothing else is left") {
    temporary_folder const folder;
    auto const path = folder.file("r.json");
    CHECK(lc::write_file(path, "one").empty());
    CHECK(lc::write_file(path, std::string("t\0wo", 4)).empty());
    CHECK(read(path) == std::string("t\0wo", 4));
    CHECK(folder.entries() == 1);
    struct stat about {};
    ::stat(path.c_str(), &about);
    CHECK((about.st_mode & 0400U) != 0);
}

TEST_CASE("a link stays a link, and its target is written") {
    temporary_folder const folder;
    fs::create_symlink("target", folder.file("link"));
    lc::write_file(folder.file("target"), "old");
    CHECK(lc::write_file(folder.file("link"), "new").empty());
    CHECK(fs::is_symlink(folder.file("link")));
    CHECK(read(folder.file("target")) == "new");
}

TEST_CASE("what cannot be written is said before and after, and leaves nothing behind") {
    temporary_folder const folder;
    for (auto const& path : {folder.file("none/r.json"), folder.path.string(), std::string()}) {
        INFO(path);
        CHECK_FALSE(lc::why_unwritable(path).empty());
        CHECK_FALSE(lc::write_file(path, "x").empty());
    }
    CHECK_THAT(lc::write_file(folder.file("none/r.json"), "x"), Catch::Contains("none/r.json: No such file"));
    CHECK(lc::why_unwritable(folder.file("r.json")).empty());
    CHECK(lc::write_file("/dev/null", "x").empty());
    CHECK(lc::why_unwritable("/dev/null").empty());
    CHECK_THAT(lc::write_file("/dev/full", "x"), Catch::Contains("No space"));
    CHECK(folder.entries() == 0);
}

TEST_CASE("a bare file name is one in the folder in which the program runs") {
    temporary_folder const folder;
    auto const before = fs::current_path();
    fs::current_path(folder.path);
    CHECK(lc::why_unwritable("results.xml").empty());
    CHECK(lc::write_file("results.xml", "x").empty());
    CHECK(lc::why_unwritable("results.xml").empty());
    fs::current_path(before);
    CHECK(read(folder.file("results.xml")) == "x");
}

}  // namespace output_test
