// SPDX-License-Identifier: Apache-2.0
// Field tables: adding, changing and dropping columns.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/columns.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

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
    static constexpr choice choices[] = {at_least_one("expression", "computed", "virtual_column")};
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

template <>
struct describe<model::alter_virtual_column_entry> {
    using t = model::alter_virtual_column_entry;
    static constexpr std::string_view name = "AlterVirtualColumnEntry";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::input_columns>("input_columns")
            .or_null(null_spelling::type_list)
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field paths of what the function reads"),
        field<&t::image>("image").or_null(null_spelling::type_list).says("container image to run it in"),
        field<&t::udf>("udf").or_null(null_spelling::type_list).says("the function, pickled, in base64"),
        field<&t::udf_name>("udf_name").or_null(null_spelling::type_list).says("name of the function"),
        field<&t::udf_version>("udf_version").or_null(null_spelling::type_list).says("version of the function"),
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
struct describe<model::alter_columns_entry> {
    using t = model::alter_columns_entry;
    static constexpr std::string_view name = "AlterColumnsEntry";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::path>("path")
            .required()
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of the column"),
        field<&t::data_type>("data_type").an_object().says("the new type, as a JSON object"),
        field<&t::rename>("rename").or_null(null_spelling::type_list).says("the new name"),
        field<&t::nullable>("nullable").or_null(null_spelling::type_list).says("whether it may hold null from now on"),
        field<&t::virtual_column>("virtual_column")
            .or_null(null_spelling::one_of)
            .says("what to change of its function"),
    });
};

template <>
struct describe<model::alter_table_alter_columns_request> {
    using t = model::alter_table_alter_columns_request;
    static constexpr std::string_view name = "AlterTableAlterColumnsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::alterations>("alterations").required().says("what to change"),
    });
};

template <>
struct describe<model::alter_table_alter_columns_response> {
    using t = model::alter_table_alter_columns_response;
    static constexpr std::string_view name = "AlterTableAlterColumnsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::version>("version").required().natural().says("the version made"),
    });
};

template <>
struct describe<model::alter_table_drop_columns_request> {
    using t = model::alter_table_drop_columns_request;
    static constexpr std::string_view name = "AlterTableDropColumnsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::columns>("columns")
            .required()
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field paths of the columns"),
    });
};

template <>
struct describe<model::alter_table_drop_columns_response> {
    using t = model::alter_table_drop_columns_response;
    static constexpr std::string_view name = "AlterTableDropColumnsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::transaction_id>("transaction_id").says("the transaction, when the work goes on after the answer"),
        field<&t::version>("version").required().natural().says("the version made"),
    });
};

template <>
struct describe<model::update_field_metadata_entry> {
    using t = model::update_field_metadata_entry;
    static constexpr std::string_view name = "UpdateFieldMetadataEntry";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::path>("path")
            .required()
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of the column"),
        field<&t::metadata>("metadata").required().says("keys to set; null takes a key away"),
        field<&t::replace>("replace").or_null(null_spelling::type_list).says("whether the other keys go"),
    });
};

template <>
struct describe<model::update_field_metadata_request> {
    using t = model::update_field_metadata_request;
    static constexpr std::string_view name = "UpdateFieldMetadataRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::updates>("updates").required().says("what to change, column by column"),
    });
};

template <>
struct describe<model::update_field_metadata_response> {
    using t = model::update_field_metadata_response;
    static constexpr std::string_view name = "UpdateFieldMetadataResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::version>("version").required().natural().says("the version made"),
        field<&t::fields>("fields").says("the metadata of each column as it is now, by path"),
    });
};

#endif

LANCESPEC_TABLE(model::add_virtual_column_output_entry)
LANCESPEC_TABLE(model::add_virtual_column_entry)
LANCESPEC_TABLE(model::add_columns_entry)
LANCESPEC_TABLE(model::alter_table_add_columns_request)
LANCESPEC_TABLE(model::alter_table_add_columns_response)
LANCESPEC_TABLE(model::alter_virtual_column_entry)
LANCESPEC_TABLE(model::alter_columns_entry)
LANCESPEC_TABLE(model::alter_table_alter_columns_request)
LANCESPEC_TABLE(model::alter_table_alter_columns_response)
LANCESPEC_TABLE(model::alter_table_drop_columns_request)
LANCESPEC_TABLE(model::alter_table_drop_columns_response)
LANCESPEC_TABLE(model::update_field_metadata_entry)
LANCESPEC_TABLE(model::update_field_metadata_request)
LANCESPEC_TABLE(model::update_field_metadata_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
