// SPDX-License-Identifier: Apache-2.0
// Pages of a sorted list: a token is the last item of the page before.
#pragma once

#include <lancespec/executor/impl/table_state.ipp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

struct name_page {
    std::vector<std::string> items;
    std::optional<std::string> next;  ///< the token of the next page; absent: there is none
};

/// InvalidInput for a limit below 1. The specification gives no lowest limit; a page of nothing would never end.
inline std::optional<namespace_error> check_limit(std::optional<std::int64_t> limit) {
    if (limit && *limit < 1)
        return fail(error_code::invalid_input, "/limit: must be at least 1, not " + std::to_string(*limit));
    return std::nullopt;
}

/// The page of @p all, sorted and each once, that follows @p token. Items that came or went since the page before do
/// not disturb the others. Linear in the page, logarithmic in the list.
inline result<name_page, namespace_error> page_of(std::vector<std::string> const& all,
                                                  std::optional<std::string> const& token,
                                                  std::optional<std::int64_t> limit) {
    if (auto bad = check_limit(limit)) return *bad;
    auto const first = token && !token->empty() ? std::upper_bound(all.begin(), all.end(), *token) : all.begin();
    auto const left = all.end() - first;
    auto const count = limit && *limit < left ? static_cast<std::ptrdiff_t>(*limit) : left;
    name_page out;
    out.items.assign(first, first + count);
    if (count < left) out.next = out.items.back();
    return out;
}

/// The object that a request names, or that it names none.
inline result<object_identifier, namespace_error> named(std::optional<std::vector<std::string>> const& id) {
    if (!id) return fail(error_code::invalid_input, "/id: the request names no object");
    return object_identifier{*id};
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
