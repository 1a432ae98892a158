// Requests and responses: making, listing, describing and dropping tables.
#pragma once

#include <lancespec/model/arrow_schema.hpp>
#include <lancespec/model/common.hpp>
#include <lancespec/model/words.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// `GET /v1/namespace/{id}/table/list`: all of it travels in the route.
struct list_tables_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> page_token;       ///< absent: the first page
    std::optional<std::int64_t> limit;           ///< most items of a page
    std::optional<bool> include_declared;        ///< whether tables without data are listed too

    friend bool operator==(list_tables_request const&, list_tables_request const&) = default;
};

/// The answer of ListTables.
struct list_tables_response {
    std::optional<model::context> context;
    std::vector<std::string> tables;        ///< names of the tables
    std::optional<std::string> page_token;  ///< absent or empty: no further page

    friend bool operator==(list_tables_response const&, list_tables_response const&) = default;
};

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

/// `POST /v1/table/{id}/create`. The body is the rows; the rest travels as query parameters.
struct create_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<create_mode> mode;             ///< what to do when the table is there
    std::optional<string_map> properties;        ///< properties to keep with the table
    std::optional<string_map> storage_options;   ///< how the data is to be written
    std::string data;                            ///< the rows, an Arrow IPC stream: the body itself, no JSON member

    friend bool operator==(create_table_request const&, create_table_request const&) = default;
};

/// The answer of CreateTable.
struct create_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::optional<std::string> location;        ///< where the table is stored
    std::optional<std::int64_t> version;        ///< the version made
    std::optional<string_map> storage_options;  ///< how to reach the storage; may hold credentials
    std::optional<string_map> properties;       ///< absent: not supported; empty: none set

    friend bool operator==(create_table_response const&, create_table_response const&) = default;
};

/// `POST /v1/table/{id}/exists`. A success says yes, 404 no.
struct table_exists_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::int64_t> version;         ///< the version to look for; the latest when absent

    friend bool operator==(table_exists_request const&, table_exists_request const&) = default;
};

/// The answer of TableExists.
struct table_exists_response {
    std::optional<model::context> context;

    friend bool operator==(table_exists_response const&, table_exists_response const&) = default;
};

/// `POST /v1/table/{id}/drop`, without a body.
struct drop_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's

    friend bool operator==(drop_table_request const&, drop_table_request const&) = default;
};

/// The answer of DropTable.
struct drop_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;   ///< the transaction, when the work goes on after the answer
    std::optional<std::vector<std::string>> id;  ///< names of the table dropped
    std::optional<std::string> location;         ///< where it was stored
    std::optional<string_map> properties;        ///< properties that the table had

    friend bool operator==(drop_table_response const&, drop_table_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
