// Requests and responses: inserting, deleting and counting rows.
#pragma once

#include <lancespec/model/common.hpp>
#include <lancespec/model/words.hpp>

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
