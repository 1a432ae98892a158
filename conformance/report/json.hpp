// SPDX-License-Identifier: Apache-2.0
// The report for programs: JSON, described in docs/reports.md.
#pragma once

#include "conformance/engine/run_result.hpp"

#include <boost/json/value.hpp>

#include <string>

namespace lancespec::conformance {

/// Changes with the meaning or the shape of the document; new members alone do not change it.
inline constexpr int json_schema_version = 1;
/// The same of the report of a run.
inline constexpr int report_schema_version = 2;

/// @p value indented by two spaces; arrays and objects without nested ones on one line when short.
std::string pretty_json(boost::json::value const& value);

/// @p run, already masked, as a JSON document that ends with a newline. Bytes that are no UTF-8 are never in it:
/// a body that holds some is written as Base64.
std::string json_report(run_result const& run);

}  // namespace lancespec::conformance
