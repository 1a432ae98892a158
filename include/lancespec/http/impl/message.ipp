// SPDX-License-Identifier: Apache-2.0
// Bodies of http/message.hpp.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/http/message.hpp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE
namespace http {

LANCESPEC_DECL std::string media_type(std::string_view content_type) {
    auto text = content_type.substr(0, content_type.find(';'));
    auto const first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), ascii_lower);
    return out;
}

LANCESPEC_DECL std::optional<std::string_view> headers::find(std::string_view name) const noexcept {
    for (auto const& [key, value] : fields_)
        if (equal_ignoring_ascii_case(key, name)) return value;
    return std::nullopt;
}

LANCESPEC_DECL std::size_t headers::count(std::string_view name) const noexcept {
    return static_cast<std::size_t>(std::count_if(fields_.begin(), fields_.end(), [&](auto const& field) {
        return equal_ignoring_ascii_case(field.first, name);
    }));
}

LANCESPEC_DECL void headers::set(std::string_view name, std::string value) {
    erase(name);
    fields_.emplace_back(std::string(name), std::move(value));
}

LANCESPEC_DECL void headers::erase(std::string_view name) {
    std::erase_if(fields_, [&](auto const& field) { return equal_ignoring_ascii_case(field.first, name); });
}

}  // namespace http
LANCESPEC_END_NAMESPACE
