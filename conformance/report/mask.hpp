// SPDX-License-Identifier: Apache-2.0
// The one place that takes secrets out of what is shown. Every report is written from masked values only.
#pragma once

#include "conformance/engine/run_result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// What the user gave to authenticate with. Occurrences of fewer than four bytes are not looked for in text:
/// they would turn every report into noise.
struct secrets {
    std::optional<std::string> token;
    std::optional<std::string> api_key;
    std::vector<std::string> others = {};  ///< values of other header fields that hold secrets
};

/// Stands where a secret was whose value the user knows: a shell variable, so that curl lines still work.
inline constexpr std::string_view token_variable = "$LANCESPEC_TOKEN";
inline constexpr std::string_view api_key_variable = "$LANCESPEC_API_KEY";
/// Stands where the id of a run is, in scripts that are to make the objects of the run anew.
inline constexpr std::string_view run_variable = "$LANCESPEC_RUN";
/// Stands where any other secret was.
inline constexpr std::string_view masked_text = "***";

/// @p text without secrets:
/// - the token and the API key, wherever they occur: plain they become their variable; with characters written as
///   `%2B`, `\u002b` or `\/`, or in Base64, they become `***`;
/// - the values of JSON members called auth_token, api_key and storage_options (camelCase too; of the last its
///   keys stay), in whole or broken JSON.
/// Linear in the text for secrets of ordinary length.
std::string mask(std::string_view text, secrets const& hidden);

/// Whether a header field of that name carries a secret: Authorization, Cookie, and whatever has `token`, `secret`,
/// `password`, `api-key` or `credential` in its name.
bool is_secret_field(std::string_view name);

/// The value to show for a header field: mask() of it, and for one with a secret nothing of it but the scheme
/// (`Bearer`) and what became a variable.
std::string mask_field(std::string_view name, std::string_view value, secrets const& hidden);

/// A copy of @p request in which every part is masked.
http::request mask(http::request request, secrets const& hidden);

/// A copy of @p e in which every part is masked.
exchange_record mask(exchange_record e, secrets const& hidden);

/// A copy in which every text that may come from the user or the server is masked.
run_result mask(run_result run, secrets const& hidden);

}  // namespace lancespec::conformance
