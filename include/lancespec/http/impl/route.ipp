// Body of http/route.hpp.
#pragma once

#include <lancespec/contract/operations.hpp>
#include <lancespec/core/percent.hpp>
#include <lancespec/http/route.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace http {
namespace detail {

inline constexpr std::string_view id_place = "{id}";

/// Takes the first segment off @p path, which starts with a slash or is empty.
inline std::string_view next_segment(std::string_view& path) {
    path.remove_prefix(1);
    auto const end = path.find('/');
    auto const segment = path.substr(0, end);
    path = end == std::string_view::npos ? std::string_view{} : path.substr(end);
    return segment;
}

/// Whether @p path fits @p pattern; @p id is then what stands at `{id}`, as sent.
inline bool fits(std::string_view pattern, std::string_view path, std::string_view& id) {
    while (!pattern.empty()) {
        if (path.empty() || path.front() != '/') return false;
        auto const wanted = next_segment(pattern);
        auto const segment = next_segment(path);
        if (wanted == id_place)
            id = segment;
        else if (wanted != segment)
            return false;
    }
    return path.empty() || path == "/";
}

}  // namespace detail

LANCESPEC_DECL route_match match_route(std::string_view method, std::string_view path) {
    route_match match;
    for (auto const& op : contract::operations()) {
        std::string_view id;
        if (!detail::fits(op.path, path, id)) continue;
        if (op.method != method) {
            match.allowed.emplace_back(op.method);
            continue;
        }
        match.operation = &op;
        if (auto decoded = percent_decode(id))
            match.id = std::move(*decoded);
        else
            match.broken.push_back({"path:id", rule::malformed,
                                    "a % in the path is not followed by two hexadecimal digits", std::nullopt});
        match.allowed.clear();
        return match;
    }
    return match;
}

LANCESPEC_DECL std::string write_route(contract::operation const& op, std::string_view id) {
    std::string path(op.path);
    return path.replace(path.find(detail::id_place), detail::id_place.size(), percent_encode(id));
}

}  // namespace http
LANCESPEC_END_NAMESPACE
