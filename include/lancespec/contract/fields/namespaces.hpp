// SPDX-License-Identifier: Apache-2.0
// Field tables: making, listing, describing and dropping namespaces.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/enums.hpp>
#include <lancespec/model/namespaces.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::create_namespace_request> {
    using t = model::create_namespace_request;
    static constexpr std::string_view name = "CreateNamespaceRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::mode>("mode").says("what to do when the namespace is there"),
        field<&t::properties>("properties").says("properties to keep with the namespace"),
    });
};

template <>
struct describe<model::create_namespace_response> {
    using t = model::create_namespace_response;
    static constexpr std::string_view name = "CreateNamespaceResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::properties>("properties").says("properties as they were kept"),
    });
};

template <>
struct describe<model::list_namespaces_request> {
    using t = model::list_namespaces_request;
    static constexpr std::string_view name = "ListNamespacesRequest";
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
struct describe<model::list_namespaces_response> {
    using t = model::list_namespaces_response;
    static constexpr std::string_view name = "ListNamespacesResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::namespaces>("namespaces")
            .required()
            .unique_items()
            .says("names of the children, relative to the parent"),
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the next page starts; absent or empty: there is none"),
    });
};

template <>
struct describe<model::describe_namespace_request> {
    using t = model::describe_namespace_request;
    static constexpr std::string_view name = "DescribeNamespaceRequest";
    static constexpr auto fields = request_fields<t>();
};

template <>
struct describe<model::describe_namespace_response> {
    using t = model::describe_namespace_response;
    static constexpr std::string_view name = "DescribeNamespaceResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::properties>("properties")
            .or_null(null_spelling::nullable_keyword)
            .defaults_to("{}")
            .says("absent: not supported; empty: none set"),
    });
};

template <>
struct describe<model::drop_namespace_request> {
    using t = model::drop_namespace_request;
    static constexpr std::string_view name = "DropNamespaceRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::mode>("mode").defaults_in_prose_to(R"("Fail")").says("what to do when the namespace is not there"),
        field<&t::behavior>("behavior")
            .defaults_in_prose_to(R"("Restrict")")
            .says("what to do when the namespace holds something"),
    });
};

template <>
struct describe<model::drop_namespace_response> {
    using t = model::drop_namespace_response;
    static constexpr std::string_view name = "DropNamespaceResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::properties>("properties").says("properties that the namespace had"),
        field<&t::transaction_id>("transaction_id")
            .says("names of the transaction, when the work goes on after the answer"),
    });
};

template <>
struct describe<model::namespace_exists_request> {
    using t = model::namespace_exists_request;
    static constexpr std::string_view name = "NamespaceExistsRequest";
    static constexpr auto fields = request_fields<t>();
};

template <>
struct describe<model::namespace_exists_response> {
    using t = model::namespace_exists_response;
    static constexpr std::string_view name = "NamespaceExistsResponse";
    static constexpr auto fields = response_fields<t>();
};

#endif

LANCESPEC_TABLE(model::create_namespace_request)
LANCESPEC_TABLE(model::create_namespace_response)
LANCESPEC_TABLE(model::list_namespaces_request)
LANCESPEC_TABLE(model::list_namespaces_response)
LANCESPEC_TABLE(model::describe_namespace_request)
LANCESPEC_TABLE(model::describe_namespace_response)
LANCESPEC_TABLE(model::drop_namespace_request)
LANCESPEC_TABLE(model::drop_namespace_response)
LANCESPEC_TABLE(model::namespace_exists_request)
LANCESPEC_TABLE(model::namespace_exists_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
