// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/profiles.hpp"

#include <lancespec/contract/operations.hpp>

#include <algorithm>
#include <array>

namespace lancespec::conformance {
namespace {

bool has_tag(contract::operation const& row, std::initializer_list<std::string_view> tags) {
    return std::ranges::any_of(row.tags,
                               [&](std::string_view tag) { return std::ranges::find(tags, tag) != tags.end(); });
}

bool is_of_version(contract::operation const& row) {
    return row.path.find("/version/") != std::string_view::npos || row.id == "RestoreTable";
}

bool is_of_refs(contract::operation const& row) {
    return has_tag(row, {"Tag", "Branch"}) || is_of_version(row);
}

bool is_of_metadata(contract::operation const& row) {
    return !has_tag(row, {"Data", "Index", "Transaction"}) && !is_of_refs(row);
}

std::vector<std::string_view> those(bool (*belongs)(contract::operation const&)) {
    std::vector<std::string_view> out;
    for (auto const& row : contract::operations())
        if (belongs(row)) out.push_back(row.id);
    return out;
}

}  // namespace

std::span<profile const> all_profiles() {
    static std::array const all{
        profile{"jobs",
                "column backfill and materialized-view refresh",
                {"AlterTableBackfillColumns", "RefreshMaterializedView"}},
        profile{"basic",
                "the eight operations that the operations page recommends at least",
                {"CreateNamespace", "ListNamespaces", "DescribeNamespace", "DropNamespace", "DeclareTable",
                 "ListTables", "DescribeTable", "DeregisterTable"}},
        profile{"metadata", "namespaces and tables, without their rows", those(is_of_metadata)},
        profile{"data", "rows, columns and queries",
                those([](auto const& row) { return has_tag(row, {"Data"}) && row.does != contract::effect::submit; })},
        profile{"refs", "versions, tags and branches", those(is_of_refs)},
        profile{"index", "indices", those([](auto const& row) { return has_tag(row, {"Index"}); })},
        profile{"transaction", "transactions", those([](auto const& row) { return has_tag(row, {"Transaction"}); })},
        profile{"full", "every operation", those([](auto const&) { return true; })},
    };
    return all;
}

bool belongs(std::string_view operation, std::string_view name) {
    auto const* one = find_profile(name);
    return one == nullptr || std::ranges::find(one->operations, operation) != one->operations.end();
}

profile const* find_profile(std::string_view name) {
    auto const all = all_profiles();
    auto const found = std::ranges::find(all, name, &profile::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace lancespec::conformance
