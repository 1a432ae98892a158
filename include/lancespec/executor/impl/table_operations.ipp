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

/// Fragments of fewer rows are worth joining with others.
inline constexpr std::int64_t small_fragment = 100'000;

/// Rows are counted, bytes are those of the columns. A quantile is the length of the fragment at that part of them all,
/// in the order of their lengths.
inline model::get_table_stats_response stats_of(table_version const& version) {
    model::get_table_stats_response out;
    std::vector<std::int64_t> lengths;
    for (auto const& part : version.fragments) {
        lengths.push_back(part->rows);
        out.num_rows += part->rows;
        for (auto const& column : part->columns)
            out.total_bytes +=
                static_cast<std::int64_t>(columnar::memory_of(*column, columnar::children_counted::but_shared));
    }
    out.num_indices = version.indices ? static_cast<std::int64_t>(version.indices->size()) : 0;
    std::sort(lengths.begin(), lengths.end());
    auto& stats = out.fragment_stats;
    stats.num_fragments = static_cast<std::int64_t>(lengths.size());
    stats.num_small_fragments = std::lower_bound(lengths.begin(), lengths.end(), small_fragment) - lengths.begin();
    if (lengths.empty()) return out;
    auto const at = [&lengths](std::size_t percent) { return lengths[(lengths.size() - 1) * percent / 100]; };
    stats.lengths = {lengths.front(), lengths.back(), out.num_rows / stats.num_fragments, at(25), at(50),
                     at(75),          at(99)};
    return out;
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
    response.properties = (*made)->properties = request.properties.value_or(model::string_map{});
    auto const mode = request.mode.value_or(model::create_mode::create);
    auto const added = *made;
    auto const version = state_->objects.add_table(std::move(*made), mode == model::create_mode::overwrite);
    if (version) {
        response.version = *version;
        response.location = added->location;  // it never changes once the table is there
        return response;
    }
    if (mode != model::create_mode::exist_ok || version.error().code != error_code::table_already_exists)
        return version.error();
    auto kept = state_->objects.describe(*id, std::nullopt, std::nullopt);
    if (!kept) return kept.error();
    response.location = std::move(kept->location);
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
    auto branch = request.branch;
    auto number = request.version;
    if (request.tag) {
        auto tagged = state_->objects.find_tag(*id, *request.tag);
        if (!tagged) return tagged.error();
        branch = std::move(tagged->branch);
        number = tagged->version;
    }
    auto found = state_->objects.describe(*id, branch, number);
    if (!found) return found.error();
    model::describe_table_response response;
    response.location = std::move(found->location);
    response.table_uri = detail::when_true(request.with_table_uri.value_or(false), *response.location);
    response.properties = std::move(found->properties);
    bool const detailed = request.load_detailed_metadata.value_or(false);
    bool const is_only_declared = found->version == nullptr;
    if (detailed || is_only_declared || request.check_declared.value_or(false))
        response.is_only_declared = is_only_declared;
    if (is_only_declared) {
        response.table = std::string(id->leaf());
        response.namespace_ = id->parent().names();
        return response;
    }
    // Clients that ask for nothing in particular need the version and the schema all the same.
    if (!detailed && request.load_detailed_metadata) return response;
    auto const& version = *found->version;
    if (!version.fields) {  // a client recorded it, and knows the rest
        response.table = std::string(id->leaf());
        response.namespace_ = id->parent().names();
        response.version = version.number;
        return response;
    }
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
    // A table that is only declared is there, and has no version.
    if (auto const found = state_->objects.describe(*id, std::nullopt, request.version); !found) return found.error();
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
    response.location = std::move(had->location);
    response.properties = std::move(had->properties);
    return response;
}

LANCESPEC_DECL result<model::register_table_response, namespace_error> catalog::execute(
    model::register_table_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    bool const replace = request.mode == model::register_mode::overwrite;
    auto made = state_->objects.register_table(*id, request.location, request.properties, replace);
    if (!made) return made.error();
    model::register_table_response response;
    response.location = std::move(made->location);
    response.properties = std::move(made->properties);
    return response;
}

LANCESPEC_DECL result<model::rename_table_response, namespace_error> catalog::execute(
    model::rename_table_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    object_identifier const into =
        request.new_namespace_id ? object_identifier{*request.new_namespace_id} : id->parent();
    auto const moved = state_->objects.rename_table(*id, into.child(request.new_table_name));
    if (!moved) return moved.error();
    return model::rename_table_response{};
}

LANCESPEC_DECL result<model::list_tables_response, namespace_error> catalog::execute(
    model::list_all_tables_request const& request) const {
    std::vector<std::string> all;
    for (auto const& id : state_->objects.all_tables(request.include_declared.value_or(true))) {
        std::string joined;
        for (auto const& name : id.names()) joined += (joined.empty() ? "" : request.delimiter) + name;
        all.push_back(std::move(joined));
    }
    // Names that hold the delimiter may be in another order, or the same, once they are joined.
    std::sort(all.begin(), all.end());
    auto page = detail::page_of(all, request.page_token, request.limit);
    if (!page) return page.error();
    model::list_tables_response response;
    response.tables = std::move(page->items);
    response.page_token = std::move(page->next);
    return response;
}

LANCESPEC_DECL result<model::update_table_schema_metadata_response, namespace_error> catalog::execute(
    model::update_table_schema_metadata_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const wanted = request.metadata.value_or(model::string_map{});
    auto const made = state_->objects.update(
        *id, request.branch, [&wanted](detail::table_version& next, detail::table&) -> result<bool, namespace_error> {
            auto fields = std::make_shared<columnar::schema>(*next.fields);
            fields->metadata = wanted;
            next.fields = std::move(fields);
            return true;
        });
    if (!made) return made.error();
    model::update_table_schema_metadata_response response;
    response.metadata = wanted;
    return response;
}

LANCESPEC_DECL result<model::get_table_stats_response, namespace_error> catalog::execute(
    model::get_table_stats_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const found = state_->objects.find(*id, request.branch);
    if (!found) return found.error();
    return detail::stats_of(**found);
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
