// Field tables: adding columns.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/columns.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

template <>
struct describe<model::add_virtual_column_output_entry> {
    using t = model::add_virtual_column_output_entry;
    static constexpr std::string_view name = "AddVirtualColumnOutputEntry";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::column>("column").required().says("name of the column"),
        field<&t::struct_field>("struct_field").required().says("field of the function's result"),
        field<&t::data_type>("data_type").required().an_object().says("type of the column, as a JSON object"),
        field<&t::nullable>("nullable").required().says("whether it may hold null"),
        field<&t::metadata>("metadata").says("metadata to keep with the column"),
    });
};

template <>
struct describe<model::add_virtual_column_entry> {
    using t = model::add_virtual_column_entry;
    static constexpr std::string_view name = "AddVirtualColumnEntry";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::input_columns>("input_columns")
            .required()
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field paths of what the function reads"),
        field<&t::outputs>("outputs").required().says("columns it makes"),
        field<&t::image>("image").required().says("container image to run it in"),
        field<&t::udf>("udf").required().says("the function, pickled, in base64"),
        field<&t::udf_name>("udf_name").required().says("name of the function"),
        field<&t::udf_version>("udf_version").required().says("version of the function"),
        field<&t::udf_backend>("udf_backend").or_null(null_spelling::type_list).says("kind of the backend"),
        field<&t::auto_backfill>("auto_backfill")
            .or_null(null_spelling::type_list)
            .says("whether a backfill starts by itself"),
        field<&t::manifest>("manifest")
            .or_null(null_spelling::type_list)
            .says("manifest of the environment, as JSON text"),
        field<&t::manifest_checksum>("manifest_checksum")
            .or_null(null_spelling::type_list)
            .says("SHA-256 of the manifest"),
        field<&t::field_metadata>("field_metadata")
            .or_null(null_spelling::type_list)
            .says("metadata to keep with the column"),
    });
};

template <>
struct describe<model::add_columns_entry> {
    using t = model::add_columns_entry;
    static constexpr std::string_view name = "AddColumnsEntry";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::name>("name").required().says("name of the column"),
        field<&t::expression>("expression")
            .or_null(null_spelling::type_list)
            .says("expression computed once, over the rows that are there"),
        field<&t::computed>("computed")
            .or_null(null_spelling::type_list)
            .from(spec_version::v0_11_1)
            .says("expression that every backfill computes"),
        field<&t::virtual_column>("virtual_column")
            .or_null(null_spelling::one_of)
            .says("the function that every backfill calls"),
    });
};

template <>
struct describe<model::alter_table_add_columns_request> {
    using t = model::alter_table_add_columns_request;
    static constexpr std::string_view name = "AlterTableAddColumnsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::new_columns>("new_columns").required().says("the columns to add"),
    });
};

template <>
struct describe<model::alter_table_add_columns_response> {
    using t = model::alter_table_add_columns_response;
    static constexpr std::string_view name = "AlterTableAddColumnsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::version>("version").required().natural().says("the version made"),
    });
};

}  // namespace reflect
LANCESPEC_END_NAMESPACE
