// SPDX-License-Identifier: Apache-2.0
// Files of cases: one a line, whose first tab-separated column is the case as a JSON string.
#pragma once

#include <lancespec/core/result.hpp>

#include <functional>
#include <istream>
#include <string>
#include <string_view>

namespace lancespec::conformance {

/// Reads @p from line by line and writes, for each case, its first column as it stands, a tab, and what @p answer
/// says of the text. Lines that are empty or begin with `#` are passed over; the other columns are not looked at.
///
/// The error is a sentence that names the line: it is over 1 MiB, or its first column is no JSON string. What came
/// before is written. Ends early, without an error, when @p to takes no more.
result<void, std::string> answer_cases(std::istream& from, std::ostream& to,
                                       std::function<std::string(std::string_view text)> const& answer);

/// Opens @p file, or standard input for `-`, and answers its cases. Returns the exit status: 0, or 2 with a sentence
/// on @p err when the file cannot be read or has a line that is no case.
int answer_case_file(std::string const& file, std::ostream& out, std::ostream& err,
                     std::function<std::string(std::string_view text)> const& answer);

}  // namespace lancespec::conformance
