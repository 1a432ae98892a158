// Field tables: making, listing, describing and dropping tables.
#pragma once

#include <lancespec/contract/fields/arrow_schema.hpp>
#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/words.hpp>
#include <lancespec/model/tables.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

template <>
struct describe<model::list_tables_request> {
    using t = model::list_tables_request;
    static constexpr std::string_view name = "ListTablesRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .says("where the page starts; the first when absent"),
        field<&t::limit>("limit").or_null(null_spelling::nullable_keyword).says("most items of a page"),
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
            .says("where the next page starts; absent or empty: there is none"),
    });
};

template <>
struct describe<model::table_basic_stats> {
    using t = model::table_basic_stats;
    static constexpr std::string_view name = "TableBasicStats";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::num_deleted_rows>("num_deleted_rows").required().at_least(0).says("rows deleted"),
        field<&t::num_fragments>("num_fragments").required().at_least(0).says("fragments"),
    });
};

template <>
struct describe<model::describe_table_request> {
    using t = model::describe_table_request;
    static constexpr std::string_view name = "DescribeTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::version>("version").natural().says("the version to describe; the latest when absent"),
        field<&t::tag>("tag").says("the tagged version to describe; not together with version or branch"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::with_table_uri>("with_table_uri").defaults_to("false").says("whether the answer gives the whole URI"),
        field<&t::load_detailed_metadata>("load_detailed_metadata")
            .says("whether version, schema and statistics are wanted"),
        field<&t::check_declared>("check_declared").defaults_to("false").says("whether is_only_declared is wanted"),
        field<&t::vend_credentials>("vend_credentials").says("whether the storage options should hold credentials"),
    });
};

template <>
struct describe<model::describe_table_response> {
    using t = model::describe_table_response;
    static constexpr std::string_view name = "DescribeTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::table>("table").says("the name of the table"),
        field<&t::namespace_>("namespace").says("names of the namespace from the root"),
        field<&t::version>("version").natural().says("the version described"),
        field<&t::location>("location").says("where the table is stored"),
        field<&t::table_uri>("table_uri").says("the same as a whole URI"),
        field<&t::schema>("schema").says("columns of the table"),
        field<&t::storage_options>("storage_options").says("how to reach the storage; may hold credentials"),
        field<&t::stats>("stats").or_null(null_spelling::nullable_keyword).says("counts of fragments and deleted rows"),
        field<&t::metadata>("metadata").says("metadata kept in the table"),
        field<&t::properties>("properties")
            .or_null(null_spelling::nullable_keyword)
            .defaults_to("{}")
            .says("absent: not supported; empty: none set"),
        field<&t::managed_versioning>("managed_versioning").says("whether versions are made through the namespace"),
        field<&t::is_only_declared>("is_only_declared")
            .or_null(null_spelling::nullable_keyword)
            .says("whether there is no data yet; absent: not looked at"),
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
        field<&t::data>("data").as_body().says("the rows, an Arrow IPC stream"),
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

}  // namespace reflect
LANCESPEC_END_NAMESPACE
