// SPDX-License-Identifier: Apache-2.0
// Documents from files: JSON, or YAML read as the JSON it stands for.
#pragma once

#include <lancespec/core/result.hpp>

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace lancespec::conformance {

/// The value that @p text holds. Text that begins with `{` or `[` is JSON, anything else YAML: plain scalars are null,
/// booleans and numbers where they look so, keys are text. The error is a sentence with the place.
///
/// Bounded: 64 MiB of text, 1,000,000 values, aliases counted each time they are used.
result<boost::json::value, std::string> parse_document(std::string_view text);

/// @p value as YAML: block style, texts in double quotes.
std::string to_yaml(boost::json::value const& value);

}  // namespace lancespec::conformance
