// SPDX-License-Identifier: Apache-2.0
// Requests and responses: making materialized views.
#pragma once

#include <lancespec/model/common.hpp>
#include <lancespec/model/enums.hpp>

#include <boost/json/value.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// The table function behind a view of kind udtf or chunker.
struct materialized_view_udtf_entry {
    udtf_kind kind{};                                        ///< the same as the view's
    std::string udtf;                                        ///< envelope of the function, in base64
    std::string udtf_sha;                                    ///< SHA-256 of the envelope
    std::string udtf_name;                                   ///< name of the function
    std::string udtf_version;                                ///< version of the function
    std::optional<std::vector<std::string>> input_columns;   ///< field paths of what it reads; all when absent
    std::optional<std::string> partition_by;                 ///< field path of the key that parts the rows
    std::optional<std::string> partition_by_indexed_column;  ///< field path of the indexed column that parts the rows
    std::optional<double> num_cpus;                          ///< processors for a worker
    std::optional<double> num_gpus;                          ///< graphics processors for a worker
    std::optional<std::int64_t> memory;                      ///< bytes for a worker
    std::optional<boost::json::value> error_handling;        ///< what to do when a partition fails
    std::optional<bool> batch;                               ///< whether it takes rows in batches
    std::optional<std::string> manifest;                     ///< manifest of the environment, as JSON text
    std::optional<std::string> manifest_checksum;            ///< SHA-256 of the manifest

    friend bool operator==(materialized_view_udtf_entry const&, materialized_view_udtf_entry const&) = default;
};

/// `POST /v1/materialized_view/{id}/create`.
struct create_materialized_view_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;             ///< the view; absent: the route's
    materialized_view_kind kind{};                          ///< what makes the rows
    std::string source_query;                               ///< the query, in a form of the client's own
    std::string output_schema;                              ///< Arrow schema of the view, in base64
    std::optional<materialized_view_udtf_entry> udtf_spec;  ///< the function; for udtf and chunker, null for query
    std::optional<bool> with_no_data;                       ///< whether the view stays empty until it is refreshed
    std::optional<bool> auto_refresh;                       ///< whether it is refreshed when the source changes

    friend bool operator==(create_materialized_view_request const&, create_materialized_view_request const&) = default;
};

/// The 201 answer.
struct create_materialized_view_response {
    std::optional<model::context> context;
    std::int64_t version = 0;           ///< the version that made the view
    std::optional<std::string> job_id;  ///< the first refresh, when one was asked for

    friend bool operator==(create_materialized_view_response const&,
                           create_materialized_view_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
