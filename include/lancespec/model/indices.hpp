// SPDX-License-Identifier: Apache-2.0
// Requests and responses: indices of a table.
#pragma once

#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// `POST /v1/table/{id}/create_index`.
struct create_table_index_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::string column;                          ///< field path of the column
    std::string
        index_type;  ///< kind of index: BTREE, BITMAP, LABEL_LIST, IVF_FLAT, IVF_PQ, IVF_HNSW_SQ, FTS, and others
    std::optional<std::string> name;                    ///< name of the index; the server makes one when absent
    std::optional<std::string> distance_type;           ///< how distance is measured
    std::optional<std::int64_t> num_partitions;         ///< IVF: partitions
    std::optional<std::int64_t> num_sub_vectors;        ///< PQ: sub-vectors
    std::optional<std::int64_t> num_bits;               ///< bits of a quantized value
    std::optional<std::int64_t> sample_rate;            ///< IVF: vectors sampled for each partition
    std::optional<std::int64_t> max_iterations;         ///< IVF: most rounds of training
    std::optional<std::int64_t> target_partition_size;  ///< IVF: rows of a partition, in place of num_partitions
    std::optional<std::int64_t> m;                      ///< HNSW: edges of a node
    std::optional<std::int64_t> ef_construction;        ///< HNSW: candidates looked at while building
    std::optional<bool> with_position;                  ///< FTS: whether places of words are kept
    std::optional<std::string> base_tokenizer;          ///< FTS: how text is split
    std::optional<std::string> language;                ///< FTS: the language
    std::optional<std::int64_t> max_token_length;       ///< FTS: longer words are left out
    std::optional<bool> lower_case;                     ///< FTS: whether capitals are made small
    std::optional<bool> stem;                           ///< FTS: whether words are cut to their stem
    std::optional<bool> remove_stop_words;              ///< FTS: whether very common words are left out
    std::optional<bool> ascii_folding;                  ///< FTS: whether accents are taken off

    friend bool operator==(create_table_index_request const&, create_table_index_request const&) = default;
};

/// The answer of CreateTableIndex.
struct create_table_index_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(create_table_index_response const&, create_table_index_response const&) = default;
};

/// `POST /v1/table/{id}/create_scalar_index`: the same members.
struct create_table_scalar_index_request : create_table_index_request {
    friend bool operator==(create_table_scalar_index_request const&,
                           create_table_scalar_index_request const&) = default;
};

/// The answer of CreateTableScalarIndex.
struct create_table_scalar_index_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(create_table_scalar_index_response const&,
                           create_table_scalar_index_response const&) = default;
};

/// `POST /v1/table/{id}/index/list`.
struct list_table_indices_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::int64_t> version;         ///< the version to look at; the latest when absent
    std::optional<std::string> branch;           ///< absent: main
    std::optional<std::string> page_token;       ///< absent: the first page
    std::optional<std::int64_t> limit;           ///< most items of a page

    friend bool operator==(list_table_indices_request const&, list_table_indices_request const&) = default;
};

/// One index of a table.
struct index_content {
    std::string index_name;                          ///< name of the index
    std::string index_uuid;                          ///< identifies the index
    std::vector<std::string> columns;                ///< field paths of its columns
    std::string status;                              ///< how it stands
    std::optional<std::string> index_type;           ///< kind of index; Unknown when nothing knows it
    std::optional<std::string> type_url;             ///< its exact type, a protobuf URL
    std::optional<std::int64_t> num_indexed_rows;    ///< rows in the index
    std::optional<std::int64_t> num_unindexed_rows;  ///< rows not in the index
    std::optional<std::int64_t> size_bytes;          ///< bytes of the index; absent for old ones
    std::optional<std::int64_t> num_segments;        ///< segments
    std::optional<std::string> created_at;           ///< when it was made; absent for old ones
    std::optional<std::int64_t> index_version;       ///< version of its format
    std::optional<std::string> index_details;        ///< more about it, as JSON text

    friend bool operator==(index_content const&, index_content const&) = default;
};

/// The answer of ListTableIndices.
struct list_table_indices_response {
    std::optional<model::context> context;
    std::vector<index_content> indexes;     ///< the indices
    std::optional<std::string> page_token;  ///< absent or empty: no further page

    friend bool operator==(list_table_indices_response const&, list_table_indices_response const&) = default;
};

/// `POST /v1/table/{id}/index/{index_name}/stats`.
struct describe_table_index_stats_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::int64_t> version;         ///< the version to look at; the latest when absent
    std::optional<std::string> branch;           ///< absent: main
    std::optional<std::string> index_name;       ///< name of the index

    friend bool operator==(describe_table_index_stats_request const&,
                           describe_table_index_stats_request const&) = default;
};

/// The answer of DescribeTableIndexStats.
struct describe_table_index_stats_response {
    std::optional<model::context> context;
    std::optional<std::string> distance_type;        ///< how distance is measured
    std::optional<std::string> index_type;           ///< kind of index
    std::optional<std::int64_t> num_indexed_rows;    ///< rows in the index
    std::optional<std::int64_t> num_unindexed_rows;  ///< rows not in the index
    std::optional<std::int64_t> num_indices;         ///< indices of that name

    friend bool operator==(describe_table_index_stats_response const&,
                           describe_table_index_stats_response const&) = default;
};

/// `POST /v1/table/{id}/index/{index_name}/drop`, without a body.
struct drop_table_index_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::optional<std::string> index_name;       ///< name of the index

    friend bool operator==(drop_table_index_request const&, drop_table_index_request const&) = default;
};

/// The answer of DropTableIndex.
struct drop_table_index_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(drop_table_index_response const&, drop_table_index_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
