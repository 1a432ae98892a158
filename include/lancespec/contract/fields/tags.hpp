// SPDX-License-Identifier: Apache-2.0
// Field tables: tags of a table.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/tags.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::list_table_tags_request> {
    using t = model::list_table_tags_request;
    static constexpr std::string_view name = "ListTableTagsRequest";
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
struct describe<model::tag_contents> {
    using t = model::tag_contents;
    static constexpr std::string_view name = "TagContents";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::branch>("branch").says("the branch of the version; main when absent"),
        field<&t::version>("version").required().natural().says("the version it stands for"),
        field<&t::manifestSize>("manifestSize").required().natural().says("bytes of the manifest"),
    });
};

template <>
struct describe<model::list_table_tags_response> {
    using t = model::list_table_tags_response;
    static constexpr std::string_view name = "ListTableTagsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::tags>("tags").required().says("the tags by name"),
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the next page starts; absent or empty: there is none"),
    });
};

template <>
struct describe<model::get_table_tag_version_request> {
    using t = model::get_table_tag_version_request;
    static constexpr std::string_view name = "GetTableTagVersionRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::tag>("tag").required().says("the tag"),
    });
};

template <>
struct describe<model::get_table_tag_version_response> {
    using t = model::get_table_tag_version_response;
    static constexpr std::string_view name = "GetTableTagVersionResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::version>("version").required().natural().says("the version it stands for"),
        field<&t::branch>("branch").says("the branch of that version; main when absent"),
    });
};

template <>
struct describe<model::create_table_tag_request> {
    using t = model::create_table_tag_request;
    static constexpr std::string_view name = "CreateTableTagRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::tag>("tag").required().says("name of the tag"),
        field<&t::version>("version").required().natural().says("the version it stands for"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
    });
};

template <>
struct describe<model::create_table_tag_response> {
    using t = model::create_table_tag_response;
    static constexpr std::string_view name = "CreateTableTagResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

template <>
struct describe<model::update_table_tag_request> {
    using t = model::update_table_tag_request;
    static constexpr std::string_view name = "UpdateTableTagRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::tag>("tag").required().says("the tag"),
        field<&t::version>("version").required().natural().says("the version it stands for from now on"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
    });
};

template <>
struct describe<model::update_table_tag_response> {
    using t = model::update_table_tag_response;
    static constexpr std::string_view name = "UpdateTableTagResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

template <>
struct describe<model::delete_table_tag_request> {
    using t = model::delete_table_tag_request;
    static constexpr std::string_view name = "DeleteTableTagRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::tag>("tag").required().says("the tag"),
    });
};

template <>
struct describe<model::delete_table_tag_response> {
    using t = model::delete_table_tag_response;
    static constexpr std::string_view name = "DeleteTableTagResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

#endif

LANCESPEC_TABLE(model::list_table_tags_request)
LANCESPEC_TABLE(model::tag_contents)
LANCESPEC_TABLE(model::list_table_tags_response)
LANCESPEC_TABLE(model::get_table_tag_version_request)
LANCESPEC_TABLE(model::get_table_tag_version_response)
LANCESPEC_TABLE(model::create_table_tag_request)
LANCESPEC_TABLE(model::create_table_tag_response)
LANCESPEC_TABLE(model::update_table_tag_request)
LANCESPEC_TABLE(model::update_table_tag_response)
LANCESPEC_TABLE(model::delete_table_tag_request)
LANCESPEC_TABLE(model::delete_table_tag_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
