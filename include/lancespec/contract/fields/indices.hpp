// SPDX-License-Identifier: Apache-2.0
// Field tables: indices of a table.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/indices.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <class t>
consteval auto create_table_index_request_fields() {
    return request_fields<t>({
        field<&t::branch, t>("branch").says("the branch to work on; main when absent"),
        field<&t::column, t>("column")
            .required()
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of the column"),
        field<&t::index_type, t>("index_type")
            .required()
            .says("kind of index: BTREE, BITMAP, LABEL_LIST, IVF_FLAT, IVF_PQ, IVF_HNSW_SQ, FTS, and others"),
        field<&t::name, t>("name")
            .or_null(null_spelling::nullable_keyword)
            .says("name of the index; the server makes one when absent"),
        field<&t::distance_type, t>("distance_type").says("how distance is measured"),
        field<&t::num_partitions, t>("num_partitions")
            .or_null(null_spelling::nullable_keyword)
            .at_least(1)
            .from(spec_version::v0_11_1)
            .says("IVF: partitions"),
        field<&t::num_sub_vectors, t>("num_sub_vectors")
            .or_null(null_spelling::nullable_keyword)
            .at_least(1)
            .from(spec_version::v0_11_1)
            .says("PQ: sub-vectors"),
        field<&t::num_bits, t>("num_bits")
            .or_null(null_spelling::nullable_keyword)
            .at_least(1)
            .from(spec_version::v0_11_1)
            .says("bits of a quantized value"),
        field<&t::sample_rate, t>("sample_rate")
            .or_null(null_spelling::nullable_keyword)
            .at_least(1)
            .from(spec_version::v0_11_1)
            .says("IVF: vectors sampled for each partition"),
        field<&t::max_iterations, t>("max_iterations")
            .or_null(null_spelling::nullable_keyword)
            .at_least(1)
            .from(spec_version::v0_11_1)
            .says("IVF: most rounds of training"),
        field<&t::target_partition_size, t>("target_partition_size")
            .or_null(null_spelling::nullable_keyword)
            .at_least(1)
            .from(spec_version::v0_11_1)
            .says("IVF: rows of a partition, in place of num_partitions"),
        field<&t::m, t>("m")
            .or_null(null_spelling::nullable_keyword)
            .at_least(1)
            .from(spec_version::v0_11_1)
            .says("HNSW: edges of a node"),
        field<&t::ef_construction, t>("ef_construction")
            .or_null(null_spelling::nullable_keyword)
            .at_least(1)
            .from(spec_version::v0_11_1)
            .says("HNSW: candidates looked at while building"),
        field<&t::with_position, t>("with_position")
            .or_null(null_spelling::nullable_keyword)
            .says("FTS: whether places of words are kept"),
        field<&t::base_tokenizer, t>("base_tokenizer")
            .or_null(null_spelling::nullable_keyword)
            .says("FTS: how text is split"),
        field<&t::language, t>("language").or_null(null_spelling::nullable_keyword).says("FTS: the language"),
        field<&t::max_token_length, t>("max_token_length")
            .or_null(null_spelling::nullable_keyword)
            .at_least(0)
            .says("FTS: longer words are left out"),
        field<&t::lower_case, t>("lower_case")
            .or_null(null_spelling::nullable_keyword)
            .says("FTS: whether capitals are made small"),
        field<&t::stem, t>("stem")
            .or_null(null_spelling::nullable_keyword)
            .says("FTS: whether words are cut to their stem"),
        field<&t::remove_stop_words, t>("remove_stop_words")
            .or_null(null_spelling::nullable_keyword)
            .says("FTS: whether very common words are left out"),
        field<&t::ascii_folding, t>("ascii_folding")
            .or_null(null_spelling::nullable_keyword)
            .says("FTS: whether accents are taken off"),
    });
}

template <>
struct describe<model::create_table_index_request> {
    static constexpr std::string_view name = "CreateTableIndexRequest";
    static constexpr auto fields = create_table_index_request_fields<model::create_table_index_request>();
};

