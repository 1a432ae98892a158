// SPDX-License-Identifier: Apache-2.0
// Field tables: making materialized views.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/enums.hpp>
#include <lancespec/model/views.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::materialized_view_udtf_entry> {
    using t = model::materialized_view_udtf_entry;
    static constexpr std::string_view name = "MaterializedViewUdtfEntry";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::kind>("kind").required().says("the same as the view's"),
        field<&t::udtf>("udtf").required().says("envelope of the function, in base64"),
        field<&t::udtf_sha>("udtf_sha").required().says("SHA-256 of the envelope"),
        field<&t::udtf_name>("udtf_name").required().says("name of the function"),
        field<&t::udtf_version>("udtf_version").required().says("version of the function"),
        field<&t::input_columns>("input_columns")
            .or_null(null_spelling::type_list)
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field paths of what it reads; all when absent"),
        field<&t::partition_by>("partition_by")
            .or_null(null_spelling::one_of)
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of the key that parts the rows"),
        field<&t::partition_by_indexed_column>("partition_by_indexed_column")
            .or_null(null_spelling::one_of)
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of the indexed column that parts the rows"),
        field<&t::num_cpus>("num_cpus").or_null(null_spelling::type_list).says("processors for a worker"),
        field<&t::num_gpus>("num_gpus").or_null(null_spelling::type_list).says("graphics processors for a worker"),
        field<&t::memory>("memory").or_null(null_spelling::type_list).says("bytes for a worker"),
        field<&t::error_handling>("error_handling")
            .or_null(null_spelling::type_list)
            .an_object()
            .says("what to do when a partition fails"),
        field<&t::batch>("batch").or_null(null_spelling::type_list).says("whether it takes rows in batches"),
        field<&t::manifest>("manifest")
            .or_null(null_spelling::type_list)
            .says("manifest of the environment, as JSON text"),
        field<&t::manifest_checksum>("manifest_checksum")
            .or_null(null_spelling::type_list)
            .says("SHA-256 of the manifest"),
    });
    static constexpr choice choices[] = {at_most_one("partition_by", "partition_by_indexed_column")};
};

template <>
struct describe<model::create_materialized_view_request> {
    using t = model::create_materialized_view_request;
    static constexpr std::string_view name = "CreateMaterializedViewRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::kind>("kind").required().says("what makes the rows"),
        field<&t::source_query>("source_query").required().says("the query, in a form of the client's own"),
        field<&t::output_schema>("output_schema").required().says("Arrow schema of the view, in base64"),
        field<&t::udtf_spec>("udtf_spec")
            .or_null(null_spelling::one_of)
            .says("the function; for udtf and chunker, null for query"),
        field<&t::with_no_data>("with_no_data")
            .defaults_to("true")
            .says("whether the view stays empty until it is refreshed"),
        field<&t::auto_refresh>("auto_refresh")
            .or_null(null_spelling::type_list)
            .defaults_to("false")
            .says("whether it is refreshed when the source changes"),
    });
    static objection object_to(t const& view) {
        using kind = model::materialized_view_kind;
        if (view.kind == kind::query && view.udtf_spec)
            return {"udtf_spec", "a view of kind query has no function: must be absent or null"};
        if (view.kind != kind::query && !view.udtf_spec)
            return {"udtf_spec", "a view of kind udtf or chunker needs its function"};
        if (view.udtf_spec && (view.kind == kind::udtf) != (view.udtf_spec->kind == model::udtf_kind::udtf))
            return {"udtf_spec", "its kind must be the view's"};
        return {};
    }
};

template <>
struct describe<model::create_materialized_view_response> {
    using t = model::create_materialized_view_response;
    static constexpr std::string_view name = "CreateMaterializedViewResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::version>("version").required().natural().says("the version that made the view"),
        field<&t::job_id>("job_id").or_null(null_spelling::type_list).says("the first refresh, when one was asked for"),
    });
};

#endif

LANCESPEC_TABLE(model::materialized_view_udtf_entry)
LANCESPEC_TABLE(model::create_materialized_view_request)
LANCESPEC_TABLE(model::create_materialized_view_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
