// SPDX-License-Identifier: Apache-2.0
// Field tables: versions of a table.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/versions.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::table_version> {
    using t = model::table_version;
    static constexpr std::string_view name = "TableVersion";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::version>("version").required().natural().says("number of the version"),
        field<&t::manifest_path>("manifest_path").required().says("path of its manifest"),
        field<&t::manifest_size>("manifest_size").natural().says("bytes of the manifest"),
        field<&t::e_tag>("e_tag").says("tag of the stored manifest"),
        field<&t::timestamp_millis>("timestamp_millis")
            .formatted(number_format::int64)
            .says("when it was made, milliseconds since 1970"),
        field<&t::metadata>("metadata").says("free key-value pairs"),
    });
};

template <>
struct describe<model::list_table_versions_request> {
    using t = model::list_table_versions_request;
    static constexpr std::string_view name = "ListTableVersionsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the page starts; the first when absent"),
        field<&t::limit>("limit")
            .or_null(null_spelling::nullable_keyword)
            .called("PageLimit")
            .says("most items of a page"),
        field<&t::descending>("descending").says("whether the latest comes first; any order otherwise"),
    });
};

template <>
struct describe<model::list_table_versions_response> {
    using t = model::list_table_versions_response;
    static constexpr std::string_view name = "ListTableVersionsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::versions>("versions").required().says("the versions"),
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the next page starts; absent or empty: there is none"),
    });
};

template <>
struct describe<model::create_table_version_request> {
    using t = model::create_table_version_request;
    static constexpr std::string_view name = "CreateTableVersionRequest";
    static constexpr auto fields = request_fields<t>({
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
struct describe<model::create_table_version_response> {
    using t = model::create_table_version_response;
    static constexpr std::string_view name = "CreateTableVersionResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::version>("version").says("the version recorded"),
    });
};

template <>
struct describe<model::describe_table_version_request> {
    using t = model::describe_table_version_request;
    static constexpr std::string_view name = "DescribeTableVersionRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::version>("version").natural().says("the version to describe; the latest when absent"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
    });
};

template <>
struct describe<model::describe_table_version_response> {
    using t = model::describe_table_version_response;
    static constexpr std::string_view name = "DescribeTableVersionResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::version>("version").required().says("the version"),
    });
};

template <>
struct describe<model::version_range> {
    using t = model::version_range;
    static constexpr std::string_view name = "VersionRange";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::start_version>("start_version")
            .required()
            .formatted(number_format::int64)
            .says("the first of the range"),
        field<&t::end_version>("end_version")
            .required()
            .formatted(number_format::int64)
            .says("the one after the last; -1 when nothing ends it"),
    });
};

template <>
struct describe<model::batch_delete_table_versions_request> {
    using t = model::batch_delete_table_versions_request;
    static constexpr std::string_view name = "BatchDeleteTableVersionsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::ranges>("ranges").required().says("the ranges to forget"),
    });
};

template <>
struct describe<model::batch_delete_table_versions_response> {
    using t = model::batch_delete_table_versions_response;
    static constexpr std::string_view name = "BatchDeleteTableVersionsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::deleted_count>("deleted_count").natural().says("versions forgotten"),
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

template <>
struct describe<model::restore_table_request> {
    using t = model::restore_table_request;
    static constexpr std::string_view name = "RestoreTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::version>("version").required().natural().says("the version to make the latest again"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
    });
};

template <>
struct describe<model::restore_table_response> {
    using t = model::restore_table_response;
    static constexpr std::string_view name = "RestoreTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

#endif

LANCESPEC_TABLE(model::table_version)
LANCESPEC_TABLE(model::list_table_versions_request)
LANCESPEC_TABLE(model::list_table_versions_response)
LANCESPEC_TABLE(model::create_table_version_request)
LANCESPEC_TABLE(model::create_table_version_response)
LANCESPEC_TABLE(model::describe_table_version_request)
LANCESPEC_TABLE(model::describe_table_version_response)
LANCESPEC_TABLE(model::version_range)
LANCESPEC_TABLE(model::batch_delete_table_versions_request)
LANCESPEC_TABLE(model::batch_delete_table_versions_response)
LANCESPEC_TABLE(model::restore_table_request)
LANCESPEC_TABLE(model::restore_table_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
