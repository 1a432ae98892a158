// SPDX-License-Identifier: Apache-2.0
// Field tables: changes to several tables, all or none.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/tables.hpp>
#include <lancespec/contract/fields/versions.hpp>
#include <lancespec/model/batches.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::create_table_version_entry> {
    using t = model::create_table_version_entry;
    static constexpr std::string_view name = "CreateTableVersionEntry";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::id>("id").required().says("names of the table from the root"),
        field<&t::version>("version").required().natural().says("number of the version"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::manifest_path>("manifest_path").required().says("path of its manifest"),
        field<&t::manifest_size>("manifest_size").natural().says("bytes of the manifest"),
        field<&t::e_tag>("e_tag").says("tag of the stored manifest"),
        field<&t::metadata>("metadata").says("free key-value pairs"),
        field<&t::naming_scheme>("naming_scheme")
            .called("ManifestNamingScheme")
            .says("how manifests are named: V1 or V2, perhaps others"),
    });
};

template <>
struct describe<model::batch_create_table_versions_request> {
    using t = model::batch_create_table_versions_request;
    static constexpr std::string_view name = "BatchCreateTableVersionsRequest";
    static constexpr auto fields = request_fields_without_id<t>({
        field<&t::entries>("entries").required().says("a version for each table"),
    });
};

template <>
struct describe<model::batch_create_table_versions_response> {
    using t = model::batch_create_table_versions_response;
    static constexpr std::string_view name = "BatchCreateTableVersionsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::versions>("versions").required().says("the versions recorded, in the order of the entries"),
    });
};

template <>
struct describe<model::commit_table_operation> {
    using t = model::commit_table_operation;
    static constexpr std::string_view name = "CommitTableOperation";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::declare_table>("declare_table").says("reserve a table"),
        field<&t::create_table_version>("create_table_version").says("record a version"),
        field<&t::delete_table_versions>("delete_table_versions").says("forget versions"),
        field<&t::deregister_table>("deregister_table").says("remove a table and keep its data"),
    });
    static constexpr choice choices[] = {
        exactly_one("declare_table", "create_table_version", "delete_table_versions", "deregister_table")};
};

template <>
struct describe<model::batch_commit_tables_request> {
    using t = model::batch_commit_tables_request;
    static constexpr std::string_view name = "BatchCommitTablesRequest";
    static constexpr auto fields = request_fields_without_id<t>({
        field<&t::operations>("operations").required().says("the changes"),
    });
};

template <>
struct describe<model::commit_table_result> {
    using t = model::commit_table_result;
    static constexpr std::string_view name = "CommitTableResult";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::declare_table>("declare_table").says("reserve a table"),
        field<&t::create_table_version>("create_table_version").says("record a version"),
        field<&t::delete_table_versions>("delete_table_versions").says("forget versions"),
        field<&t::deregister_table>("deregister_table").says("remove a table and keep its data"),
    });
    static constexpr choice choices[] = {
        exactly_one("declare_table", "create_table_version", "delete_table_versions", "deregister_table")};
};

template <>
struct describe<model::batch_commit_tables_response> {
    using t = model::batch_commit_tables_response;
    static constexpr std::string_view name = "BatchCommitTablesResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::results>("results").required().says("what each came to, in the same order"),
    });
};

#endif

LANCESPEC_TABLE(model::create_table_version_entry)
LANCESPEC_TABLE(model::batch_create_table_versions_request)
LANCESPEC_TABLE(model::batch_create_table_versions_response)
LANCESPEC_TABLE(model::commit_table_operation)
LANCESPEC_TABLE(model::batch_commit_tables_request)
LANCESPEC_TABLE(model::commit_table_result)
LANCESPEC_TABLE(model::batch_commit_tables_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
