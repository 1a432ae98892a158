// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: tables, their branches and versions.
#pragma once

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/core/percent.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/arrow_json.ipp>
#include <lancespec/executor/impl/catalog_state.ipp>
#include <lancespec/executor/impl/paging.ipp>

#include <algorithm>
#include <charconv>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

/// The rows of a request's body.
inline result<columnar::ipc_contents, namespace_error> read_rows(std::string_view data, limits const& bounds) {
    auto rows = columnar::read_ipc(data, bounds);
    if (rows) return std::move(*rows);
    auto const code =
        rows.error().code == columnar::ipc_errc::unsupported ? error_code::unsupported : error_code::invalid_input;
    return fail(code, "the body is not an Arrow IPC stream that can be read: " + to_string(rows.error()));
}

/// Where a table is: nowhere but here, under a scheme of its own.
inline std::string location_of(object_identifier const& id) {
    std::string out = "memory:/";
    for (auto const& name : id.names()) out += "/" + percent_encode(name);
    return out;
}

/// Where the manifest of a version of a branch is: as Lance lays them out, a branch is a table in the folder `tree` of
/// its table, and shares no manifest with it.
inline std::string manifest_of(object_identifier const& id, std::optional<std::string> const& branch,
                               std::int64_t number) {
    auto out = location_of(id);
    if (branch && *branch != main_branch) out += "/tree/" + percent_encode(*branch);
    return out + "/_versions/" + std::to_string(number) + ".manifest";
}

inline std::optional<std::string> when_true(bool wanted, std::string text) {
    return wanted ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace detail

LANCESPEC_DECL result<model::create_table_response, namespace_error> catalog::execute(
    model::create_table_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto rows = detail::read_rows(request.data, state_->reading);
    if (!rows) return rows.error();
    auto made = detail::make_table(*id, *rows->fields, rows->batches);
    if (!made) return made.error();
    model::create_table_response response;
    response.location = detail::location_of(*id);
    response.properties = (*made)->properties = request.properties.value_or(model::string_map{});
    auto const mode = request.mode.value_or(model::create_mode::create);
    auto const version = state_->objects.add_table(std::move(*made), mode == model::create_mode::overwrite);
    if (version) {
        response.version = *version;
        return response;
    }
    if (mode != model::create_mode::exist_ok || version.error().code != error_code::table_already_exists)
        return version.error();
    auto kept = state_->objects.describe(*id, std::nullopt, std::nullopt);
    if (!kept) return kept.error();
    response.version = kept->version->number;
    response.properties = std::move(kept->properties);
    return response;
}

LANCESPEC_DECL result<model::describe_table_response, namespace_error> catalog::execute(
    model::describe_table_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    if (request.tag && (request.version || request.branch))
        return detail::fail(error_code::invalid_input, "/tag: cannot be given together with version or branch");
    auto found = state_->objects.describe(*id, request.branch, request.version);
    if (!found) return found.error();
    if (request.tag)
        return detail::fail(error_code::table_tag_not_found,
                            "table " + quote(id->display()) + " has no tag " + quote(*request.tag));
    model::describe_table_response response;
    response.location = detail::location_of(*id);
    response.table_uri = detail::when_true(request.with_table_uri.value_or(false), *response.location);
    response.properties = std::move(found->properties);
    bool const detailed = request.load_detailed_metadata.value_or(false);
    if (detailed || request.check_declared.value_or(false)) response.is_only_declared = false;
    // Clients that ask for nothing in particular need the version and the schema all the same.
    if (!detailed && request.load_detailed_metadata) return response;
    auto const& version = *found->version;
    response.table = std::string(id->leaf());
    response.namespace_ = id->parent().names();
    response.version = version.number;
    response.schema = detail::to_json_arrow(*version.fields);
    response.metadata = version.fields->metadata;
    response.stats.emplace();
    response.stats->num_fragments = static_cast<std::int64_t>(version.fragments.size());
    return response;
}

LANCESPEC_DECL result<model::table_exists_response, namespace_error> catalog::execute(
    model::table_exists_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    if (auto const found = state_->objects.find(*id, std::nullopt, request.version); !found) return found.error();
    return model::table_exists_response{};
}

LANCESPEC_DECL result<model::drop_table_response, namespace_error> catalog::execute(
    model::drop_table_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto had = state_->objects.drop_table(*id);
    if (!had) return had.error();
    model::drop_table_response response;
    response.id = id->names();
    response.location = detail::location_of(*id);
    response.properties = std::move(*had);
    return response;
}

LANCESPEC_DECL result<model::create_table_branch_response, namespace_error> catalog::execute(
    model::create_table_branch_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const made = state_->objects.add_branch(*id, request.name, request.from_branch, request.from_version);
    if (!made) return made.error();
    return model::create_table_branch_response{};
}

LANCESPEC_DECL result<model::list_table_versions_response, namespace_error> catalog::execute(
    model::list_table_versions_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto all = state_->objects.versions_of(*id, request.branch);
    if (!all) return all.error();
    if (auto bad = detail::check_limit(request.limit)) return *bad;
    bool const descending = request.descending.value_or(false);
    if (descending) std::reverse(all->begin(), all->end());
    auto first = all->begin();
    if (request.page_token && !request.page_token->empty()) {
        std::int64_t last = 0;
        auto const* end = request.page_token->data() + request.page_token->size();
        auto const [rest, error] = std::from_chars(request.page_token->data(), end, last);
        if (error != std::errc{} || rest != end)
            return detail::fail(error_code::invalid_input, "/page_token: not one that this server gave");
        while (first != all->end() && (descending ? (*first)->number >= last : (*first)->number <= last)) ++first;
    }
    model::list_table_versions_response response;
    for (; first != all->end(); ++first) {
        if (request.limit && std::cmp_equal(response.versions.size(), *request.limit)) {
            response.page_token = std::to_string(response.versions.back().version);
            break;
        }
        model::table_version shown;
        shown.version = (*first)->number;
        shown.manifest_path = detail::manifest_of(*id, request.branch, (*first)->number);
        shown.timestamp_millis = (*first)->made_at_millis;
        response.versions.push_back(std::move(shown));
    }
    return response;
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
