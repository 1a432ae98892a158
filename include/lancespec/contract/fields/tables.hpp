// SPDX-License-Identifier: Apache-2.0
// Field tables: making, listing, describing and dropping tables.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/enums.hpp>
#include <lancespec/model/tables.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::list_tables_request> {
    using t = model::list_tables_request;
    static constexpr std::string_view name = "ListTablesRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the page starts; the first when absent"),
        field<&t::limit>("limit")
            .or_null(null_spelling::nullable_keyword)
            .called("PageLimit")
            .says("most items of a page"),
        field<&t::include_declared>("include_declared")
            .defaults_to("true")
            .says("whether tables without data are listed too"),
    });
};

template <>
struct describe<model::list_all_tables_request> {
    using t = model::list_all_tables_request;
    static constexpr std::string_view name = "";
    static constexpr auto fields = request_fields_without_id<t>({
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the page starts; the first when absent"),
        field<&t::limit>("limit")
            .or_null(null_spelling::nullable_keyword)
            .called("PageLimit")
            .says("most items of a page"),
        field<&t::include_declared>("include_declared")
            .defaults_to("true")
            .says("whether tables without data are listed too"),
    });
};

template <>
struct describe<model::list_tables_response> {
    using t = model::list_tables_response;
    static constexpr std::string_view name = "ListTablesResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::tables>("tables").required().unique_items().says("names of the tables"),
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the next page starts; absent or empty: there is none"),
    });
};

template <>
struct describe<model::create_table_request> {
    using t = model::create_table_request;
    static constexpr std::string_view name = "CreateTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::mode>("mode").says("what to do when the table is there"),
        field<&t::properties>("properties").says("properties to keep with the table"),
        field<&t::storage_options>("storage_options").says("how the data is to be written"),
        field<&t::data>("data").as_body().not_in_schema().says("the rows, an Arrow IPC stream"),
    });
};

template <>
struct describe<model::create_table_response> {
    using t = model::create_table_response;
    static constexpr std::string_view name = "CreateTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::location>("location").says("where the table is stored"),
        field<&t::version>("version").natural().says("the version made"),
        field<&t::storage_options>("storage_options").says("how to reach the storage; may hold credentials"),
        field<&t::properties>("properties")
            .or_null(null_spelling::nullable_keyword)
            .defaults_to("{}")
            .says("absent: not supported; empty: none set"),
    });
};

template <>
struct describe<model::register_table_request> {
    using t = model::register_table_request;
    static constexpr std::string_view name = "RegisterTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::location>("location").required().says("where the data is"),
        field<&t::mode>("mode").defaults_in_prose_to(R"("Create")").says("what to do when the table is there"),
        field<&t::properties>("properties").says("properties to keep with the table"),
    });
};

template <>
struct describe<model::register_table_response> {
    using t = model::register_table_response;
    static constexpr std::string_view name = "RegisterTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::location>("location").says("where the data is"),
        field<&t::properties>("properties").says("properties as they were kept"),
    });
};

template <>
struct describe<model::declare_table_request> {
    using t = model::declare_table_request;
    static constexpr std::string_view name = "DeclareTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::location>("location").says("where the data is to be stored; the server chooses when absent"),
        field<&t::vend_credentials>("vend_credentials").says("whether the storage options should hold credentials"),
        field<&t::properties>("properties").says("properties to keep with the table"),
    });
};

template <>
struct describe<model::declare_table_response> {
    using t = model::declare_table_response;
    static constexpr std::string_view name = "DeclareTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::location>("location").says("where the data is to be stored"),
        field<&t::storage_options>("storage_options").says("how to reach the storage; may hold credentials"),
        field<&t::properties>("properties")
            .or_null(null_spelling::nullable_keyword)
            .defaults_to("{}")
            .says("absent: not supported; empty: none set"),
        field<&t::managed_versioning>("managed_versioning").says("whether versions are made through the namespace"),
    });
};

template <>
struct describe<model::table_exists_request> {
    using t = model::table_exists_request;
    static constexpr std::string_view name = "TableExistsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::version>("version").natural().says("the version to look for; the latest when absent"),
    });
};

template <>
struct describe<model::table_exists_response> {
    using t = model::table_exists_response;
    static constexpr std::string_view name = "TableExistsResponse";
    static constexpr auto fields = response_fields<t>();
};

template <>
struct describe<model::drop_table_request> {
    using t = model::drop_table_request;
    static constexpr std::string_view name = "DropTableRequest";
    static constexpr auto fields = request_fields<t>();
};

template <>
struct describe<model::drop_table_response> {
    using t = model::drop_table_response;
    static constexpr std::string_view name = "DropTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::id>("id").says("names of the table dropped"),
        field<&t::location>("location").says("where it was stored"),
        field<&t::properties>("properties")
            .or_null(null_spelling::nullable_keyword)
            .defaults_to("{}")
            .says("properties that the table had"),
    });
};

template <>
struct describe<model::deregister_table_request> {
    using t = model::deregister_table_request;
    static constexpr std::string_view name = "DeregisterTableRequest";
    static constexpr auto fields = request_fields<t>();
};

template <>
struct describe<model::deregister_table_response> {
    using t = model::deregister_table_response;
    static constexpr std::string_view name = "DeregisterTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::id>("id").says("names of the table"),
        field<&t::location>("location").says("where its data stays"),
        field<&t::properties>("properties")
            .or_null(null_spelling::nullable_keyword)
            .defaults_to("{}")
            .says("properties that the table had"),
    });
};

template <>
struct describe<model::rename_table_request> {
    using t = model::rename_table_request;
    static constexpr std::string_view name = "RenameTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::new_table_name>("new_table_name").required().says("the new last name"),
        field<&t::new_namespace_id>("new_namespace_id")
            .says("names of the namespace to move it to; where it is when absent"),
    });
};

template <>
struct describe<model::rename_table_response> {
    using t = model::rename_table_response;
    static constexpr std::string_view name = "RenameTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

#endif

LANCESPEC_TABLE(model::list_tables_request)
LANCESPEC_TABLE(model::list_all_tables_request)
LANCESPEC_TABLE(model::list_tables_response)
LANCESPEC_TABLE(model::create_table_request)
LANCESPEC_TABLE(model::create_table_response)
LANCESPEC_TABLE(model::register_table_request)
LANCESPEC_TABLE(model::register_table_response)
LANCESPEC_TABLE(model::declare_table_request)
LANCESPEC_TABLE(model::declare_table_response)
LANCESPEC_TABLE(model::table_exists_request)
LANCESPEC_TABLE(model::table_exists_response)
LANCESPEC_TABLE(model::drop_table_request)
LANCESPEC_TABLE(model::drop_table_response)
LANCESPEC_TABLE(model::deregister_table_request)
LANCESPEC_TABLE(model::deregister_table_response)
LANCESPEC_TABLE(model::rename_table_request)
LANCESPEC_TABLE(model::rename_table_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
