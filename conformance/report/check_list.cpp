// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/check_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

namespace lancespec::conformance {
namespace {

constexpr std::size_t width = 100;
constexpr std::size_t most_rows = 12;
constexpr std::size_t together = 3;  // operations from which on the same check is told once

}  // namespace

level gravest(check_result const& c) {
    auto out = level::info;
    for (auto const& f : c.findings)
        if (!f.explained && f.strength < out) out = f.strength;
    return out == level::info ? c.strength : out;
}

std::vector<std::string> wrapped(std::vector<std::string> const& words) {
    std::vector<std::string> out;
    std::string row;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!row.empty() && row.size() + 1 + words[i].size() > width) {
            out.push_back(std::move(row));
            row.clear();
        }
        row += (row.empty() ? "" : " ") + words[i] + (i + 1 < words.size() ? "," : "");
    }
    if (!row.empty()) out.push_back(std::move(row));
    return out;
}

std::vector<std::string> check_lists(std::vector<std::string> const& ids) {
    std::vector<std::string> kinds;
    std::map<std::string, std::vector<std::string>> by_kind;  // the prefixes of the operations
    for (auto const& id : ids) {
        auto const dot = id.find('.');
        auto kind = dot == std::string::npos ? id : id.substr(dot + 1);
        auto& list = by_kind[kind];
        if (list.empty()) kinds.push_back(kind);
        list.push_back(id.substr(0, dot));
    }
    std::ranges::stable_sort(kinds, std::greater{}, [&](auto const& kind) { return by_kind[kind].size(); });
    std::vector<std::string> out;
    std::vector<std::string> single;
    for (auto const& kind : kinds) {
        auto const& operations = by_kind[kind];
        if (operations.size() < together) {
            for (auto const& operation : operations)
                single.push_back(operation == kind ? kind : operation + "." + kind);
            continue;
        }
        auto rows = wrapped(operations);
        rows.front() = fmt::format("{} of {} operations: {}", kind, operations.size(), rows.front());
        out.insert(out.end(), rows.begin(), rows.end());
    }
    auto const rows = wrapped(single);
    out.insert(out.end(), rows.begin(), rows.end());
    if (out.size() <= most_rows) return out;
    auto const more = out.size() - (most_rows - 1);
    out.resize(most_rows - 1);
    out.push_back(fmt::format("and {} more rows; {} checks in all", more, ids.size()));
    return out;
}

}  // namespace lancespec::conformance
