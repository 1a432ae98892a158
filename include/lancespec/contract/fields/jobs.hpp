// SPDX-License-Identifier: Apache-2.0
// Field tables of column backfill and materialized-view refresh.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/jobs.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::alter_table_backfill_columns_request> {
    using t = model::alter_table_backfill_columns_request;
    static constexpr auto null = null_spelling::type_list;
    static constexpr std::string_view name = "AlterTableBackfillColumnsRequest";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::identity>("identity").says("who asks; headers win over it"),
        field<&t::context>("context").says("free key-value pairs of the caller"),
        field<&t::id>("id").says("names of the table from the root; must agree with the route"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::column>("column")
            .required()
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of the virtual or computed column"),
        field<&t::where>("where")
            .or_null(null)
            .in_language(text_rule::where_clause)
            .says("which rows to compute; those whose column is null when absent"),
        field<&t::concurrency>("concurrency").or_null(null).says("workers"),
        field<&t::intra_applier_concurrency>("intra_applier_concurrency").or_null(null).says("threads within a worker"),
        field<&t::min_checkpoint_size>("min_checkpoint_size")
            .or_null(null)
            .says("fewest rows of an adaptive checkpoint"),
        field<&t::max_checkpoint_size>("max_checkpoint_size").or_null(null).says("most rows of an adaptive checkpoint"),
        field<&t::batch_checkpoint_flush_interval_seconds>("batch_checkpoint_flush_interval_seconds")
            .or_null(null)
            .says("seconds between writes of finished batches"),
        field<&t::read_version>("read_version").or_null(null).says("the table version to read; the latest when absent"),
        field<&t::task_size>("task_size").or_null(null).says("rows per read task"),
        field<&t::num_frags>("num_frags").or_null(null).says("most fragments to process; all when absent"),
        field<&t::checkpoint_size>("checkpoint_size").or_null(null).says("rows per checkpoint"),
        field<&t::commit_granularity>("commit_granularity").or_null(null).says("fragments per partial commit"),
        field<&t::cluster>("cluster").or_null(null).says("name of the cluster to run on"),
        field<&t::manifest>("manifest").or_null(null).says("name of the manifest of the environment"),
    });
};

template <>
struct describe<model::alter_table_backfill_columns_response> {
    using t = model::alter_table_backfill_columns_response;
    static constexpr std::string_view name = "AlterTableBackfillColumnsResponse";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::context>("context").says("free key-value pairs of the implementation"),
        field<&t::job_id>("job_id").required().says("by which the job can be tracked"),
    });
};

template <>
struct describe<model::refresh_materialized_view_request> {
    using t = model::refresh_materialized_view_request;
    static constexpr auto null = null_spelling::type_list;
    static constexpr std::string_view name = "RefreshMaterializedViewRequest";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::identity>("identity").says("who asks; headers win over it"),
        field<&t::context>("context").says("free key-value pairs of the caller"),
        field<&t::id>("id").says("names of the view from the root; must agree with the route"),
        field<&t::src_version>("src_version")
            .or_null(null)
            .says("source version to refresh from; the latest when absent"),
        field<&t::max_rows_per_fragment>("max_rows_per_fragment")
            .or_null(null)
            .says("most rows of a fragment of the view"),
        field<&t::concurrency>("concurrency").or_null(null).says("workers"),
        field<&t::intra_applier_concurrency>("intra_applier_concurrency").or_null(null).says("threads within a worker"),
        field<&t::source_task_size>("source_task_size").or_null(null).says("source rows per work item; chunker views"),
        field<&t::cluster>("cluster").or_null(null).says("name of the cluster to run on"),
        field<&t::output_limit>("output_limit").or_null(null).says("most rows of the view; chunker views only"),
        field<&t::manifest>("manifest").or_null(null).says("manifest of the environment, for this refresh only"),
    });
};

template <>
struct describe<model::refresh_materialized_view_response> {
    using t = model::refresh_materialized_view_response;
    static constexpr std::string_view name = "RefreshMaterializedViewResponse";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::context>("context").says("free key-value pairs of the implementation"),
        field<&t::job_id>("job_id").required().says("by which the job can be tracked"),
    });
};

#endif

LANCESPEC_TABLE(model::alter_table_backfill_columns_request)
LANCESPEC_TABLE(model::alter_table_backfill_columns_response)
LANCESPEC_TABLE(model::refresh_materialized_view_request)
LANCESPEC_TABLE(model::refresh_materialized_view_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
