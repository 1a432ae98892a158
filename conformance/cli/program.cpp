// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/commands.hpp"

#include <lancespec/core/edit_distance.hpp>
#include <lancespec/core/type_info.hpp>
#include <lancespec/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>

namespace lancespec::conformance {

int run_command(version_command const&, streams io) {
    io.out << fmt::format(
        "lancespec {}\nLance Namespace specification: clauses of {}, tables of {} to {}\nverdicts {}\n",
        LANCESPEC_VERSION_STRING, LANCESPEC_SPEC_VERSION_STRING, *std::begin(spec_version_names),
        name(latest_spec_version), LANCESPEC_VERDICTS_VERSION_STRING);
    return 0;
}

int run_command(usage_text const& command, streams io) {
    (command.status == 0 ? io.out : io.err) << command.text;
    return command.status;
}

int run_program(std::vector<std::string> arguments, streams io) {
    auto const wanted = parse_command_line(std::move(arguments));
    return std::visit([io](auto const& command) { return run_command(command, io); }, wanted);
}

std::vector<std::string> nearest(std::string_view wanted, std::vector<std::string> const& known) {
    std::vector<std::pair<std::size_t, std::string>> found;
    for (auto const& id : known) {
        // The last part of an id, or any part of it, is what people remember.
        bool const part = wanted.size() >= 3 && id.find(wanted) != std::string::npos;
        auto const limit = std::max<std::size_t>(3, wanted.size() / 3);
        auto const distance = part ? 0 : edit_distance(wanted, id, limit);
        if (distance <= limit) found.emplace_back(distance, id);
    }
    std::ranges::stable_sort(found, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> out;
    for (auto const& [distance, id] : found)
        if (out.size() < 3) out.push_back(id);
    return out;
}

}  // namespace lancespec::conformance
