// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: the versions of a table.
#pragma once

#include <lancespec/core/percent.hpp>
#include <lancespec/executor/impl/catalog_state.ipp>
#include <lancespec/executor/impl/paging.ipp>

#include <algorithm>
#include <charconv>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

/// Where the manifest of a version of a branch is: as Lance lays them out, a branch is a table in the folder `tree` of
/// its table, and shares no manifest with it.
inline std::string manifest_of(std::string const& location, std::optional<std::string> const& branch,
                               std::int64_t number) {
    auto out = location;
    if (branch && *branch != main_branch) out += "/tree/" + percent_encode(*branch);
    return out + "/_versions/" + std::to_string(number) + ".manifest";
}

inline model::table_version shown_version(std::string const& location, std::optional<std::string> const& branch,
                                          table_version const& from) {
    model::table_version out;
    out.version = from.number;
    out.timestamp_millis = from.made_at_millis;
    if (!from.recorded) {
        out.manifest_path = manifest_of(location, branch, from.number);
        return out;
    }
    out.manifest_path = from.recorded->path;
    out.manifest_size = from.recorded->size;
    out.e_tag = from.recorded->e_tag;
    out.metadata = from.recorded->metadata;
    return out;
}

/// What a request, or an entry of one, says of a manifest.
template <class Entry>
recorded_manifest manifest_in(Entry const& from) {
    return {from.manifest_path, from.manifest_size, from.e_tag, from.metadata};
}

/// The first range that ends before it begins.
inline std::optional<namespace_error> check_ranges(std::vector<model::version_range> const& ranges,
                                                   std::string const& place) {
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        auto const& range = ranges[i];
        if (range.end_version == -1 || range.end_version >= range.start_version) continue;
        return fail(error_code::invalid_input, place + "/ranges/" + std::to_string(i) + ": ends at " +
                                                   std::to_string(range.end_version) + ", before it begins at " +
                                                   std::to_string(range.start_version));
    }
    return std::nullopt;
}

/// InvalidTableState when @p id is a view: only its refresh writes it.
inline std::optional<namespace_error> check_no_view(store const& objects, object_identifier const& id) {
    if (!objects.find_view(id)) return std::nullopt;
    return fail(error_code::invalid_table_state,
                quote(id.display()) + " is a materialized view: its refresh alone writes rows and columns");
}

}  // namespace detail

LANCESPEC_DECL result<model::list_table_versions_response, namespace_error> catalog::execute(
    model::list_table_versions_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto all = state_->objects.versions_of(*id, request.branch);
    if (!all) return all.error();
    if (auto bad = detail::check_limit(request.limit)) return *bad;
    bool const descending = request.descending.value_or(false);
    auto& versions = all->versions;
    if (descending) std::reverse(versions.begin(), versions.end());
    auto first = versions.begin();
    if (request.page_token && !request.page_token->empty()) {
        std::int64_t last = 0;
        auto const* end = request.page_token->data() + request.page_token->size();
        auto const [rest, error] = std::from_chars(request.page_token->data(), end, last);
        if (error != std::errc{} || rest != end)
            return detail::fail(error_code::invalid_input, "/page_token: not one that this server gave");
        while (first != versions.end() && (descending ? (*first)->number >= last : (*first)->number <= last)) ++first;
    }
    model::list_table_versions_response response;
    for (; first != versions.end(); ++first) {
        if (request.limit && std::cmp_equal(response.versions.size(), *request.limit)) {
            response.page_token = std::to_string(response.versions.back().version);
            break;
        }
        response.versions.push_back(detail::shown_version(all->location, request.branch, **first));
    }
    return response;
}

LANCESPEC_DECL result<model::describe_table_version_response, namespace_error> catalog::execute(
    model::describe_table_version_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const found = state_->objects.describe(*id, request.branch, request.version);
    if (!found) return found.error();
    if (!found->version)
        return detail::fail(error_code::table_version_not_found,
                            "table " + quote(id->display()) + " is only declared: it has no version yet");
    model::describe_table_version_response response;
    response.version = detail::shown_version(found->location, request.branch, *found->version);
    return response;
}

LANCESPEC_DECL result<model::restore_table_response, namespace_error> catalog::execute(
    model::restore_table_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const old = state_->objects.find(*id, request.branch, request.version);
    if (!old) return old.error();
    if (auto bad = detail::check_no_view(state_->objects, *id)) return *bad;
    auto const made = state_->objects.update(
        *id, request.branch,
        [&old](detail::table_version& next, detail::table&) -> result<bool, namespace_error> {
            next.fields = (*old)->fields;
            next.fragments = (*old)->fragments;
            next.computed = (*old)->computed;
            next.indices = (*old)->indices;
            return true;
        },
        (*old)->table);
    if (!made) return made.error();
    return model::restore_table_response{};
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
