// SPDX-License-Identifier: Apache-2.0
// Writing reports to files, whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace lancespec::conformance {

/// Writes @p content to a new file beside @p path and renames it, so that a reader sees the old file or the whole
/// new one. What is not a regular file (a pipe, /dev/stdout) is written to as it is; a link is followed.
///
/// Returns a sentence when it did not work, and leaves nothing behind; empty: done.
std::string write_file(std::string const& path, std::string_view content);

/// A sentence when write_file() could not write @p path now, so that a run need not be made in vain.
std::string why_unwritable(std::string const& path);

}  // namespace lancespec::conformance
