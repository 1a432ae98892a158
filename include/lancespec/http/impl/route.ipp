// SPDX-License-Identifier: Apache-2.0
// Body of http/route.hpp.
#pragma once

#include <lancespec/contract/operations.hpp>
#include <lancespec/core/percent.hpp>
#include <lancespec/http/route.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace http {
namespace detail {

/// Takes the first segment off @p path, which starts with a slash or is empty.
inline std::string_view next_segment(std::string_view& path) {
    path.remove_prefix(1);
    auto const end = path.find('/');
    auto const segment = path.substr(0, end);
    path = end == std::string_view::npos ? std::string_view{} : path.substr(end);
    return segment;
}

/// The name within a pattern's `{name}`, or nothing.
inline std::string_view place_in(std::string_view segment) {
    return segment.starts_with('{') ? segment.substr(1, segment.size() - 2) : std::string_view{};
}

/// Whether @p path fits @p pattern, slash at the end or not.
inline bool fits(std::string_view pattern, std::string_view path) {
    while (!pattern.empty()) {
        if (path.empty() || path.front() != '/') return false;
        auto const wanted = next_segment(pattern);
        if (wanted != next_segment(path) && place_in(wanted).empty()) return false;
    }
    return path.empty() || path == "/";
}

/// Reads the parameters of @p path, which fits @p pattern.
inline void read_places(std::string_view pattern, std::string_view path, route_match& match) {
    while (!pattern.empty()) {
        auto const name = place_in(next_segment(pattern));
        auto const segment = next_segment(path);
        if (name.empty()) continue;
        auto decoded = percent_decode(segment);
        if (!decoded)
            match.broken.push_back({"path:" + std::string(name), rule::malformed,
                                    "a % in the path is not followed by two hexadecimal digits", std::nullopt});
        else if (name == "id")
            match.id = std::move(*decoded);
        else
            match.others.emplace_back(name, std::move(*decoded));
    }
}

}  // namespace detail

LANCESPEC_DECL route_match match_route(std::string_view method, std::string_view path) {
    route_match match;
    for (auto const& op : contract::operations()) {
        if (!detail::fits(op.path, path)) continue;
        if (op.method != method && !(op.also_get && method == "GET")) {
            match.allowed.emplace_back(op.method);
            continue;
        }
        match.operation = &op;
        match.allowed.clear();
        detail::read_places(op.path, path, match);
        return match;
    }
    return match;
}

LANCESPEC_DECL std::string write_route(contract::operation const& op, std::string_view id,
                                       std::span<std::pair<std::string_view, std::string> const> others) {
    std::string path;
    for (std::string_view pattern = op.path; !pattern.empty();) {
        auto const segment = detail::next_segment(pattern);
        auto const name = detail::place_in(segment);
        path += '/';
        if (name.empty()) path += segment;
        if (name == "id") path += percent_encode(id);
        for (auto const& [other, value] : others)
            if (!name.empty() && other == name) path += percent_encode(value);
    }
    return path;
}

}  // namespace http
LANCESPEC_END_NAMESPACE
