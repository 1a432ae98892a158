// `path`: parse field paths, print them in canonical form, and show where those that are none go wrong.
#include "conformance/cli/cases.hpp"
#include "conformance/cli/commands.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/core/json.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/language/field_path.hpp>

#include <fmt/format.h>

#include <ostream>

namespace lancespec::conformance {
namespace {

/// The text on one line, and a caret under the byte at fault, however that byte is shown.
std::string caret_under(std::string_view text, std::size_t offset) {
    auto const before = printable(text.substr(0, offset));
    return fmt::format("  {}\n  {:{}}^\n", printable(text), "", utf8_length(before));
}

}  // namespace

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
        io.err << fmt::format("{} (byte {})\n{}", message(path.error().code), path.error().offset,
                              caret_under(text, path.error().offset));
    }
    return status;
}

}  // namespace lancespec::conformance
