// SPDX-License-Identifier: Apache-2.0
// Requests and responses: changes to several tables, all or none.
#pragma once

#include <lancespec/model/common.hpp>
#include <lancespec/model/tables.hpp>
#include <lancespec/model/versions.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// One version of one table.
struct create_table_version_entry {
    std::vector<std::string> id;                ///< names of the table
    std::int64_t version = 0;                   ///< number of the version
    std::optional<std::string> branch;          ///< absent: main
    std::string manifest_path;                  ///< path of its manifest
    std::optional<std::int64_t> manifest_size;  ///< bytes of the manifest
    std::optional<std::string> e_tag;           ///< tag of the stored manifest
    std::optional<string_map> metadata;         ///< free key-value pairs
    std::optional<std::string> naming_scheme;   ///< how manifests are named: V1 or V2, perhaps others

    friend bool operator==(create_table_version_entry const&, create_table_version_entry const&) = default;
};

/// `POST /v1/table/version/batch-create`.
struct batch_create_table_versions_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::vector<create_table_version_entry> entries;  ///< a version for each table

    friend bool operator==(batch_create_table_versions_request const&,
                           batch_create_table_versions_request const&) = default;
};

/// The answer of BatchCreateTableVersions.
struct batch_create_table_versions_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::vector<table_version> versions;        ///< the versions recorded, in the order of the entries

    friend bool operator==(batch_create_table_versions_response const&,
                           batch_create_table_versions_response const&) = default;
};

/// One change: exactly one member is given.
struct commit_table_operation {
    std::optional<declare_table_request> declare_table;                        ///< reserve a table
    std::optional<create_table_version_request> create_table_version;          ///< record a version
    std::optional<batch_delete_table_versions_request> delete_table_versions;  ///< forget versions
    std::optional<deregister_table_request> deregister_table;                  ///< remove a table and keep its data

    friend bool operator==(commit_table_operation const&, commit_table_operation const&) = default;
};

/// `POST /v1/table/batch-commit`.
struct batch_commit_tables_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::vector<commit_table_operation> operations;  ///< the changes

    friend bool operator==(batch_commit_tables_request const&, batch_commit_tables_request const&) = default;
};

/// What one change came to: exactly one member is given.
struct commit_table_result {
    std::optional<declare_table_response> declare_table;                        ///< reserve a table
    std::optional<create_table_version_response> create_table_version;          ///< record a version
    std::optional<batch_delete_table_versions_response> delete_table_versions;  ///< forget versions
    std::optional<deregister_table_response> deregister_table;                  ///< remove a table and keep its data

    friend bool operator==(commit_table_result const&, commit_table_result const&) = default;
};

/// The answer of BatchCommitTables.
struct batch_commit_tables_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::vector<commit_table_result> results;   ///< what each came to, in the same order

    friend bool operator==(batch_commit_tables_response const&, batch_commit_tables_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
