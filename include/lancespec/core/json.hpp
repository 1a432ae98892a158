// SPDX-License-Identifier: Apache-2.0
// Reading and writing JSON as opaque values, with exact doubles, no silent duplicate keys and bounded work.
#pragma once

#include <lancespec/core/limits.hpp>
#include <lancespec/core/violation.hpp>

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// The value that @p text holds, and nothing else but white space.
///
/// Unlike boost::json::parse of 1.81 doubles are the nearest ones, a member given twice and a number outside the
/// range of a double are violations, and integers beyond 64 bits are doubles. Violations: rule::malformed with the
/// byte offset, rule::limit, rule::duplicate_key, rule::type. Linear but for sorting each object's keys.
LANCESPEC_DECL result<boost::json::value, violations> parse_json(std::string_view text, limits const& bounds = {});

/// The JSON text of @p value, without white space. Doubles are the shortest text that reads back the same; one that
/// is no JSON number (infinity, NaN) is written as null. Bytes that are no UTF-8 become U+FFFD. Iterative in arrays'
/// length, recursive in depth.
LANCESPEC_DECL std::string to_json(boost::json::value const& value);

/// Appends @p text as a JSON string, quotes included.
LANCESPEC_DECL void append_json_string(std::string& out, std::string_view text);

/// Appends the shortest text that reads back as @p number; `null` for one that is no JSON number.
LANCESPEC_DECL void append_json_number(std::string& out, double number);

/// @p key as a token of an RFC 6901 pointer: `~` as `~0`, `/` as `~1`.
LANCESPEC_DECL std::string pointer_token(std::string_view key);

/// The same of quote() of a key that is longer than `message_bytes`: for the pointers of violations, since many of them
/// may go through one long key.
LANCESPEC_DECL std::string quoted_pointer_token(std::string_view key);

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/json.ipp>
#endif
