// SPDX-License-Identifier: Apache-2.0
// Requests and responses: making, listing, describing and dropping tables.
#pragma once

#include <lancespec/model/common.hpp>
#include <lancespec/model/enums.hpp>

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

/// `GET /v1/table`: all of it travels in the route.
struct list_all_tables_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::string delimiter = "$";            ///< joins the names in the answer: the query parameter, which no body has
    std::optional<std::string> page_token;  ///< absent: the first page
    std::optional<std::int64_t> limit;      ///< most items of a page
    std::optional<bool> include_declared;   ///< whether tables without data are listed too

    friend bool operator==(list_all_tables_request const&, list_all_tables_request const&) = default;
};

/// The answer of ListTables.
struct list_tables_response {
    std::optional<model::context> context;
    std::vector<std::string> tables;        ///< names of the tables
    std::optional<std::string> page_token;  ///< absent or empty: no further page

    friend bool operator==(list_tables_response const&, list_tables_response const&) = default;
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

/// `POST /v1/table/{id}/register`.
struct register_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::string location;                        ///< where the data is
    std::optional<register_mode> mode;           ///< what to do when the table is there
    std::optional<string_map> properties;        ///< properties to keep with the table

    friend bool operator==(register_table_request const&, register_table_request const&) = default;
};

/// The answer of RegisterTable.
struct register_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::optional<std::string> location;        ///< where the data is
    std::optional<string_map> properties;       ///< properties as they were kept

    friend bool operator==(register_table_response const&, register_table_response const&) = default;
};

/// `POST /v1/table/{id}/declare`.
struct declare_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> location;         ///< where the data is to be stored; the server chooses when absent
    std::optional<bool> vend_credentials;        ///< whether the storage options should hold credentials
    std::optional<string_map> properties;        ///< properties to keep with the table

    friend bool operator==(declare_table_request const&, declare_table_request const&) = default;
};

/// The answer of DeclareTable.
struct declare_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::optional<std::string> location;        ///< where the data is to be stored
    std::optional<string_map> storage_options;  ///< how to reach the storage; may hold credentials
    std::optional<string_map> properties;       ///< absent: not supported; empty: none set
    std::optional<bool> managed_versioning;     ///< whether versions are made through the namespace

    friend bool operator==(declare_table_response const&, declare_table_response const&) = default;
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

/// `POST /v1/table/{id}/deregister`.
struct deregister_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's

    friend bool operator==(deregister_table_request const&, deregister_table_request const&) = default;
};

/// The answer of DeregisterTable.
struct deregister_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;   ///< the transaction, when the work goes on after the answer
    std::optional<std::vector<std::string>> id;  ///< names of the table
    std::optional<std::string> location;         ///< where its data stays
    std::optional<string_map> properties;        ///< properties that the table had

    friend bool operator==(deregister_table_response const&, deregister_table_response const&) = default;
};

/// `POST /v1/table/{id}/rename`.
struct rename_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::string new_table_name;                  ///< the new last name
    std::optional<std::vector<std::string>>
        new_namespace_id;  ///< names of the namespace to move it to; where it is when absent

    friend bool operator==(rename_table_request const&, rename_table_request const&) = default;
};

/// The answer of RenameTable.
struct rename_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(rename_table_response const&, rename_table_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
