// SPDX-License-Identifier: Apache-2.0
// Requests and responses: versions of a table.
#pragma once

#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// One version of a table.
struct table_version {
    std::int64_t version = 0;                      ///< number of the version
    std::string manifest_path;                     ///< path of its manifest
    std::optional<std::int64_t> manifest_size;     ///< bytes of the manifest
    std::optional<std::string> e_tag;              ///< tag of the stored manifest
    std::optional<std::int64_t> timestamp_millis;  ///< when it was made, milliseconds since 1970
    std::optional<string_map> metadata;            ///< free key-value pairs

    friend bool operator==(table_version const&, table_version const&) = default;
};

/// `POST /v1/table/{id}/version/list`, without a body: all of it travels in the route.
struct list_table_versions_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::optional<std::string> page_token;       ///< absent: the first page
    std::optional<std::int64_t> limit;           ///< most items of a page
    std::optional<bool> descending;              ///< whether the latest comes first; any order otherwise

    friend bool operator==(list_table_versions_request const&, list_table_versions_request const&) = default;
};

/// The answer of ListTableVersions.
struct list_table_versions_response {
    std::optional<model::context> context;
    std::vector<table_version> versions;    ///< the versions
    std::optional<std::string> page_token;  ///< absent or empty: no further page

    friend bool operator==(list_table_versions_response const&, list_table_versions_response const&) = default;
};

/// `POST /v1/table/{id}/version/create`.
struct create_table_version_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::int64_t version = 0;                    ///< number of the version
    std::optional<std::string> branch;           ///< absent: main
    std::string manifest_path;                   ///< path of its manifest
    std::optional<std::int64_t> manifest_size;   ///< bytes of the manifest
    std::optional<std::string> e_tag;            ///< tag of the stored manifest
    std::optional<string_map> metadata;          ///< free key-value pairs
    std::optional<std::string> naming_scheme;    ///< how manifests are named: V1 or V2, perhaps others

    friend bool operator==(create_table_version_request const&, create_table_version_request const&) = default;
};

/// The answer of CreateTableVersion.
struct create_table_version_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::optional<table_version> version;       ///< the version recorded

    friend bool operator==(create_table_version_response const&, create_table_version_response const&) = default;
};

/// `POST /v1/table/{id}/version/describe`.
struct describe_table_version_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::int64_t> version;         ///< the version to describe; the latest when absent
    std::optional<std::string> branch;           ///< absent: main

    friend bool operator==(describe_table_version_request const&, describe_table_version_request const&) = default;
};

/// The answer of DescribeTableVersion.
struct describe_table_version_response {
    std::optional<model::context> context;
    table_version version;  ///< the version

    friend bool operator==(describe_table_version_response const&, describe_table_version_response const&) = default;
};

/// Versions from the first to before the end. 0 to -1 is all of them.
struct version_range {
    std::int64_t start_version = 0;  ///< the first of the range
    std::int64_t end_version = 0;    ///< the one after the last; -1 when nothing ends it

    friend bool operator==(version_range const&, version_range const&) = default;
};

/// `POST /v1/table/{id}/version/delete`.
struct batch_delete_table_versions_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::vector<version_range> ranges;           ///< the ranges to forget

    friend bool operator==(batch_delete_table_versions_request const&,
                           batch_delete_table_versions_request const&) = default;
};

/// The answer of BatchDeleteTableVersions.
struct batch_delete_table_versions_response {
    std::optional<model::context> context;
    std::optional<std::int64_t> deleted_count;  ///< versions forgotten
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(batch_delete_table_versions_response const&,
                           batch_delete_table_versions_response const&) = default;
};

/// `POST /v1/table/{id}/restore`.
struct restore_table_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::int64_t version = 0;                    ///< the version to make the latest again
    std::optional<std::string> branch;           ///< absent: main

    friend bool operator==(restore_table_request const&, restore_table_request const&) = default;
};

/// The answer of RestoreTable.
struct restore_table_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(restore_table_response const&, restore_table_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
