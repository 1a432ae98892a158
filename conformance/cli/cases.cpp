// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/cases.hpp"

#include "conformance/cli/files.hpp"
#include "conformance/engine/run_result.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/core/json.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>

namespace lancespec::conformance {

result<void, std::string> answer_cases(std::istream& from, std::ostream& to,
                                       std::function<std::string(std::string_view text)> const& answer) {
    std::string line;
    for (std::size_t number = 1;; ++number) {
        auto const read = read_line(from, line, longest_case);
        if (read == line_read::end) return {};
        if (read == line_read::too_long) return fmt::format("line {} is over 1 MiB, which is no case", number);
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty() || line.starts_with('#')) continue;
        auto const column = std::string_view(line).substr(0, line.find('\t'));
        auto const parsed = parse_json(column);
        if (!parsed)
            return fmt::format("line {}: the first column is no JSON string: {}", number, to_string(parsed.error()));
        if (!parsed->is_string()) return fmt::format("line {}: the first column is JSON, but no string", number);
        to << column << '\t' << answer(std::string_view(parsed->get_string())) << '\n';
        // Of a file without an end nothing is left to do once nobody takes the answers.
        if (!to) return {};
    }
}

int answer_case_file(std::string const& file, std::ostream& out, std::ostream& err,
                     std::function<std::string(std::string_view text)> const& answer) {
    constexpr int usage = static_cast<int>(exit_status::usage);
    std::ifstream opened;
    if (file != "-") {
        opened.open(file, std::ios::binary);
        if (!opened) {
            err << fmt::format("lancespec: cannot read {}: {}\n", printable(file), std::strerror(errno));
            return usage;
        }
    }
    auto& from = file == "-" ? std::cin : opened;
    if (auto const done = answer_cases(from, out, answer); !done) {
        err << fmt::format("lancespec: {}: {}\n", printable(file), printable(done.error()));
        return usage;
    }
    if (from.bad() || (file != "-" && !opened.eof())) {
        err << fmt::format("lancespec: {} could not be read to its end\n", printable(file));
        return usage;
    }
    return 0;
}

}  // namespace lancespec::conformance
