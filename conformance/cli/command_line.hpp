// SPDX-License-Identifier: Apache-2.0
// What the user asked for, read from the command line and the environment.
#pragma once

#include "conformance/engine/known_failures.hpp"
#include "conformance/engine/options.hpp"
#include "conformance/transport/base_url.hpp"

#include <lancespec/core/type_info.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lancespec::conformance {

enum class report_format : std::uint8_t {
    console,
    json,
    junit
};

/// One `--report FORMAT[=FILE]`.
struct report_request {
    report_format format = report_format::console;
    std::string file;  ///< empty: standard output
};

struct check_command {
    std::optional<base_url> server;  ///< absent: the built-in one
    run_options options;
    std::chrono::milliseconds timeout{10'000};
    std::vector<report_request> reports;  ///< at least one
    std::vector<known_failure> known_failures;
    std::string cacert;  ///< a PEM file of the certificates to trust; empty: those of the system
    std::string trace;   ///< the folder that exchanges are written to; empty: none
    bool demo = false;   ///< the server has the demo data
    bool dry_run = false;
    bool verbose = false;
    std::string cleanup;  ///< the run whose objects are to be removed; empty: none, the server is checked
};

struct serve_command {
    std::string host = "127.0.0.1";
    std::uint16_t port = 2333;
    bool demo = false;
    bool stub = false;
    std::optional<std::string> token;
    std::optional<std::string> api_key;
    std::string fault;  ///< empty: none
    bool unavailable = false;
    // Members of executor::catalog_options; absent: what it says.
    std::optional<std::int64_t> request_steps;
    std::optional<std::int64_t> job_steps;
    std::optional<std::int64_t> output_rows;
    std::optional<std::int64_t> output_bytes;
    std::optional<std::int64_t> table_bytes;
    std::optional<std::int64_t> catalog_bytes;
};

struct list_command {
    bool faults = false;
    bool json = false;
};

struct explain_command {
    std::string check;
};

struct path_command {
    std::vector<std::string> paths;
    std::string cases;      ///< a file, `-` for standard input; empty: the paths are what is asked
    bool minimal = false;   ///< quote only where a segment holds a dot or a backtick
    bool segments = false;  ///< list the segments too
};

struct where_command {
    std::string clause;
    std::string table;  ///< a file; empty: none
    std::string cases;  ///< a file, `-` for standard input; empty: the clause is what is asked
    bool newest = false;
    std::string double_quotes = "identifier";
    bool full_quoting = false;
};

enum class table_format : std::uint8_t {
    text,
    markdown,
    json
};

struct operations_command {
    table_format format = table_format::text;
};

struct validate_command {
    std::string operation;
    bool response = false;
    std::string file = "-";  ///< `-`: standard input
    bool strict = false;     ///< report stray nulls and unknown members too
    bool json = false;
    spec_version version = latest_spec_version;
};

struct openapi_command {
    bool yaml = false;
    spec_version version = latest_spec_version;
};

struct diff_command {
    std::string document;  ///< a file; `-`: standard input
    bool json = false;
    spec_version version = latest_spec_version;
};

struct version_command {};

/// Help that was asked for (status 0), or a usage error (status 2), as text.
struct usage_text {
    int status = 0;
    std::string text;
};

using any_command =
    std::variant<usage_text, check_command, serve_command, list_command, explain_command, path_command, where_command,
                 operations_command, validate_command, openapi_command, diff_command, version_command>;

/// Reads @p arguments, without the program's name. LANCESPEC_TOKEN and LANCESPEC_API_KEY stand in for the options of
/// `check` that are not given.
any_command parse_command_line(std::vector<std::string> arguments);

}  // namespace lancespec::conformance
