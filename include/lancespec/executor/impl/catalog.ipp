// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/catalog.hpp>
#include <lancespec/executor/impl/batch_operations.ipp>
#include <lancespec/executor/impl/catalog_state.ipp>
#include <lancespec/executor/impl/column_changes.ipp>
#include <lancespec/executor/impl/column_operations.ipp>
#include <lancespec/executor/impl/index_operations.ipp>
#include <lancespec/executor/impl/namespace_operations.ipp>
#include <lancespec/executor/impl/ref_operations.ipp>
#include <lancespec/executor/impl/row_operations.ipp>
#include <lancespec/executor/impl/table_operations.ipp>
#include <lancespec/executor/impl/version_operations.ipp>
#include <lancespec/executor/impl/view_operations.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
LANCESPEC_DECL catalog::catalog(catalog_options options) : state_(std::make_unique<state>(options)) {}
LANCESPEC_DECL catalog::~catalog() = default;

LANCESPEC_DECL result<model::alter_table_backfill_columns_response, namespace_error> catalog::execute(
    model::alter_table_backfill_columns_request const& request, std::stop_token const& stop) {
    auto planned = detail::plan_backfill(state_->kept, state_->known, request, state_->bounds_of_job);
    if (!planned) return planned.error();
    model::alter_table_backfill_columns_response response;
    response.job_id = state_->pool.submit(std::move(planned->shown), std::move(planned->plan), stop);
    return response;
}

LANCESPEC_DECL result<model::refresh_materialized_view_response, namespace_error> catalog::execute(
    model::refresh_materialized_view_request const& request, std::stop_token const& stop) {
    auto planned = detail::plan_refresh(state_->kept, state_->known, request, state_->bounds_of_job);
    if (!planned) return planned.error();
    model::refresh_materialized_view_response response;
    response.job_id = state_->pool.submit(std::move(planned->shown), std::move(planned->plan), stop);
    return response;
}

LANCESPEC_DECL result<void, namespace_error> catalog::create_namespace(object_identifier const& id) {
    return state_->objects.add_namespace(id);
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::create_table(
    object_identifier const& id, columnar::schema fields, std::vector<columnar::record_batch> fragments) {
    auto made = detail::make_table(id, std::move(fields), fragments);
    if (!made) return made.error();
    return state_->objects.add_table(std::move(*made));
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::insert(object_identifier const& id,
                                                                     std::vector<columnar::record_batch> fragments) {
    return detail::insert_rows(state_->objects, id, std::nullopt, fragments, model::insert_mode::append);
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::delete_rows(object_identifier const& id,
                                                                          std::string_view predicate,
                                                                          std::stop_token const& stop) {
    work_meter work(state_->bounds_of_request, stop);
    return detail::delete_rows(state_->objects, id, std::nullopt, predicate, work);
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::add_computed_column(object_identifier const& id,
                                                                                  std::string_view path,
                                                                                  std::string_view expression) {
    auto const parsed = field_path::parse(path);
    if (!parsed)
        return detail::fail(error_code::invalid_input,
                            std::string("not a field path: ") + std::string(message(parsed.error().code)));
    return state_->objects.update(id, std::nullopt, [&](detail::table_version& next, detail::table&) {
        return detail::add_computed(next, *parsed, expression);
    });
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::add_virtual_column(object_identifier const& id,
                                                                                 virtual_column definition) {
    if (!state_->known.rows.find(definition.function))
        return detail::fail(error_code::invalid_input, "no function is registered as " + quote(definition.function));
    return state_->objects.update(id, std::nullopt, [&](detail::table_version& next, detail::table&) {
        return detail::add_virtual(next, definition, id.display());
    });
}

LANCESPEC_DECL result<void, namespace_error> catalog::create_branch(object_identifier const& id, std::string_view name,
                                                                    std::optional<std::int64_t> from_version) {
    return state_->objects.add_branch(id, name, std::nullopt, from_version);
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::create_materialized_view(
    object_identifier const& id, view_definition definition, std::optional<columnar::schema> stated) {
    return detail::make_view(state_->objects, state_->known, id, std::move(definition), std::move(stated));
}

LANCESPEC_DECL void catalog::register_function(std::string name, row_function function) {
    state_->known.rows.add(std::move(name), std::move(function));
}

LANCESPEC_DECL void catalog::register_function(std::string name, table_function function) {
    state_->known.tables.add(std::move(name), detail::to_row_maker(std::move(function)));
}

LANCESPEC_DECL result<std::vector<columnar::record_batch>, namespace_error> catalog::read(
    object_identifier const& id, std::optional<std::int64_t> version, std::optional<std::string> branch) const {
    auto const found = state_->objects.find(id, branch, version);
    if (!found) return found.error();
    std::vector<columnar::record_batch> out;
    for (auto const& part : (*found)->fragments) out.push_back(detail::to_batch(**found, *part));
    return out;
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::latest_version(object_identifier const& id,
                                                                             std::optional<std::string> branch) const {
    auto const found = state_->objects.find(id, branch);
    if (!found) return found.error();
    return (*found)->number;
}

LANCESPEC_DECL std::optional<job_snapshot> catalog::find_job(std::string_view job_id) const {
    return state_->pool.find(job_id);
}

LANCESPEC_DECL bool catalog::cancel(std::string_view job_id) {
    return state_->pool.cancel(job_id);
}

LANCESPEC_DECL std::optional<job_snapshot> catalog::wait(std::string_view job_id,
                                                         std::chrono::milliseconds limit) const {
    return state_->pool.wait(job_id, limit);
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
