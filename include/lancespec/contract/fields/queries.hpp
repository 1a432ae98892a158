// SPDX-License-Identifier: Apache-2.0
// Field tables: finding rows by vector, text and filter.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/full_text.hpp>
#include <lancespec/model/queries.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::query_columns> {
    using t = model::query_columns;
    static constexpr std::string_view name = "";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::column_names>("column_names")
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field paths of the columns"),
        field<&t::column_aliases>("column_aliases")
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of each column by its new name"),
    });
    static constexpr choice choices[] = {at_most_one("column_names", "column_aliases")};
};

template <>
struct describe<model::query_text> {
    using t = model::query_text;
    static constexpr std::string_view name = "";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::string_query>("string_query").says("words to find"),
        field<&t::structured_query>("structured_query").says("a query of parts"),
    });
    static constexpr choice choices[] = {at_most_one("string_query", "structured_query")};
};

template <>
struct describe<model::query_vector> {
    using t = model::query_vector;
    static constexpr std::string_view name = "";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::single_vector>("single_vector").formatted(number_format::float32).says("one vector"),
        field<&t::multi_vector>("multi_vector").formatted(number_format::float32).says("several, one after another"),
    });
    static constexpr choice choices[] = {at_most_one("single_vector", "multi_vector")};
};

template <class t>
consteval auto query_table_request_fields() {
    return request_fields<t>({
        field<&t::branch, t>("branch").says("the branch to work on; main when absent"),
        field<&t::bypass_vector_index, t>("bypass_vector_index").says("whether to look at every vector"),
        field<&t::columns, t>("columns")
            .or_null(null_spelling::nullable_keyword)
            .says("what to return; everything when absent"),
        field<&t::distance_type, t>("distance_type").says("how distance is measured"),
        field<&t::ef, t>("ef").at_least(0).says("how widely an HNSW index is searched"),
        field<&t::fast_search, t>("fast_search").says("whether rows outside the index are passed over"),
        field<&t::filter, t>("filter").in_language(text_rule::where_clause).says("which rows may be found"),
        field<&t::full_text_query, t>("full_text_query")
            .or_null(null_spelling::nullable_keyword)
            .says("what to find in text"),
        field<&t::k, t>("k").required().at_least(0).says("how many rows to find"),
        field<&t::lower_bound, t>("lower_bound").formatted(number_format::float32).says("least distance"),
        field<&t::minimum_nprobes, t>("minimum_nprobes")
            .at_least(1)
            .from(spec_version::v0_13_0)
            .says("partitions to search first"),
        field<&t::maximum_nprobes, t>("maximum_nprobes")
            .at_least(1)
            .from(spec_version::v0_13_0)
            .says("most partitions to search; all when absent"),
        field<&t::nprobes, t>("nprobes").at_least(0).says("partitions to search"),
        field<&t::offset, t>("offset").at_least(0).says("rows to skip"),
        field<&t::prefilter, t>("prefilter").says("whether to filter before the search"),
        field<&t::refine_factor, t>("refine_factor")
            .formatted(number_format::int32)
            .at_least(0)
            .says("how many times k rows are ranked again"),
        field<&t::upper_bound, t>("upper_bound").formatted(number_format::float32).says("distance that is too far"),
        field<&t::vector, t>("vector")
            .required()
            .or_null(null_spelling::nullable_keyword)
            .says("the vector or vectors to be near to"),
        field<&t::vector_column, t>("vector_column")
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of the column searched"),
        field<&t::version, t>("version").natural().says("the version to query; the latest when absent"),
        field<&t::with_row_id, t>("with_row_id").says("whether the row id is a column _rowid"),
    });
}

template <>
struct describe<model::query_table_request> {
    static constexpr std::string_view name = "QueryTableRequest";
    static constexpr auto fields = query_table_request_fields<model::query_table_request>();
};

template <>
struct describe<model::query_table_response> {
    using t = model::query_table_response;
    static constexpr std::string_view name = "QueryTableResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::data>("data").as_body().says("the rows, an Arrow IPC file or stream"),
    });
};

template <>
struct describe<model::explain_table_query_plan_request> {
    using t = model::explain_table_query_plan_request;
    static constexpr std::string_view name = "ExplainTableQueryPlanRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::query>("query").required().says("the query"),
        field<&t::verbose>("verbose").defaults_to("false").says("whether every detail is told"),
    });
};

template <>
struct describe<model::explain_table_query_plan_response> {
    using t = model::explain_table_query_plan_response;
    static constexpr std::string_view name = "ExplainTableQueryPlanResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::plan>("plan").required().says("the plan, for people"),
    });
};

template <>
struct describe<model::analyze_table_query_plan_request> {
    static constexpr std::string_view name = "AnalyzeTableQueryPlanRequest";
    static constexpr auto fields = query_table_request_fields<model::analyze_table_query_plan_request>();
};

template <>
struct describe<model::analyze_table_query_plan_response> {
    using t = model::analyze_table_query_plan_response;
    static constexpr std::string_view name = "AnalyzeTableQueryPlanResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::analysis>("analysis").required().says("how it ran, for people"),
    });
};

#endif

LANCESPEC_TABLE(model::query_columns)
LANCESPEC_TABLE(model::query_text)
LANCESPEC_TABLE(model::query_vector)
LANCESPEC_TABLE(model::query_table_request)
LANCESPEC_TABLE(model::query_table_response)
LANCESPEC_TABLE(model::explain_table_query_plan_request)
LANCESPEC_TABLE(model::explain_table_query_plan_response)
LANCESPEC_TABLE(model::analyze_table_query_plan_request)
LANCESPEC_TABLE(model::analyze_table_query_plan_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
