// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: branches and tags.
#pragma once

#include <lancespec/executor/impl/catalog_state.ipp>
#include <lancespec/executor/impl/paging.ipp>

#include <map>
#include <string>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

/// Where main is meant the documents leave the branch out.
inline std::optional<std::string> shown_branch(std::string const& name) {
    return name == main_branch ? std::nullopt : std::optional(name);
}

/// The page of a map, by its keys.
template <class Map, class Show>
std::optional<namespace_error> show_page(Map const& all, std::optional<std::string> const& token,
                                         std::optional<std::int64_t> limit, std::optional<std::string>& next,
                                         Show const& show) {
    std::vector<std::string> names;
    for (auto const& [name, what] : all) names.push_back(name);
    auto page = page_of(names, token, limit);
    if (!page) return page.error();
    for (auto const& name : page->items) show(name, all.find(name)->second);
    next = std::move(page->next);
    return std::nullopt;
}

}  // namespace detail

LANCESPEC_DECL result<model::create_table_branch_response, namespace_error> catalog::execute(
    model::create_table_branch_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const made = state_->objects.add_branch(*id, request.name, request.from_branch, request.from_version);
    if (!made) return made.error();
    return model::create_table_branch_response{};
}

LANCESPEC_DECL result<model::list_table_branches_response, namespace_error> catalog::execute(
    model::list_table_branches_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const all = state_->objects.branches_of(*id);
    if (!all) return all.error();
    model::list_table_branches_response response;
    auto const show = [&response](std::string const& name, detail::branch_origin const& from) {
        auto& shown = response.branches[name];
        shown.parentBranch = detail::shown_branch(from.parent);
        shown.parentVersion = from.version;
        shown.createAt = from.made_at_millis / 1000;
    };
    if (auto bad = detail::show_page(*all, request.page_token, request.limit, response.page_token, show)) return *bad;
    return response;
}

LANCESPEC_DECL result<model::delete_table_branch_response, namespace_error> catalog::execute(
    model::delete_table_branch_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    if (auto const gone = state_->objects.drop_branch(*id, request.name); !gone) return gone.error();
    return model::delete_table_branch_response{};
}

LANCESPEC_DECL result<model::create_table_tag_response, namespace_error> catalog::execute(
    model::create_table_tag_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const made = state_->objects.set_tag(*id, request.tag, request.branch, request.version, true);
    if (!made) return made.error();
    return model::create_table_tag_response{};
}

LANCESPEC_DECL result<model::update_table_tag_response, namespace_error> catalog::execute(
    model::update_table_tag_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const made = state_->objects.set_tag(*id, request.tag, request.branch, request.version, false);
    if (!made) return made.error();
    return model::update_table_tag_response{};
}

LANCESPEC_DECL result<model::delete_table_tag_response, namespace_error> catalog::execute(
    model::delete_table_tag_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    if (auto const gone = state_->objects.drop_tag(*id, request.tag); !gone) return gone.error();
    return model::delete_table_tag_response{};
}

LANCESPEC_DECL result<model::get_table_tag_version_response, namespace_error> catalog::execute(
    model::get_table_tag_version_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const found = state_->objects.find_tag(*id, request.tag);
    if (!found) return found.error();
    model::get_table_tag_version_response response;
    response.version = found->version;
    response.branch = detail::shown_branch(found->branch);
    return response;
}

LANCESPEC_DECL result<model::list_table_tags_response, namespace_error> catalog::execute(
    model::list_table_tags_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const all = state_->objects.tags_of(*id);
    if (!all) return all.error();
    model::list_table_tags_response response;
    auto const show = [&response](std::string const& name, detail::tagged_version const& of) {
        auto& shown = response.tags[name];
        shown.branch = detail::shown_branch(of.branch);
        shown.version = of.version;
    };
    if (auto bad = detail::show_page(*all, request.page_token, request.limit, response.page_token, show)) return *bad;
    return response;
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
