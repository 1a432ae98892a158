// SPDX-License-Identifier: Apache-2.0
// The fields of a schema whose paths are most like a given one. For messages only.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/core/edit_distance.hpp>
#include <lancespec/language/field_path.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

inline constexpr std::size_t most_compared_fields = 10'000;

struct similar_paths {
    std::string_view joined;  ///< the path that was not found, segments joined by dots
    std::string_view leaf;
    std::vector<std::pair<std::size_t, std::string>> found;  ///< distance, canonical path
    std::size_t visited = 0;

    void visit(columnar::field const& at, field_path& path, std::string& text) {
        if (++visited > most_compared_fields) return;
        auto const text_size = text.size();
        if (!text.empty()) text += '.';
        text += at.name;
        path.segments.push_back(at.name);
        auto limit = similar_enough(joined.size());
        auto distance = edit_distance(joined, text, limit);
        if (distance > limit && path.segments.size() > 1) {
            // A leaf's name alone: the whole path is what was meant.
            limit = similar_enough(leaf.size());
            distance = edit_distance(leaf, at.name, limit);
            if (distance != 0) ++distance;
        }
        if (distance <= limit) found.emplace_back(distance, path.to_string());
        for (auto const& child : at.type.children) visit(child, path, text);
        path.segments.pop_back();
        text.resize(text_size);
    }
};

/// At most three canonical paths of @p fields most like @p segments, the best first.
LANCESPEC_DECL std::vector<std::string> nearest_paths(std::vector<std::string> const& segments,
                                                      columnar::schema const& fields) {
    std::string joined;
    for (auto const& segment : segments) {
        if (!joined.empty()) joined += '.';
        joined += segment;
    }
    similar_paths search{joined, segments.empty() ? std::string_view{} : std::string_view(segments.back()), {}};
    field_path path;
    std::string text;
    for (auto const& field : fields.fields) search.visit(field, path, text);
    std::stable_sort(search.found.begin(), search.found.end(),
                     [](auto const& a, auto const& b) { return a.first < b.first; });
    std::vector<std::string> out;
    for (auto& [distance, name] : search.found) {
        if (out.size() == 3) break;
        out.push_back(std::move(name));
    }
    return out;
}

}  // namespace detail
LANCESPEC_END_NAMESPACE
