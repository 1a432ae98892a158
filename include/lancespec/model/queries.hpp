// SPDX-License-Identifier: Apache-2.0
// Requests and responses: finding rows by vector, text and filter.
#pragma once

#include <lancespec/model/common.hpp>
#include <lancespec/model/full_text.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// What a query returns: by name or under new names.
struct query_columns {
    std::optional<std::vector<std::string>> column_names;  ///< field paths of the columns
    std::optional<string_map> column_aliases;              ///< field path of each column by its new name

    friend bool operator==(query_columns const&, query_columns const&) = default;
};

/// What a query finds in text: words or a query of parts.
struct query_text {
    std::optional<string_fts_query> string_query;          ///< words to find
    std::optional<structured_fts_query> structured_query;  ///< a query of parts

    friend bool operator==(query_text const&, query_text const&) = default;
};

/// What a query is near to: one vector or several.
struct query_vector {
    std::optional<std::vector<double>> single_vector;              ///< one vector
    std::optional<std::vector<std::vector<double>>> multi_vector;  ///< several vectors, each searched for

    friend bool operator==(query_vector const&, query_vector const&) = default;
};

/// `POST /v1/table/{id}/query`.
struct query_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;   ///< absent: the route's
    std::optional<std::string> branch;            ///< absent: main
    std::optional<bool> bypass_vector_index;      ///< whether to look at every vector
    std::optional<query_columns> columns;         ///< what to return; everything when absent
    std::optional<std::string> distance_type;     ///< how distance is measured
    std::optional<std::int64_t> ef;               ///< how widely an HNSW index is searched
    std::optional<bool> fast_search;              ///< whether rows outside the index are passed over
    std::optional<std::string> filter;            ///< which rows may be found
    std::optional<query_text> full_text_query;    ///< what to find in text
    std::int64_t k = 0;                           ///< how many rows to find
    std::optional<double> lower_bound;            ///< least distance
    std::optional<std::int64_t> minimum_nprobes;  ///< partitions to search first
    std::optional<std::int64_t> maximum_nprobes;  ///< most partitions to search; all when absent
    std::optional<std::int64_t> nprobes;          ///< partitions to search
    std::optional<std::int64_t> offset;           ///< rows to skip
    std::optional<bool> prefilter;                ///< whether to filter before the search
    std::optional<std::int64_t> refine_factor;    ///< how many times k rows are ranked again
    std::optional<double> upper_bound;            ///< distance that is too far
    std::optional<query_vector> vector;           ///< the vector or vectors to be near to
    std::optional<std::string> vector_column;     ///< field path of the column searched
    std::optional<std::int64_t> version;          ///< the version to query; the latest when absent
    std::optional<bool> with_row_id;              ///< whether the row id is a column _rowid

    friend bool operator==(query_table_request const&, query_table_request const&) = default;
};

/// On REST the body is the rows alone.
struct query_table_response {
    std::optional<model::context> context;
    std::string data;  ///< the rows, an Arrow IPC file or stream: the body itself, no JSON member

    friend bool operator==(query_table_response const&, query_table_response const&) = default;
};

/// `POST /v1/table/{id}/explain_plan`.
struct explain_table_query_plan_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    query_table_request query;                   ///< the query
    std::optional<bool> verbose;                 ///< whether every detail is told

    friend bool operator==(explain_table_query_plan_request const&, explain_table_query_plan_request const&) = default;
};

/// On REST the body is the text alone, as a JSON string.
struct explain_table_query_plan_response {
    std::optional<model::context> context;
    std::string plan;  ///< the plan, for people

    friend bool operator==(explain_table_query_plan_response const&,
                           explain_table_query_plan_response const&) = default;
};

/// `POST /v1/table/{id}/analyze_plan`: the members of a query, flat.
struct analyze_table_query_plan_request : query_table_request {
    friend bool operator==(analyze_table_query_plan_request const&, analyze_table_query_plan_request const&) = default;
};

/// On REST the body is the text alone, as a JSON string.
struct analyze_table_query_plan_response {
    std::optional<model::context> context;
    std::string analysis;  ///< how it ran, for people

    friend bool operator==(analyze_table_query_plan_response const&,
                           analyze_table_query_plan_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
