// Bodies of http/message.hpp.
#pragma once

#include <lancespec/http/message.hpp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE
namespace http {
namespace detail {

constexpr char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace detail

LANCESPEC_DECL bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return detail::lower(x) == detail::lower(y); });
}

LANCESPEC_DECL std::string media_type(std::string_view content_type) {
    auto text = content_type.substr(0, content_type.find(';'));
    auto const first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), detail::lower);
    return out;
}

LANCESPEC_DECL std::optional<std::string_view> headers::find(std::string_view name) const noexcept {
    for (auto const& [key, value] : fields_)
        if (equal_ignoring_case(key, name)) return value;
    return std::nullopt;
}

LANCESPEC_DECL void headers::set(std::string_view name, std::string value) {
    erase(name);
    fields_.emplace_back(std::string(name), std::move(value));
}

LANCESPEC_DECL void headers::erase(std::string_view name) {
    std::erase_if(fields_, [&](auto const& field) { return equal_ignoring_case(field.first, name); });
}

}  // namespace http
LANCESPEC_END_NAMESPACE
