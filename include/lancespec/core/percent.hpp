// SPDX-License-Identifier: Apache-2.0
// Percent-encoding of path segments and query values (RFC 3986), and nothing of form encoding: a plus is a plus.
#pragma once

#include <lancespec/config.hpp>

#include <optional>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// @p text with every byte but the unreserved ones (letters, digits, `-._~`) as `%XX`. Linear.
///
/// A segment that is `.` or `..` would be collapsed by URL handling, so its dots are encoded too.
LANCESPEC_DECL std::string percent_encode(std::string_view text);

/// The bytes that @p text stands for, or nothing when a `%` is not followed by two hexadecimal digits.
///
/// The result may hold any byte, NUL included; `+` stays a plus. Linear.
LANCESPEC_DECL std::optional<std::string> percent_decode(std::string_view text);

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/percent.ipp>
#endif
