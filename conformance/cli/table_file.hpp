// SPDX-License-Identifier: Apache-2.0
// A table in a JSON file: {"schema": {name: type}, "rows": [{name: value}]}.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/core/result.hpp>

#include <string>
#include <string_view>

namespace lancespec::conformance {

/// Reads a table. A type is a name as columnar::to_string() writes it, or an object of a struct's fields. Values:
/// numbers and booleans as JSON has them; 64-bit integers, decimals, NaN, Infinity, -Infinity and -0.0 may be strings;
/// binary in hexadecimal; dates as 2021-01-31 or days; timestamps as counts or text; lists as arrays, structs as
/// objects. A missing key and null are null.
///
/// The error is a sentence with the place.
result<columnar::record_batch, std::string> parse_table(std::string_view json);

/// The same from a file.
result<columnar::record_batch, std::string> read_table(std::string const& file);

}  // namespace lancespec::conformance
