// Field tables: branches of a table.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/branches.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

template <>
struct describe<model::create_table_branch_request> {
    using t = model::create_table_branch_request;
    static constexpr std::string_view name = "CreateTableBranchRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::name>("name").required().says("name of the branch"),
        field<&t::from_branch>("from_branch").says("the branch to start from; main when absent"),
        field<&t::from_version>("from_version").natural().says("the version to start from; the latest when absent"),
    });
};

template <>
struct describe<model::create_table_branch_response> {
    using t = model::create_table_branch_response;
    static constexpr std::string_view name = "CreateTableBranchResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

}  // namespace reflect
LANCESPEC_END_NAMESPACE
