#include "conformance/cli/commands.hpp"

#include <lancespec/version.hpp>

#include <algorithm>
#include <ostream>

namespace lancespec::conformance {

int run_command(version_command const&, streams io) {
    io.out << "lancespec " LANCESPEC_VERSION_STRING
              "\n"
              "Lance Namespace specification " LANCESPEC_SPEC_VERSION_STRING
              "\n"
              "verdicts " LANCESPEC_VERDICTS_VERSION_STRING "\n";
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

namespace {

/// How many letters must be changed, added or removed.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            auto const above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row.back();
}

}  // namespace

std::vector<std::string> nearest(std::string_view wanted, std::vector<std::string> const& known) {
    constexpr std::size_t longest = 200;  // what is longer is no id, and would only take time
    if (wanted.size() > longest) return {};
    std::vector<std::pair<std::size_t, std::string>> found;
    for (auto const& id : known) {
        // The last part of an id, or any part of it, is what people remember.
        bool const part = wanted.size() >= 3 && id.find(wanted) != std::string::npos;
        auto const distance = part ? 0 : edit_distance(wanted, id);
        if (distance <= std::max<std::size_t>(3, wanted.size() / 3)) found.emplace_back(distance, id);
    }
    std::ranges::stable_sort(found, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> out;
    for (auto const& [distance, id] : found)
        if (out.size() < 3) out.push_back(id);
    return out;
}

}  // namespace lancespec::conformance
