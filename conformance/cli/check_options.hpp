// SPDX-License-Identifier: Apache-2.0
// The options of `lancespec check`: declared here, looked at once they are all known.
#pragma once

#include "conformance/cli/command_line.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lancespec::conformance {

/// The options as the user wrote them.
struct raw_check {
    std::string url;
    std::string configured_url;
    std::string timeout = "10";
    std::string wait = "30";
    std::string jobs = "1";
    std::vector<std::string> reports;
    std::vector<std::string> headers;
    std::string table;
    std::string view;
    std::string chunker_view;
    std::string token;
    std::string api_key;
    std::string fixture;
    std::string config;
    std::string known_failures;
    std::string profile = "auto";
    std::string error_body = "schema";
    std::vector<std::string> required;
    bool no_set_up = false;
};

/// Declares `check` and its options; those that need no second look go straight into @p out.
CLI::App* add_check(CLI::App& app, check_command& out, raw_check& raw);

/// Looks at the others. Throws usage_error.
void finish_check(CLI::App const& command, check_command& out, raw_check const& raw);

/// A credential that was @p given, or nothing. Throws usage_error, without showing it.
std::optional<std::string> secret_of(std::string_view option, std::string const& text, bool given);

}  // namespace lancespec::conformance
