// SPDX-License-Identifier: Apache-2.0
// Finds fields by name in constant time, for filters that name many fields of a wide schema.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/language/impl/find_child.ipp>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

/// find_child() of the levels of one schema, which must stay as it is. A level of many fields is gone through once.
class name_index {
public:
    child_match find(std::vector<columnar::field> const& level, std::string_view name, path_matching matching) {
        if (level.size() <= few) return find_child(level, name, matching);
        auto& known = levels_.try_emplace(&level, level).first->second;
        if (auto const exact = known.exact.find(name); exact != known.exact.end()) return {exact->second, 1};
        if (matching == path_matching::exact) return {};
        if (known.folded.empty()) known.fold(level);
        auto const folded = known.folded.find(lower(name));
        return folded == known.folded.end() ? child_match{} : folded->second;
    }

private:
    static constexpr std::size_t few = 16;

    static std::string lower(std::string_view name) {
        std::string out(name);
        for (auto& c : out) c = ascii_lower(c);
        return out;
    }

    struct known_level {
        explicit known_level(std::vector<columnar::field> const& level) {
            exact.reserve(level.size());
            for (std::size_t i = 0; i < level.size(); ++i) exact.try_emplace(level[i].name, i);
        }
        void fold(std::vector<columnar::field> const& level) {
            folded.reserve(level.size());
            for (std::size_t i = 0; i < level.size(); ++i) {
                auto& match = folded.try_emplace(lower(level[i].name), child_match{i, 0}).first->second;
                ++match.count;
            }
        }
        std::unordered_map<std::string_view, std::size_t> exact;
        std::unordered_map<std::string, child_match> folded;  ///< empty until a name is looked for that way
    };
    std::unordered_map<std::vector<columnar::field> const*, known_level> levels_;
};

}  // namespace detail
LANCESPEC_END_NAMESPACE
