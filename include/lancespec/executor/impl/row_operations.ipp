// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: inserting, deleting and counting rows.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/bounded_work.ipp>
#include <lancespec/executor/impl/table_operations.ipp>
#include <lancespec/executor/impl/version_operations.ipp>

#include <unordered_map>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

inline result<std::int64_t, namespace_error> insert_rows(store& objects, object_identifier const& id,
                                                         std::optional<std::string> const& branch,
                                                         std::vector<columnar::record_batch> const& batches,
                                                         model::insert_mode mode) {
    if (auto bad = check_no_view(objects, id)) return *bad;
    return objects.update(id, branch, [&](table_version& next, table& counters) -> result<bool, namespace_error> {
        auto parts = make_fragments(*next.fields, batches, counters);
        if (!parts) return parts.error();
        if (mode == model::insert_mode::overwrite) next.fragments = {};
        for (auto const& part : *parts) next.fragments.push_back(part);
        return true;
    });
}

/// Gives a table that is only declared the columns and rows of @p from; the version that this makes, or nothing when
/// the table has one already.
inline result<std::optional<std::int64_t>, namespace_error> fill_if_declared(store& objects,
                                                                             object_identifier const& id,
                                                                             std::optional<std::string> const& branch,
                                                                             columnar::record_batches const& from) {
    using number = std::optional<std::int64_t>;
    if (branch && *branch != main_branch) return number{};
    auto const found = objects.describe(id, std::nullopt, std::nullopt);
    if (!found) return found.error();
    if (found->version) return number{};
    auto const made = make_table(id, *from.fields, from.batches);
    if (!made) return made.error();
    auto const filled = objects.fill_declared(id, **made);
    if (!filled) return filled.error();
    return *filled ? number{1} : number{};
}

/// Why a request's filter or expression failed.
inline namespace_error evaluation_failed(std::string const& what, where::evaluation_error const& why,
                                         work_meter const& work) {
    if (why.end != work_end::none) return work_error(what, why.end, work.bounds(), request_steps_option);
    return fail(error_code::invalid_input, what + " failed: " + why.message);
}

/// @p from without the rows @p gone, ascending; null when none is left.
inline fragment_ptr without_rows(fragment_ptr const& from, std::vector<std::int64_t> const& gone, table& counters) {
    std::vector<std::int64_t> rows;
    auto next_gone = gone.begin();
    for (std::int64_t row = 0; row < from->rows; ++row) {
        if (next_gone != gone.end() && *next_gone == row)
            ++next_gone;
        else
            rows.push_back(row);
    }
    return rows.empty() ? nullptr : with_rows(*from, rows, counters.next_fragment++);
}

inline result<std::int64_t, namespace_error> delete_rows(store& objects, object_identifier const& id,
                                                         std::optional<std::string> const& branch,
                                                         std::string_view predicate, work_meter& work) {
    if (auto bad = check_no_view(objects, id)) return *bad;
    // What is left of each fragment, null when nothing is: an update that comes late is made again, and looks at those
    // fragments alone that have changed. The fragment is kept, so that its address stays its own.
    std::unordered_map<fragment_ptr, fragment_ptr> left;
    return objects.update(id, branch, [&](table_version& next, table& counters) -> result<bool, namespace_error> {
        auto const filter = bind_clause(predicate, *next.fields, "the predicate");
        if (!filter) return filter.error();
        std::optional<namespace_error> error;
        next.fragments.transform([&](fragment_ptr const& part) -> fragment_ptr {
            if (error) return part;
            if (auto const known = left.find(part); known != left.end()) return known->second;
            auto const gone = where::select_rows(*filter, to_batch(next, *part), &work);
            if (!gone) {
                error = evaluation_failed("the predicate", gone.error(), work);
                return part;
            }
            auto kept = gone->empty() ? part : without_rows(part, *gone, counters);
            left.emplace(part, kept);
            return kept;
        });
        if (error) return *error;
        return true;
    });
}

}  // namespace detail

LANCESPEC_DECL result<model::insert_into_table_response, namespace_error> catalog::execute(
    model::insert_into_table_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const rows = detail::read_rows(request.data, state_->reading);
    if (!rows) return rows.error();
    // Batches say their fields themselves; a schema alone must fit as well.
    auto batches = rows->batches;
    if (batches.empty()) {
        batches.push_back({rows->fields, {}, 0});
        for (auto const& field : rows->fields->fields)
            batches.back().columns.push_back(columnar::make_nulls(field.type, 0));
    }
    auto filled = detail::fill_if_declared(state_->objects, *id, request.branch, *rows);
    if (!filled) return filled.error();
    auto const version = *filled ? result<std::int64_t, namespace_error>(**filled)
                                 : detail::insert_rows(state_->objects, *id, request.branch, batches,
                                                       request.mode.value_or(model::insert_mode::append));
    if (!version) return version.error();
    model::insert_into_table_response response;
    response.version = *version;
    response.num_inserted_rows = 0;
    for (auto const& batch : batches) *response.num_inserted_rows += batch.length;
    return response;
}

LANCESPEC_DECL result<model::delete_from_table_response, namespace_error> catalog::execute(
    model::delete_from_table_request const& request, std::stop_token const& stop) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    work_meter work(state_->bounds_of_request, stop);
    auto const version = detail::delete_rows(state_->objects, *id, request.branch, request.predicate, work);
    if (!version) return version.error();
    model::delete_from_table_response response;
    response.version = *version;
    return response;
}

LANCESPEC_DECL result<model::count_table_rows_response, namespace_error> catalog::execute(
    model::count_table_rows_request const& request, std::stop_token const& stop) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const found = state_->objects.find(*id, request.branch, request.version);
    if (!found) return found.error();
    auto const& version = **found;
    std::optional<where::bound_expression> filter;
    if (request.predicate) {
        auto bound = detail::bind_clause(*request.predicate, *version.fields, "the predicate");
        if (!bound) return bound.error();
        filter = std::move(*bound);
    }
    work_meter work(state_->bounds_of_request, stop);
    std::int64_t count = 0;
    for (auto const& part : version.fragments) {
        if (!filter) {
            count += part->rows;
            continue;
        }
        auto const rows = where::select(*filter, detail::to_batch(version, *part), &work);
        if (!rows) return detail::evaluation_failed("the predicate", rows.error(), work);
        count += rows->count();
    }
    model::count_table_rows_response response;
    response.count = count;
    return response;
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
