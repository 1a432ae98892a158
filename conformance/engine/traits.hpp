// SPDX-License-Identifier: Apache-2.0
// Traits: what a good request may carry besides. Several are asked for in one request, since each that is accepted
// starts a job.
#pragma once

#include "conformance/engine/operation.hpp"
#include "conformance/engine/request_draft.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

class session;

/// One thing that a server must take, or should.
struct trait {
    std::string name;  ///< `unknown member`, `null:/cluster`
    std::function<request_draft(request_draft)> add;
};

/// Traits that are asked for together, and do not contradict each other.
struct trait_round {
    std::vector<std::string> names;  ///< of the object
    std::vector<trait> traits;
};

std::vector<trait_round> traits_of(session const& run, operation const& op);

/// The name of the trait that the optional member @p field is null, or has a modest value.
std::string null_trait(std::string_view field);
std::string value_trait(std::string_view field);

/// The modest value of value_trait(), or nothing where every value would mean something.
std::optional<boost::json::value> modest_value(request_field const& field);

namespace traits {
inline constexpr std::string_view id_in_body = "id in the body";
inline constexpr std::string_view other_delimiter = "another delimiter";
inline constexpr std::string_view no_delimiter = "no delimiter";
inline constexpr std::string_view unknown_member = "unknown member";
inline constexpr std::string_view wrong_identity = "wrong identity in the body";
inline constexpr std::string_view quoted_column = "quoted column";
inline constexpr std::string_view nested_column = "nested column";
inline constexpr std::string_view no_body = "no body";
inline constexpr std::string_view charset = "a Content-Type with a charset";
}  // namespace traits

/// Every segment of a path without backticks, quoted: `` `stats`.`area` ``.
std::string quote_each(std::string_view path);

}  // namespace lancespec::conformance
