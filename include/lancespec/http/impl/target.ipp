// SPDX-License-Identifier: Apache-2.0
// Bodies of http/target.hpp.
#pragma once

#include <lancespec/core/percent.hpp>
#include <lancespec/http/target.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace http {

LANCESPEC_DECL std::optional<std::string_view> target_parts::find(std::string_view name) const noexcept {
    for (auto const& [key, value] : query)
        if (key == name) return value;
    return std::nullopt;
}

LANCESPEC_DECL target_parts parse_target(std::string_view target) {
    target_parts parts;
    target = target.substr(0, target.find('#'));
    auto const question = target.find('?');
    parts.path = target.substr(0, question);
    if (question == std::string_view::npos) return parts;
    auto rest = target.substr(question + 1);
    while (!rest.empty()) {
        auto const end = rest.find('&');
        auto const pair = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
        if (pair.empty()) continue;
        auto const equals = pair.find('=');
        auto name = percent_decode(pair.substr(0, equals));
        auto value = percent_decode(equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1));
        if (name && value)
            parts.query.emplace_back(std::move(*name), std::move(*value));
        else if (!parts.bad_escape)
            parts.bad_escape = std::string(pair);
    }
    return parts;
}

LANCESPEC_DECL void append_query(std::string& target, std::string_view name, std::string_view value) {
    target += target.find('?') == std::string::npos ? '?' : '&';
    target += percent_encode(name);
    target += '=';
    target += percent_encode(value);
}

}  // namespace http
LANCESPEC_END_NAMESPACE
