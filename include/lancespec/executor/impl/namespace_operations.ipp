// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: namespaces, and what is in them.
#pragma once

#include <lancespec/executor/impl/catalog_state.ipp>
#include <lancespec/executor/impl/paging.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {

LANCESPEC_DECL result<model::create_namespace_response, namespace_error> catalog::execute(
    model::create_namespace_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const wanted = request.properties.value_or(model::string_map{});
    model::create_namespace_response response;
    response.properties = wanted;
    auto const mode = request.mode.value_or(model::create_mode::create);
    auto const made = mode == model::create_mode::overwrite ? state_->objects.replace_namespace(*id, wanted)
                                                            : state_->objects.add_namespace(*id, wanted);
    if (made) return response;
    if (mode != model::create_mode::exist_ok || made.error().code != error_code::namespace_already_exists)
        return made.error();
    auto kept = state_->objects.find_namespace(*id);
    if (!kept) return kept.error();
    response.properties = std::move(*kept);
    return response;
}

LANCESPEC_DECL result<model::list_namespaces_response, namespace_error> catalog::execute(
    model::list_namespaces_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const all = state_->objects.namespaces_in(*id);
    if (!all) return all.error();
    auto page = detail::page_of(*all, request.page_token, request.limit);
    if (!page) return page.error();
    model::list_namespaces_response response;
    response.namespaces = std::move(page->items);
    response.page_token = std::move(page->next);
    return response;
}

LANCESPEC_DECL result<model::list_tables_response, namespace_error> catalog::execute(
    model::list_tables_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const all = state_->objects.tables_in(*id, request.include_declared.value_or(true));
    if (!all) return all.error();
    auto page = detail::page_of(*all, request.page_token, request.limit);
    if (!page) return page.error();
    model::list_tables_response response;
    response.tables = std::move(page->items);
    response.page_token = std::move(page->next);
    return response;
}

LANCESPEC_DECL result<model::describe_namespace_response, namespace_error> catalog::execute(
    model::describe_namespace_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto found = state_->objects.find_namespace(*id);
    if (!found) return found.error();
    model::describe_namespace_response response;
    response.properties = std::move(*found);
    return response;
}

LANCESPEC_DECL result<model::namespace_exists_response, namespace_error> catalog::execute(
    model::namespace_exists_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    if (auto const found = state_->objects.find_namespace(*id); !found) return found.error();
    return model::namespace_exists_response{};
}

LANCESPEC_DECL result<model::drop_namespace_response, namespace_error> catalog::execute(
    model::drop_namespace_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto had = state_->objects.drop_namespace(*id, request.behavior == model::drop_behavior::cascade);
    model::drop_namespace_response response;
    if (!had && had.error().code == error_code::namespace_not_found && request.mode == model::drop_mode::skip)
        return response;
    if (!had) return had.error();
    response.properties = std::move(*had);
    return response;
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
