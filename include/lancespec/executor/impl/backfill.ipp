// SPDX-License-Identifier: Apache-2.0
// Column backfill: from a request, checked, to a job's plan.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/backfill_run.ipp>
#include <lancespec/executor/impl/functions.ipp>
#include <lancespec/executor/impl/request_checks.ipp>

#include <limits>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// Where the values of the column at @p path come from, or why it cannot be backfilled.
inline result<value_source, namespace_error> find_source(table_version const& version, field_path const& path,
                                                         functions const& known, std::string const& table_name) {
    auto const at = version.computed->find(path.to_string());
    if (at == version.computed->end())
        return fail(error_code::invalid_input, "column " + quote(path.to_string()) + " of table " + quote(table_name) +
                                                   " is neither virtual nor computed: nothing says how to compute it");
    value_source out;
    if (!at->second.is_virtual()) {
        auto const tree = where::parse(at->second.expression);
        if (!tree) return fail(error_code::internal, "the column's expression does not parse");
        auto bound = where::bind_value(*tree, *version.fields);
        if (!bound)
            return fail(error_code::invalid_table_state,
                        "the column's expression no longer fits the table: " + bound.error().message);
        out.expression = std::move(*bound);
        return out;
    }
    out.function = known.rows.find(at->second.function);
    if (!out.function)
        return fail(error_code::invalid_table_state, "no function is registered as " + quote(at->second.function));
    out.function_name = at->second.function;
    for (auto const& input : at->second.input_columns) {
        auto found = find_column(input, *version.fields, table_name);
        if (!found) return found.error();
        out.inputs.push_back(found->indices);
    }
    return out;
}

/// What the request's numbers say by themselves. The specification states no ranges; these are the executor's.
inline std::optional<namespace_error> check_numbers(model::alter_table_backfill_columns_request const& request) {
    if (auto bad = check_at_least_one({{"concurrency", request.concurrency},
                                       {"intra_applier_concurrency", request.intra_applier_concurrency},
                                       {"min_checkpoint_size", request.min_checkpoint_size},
                                       {"max_checkpoint_size", request.max_checkpoint_size},
                                       {"task_size", request.task_size},
                                       {"num_frags", request.num_frags},
                                       {"checkpoint_size", request.checkpoint_size},
                                       {"commit_granularity", request.commit_granularity},
                                       {"read_version", request.read_version}}))
        return bad;
    if (auto const seconds = request.batch_checkpoint_flush_interval_seconds; seconds && !(*seconds >= 0))
        return fail(error_code::invalid_input, "/batch_checkpoint_flush_interval_seconds: must be at least 0");
    if (request.min_checkpoint_size && request.max_checkpoint_size &&
        *request.min_checkpoint_size > *request.max_checkpoint_size)
        return fail(error_code::invalid_input, "/min_checkpoint_size: must not be above max_checkpoint_size");
    return std::nullopt;
}

/// Checks @p request and lays out its job. The order of the errors: the request's own numbers, the table, its branch
/// and version, the column, the filter.
inline result<planned_job, namespace_error> plan_backfill(std::shared_ptr<store> const& objects, functions const& known,
                                                          model::alter_table_backfill_columns_request const& request,
                                                          work_bounds bounds) {
    if (!request.id) return fail(error_code::invalid_input, "/id: the table is not named");
    if (auto bad = check_numbers(request)) return *bad;

    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    backfill_order order;
    order.id = object_identifier{*request.id};
    order.branch = request.branch;
    auto const name = order.id.display();
    auto version = objects->find(order.id, request.branch, request.read_version);
    if (!version) return version.error();
    order.source = std::move(*version);
    auto const& fields = *order.source->fields;
    auto const column = find_column(request.column, fields, name);
    if (!column) return column.error();
    order.column = column->indices;
    order.type = column->target->type;
    auto values = find_source(*order.source, column->canonical, known, name);
    if (!values) return values.error();
    order.values = std::move(*values);
    if (request.where) {
        auto bound = bind_clause(*request.where, fields, "where");
        if (!bound) return bound.error();
        order.filter = std::move(*bound);
    }
    order.fragments = request.num_frags.value_or(most);
    order.task_rows = request.task_size.value_or(most);
    order.checkpoint = std::clamp(request.checkpoint_size.value_or(most), request.min_checkpoint_size.value_or(1),
                                  request.max_checkpoint_size.value_or(most));
    order.granularity = request.commit_granularity.value_or(most);

    planned_job out;
    out.shown.kind = job_kind::backfill;
    out.shown.object = name;
    out.shown.column = column->canonical.to_string();
    auto const run = std::make_shared<backfill_run>(objects, std::move(order), bounds);
    out.plan = backfill_run::plan(run, request.concurrency.value_or(8));
    return out;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
