// SPDX-License-Identifier: Apache-2.0
// Field tables: inserting, merging, updating, deleting and counting rows.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/enums.hpp>
#include <lancespec/model/rows.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::insert_into_table_request> {
    using t = model::insert_into_table_request;
    static constexpr std::string_view name = "InsertIntoTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::mode>("mode").defaults_to(R"("append")").says("whether rows are added or replace all"),
        field<&t::data>("data").as_body().not_in_schema().says("the rows, an Arrow IPC stream"),
    });
};

template <>
struct describe<model::insert_into_table_response> {
    using t = model::insert_into_table_response;
    static constexpr std::string_view name = "InsertIntoTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::num_inserted_rows>("num_inserted_rows").natural().from(spec_version::v0_11_1).says("rows inserted"),
        field<&t::version>("version").natural().from(spec_version::v0_11_1).says("the version made"),
    });
};

template <>
struct describe<model::merge_insert_into_table_request> {
    using t = model::merge_insert_into_table_request;
    static constexpr std::string_view name = "MergeInsertIntoTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::on>("on")
            .at_least_chars(1)
            .at_least_items(1)
            .in_language(text_rule::field_path)
            .a_list_since(spec_version::v0_12_0)
            .says("field paths of the key: rows match when all are equal"),
        field<&t::when_matched_update_all>("when_matched_update_all")
            .defaults_to("false")
            .says("whether matching rows are updated"),
        field<&t::when_matched_update_all_filt>("when_matched_update_all_filt")
            .in_language(text_rule::where_clause)
            .says("which of the matching rows are updated"),
        field<&t::when_not_matched_insert_all>("when_not_matched_insert_all")
            .defaults_to("false")
            .says("whether the other rows are inserted"),
        field<&t::when_not_matched_by_source_delete>("when_not_matched_by_source_delete")
            .defaults_to("false")
            .says("whether rows without a match in the body are deleted"),
        field<&t::when_not_matched_by_source_delete_filt>("when_not_matched_by_source_delete_filt")
            .in_language(text_rule::where_clause)
            .says("which of those rows are deleted"),
        field<&t::timeout>("timeout").says("when to give up: 30s, 5m"),
        field<&t::use_index>("use_index").defaults_to("false").says("whether an index may find the matches"),
        field<&t::data>("data").as_body().not_in_schema().says("the rows, an Arrow IPC stream"),
    });
};

template <>
struct describe<model::merge_insert_into_table_response> {
    using t = model::merge_insert_into_table_response;
    static constexpr std::string_view name = "MergeInsertIntoTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::num_updated_rows>("num_updated_rows").natural().says("rows updated"),
        field<&t::num_inserted_rows>("num_inserted_rows").natural().says("rows inserted"),
        field<&t::num_deleted_rows>("num_deleted_rows").natural().says("rows deleted"),
        field<&t::version>("version").natural().says("the version made"),
    });
};

template <>
struct describe<model::update_table_request> {
    using t = model::update_table_request;
    static constexpr std::string_view name = "UpdateTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::predicate>("predicate")
            .or_null(null_spelling::nullable_keyword)
            .in_language(text_rule::where_clause)
            .says("which rows to update; all when absent"),
        field<&t::updates>("updates").required().each_of_items(2).says(
            "pairs of a field path and the expression for its new value"),
        field<&t::properties>("properties").says("properties to keep with the table"),
    });
};

template <>
struct describe<model::update_table_response> {
    using t = model::update_table_response;
    static constexpr std::string_view name = "UpdateTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::updated_rows>("updated_rows").required().natural().says("rows updated"),
        field<&t::version>("version").required().natural().says("the version made"),
        field<&t::properties>("properties").says("properties as they were kept"),
    });
};

template <>
struct describe<model::delete_from_table_request> {
    using t = model::delete_from_table_request;
    static constexpr std::string_view name = "DeleteFromTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::predicate>("predicate").required().in_language(text_rule::where_clause).says("which rows to delete"),
    });
};

template <>
struct describe<model::delete_from_table_response> {
    using t = model::delete_from_table_response;
    static constexpr std::string_view name = "DeleteFromTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::version>("version").natural().says("the version made"),
    });
};

template <>
struct describe<model::count_table_rows_request> {
    using t = model::count_table_rows_request;
    static constexpr std::string_view name = "CountTableRowsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::version>("version").natural().says("the version to count; the latest when absent"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::predicate>("predicate")
            .in_language(text_rule::where_clause)
            .says("which rows to count; all when absent"),
    });
};

template <>
struct describe<model::count_table_rows_response> {
    using t = model::count_table_rows_response;
    static constexpr std::string_view name = "CountTableRowsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::count>("count").natural().says("rows"),
    });
};

#endif

LANCESPEC_TABLE(model::insert_into_table_request)
LANCESPEC_TABLE(model::insert_into_table_response)
LANCESPEC_TABLE(model::merge_insert_into_table_request)
LANCESPEC_TABLE(model::merge_insert_into_table_response)
LANCESPEC_TABLE(model::update_table_request)
LANCESPEC_TABLE(model::update_table_response)
LANCESPEC_TABLE(model::delete_from_table_request)
LANCESPEC_TABLE(model::delete_from_table_response)
LANCESPEC_TABLE(model::count_table_rows_request)
LANCESPEC_TABLE(model::count_table_rows_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
