// SPDX-License-Identifier: Apache-2.0
// Field tables: branches of a table.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/branches.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::list_table_branches_request> {
    using t = model::list_table_branches_request;
    static constexpr std::string_view name = "ListTableBranchesRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the page starts; the first when absent"),
        field<&t::limit>("limit")
            .or_null(null_spelling::nullable_keyword)
            .called("PageLimit")
            .says("most items of a page"),
    });
};

template <>
struct describe<model::branch_contents> {
    using t = model::branch_contents;
    static constexpr std::string_view name = "BranchContents";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::parentBranch>("parentBranch").says("the branch it started from; main when absent"),
        field<&t::parentVersion>("parentVersion").required().natural().says("the version it started from"),
        field<&t::createAt>("createAt").required().natural().says("when it was made, seconds since 1970"),
        field<&t::manifestSize>("manifestSize").required().natural().says("bytes of the manifest"),
        field<&t::metadata>("metadata").says("free key-value pairs"),
    });
};

template <>
struct describe<model::list_table_branches_response> {
    using t = model::list_table_branches_response;
    static constexpr std::string_view name = "ListTableBranchesResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::branches>("branches").required().says("the branches by name"),
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the next page starts; absent or empty: there is none"),
    });
};

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

template <>
struct describe<model::delete_table_branch_request> {
    using t = model::delete_table_branch_request;
    static constexpr std::string_view name = "DeleteTableBranchRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::name>("name").required().says("name of the branch"),
    });
};

template <>
struct describe<model::delete_table_branch_response> {
    using t = model::delete_table_branch_response;
    static constexpr std::string_view name = "DeleteTableBranchResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

#endif

LANCESPEC_TABLE(model::list_table_branches_request)
LANCESPEC_TABLE(model::branch_contents)
LANCESPEC_TABLE(model::list_table_branches_response)
LANCESPEC_TABLE(model::create_table_branch_request)
LANCESPEC_TABLE(model::create_table_branch_response)
LANCESPEC_TABLE(model::delete_table_branch_request)
LANCESPEC_TABLE(model::delete_table_branch_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