template <>
struct describe<model::create_table_index_response> {
    using t = model::create_table_index_response;
    static constexpr std::string_view name = "CreateTableIndexResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

template <>
struct describe<model::create_table_scalar_index_request> {
    static constexpr std::string_view name = "CreateTableIndexRequest";
    static constexpr auto fields = create_table_index_request_fields<model::create_table_scalar_index_request>();
};

template <>
struct describe<model::create_table_scalar_index_response> {
    using t = model::create_table_scalar_index_response;
    static constexpr std::string_view name = "CreateTableScalarIndexResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

template <>
struct describe<model::list_table_indices_request> {
    using t = model::list_table_indices_request;
    static constexpr std::string_view name = "ListTableIndicesRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::version>("version")
            .or_null(null_spelling::nullable_keyword)
            .natural()
            .says("the version to look at; the latest when absent"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
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
struct describe<model::index_content> {
    using t = model::index_content;
    static constexpr std::string_view name = "IndexContent";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::index_name>("index_name").required().says("name of the index"),
        field<&t::index_uuid>("index_uuid").required().says("identifies the index"),
        field<&t::columns>("columns")
            .required()
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field paths of its columns"),
        field<&t::status>("status").required().says("how it stands"),
        field<&t::index_type>("index_type").says("kind of index; Unknown when nothing knows it"),
        field<&t::type_url>("type_url").says("its exact type, a protobuf URL"),
        field<&t::num_indexed_rows>("num_indexed_rows").natural().says("rows in the index"),
        field<&t::num_unindexed_rows>("num_unindexed_rows").natural().says("rows not in the index"),
        field<&t::size_bytes>("size_bytes")
            .or_null(null_spelling::nullable_keyword)
            .natural()
            .says("bytes of the index; absent for old ones"),
        field<&t::num_segments>("num_segments").formatted(number_format::int32).at_least(0).says("segments"),
        field<&t::created_at>("created_at")
            .or_null(null_spelling::nullable_keyword)
            .in_language(text_rule::date_time)
            .says("when it was made; absent for old ones"),
        field<&t::index_version>("index_version")
            .formatted(number_format::int32)
            .at_least(0)
            .says("version of its format"),
        field<&t::index_details>("index_details")
            .or_null(null_spelling::nullable_keyword)
            .says("more about it, as JSON text"),
    });
};

template <>
struct describe<model::list_table_indices_response> {
    using t = model::list_table_indices_response;
    static constexpr std::string_view name = "ListTableIndicesResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::indexes>("indexes").required().says("the indices"),
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .called("PageToken")
            .says("where the next page starts; absent or empty: there is none"),
    });
};

template <>
struct describe<model::describe_table_index_stats_request> {
    using t = model::describe_table_index_stats_request;
    static constexpr std::string_view name = "DescribeTableIndexStatsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::version>("version")
            .or_null(null_spelling::nullable_keyword)
            .natural()
            .says("the version to look at; the latest when absent"),
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::index_name>("index_name").says("name of the index"),
    });
};

template <>
struct describe<model::describe_table_index_stats_response> {
    using t = model::describe_table_index_stats_response;
    static constexpr std::string_view name = "DescribeTableIndexStatsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::distance_type>("distance_type")
            .or_null(null_spelling::nullable_keyword)
            .says("how distance is measured"),
        field<&t::index_type>("index_type").or_null(null_spelling::nullable_keyword).says("kind of index"),
        field<&t::num_indexed_rows>("num_indexed_rows")
            .or_null(null_spelling::nullable_keyword)
            .natural()
            .says("rows in the index"),
        field<&t::num_unindexed_rows>("num_unindexed_rows")
            .or_null(null_spelling::nullable_keyword)
            .natural()
            .says("rows not in the index"),
        field<&t::num_indices>("num_indices")
            .or_null(null_spelling::nullable_keyword)
            .formatted(number_format::int32)
            .at_least(0)
            .says("indices of that name"),
    });
};

template <>
struct describe<model::drop_table_index_request> {
    using t = model::drop_table_index_request;
    static constexpr std::string_view name = "DropTableIndexRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::index_name>("index_name").says("name of the index"),
    });
};

template <>
struct describe<model::drop_table_index_response> {
    using t = model::drop_table_index_response;
    static constexpr std::string_view name = "DropTableIndexResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
    });
};

#endif

LANCESPEC_TABLE(model::create_table_index_request)
LANCESPEC_TABLE(model::create_table_index_response)
LANCESPEC_TABLE(model::create_table_scalar_index_request)
LANCESPEC_TABLE(model::create_table_scalar_index_response)
LANCESPEC_TABLE(model::list_table_indices_request)
LANCESPEC_TABLE(model::index_content)
LANCESPEC_TABLE(model::list_table_indices_response)
LANCESPEC_TABLE(model::describe_table_index_stats_request)
LANCESPEC_TABLE(model::describe_table_index_stats_response)
LANCESPEC_TABLE(model::drop_table_index_request)
LANCESPEC_TABLE(model::drop_table_index_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
