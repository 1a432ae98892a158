// Field tables: inserting, deleting and counting rows.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/words.hpp>
#include <lancespec/model/rows.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

template <>
struct describe<model::insert_into_table_request> {
    using t = model::insert_into_table_request;
    static constexpr std::string_view name = "InsertIntoTableRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::mode>("mode").defaults_to(R"("append")").says("whether rows are added or replace all"),
        field<&t::data>("data").as_body().says("the rows, an Arrow IPC stream"),
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

}  // namespace reflect
LANCESPEC_END_NAMESPACE
