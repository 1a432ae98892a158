// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/contract_options.hpp"

#include "conformance/cli/help.hpp"

#include <CLI/Validators.hpp>

#include <algorithm>
#include <vector>

namespace lancespec::conformance {
namespace {

std::vector<std::string> const versions(std::begin(spec_version_names), std::end(spec_version_names));

void add_version(CLI::App& to, contract_options& options) {
    to.add_option("--spec", options.version, "Version of the specification (" + options.version + ")")
        ->type_name("VERSION")
        ->check(CLI::IsMember(versions));
}

CLI::App* add(CLI::App& app, char const* name, char const* text, std::string_view footer) {
    auto* const command = app.add_subcommand(name, text);
    command->footer(std::string(footer));
    return command;
}

}  // namespace

void add_contract_commands(CLI::App& app, contract_options& to) {
    auto* c = to.on_operations = add(app, "operations", "List the operations of the contract", operations_footer);
    c->add_option("--format", to.format, "text, markdown or json (text)")
        ->check(CLI::IsMember({"text", "markdown", "json"}));

    c = to.on_validate = add(app, "validate", "Say what is wrong with a request or response", validate_footer);
    c->add_option("OPERATION", to.validate.operation, "As `operations` lists it: CreateTableTag")->required();
    c->add_option("HALF", to.half, "request or response")->required()->check(CLI::IsMember({"request", "response"}));
    c->add_option("FILE", to.validate.file, "The JSON document; - or none is standard input");
    c->add_flag("--strict", to.validate.strict, "Report stray nulls and unknown members too");
    c->add_option("--format", to.format, "text or json (text)")->check(CLI::IsMember({"text", "json"}));
    add_version(*c, to);

    c = to.on_openapi = add(app, "openapi", "Print the contract as an OpenAPI document", openapi_footer);
    c->add_flag("--yaml", to.openapi.yaml, "YAML instead of JSON");
    add_version(*c, to);

    c = to.on_diff = add(app, "diff", "Compare an OpenAPI document with the contract", diff_footer);
    c->add_option("DOCUMENT", to.diff.document, "YAML or JSON; - is standard input")->required();
    c->add_option("--format", to.format, "text or json (text)")->check(CLI::IsMember({"text", "json"}));
    add_version(*c, to);
}

std::optional<any_command> finish_contract_commands(contract_options& from) {
    auto const found = std::ranges::find(versions, from.version);
    auto const version = static_cast<spec_version>(found - versions.begin());
    bool const json = from.format == "json";
    if (*from.on_operations) {
        if (json) from.operations.format = table_format::json;
        if (from.format == "markdown") from.operations.format = table_format::markdown;
        return from.operations;
    }
    if (*from.on_validate) {
        from.validate.response = from.half == "response";
        from.validate.json = json;
        from.validate.version = version;
        return from.validate;
    }
    if (*from.on_openapi) {
        from.openapi.version = version;
        return from.openapi;
    }
    if (*from.on_diff) {
        from.diff.json = json;
        from.diff.version = version;
        return from.diff;
    }
    return std::nullopt;
}

}  // namespace lancespec::conformance
