// SPDX-License-Identifier: Apache-2.0
// Reading files that a user names: never more of one than it may hold, whatever it is.
#pragma once

#include <lancespec/core/result.hpp>

#include <cstddef>
#include <istream>
#include <string>

namespace lancespec::conformance {

/// A document, or the rows of a table: as much as a server takes for the body of a request.
inline constexpr std::size_t longest_document = std::size_t{64} << 20;
/// One line of a file of cases.
inline constexpr std::size_t longest_case = std::size_t{1} << 20;

/// All of @p file (`-`: standard input), which holds at most @p most bytes. Of a longer one no more than that is read,
/// so an endless one (a device, a pipe whose writer never ends) is an error too.
///
/// The error is a sentence that begins with the name: no such file, a folder, too long.
result<std::string, std::string> read_file(std::string const& file, std::size_t most = longest_document);

/// The next line of @p from without its newline, of at most @p most bytes.
enum class line_read {
    line,
    end,      ///< there is none
    too_long  ///< and @p out is its beginning
};
line_read read_line(std::istream& from, std::string& out, std::size_t most);

}  // namespace lancespec::conformance
