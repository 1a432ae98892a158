// SPDX-License-Identifier: Apache-2.0
// The files that a user may write for `check`, all YAML: a fixture, a configuration, a list of known failures.
#pragma once

#include "conformance/engine/known_failures.hpp"
#include "conformance/engine/options.hpp"

#include <lancespec/core/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Objects by name, as `--fixture FILE` gives them; what the file does not name is left as it is in @p objects.
///
/// The error is a sentence with file, line and what is wrong; the same goes for the other two.
result<void, std::string> read_fixture(std::string const& file, fixture& objects);

/// One line of a configuration: `timeout: 5` is `--timeout 5`, `strict: true` is `--strict=true`.
struct configured {
    std::string option;  ///< without the hyphens
    std::string value;
};

/// The options that a configuration file gives, in order; a list repeats the option. @p known are those that there are.
result<std::vector<configured>, std::string> read_configuration(std::string const& file,
                                                                std::vector<std::string> const& known);

/// Checks that are known to fail, each with its reason.
result<std::vector<known_failure>, std::string> read_known_failures(std::string const& file);

/// The names that @p text, `demo$items`, stands for. Throws usage_error when it names no object; @p place says where it
/// was written.
std::vector<std::string> names_of(std::string_view place, std::string const& text, bool may_be_empty);

}  // namespace lancespec::conformance
