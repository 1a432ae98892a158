// SPDX-License-Identifier: Apache-2.0
// The one-line curl command that sends a request again, for a person to paste into a shell.
#pragma once

#include "conformance/engine/run_result.hpp"

#include <lancespec/http/message.hpp>

#include <string>
#include <string_view>

namespace lancespec::conformance {

/// @p text as one word of a POSIX shell that expands to exactly its bytes; NUL and newlines at the end excepted.
///
/// The variables of report/mask.hpp are left to the shell to expand. What does not print goes through printf.
std::string shell_word(std::string_view text);

/// A command that sends @p request, already masked, to the server at @p base_url: same method, target, fields and
/// body, byte for byte. Bodies that do not print are piped in by printf; one of more than 64 KiB is named as a
/// file to be filled, since shells bound a command's length.
std::string curl_command(http::request const& request, std::string_view base_url);

/// The same of a request of a run, after which its objects are gone: a script of several lines in one pair of
/// parentheses, which makes them under a new name, sends the request, shows the answer and removes them. A plain
/// command where the request needs nothing that the run had made.
std::string curl_command(exchange_record const& e, std::string_view base_url);

}  // namespace lancespec::conformance
