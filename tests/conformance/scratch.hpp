// SPDX-License-Identifier: Apache-2.0
// A folder for one test, gone with everything in it at the end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace lancespec_test {

class scratch {
public:
    scratch() {
        std::string name = (std::filesystem::temp_directory_path() / "lancespec-test-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    scratch(scratch const&) = delete;
    scratch& operator=(scratch const&) = delete;

    [[nodiscard]] std::string path(std::string_view name = {}) const {
        return name.empty() ? path_ : path_ + '/' + std::string(name);
    }

    /// Writes a file; its path.
    [[nodiscard]] std::string file(std::string_view name, std::string_view text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }

    [[nodiscard]] std::string read(std::string_view name) const {
        std::ifstream in(path(name), std::ios::binary);
        std::ostringstream all;
        all << in.rdbuf();
        return all.str();
    }

private:
    std::string path_;
};

}  // namespace lancespec_test
