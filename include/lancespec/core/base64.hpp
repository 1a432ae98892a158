// SPDX-License-Identifier: Apache-2.0
// Base64 (RFC 4648, standard alphabet): of bodies and payloads that travel in JSON, and of the encode() of clauses.
#pragma once

#include <lancespec/config.hpp>

#include <optional>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// @p bytes in Base64, with `=` up to a multiple of four characters, or without when @p padded is false. Linear.
LANCESPEC_DECL std::string base64_encode(std::string_view bytes, bool padded = true);

/// The bytes that @p text stands for, or nothing when it holds a character outside the alphabet.
///
/// Padding at the end is passed over, however much of it there is; left-over bits are dropped. Linear.
LANCESPEC_DECL std::optional<std::string> base64_decode(std::string_view text);

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/base64.ipp>
#endif
