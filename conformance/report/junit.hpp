// SPDX-License-Identifier: Apache-2.0
// The report for CI systems: JUnit XML, described in docs/reports.md.
#pragma once

#include "conformance/engine/run_result.hpp"

#include <string>
#include <string_view>

namespace lancespec::conformance {

/// @p run, already masked, as JUnit XML. A failed check is a `failure`, an error of the suite an `error`, what was
/// not looked at is `skipped`; a run without a verdict has an `error` too, so that it is never green.
std::string junit_report(run_result const& run);

/// @p text for an element: escaped, and without what XML 1.0 cannot hold (control characters and
/// bytes that are no UTF-8 become `\x1b`).
std::string xml_text(std::string_view text);

/// The same for an attribute.
std::string xml_attribute(std::string_view text);

}  // namespace lancespec::conformance
