// SPDX-License-Identifier: Apache-2.0
// Field tables: what is known of a table: description, metadata, statistics.
#pragma once

#include <lancespec/contract/fields/arrow_schema.hpp>
#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/table_details.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

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
    static constexpr choice choices[] = {at_most_one("tag", "version"), at_most_one("tag", "branch")};
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
struct describe<model::update_table_schema_metadata_request> {
    using t = model::update_table_schema_metadata_request;
    static constexpr std::string_view name = "UpdateTableSchemaMetadataRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::metadata>("metadata").says("all of the new metadata"),
    });
};

template <>
struct describe<model::update_table_schema_metadata_response> {
    using t = model::update_table_schema_metadata_response;
    static constexpr std::string_view name = "UpdateTableSchemaMetadataResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::metadata>("metadata").says("the metadata as it is now"),
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

template <>
struct describe<model::get_table_stats_request> {
    using t = model::get_table_stats_request;
    static constexpr std::string_view name = "GetTableStatsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
    });
};

template <>
struct describe<model::fragment_summary> {
    using t = model::fragment_summary;
    static constexpr std::string_view name = "FragmentSummary";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::min>("min").required().natural().says("the fewest"),
        field<&t::max>("max").required().natural().says("the most"),
        field<&t::mean>("mean").required().natural().says("on average"),
        field<&t::p25>("p25").required().natural().says("a quarter has at most these"),
        field<&t::p50>("p50").required().natural().says("half has at most these"),
        field<&t::p75>("p75").required().natural().says("three quarters have at most these"),
        field<&t::p99>("p99").required().natural().says("all but a hundredth has at most these"),
    });
};

template <>
struct describe<model::fragment_stats> {
    using t = model::fragment_stats;
    static constexpr std::string_view name = "FragmentStats";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::num_fragments>("num_fragments").required().natural().says("fragments"),
        field<&t::num_small_fragments>("num_small_fragments").required().natural().says("fragments of few rows"),
        field<&t::lengths>("lengths").required().says("rows of a fragment"),
    });
};

template <>
struct describe<model::get_table_stats_response> {
    using t = model::get_table_stats_response;
    static constexpr std::string_view name = "GetTableStatsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::total_bytes>("total_bytes").required().natural().says("bytes of the data"),
        field<&t::num_rows>("num_rows").required().natural().says("rows"),
        field<&t::num_indices>("num_indices").required().natural().says("indices"),
        field<&t::fragment_stats>("fragment_stats").required().says("counts of fragments"),
    });
};

#endif

LANCESPEC_TABLE(model::table_basic_stats)
LANCESPEC_TABLE(model::describe_table_request)
LANCESPEC_TABLE(model::describe_table_response)
LANCESPEC_TABLE(model::update_table_schema_metadata_request)
LANCESPEC_TABLE(model::update_table_schema_metadata_response)
LANCESPEC_TABLE(model::get_table_stats_request)
LANCESPEC_TABLE(model::fragment_summary)
LANCESPEC_TABLE(model::fragment_stats)
LANCESPEC_TABLE(model::get_table_stats_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
