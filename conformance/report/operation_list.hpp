// SPDX-License-Identifier: Apache-2.0
// The operation table for people and programs.
#pragma once

#include <boost/json/object.hpp>

#include <string>

namespace lancespec::conformance {

/// One line for each operation: id, method, path, summary.
std::string operations_text();

/// The page docs/contract.md: what travels where in each operation, and what it answers.
std::string operations_markdown();

/// `{"schema_version", "spec_version", "operations": […]}`, with the fields of requests and responses.
boost::json::object operations_json();

}  // namespace lancespec::conformance
