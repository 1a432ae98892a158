// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: changes that are made alone or with others, all or none.
#pragma once

#include <lancespec/executor/impl/version_operations.ipp>

#include <string>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

/// @p error with the place of the entry in front.
inline namespace_error in_entry(std::string const& place, namespace_error error) {
    auto const inner = error.message.starts_with('/');
    error.message = quote(place + (inner ? "" : ": ") + error.message, message_bytes);
    return error;
}

/// Runs an operation, alone or as one of a batch.
struct batch_step {
    store_data& on;
    undo_list& done;
    std::int64_t when;
    std::string place{};  ///< in the request of a batch

    template <class Response>
    using outcome = result<Response, namespace_error>;

    outcome<model::declare_table_response> run(model::declare_table_request const& request) const {
        auto const id = named(request.id);
        if (!id) return id.error();
        auto made = on.declare(*id, request.properties.value_or(model::string_map{}), request.location, done);
        if (!made) return made.error();
        model::declare_table_response out;
        out.location = std::move(made->location);
        out.properties = std::move(made->properties);
        return out;
    }
    outcome<model::create_table_version_response> run(model::create_table_version_request const& request) const {
        auto const id = named(request.id);
        if (!id) return id.error();
        auto const made = on.record(*id, request.branch, request.version, manifest_in(request), when, done);
        if (!made) return made.error();
        model::create_table_version_response out;
        out.version = shown_version({}, request.branch, **made);
        return out;
    }
    outcome<model::batch_delete_table_versions_response> run(
        model::batch_delete_table_versions_request const& request) const {
        auto const id = named(request.id);
        if (!id) return id.error();
        if (auto bad = check_ranges(request.ranges, {})) return *bad;
        auto const gone = on.forget(*id, request.branch, request.ranges, done);
        if (!gone) return gone.error();
        model::batch_delete_table_versions_response out;
        out.deleted_count = *gone;
        return out;
    }
    outcome<model::deregister_table_response> run(model::deregister_table_request const& request) const {
        auto const id = named(request.id);
        if (!id) return id.error();
        auto had = on.detach(*id, done);
        if (!had) return had.error();
        model::deregister_table_response out;
        out.id = id->names();
        out.location = std::move(had->location);
        out.properties = std::move(had->properties);
        return out;
    }

    /// Runs @p request, if there is one, into @p to.
    template <class Request, class Response>
    bool try_run(std::optional<Request> const& request, std::optional<Response>& to, char const* member,
                 std::optional<namespace_error>& bad) const {
        if (!request) return false;
        auto made = run(*request);
        if (made)
            to = std::move(*made);
        else
            bad = in_entry(place + '/' + member, made.error());
        return true;
    }
};

template <class Request>
auto run_alone(store& on, Request const& request) {
    auto const when = on.time();
    return on.one_step([&](store_data& data, undo_list& done) { return batch_step{data, done, when}.run(request); });
}

}  // namespace detail

LANCESPEC_DECL result<model::declare_table_response, namespace_error> catalog::execute(
    model::declare_table_request const& request) {
    return detail::run_alone(state_->objects, request);
}

LANCESPEC_DECL result<model::deregister_table_response, namespace_error> catalog::execute(
    model::deregister_table_request const& request) {
    return detail::run_alone(state_->objects, request);
}

LANCESPEC_DECL result<model::create_table_version_response, namespace_error> catalog::execute(
    model::create_table_version_request const& request) {
    return detail::run_alone(state_->objects, request);
}

LANCESPEC_DECL result<model::batch_delete_table_versions_response, namespace_error> catalog::execute(
    model::batch_delete_table_versions_request const& request) {
    return detail::run_alone(state_->objects, request);
}

LANCESPEC_DECL result<model::batch_create_table_versions_response, namespace_error> catalog::execute(
    model::batch_create_table_versions_request const& request) {
    auto const when = state_->objects.time();
    model::batch_create_table_versions_response response;
    auto bad = state_->objects.all_or_none(
        request.entries.size(),
        [&](detail::store_data& on, std::size_t i, detail::undo_list& done) -> std::optional<namespace_error> {
            auto const& entry = request.entries[i];
            auto const made = on.record(object_identifier{entry.id}, entry.branch, entry.version,
                                        detail::manifest_in(entry), when, done);
            if (!made) return detail::in_entry("/entries/" + std::to_string(i), made.error());
            response.versions.push_back(detail::shown_version({}, entry.branch, **made));
            return std::nullopt;
        });
    if (bad) return *std::move(bad);
    return response;
}

LANCESPEC_DECL result<model::batch_commit_tables_response, namespace_error> catalog::execute(
    model::batch_commit_tables_request const& request) {
    auto const when = state_->objects.time();
    model::batch_commit_tables_response response;
    auto bad = state_->objects.all_or_none(
        request.operations.size(),
        [&](detail::store_data& on, std::size_t i, detail::undo_list& done) -> std::optional<namespace_error> {
            auto const& operation = request.operations[i];
            auto& to = response.results.emplace_back();
            detail::batch_step const step{on, done, when, "/operations/" + std::to_string(i)};
            std::optional<namespace_error> why;
            int given = 0;
            given += step.try_run(operation.declare_table, to.declare_table, "declare_table", why);
            given += step.try_run(operation.create_table_version, to.create_table_version, "create_table_version", why);
            given +=
                step.try_run(operation.delete_table_versions, to.delete_table_versions, "delete_table_versions", why);
            given += step.try_run(operation.deregister_table, to.deregister_table, "deregister_table", why);
            if (given != 1)
                return detail::fail(error_code::invalid_input,
                                    step.place + ": needs one operation, and has " + std::to_string(given));
            return why;
        });
    if (bad) return *std::move(bad);
    return response;
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
