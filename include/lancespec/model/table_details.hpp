// SPDX-License-Identifier: Apache-2.0
// Requests and responses: what is known of a table: description, metadata, statistics.
#pragma once

#include <lancespec/model/arrow_schema.hpp>
#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// Counts that describe a table (schema `TableBasicStats`).
struct table_basic_stats {
    std::int64_t num_deleted_rows = 0;  ///< rows deleted
    std::int64_t num_fragments = 0;     ///< fragments

    friend bool operator==(table_basic_stats const&, table_basic_stats const&) = default;
};

/// `POST /v1/table/{id}/describe`. Three flags travel as query parameters, which win over the body.
struct describe_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::int64_t> version;         ///< the version to describe; the latest when absent
    std::optional<std::string> tag;      ///< the tagged version to describe; not together with version or branch
    std::optional<std::string> branch;   ///< absent: main
    std::optional<bool> with_table_uri;  ///< whether the answer gives the whole URI
    std::optional<bool> load_detailed_metadata;  ///< whether version, schema and statistics are wanted
    std::optional<bool> check_declared;          ///< whether is_only_declared is wanted
    std::optional<bool> vend_credentials;        ///< whether the storage options should hold credentials

    friend bool operator==(describe_table_request const&, describe_table_request const&) = default;
};

/// What is known of the table. Most of it only when detailed metadata was asked for.
struct describe_table_response {
    std::optional<model::context> context;
    std::optional<std::string> table;                    ///< the name of the table
    std::optional<std::vector<std::string>> namespace_;  ///< names of the namespace from the root
    std::optional<std::int64_t> version;                 ///< the version described
    std::optional<std::string> location;                 ///< where the table is stored
    std::optional<std::string> table_uri;                ///< the same as a whole URI
    std::optional<json_arrow_schema> schema;             ///< columns of the table
    std::optional<string_map> storage_options;           ///< how to reach the storage; may hold credentials
    std::optional<table_basic_stats> stats;              ///< counts of fragments and deleted rows
    std::optional<string_map> metadata;                  ///< metadata kept in the table
    std::optional<string_map> properties;                ///< absent: not supported; empty: none set
    std::optional<bool> managed_versioning;              ///< whether versions are made through the namespace
    std::optional<bool> is_only_declared;                ///< whether there is no data yet; absent: not looked at

    friend bool operator==(describe_table_response const&, describe_table_response const&) = default;
};

/// `POST /v1/table/{id}/schema_metadata/update`. On REST the body is the map alone.
struct update_table_schema_metadata_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::optional<string_map> metadata;          ///< all of the new metadata

    friend bool operator==(update_table_schema_metadata_request const&,
                           update_table_schema_metadata_request const&) = default;
};

/// On REST the body is the map alone.
struct update_table_schema_metadata_response {
    std::optional<model::context> context;
    std::optional<string_map> metadata;         ///< the metadata as it is now
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(update_table_schema_metadata_response const&,
                           update_table_schema_metadata_response const&) = default;
};

/// `POST /v1/table/{id}/stats`.
struct get_table_stats_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main

    friend bool operator==(get_table_stats_request const&, get_table_stats_request const&) = default;
};

/// Rows of a fragment.
struct fragment_summary {
    std::int64_t min = 0;   ///< the fewest
    std::int64_t max = 0;   ///< the most
    std::int64_t mean = 0;  ///< on average
    std::int64_t p25 = 0;   ///< a quarter has at most these
    std::int64_t p50 = 0;   ///< half has at most these
    std::int64_t p75 = 0;   ///< three quarters have at most these
    std::int64_t p99 = 0;   ///< all but a hundredth has at most these

    friend bool operator==(fragment_summary const&, fragment_summary const&) = default;
};

/// How many fragments, and how long.
struct fragment_stats {
    std::int64_t num_fragments = 0;        ///< fragments
    std::int64_t num_small_fragments = 0;  ///< fragments of few rows
    fragment_summary lengths;              ///< rows of a fragment

    friend bool operator==(fragment_stats const&, fragment_stats const&) = default;
};

/// The answer of GetTableStats.
struct get_table_stats_response {
    std::optional<model::context> context;
    std::int64_t total_bytes = 0;          ///< bytes of the data
    std::int64_t num_rows = 0;             ///< rows
    std::int64_t num_indices = 0;          ///< indices
    model::fragment_stats fragment_stats;  ///< counts of fragments

    friend bool operator==(get_table_stats_response const&, get_table_stats_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
