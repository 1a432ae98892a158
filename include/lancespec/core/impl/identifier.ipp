// SPDX-License-Identifier: Apache-2.0
// Bodies of core/identifier.hpp.
#pragma once

#include <lancespec/core/identifier.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

inline violations one_violation(std::string pointer, rule broken, std::string message) {
    return {violation{std::move(pointer), broken, std::move(message), std::nullopt}};
}

}  // namespace detail

LANCESPEC_DECL result<object_identifier, violations> object_identifier::parse(std::string_view text,
                                                                              std::string_view delimiter,
                                                                              limits const& bounds) {
    if (delimiter.empty())
        return detail::one_violation("query:delimiter", rule::identifier, "the delimiter must not be empty");
    if (find_invalid_utf8(delimiter) != std::string_view::npos)
        return detail::one_violation("query:delimiter", rule::malformed, "the delimiter is not UTF-8");
    if (find_invalid_utf8(text) != std::string_view::npos)
        return detail::one_violation("path:id", rule::malformed, "the identifier is not UTF-8");
    if (text.empty() || text == delimiter) return object_identifier{};
    std::vector<std::string> names;
    for (;;) {
        if (names.size() == bounds.identifier_segments)
            return detail::one_violation(
                "path:id", rule::limit,
                "the identifier has more than " + std::to_string(bounds.identifier_segments) + " names");
        auto const end = text.find(delimiter);
        auto const name = text.substr(0, end);
        if (name.empty())
            return detail::one_violation("path:id", rule::identifier,
                                         "name " + std::to_string(names.size() + 1) + " of the identifier is empty");
        names.emplace_back(name);
        if (end == std::string_view::npos) return object_identifier{std::move(names)};
        text.remove_prefix(end + delimiter.size());
    }
}

LANCESPEC_DECL result<std::string, violations> object_identifier::to_string(std::string_view delimiter) const {
    if (delimiter.empty())
        return detail::one_violation("query:delimiter", rule::identifier, "the delimiter must not be empty");
    if (names_.empty()) return std::string(delimiter);
    std::string out;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        if (names_[i].empty())
            return detail::one_violation("/id/" + std::to_string(i), rule::identifier, "a name must not be empty");
        if (i != 0) out += delimiter;
        out += names_[i];
    }
    // Splitting again is the one proof that no name, nor two neighbouring ones, make up a delimiter.
    auto const again = parse(out, delimiter, limits{.identifier_segments = names_.size() + 1});
    if (!again || again->names_ != names_)
        return detail::one_violation("/id", rule::identifier,
                                     "a name holds the delimiter '" + quote(delimiter) +
                                         "' or text that is not UTF-8: choose another delimiter");
    return out;
}

LANCESPEC_DECL std::string object_identifier::display() const {
    if (names_.empty()) return std::string(default_delimiter);
    std::string out;
    for (auto const& name : names_) {
        if (!out.empty()) out += default_delimiter;
        out += to_valid_utf8(name);
    }
    return out;
}

LANCESPEC_DECL object_identifier object_identifier::parent() const {
    if (names_.size() <= 1) return {};
    return object_identifier{std::vector<std::string>(names_.begin(), names_.end() - 1)};
}

LANCESPEC_DECL object_identifier object_identifier::child(std::string name) const {
    auto names = names_;
    names.push_back(std::move(name));
    return object_identifier{std::move(names)};
}

LANCESPEC_END_NAMESPACE
