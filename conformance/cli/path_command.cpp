// SPDX-License-Identifier: Apache-2.0
// `path`: parse field paths, print them in canonical form, and show where those that are none go wrong.
#include "conformance/cli/cases.hpp"
#include "conformance/cli/commands.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/core/json.hpp>
#include <lancespec/language/field_path.hpp>

#include <ostream>

namespace lancespec::conformance {
int run_command(path_command const& command, streams io) {
    auto const quoting = command.minimal ? path_quoting::minimal : path_quoting::full;
    if (!command.cases.empty())
        return answer_case_file(command.cases, io.out, io.err, [quoting](std::string_view text) {
            auto const path = field_path::parse(text);
            if (!path) return std::string("error");
            std::string out;
            append_json_string(out, path->to_string(quoting));
            return out;
        });
    int status = 0;
    for (auto const& text : command.paths) {
        auto const path = field_path::parse(text);
        if (path) {
            io.out << printable(path->to_string(quoting)) << '\n';
            if (!command.segments) continue;
            for (auto const& segment : path->segments) io.out << "  " << printable(segment) << '\n';
            continue;
        }
        status = 1;
        io.err << render(path.error(), text) << '\n';
    }
    return status;
}

}  // namespace lancespec::conformance
