// SPDX-License-Identifier: Apache-2.0
// The requests and responses of the two operations that submit jobs: column backfill and view refresh.
#pragma once

#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// `POST /v1/table/{id}/backfill_column` (schema `AlterTableBackfillColumnsRequest`).
struct alter_table_backfill_columns_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;             ///< the table; absent: the route's
    std::optional<std::string> branch;                      ///< absent: main
    std::string column;                                     ///< field path; at least one character
    std::optional<std::string> where;                       ///< rows to compute; absent: those whose column is null
    std::optional<std::int64_t> concurrency;                ///< workers
    std::optional<std::int64_t> intra_applier_concurrency;  ///< threads within a worker
    std::optional<std::int64_t> min_checkpoint_size;        ///< rows
    std::optional<std::int64_t> max_checkpoint_size;        ///< rows
    std::optional<double> batch_checkpoint_flush_interval_seconds;
    std::optional<std::int64_t> read_version;        ///< absent: the latest
    std::optional<std::int64_t> task_size;           ///< rows per read task
    std::optional<std::int64_t> num_frags;           ///< most fragments to process; absent: all
    std::optional<std::int64_t> checkpoint_size;     ///< rows per checkpoint
    std::optional<std::int64_t> commit_granularity;  ///< fragments per partial commit; absent: one commit
    std::optional<std::string> cluster;
    std::optional<std::string> manifest;

    friend bool operator==(alter_table_backfill_columns_request const&,
                           alter_table_backfill_columns_request const&) = default;
};

/// The 202 answer (schema `AlterTableBackfillColumnsResponse`).
struct alter_table_backfill_columns_response {
    std::optional<model::context> context;
    std::string job_id;

    friend bool operator==(alter_table_backfill_columns_response const&,
                           alter_table_backfill_columns_response const&) = default;
};

/// `POST /v1/materialized_view/{id}/refresh` (schema `RefreshMaterializedViewRequest`). The body is optional.
struct refresh_materialized_view_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;         ///< the view; absent: the route's
    std::optional<std::int64_t> src_version;            ///< source version to refresh from; absent: the latest
    std::optional<std::int64_t> max_rows_per_fragment;  ///< rows per fragment of the view
    std::optional<std::int64_t> concurrency;
    std::optional<std::int64_t> intra_applier_concurrency;
    std::optional<std::int64_t> source_task_size;  ///< source rows per work item; chunker views
    std::optional<std::string> cluster;
    std::optional<std::int64_t> output_limit;  ///< cap on the view's rows; chunker views only
    std::optional<std::string> manifest;       ///< for this refresh only

    friend bool operator==(refresh_materialized_view_request const&,
                           refresh_materialized_view_request const&) = default;
};

/// The 202 answer (schema `RefreshMaterializedViewResponse`).
struct refresh_materialized_view_response {
    std::optional<model::context> context;
    std::string job_id;

    friend bool operator==(refresh_materialized_view_response const&,
                           refresh_materialized_view_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
