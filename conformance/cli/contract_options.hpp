// SPDX-License-Identifier: Apache-2.0
// The options of the commands about the contract itself: operations, validate, openapi, diff.
#pragma once

#include "conformance/cli/command_line.hpp"

#include <CLI/App.hpp>

#include <string>

namespace lancespec::conformance {

/// These commands, and their options as the user wrote them.
struct contract_options {
    operations_command operations;
    validate_command validate;
    openapi_command openapi;
    diff_command diff;
    CLI::App* on_operations = nullptr;
    CLI::App* on_validate = nullptr;
    CLI::App* on_openapi = nullptr;
    CLI::App* on_diff = nullptr;

    std::string format = "text";
    std::string half;
    std::string version{name(latest_spec_version)};
};

void add_contract_commands(CLI::App& app, contract_options& to);

/// The command that was asked for, or nothing when it is none of these.
std::optional<any_command> finish_contract_commands(contract_options& from);

}  // namespace lancespec::conformance
