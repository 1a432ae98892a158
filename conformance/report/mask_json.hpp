// SPDX-License-Identifier: Apache-2.0
// Masking of JSON members by their names, without parsing: the text may be cut off, broken, or part of a sentence.
#pragma once

#include <string>
#include <string_view>

namespace lancespec::conformance {

/// @p text with the values of members called auth_token and api_key replaced by `***`, and every scalar in the
/// value of storage_options too. Names are compared without case, `_` and `-`. A value that is a variable of
/// report/mask.hpp, or null, stays. Linear.
std::string mask_json_members(std::string_view text);

}  // namespace lancespec::conformance
