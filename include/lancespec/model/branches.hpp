// SPDX-License-Identifier: Apache-2.0
// Requests and responses: branches of a table.
#pragma once

#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// `POST /v1/table/{id}/branches/list`, without a body.
struct list_table_branches_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> page_token;       ///< absent: the first page
    std::optional<std::int64_t> limit;           ///< most items of a page

    friend bool operator==(list_table_branches_request const&, list_table_branches_request const&) = default;
};

/// Where a branch started.
struct branch_contents {
    std::optional<std::string> parentBranch;  ///< the branch it started from; main when absent
    std::int64_t parentVersion = 0;           ///< the version it started from
    std::int64_t createAt = 0;                ///< when it was made, seconds since 1970
    std::int64_t manifestSize = 0;            ///< bytes of the manifest
    std::optional<string_map> metadata;       ///< free key-value pairs

    friend bool operator==(branch_contents const&, branch_contents const&) = default;
};

/// The answer of ListTableBranches.
struct list_table_branches_response {
    std::optional<model::context> context;
    std::map<std::string, branch_contents> branches;  ///< the branches by name
    std::optional<std::string> page_token;            ///< absent or empty: no further page

    friend bool operator==(list_table_branches_response const&, list_table_branches_response const&) = default;
};

/// `POST /v1/table/{id}/branches/create`.
struct create_table_branch_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::string name;                            ///< name of the branch
    std::optional<std::string> from_branch;      ///< the branch to start from; main when absent
    std::optional<std::int64_t> from_version;    ///< the version to start from; the latest when absent

    friend bool operator==(create_table_branch_request const&, create_table_branch_request const&) = default;
};

/// The answer of CreateTableBranch.
struct create_table_branch_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(create_table_branch_response const&, create_table_branch_response const&) = default;
};

/// `POST /v1/table/{id}/branches/delete`.
struct delete_table_branch_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::string name;                            ///< name of the branch

    friend bool operator==(delete_table_branch_request const&, delete_table_branch_request const&) = default;
};

/// The answer of DeleteTableBranch.
struct delete_table_branch_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(delete_table_branch_response const&, delete_table_branch_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
