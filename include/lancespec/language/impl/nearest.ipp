// Edit distance, and the fields of a schema whose paths are most like a given one. For messages only.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/language/field_path.hpp>
#include <lancespec/language/impl/ascii.ipp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

inline constexpr std::size_t longest_compared_name = 64;
inline constexpr std::size_t most_compared_fields = 10'000;

/// The fewest insertions, removals, replacements and swaps of neighbours that make @p b of @p a, in bytes and
/// ignoring ASCII case; @p limit + 1 when it is more than @p limit. Names over 64 bytes are never similar.
LANCESPEC_DECL std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) noexcept {
    auto const gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (gap > limit || a.size() > longest_compared_name || b.size() > longest_compared_name) return limit + 1;
    std::array<std::array<std::size_t, longest_compared_name + 1>, 3> rows{};
    for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto& now = rows[i % 3];
        auto const& before = rows[(i + 2) % 3];
        auto const& before_that = rows[(i + 1) % 3];
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            auto const x = ascii_lower(a[i - 1]);
            auto const y = ascii_lower(b[j - 1]);
            now[j] = std::min({before[j] + 1, now[j - 1] + 1, before[j - 1] + (x == y ? 0u : 1u)});
            if (i > 1 && j > 1 && x == ascii_lower(b[j - 2]) && ascii_lower(a[i - 2]) == y) {
                now[j] = std::min(now[j], before_that[j - 2] + 1);
            }
        }
    }
    return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

/// How far two names may differ and still be a likely slip.
constexpr std::size_t similar_enough(std::size_t name_size) noexcept {
    return name_size < 2 ? 0 : name_size < 4 ? 1 : std::min<std::size_t>(4, 1 + name_size / 3);
}

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
