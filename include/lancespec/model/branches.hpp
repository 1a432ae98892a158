// Requests and responses: branches of a table.
#pragma once

#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

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

}  // namespace model
LANCESPEC_END_NAMESPACE
