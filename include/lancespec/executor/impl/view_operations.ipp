// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: making materialized views.
#pragma once

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/executor/impl/catalog_state.ipp>
#include <lancespec/executor/impl/envelope.ipp>
#include <lancespec/executor/impl/paging.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

inline result<std::int64_t, namespace_error> make_view(store& objects, functions const& known,
                                                       object_identifier const& id, view_definition definition,
                                                       std::optional<columnar::schema> stated) {
    if (definition.kind == model::materialized_view_kind::query && !definition.function.empty())
        return fail(error_code::invalid_input, "a query view has no function");
    if (definition.kind != model::materialized_view_kind::query && definition.function.empty())
        return fail(error_code::invalid_input, "a udtf or chunker view needs a function");
    auto first = std::make_shared<table_version>();
    first->computed = std::make_shared<bindings const>();
    if (stated) {
        first->fields = std::make_shared<columnar::schema const>(std::move(*stated));
    } else {
        // A source query that cannot be run is stored all the same: the specification calls it opaque.
        auto const bound = bind_view(objects, known, id, definition, std::nullopt);
        first->fields = bound ? bound->outputs : std::make_shared<columnar::schema const>();
    }
    auto made = std::make_shared<table>();
    made->id = id;
    made->view = std::move(definition);
    made->branches.emplace(std::string(main_branch), versions{{first->number, first}});
    return objects.add_table(std::move(made));
}

inline model::materialized_view_kind kind_of(model::materialized_view_kind kind) noexcept {
    switch (kind) {
        case model::materialized_view_kind::query: return model::materialized_view_kind::query;
        case model::materialized_view_kind::udtf: return model::materialized_view_kind::udtf;
        case model::materialized_view_kind::chunker: return model::materialized_view_kind::chunker;
    }
    return model::materialized_view_kind::query;
}

/// The request's parts that can be checked without running anything; the schema that it states, nothing when a type of
/// it is one that columns cannot have.
inline result<std::optional<columnar::schema>, namespace_error> check_view(
    model::create_materialized_view_request const& request) {
    auto const refuse = [](std::string message) { return fail(error_code::invalid_input, std::move(message)); };
    bool const is_query = request.kind == model::materialized_view_kind::query;
    if (is_query && request.udtf_spec) return refuse("/udtf_spec: must be null for a view of kind query");
    if (!is_query && !request.udtf_spec) return refuse("/udtf_spec: is required for a view of kind udtf or chunker");
    auto const schema = strict_base64(request.output_schema);
    if (!schema) return refuse("/output_schema: is not base64");
    auto const read = columnar::read_ipc_stream(*schema);
    if (!read && read.error().code != columnar::ipc_errc::unsupported)
        return refuse("/output_schema: is not an Arrow schema: " + to_string(read.error()));
    auto const stated = read ? std::optional(*read->fields) : std::nullopt;
    if (!request.udtf_spec) return stated;
    auto const& spec = *request.udtf_spec;
    bool const is_udtf = request.kind == model::materialized_view_kind::udtf;
    if (is_udtf != (spec.kind == model::udtf_kind::udtf)) return refuse("/udtf_spec/kind: differs from /kind");
    if (spec.partition_by && spec.partition_by_indexed_column)
        return refuse("/udtf_spec/partition_by: cannot be given together with partition_by_indexed_column");
    auto const envelope = strict_base64(spec.udtf);
    if (!envelope) return refuse("/udtf_spec/udtf: is not base64");
    // Clients hash the text as it travels; the schema can be read as meaning the bytes that it stands for.
    if (spec.udtf_sha != sha256_hex(spec.udtf) && spec.udtf_sha != sha256_hex(*envelope))
        return refuse("/udtf_spec/udtf_sha: is not the SHA-256 of udtf");
    if (spec.udtf_name.empty()) return refuse("/udtf_spec/udtf_name: is empty");
    return stated;
}

}  // namespace detail

LANCESPEC_DECL result<model::create_materialized_view_response, namespace_error> catalog::execute(
    model::create_materialized_view_request const& request, std::stop_token const& stop) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto stated = detail::check_view(request);
    if (!stated) return stated.error();
    view_definition definition;
    definition.kind = detail::kind_of(request.kind);
    definition.source_query = request.source_query;
    if (request.udtf_spec) {
        definition.function = request.udtf_spec->udtf_name;
        definition.input_columns = request.udtf_spec->input_columns.value_or(std::vector<std::string>{});
    }
    auto const version =
        detail::make_view(state_->objects, state_->known, *id, std::move(definition), std::move(*stated));
    if (!version) return version.error();
    model::create_materialized_view_response response;
    response.version = *version;
    if (!request.with_no_data.value_or(true)) {
        model::refresh_materialized_view_request first;
        first.id = request.id;
        auto submitted = execute(first, stop);
        if (!submitted) return submitted.error();
        response.job_id = std::move(submitted->job_id);
    }
    return response;
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
