// SPDX-License-Identifier: Apache-2.0
// Requests and responses: inserting, merging, updating, deleting and counting rows.
#pragma once

#include <lancespec/model/common.hpp>
#include <lancespec/model/enums.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// `POST /v1/table/{id}/insert`. The body is the rows; the rest travels as query parameters.
struct insert_into_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::optional<insert_mode> mode;             ///< whether rows are added or replace all
    std::string data;                            ///< the rows, an Arrow IPC stream: the body itself, no JSON member

    friend bool operator==(insert_into_table_request const&, insert_into_table_request const&) = default;
};

/// The answer of InsertIntoTable.
struct insert_into_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;      ///< the transaction, when the work goes on after the answer
    std::optional<std::int64_t> num_inserted_rows;  ///< rows inserted
    std::optional<std::int64_t> version;            ///< the version made

    friend bool operator==(insert_into_table_response const&, insert_into_table_response const&) = default;
};

/// `POST /v1/table/{id}/merge_insert`. The body is the rows; the rest travels as query parameters.
struct merge_insert_into_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;               ///< absent: the route's
    std::optional<std::string> branch;                        ///< absent: main
    std::optional<std::vector<std::string>> on;               ///< field paths of the key: rows match when all are equal
    std::optional<bool> when_matched_update_all;              ///< whether matching rows are updated
    std::optional<std::string> when_matched_update_all_filt;  ///< which of the matching rows are updated
    std::optional<bool> when_not_matched_insert_all;          ///< whether the other rows are inserted
    std::optional<bool> when_not_matched_by_source_delete;    ///< whether rows without a match in the body are deleted
    std::optional<std::string> when_not_matched_by_source_delete_filt;  ///< which of those rows are deleted
    std::optional<std::string> timeout;                                 ///< when to give up: 30s, 5m
    std::optional<bool> use_index;                                      ///< whether an index may find the matches
    std::string data;  ///< the rows, an Arrow IPC stream: the body itself, no JSON member

    friend bool operator==(merge_insert_into_table_request const&, merge_insert_into_table_request const&) = default;
};

/// The answer of MergeInsertIntoTable.
struct merge_insert_into_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;      ///< the transaction, when the work goes on after the answer
    std::optional<std::int64_t> num_updated_rows;   ///< rows updated
    std::optional<std::int64_t> num_inserted_rows;  ///< rows inserted
    std::optional<std::int64_t> num_deleted_rows;   ///< rows deleted
    std::optional<std::int64_t> version;            ///< the version made

    friend bool operator==(merge_insert_into_table_response const&, merge_insert_into_table_response const&) = default;
};

/// `POST /v1/table/{id}/update`.
struct update_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;     ///< absent: the route's
    std::optional<std::string> branch;              ///< absent: main
    std::optional<std::string> predicate;           ///< which rows to update; all when absent
    std::vector<std::vector<std::string>> updates;  ///< pairs of a field path and the expression for its new value
    std::optional<string_map> properties;           ///< properties to keep with the table

    friend bool operator==(update_table_request const&, update_table_request const&) = default;
};

/// The answer of UpdateTable.
struct update_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::int64_t updated_rows = 0;              ///< rows updated
    std::int64_t version = 0;                   ///< the version made
    std::optional<string_map> properties;       ///< properties as they were kept

    friend bool operator==(update_table_response const&, update_table_response const&) = default;
};

/// `POST /v1/table/{id}/delete`.
struct delete_from_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::string predicate;                       ///< which rows to delete

    friend bool operator==(delete_from_table_request const&, delete_from_table_request const&) = default;
};

/// The answer of DeleteFromTable.
struct delete_from_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::optional<std::int64_t> version;        ///< the version made

    friend bool operator==(delete_from_table_response const&, delete_from_table_response const&) = default;
};

/// `POST /v1/table/{id}/count_rows`.
struct count_table_rows_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::int64_t> version;         ///< the version to count; the latest when absent
    std::optional<std::string> branch;           ///< absent: main
    std::optional<std::string> predicate;        ///< which rows to count; all when absent

    friend bool operator==(count_table_rows_request const&, count_table_rows_request const&) = default;
};

/// On REST the body is the number alone.
struct count_table_rows_response {
    std::optional<model::context> context;
    std::optional<std::int64_t> count;  ///< rows

    friend bool operator==(count_table_rows_response const&, count_table_rows_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
