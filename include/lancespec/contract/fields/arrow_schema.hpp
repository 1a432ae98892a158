// SPDX-License-Identifier: Apache-2.0
// Field tables: arrow schemas as JSON: the columns of a table as DescribeTable tells them.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/arrow_schema.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::json_arrow_data_type> {
    using t = model::json_arrow_data_type;
    static constexpr std::string_view name = "JsonArrowDataType";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::fields>("fields").says("children of a nested type"),
        field<&t::length>("length").natural().says("length of a fixed-size type"),
        field<&t::type>("type").required().says("name of the type"),
    });
};

template <>
struct describe<model::json_arrow_field> {
    using t = model::json_arrow_field;
    static constexpr std::string_view name = "JsonArrowField";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::metadata>("metadata").says("metadata of the column"),
        field<&t::name>("name").required().says("name of the column"),
        field<&t::nullable>("nullable").required().says("whether it may hold null"),
        field<&t::type>("type").required().says("its type"),
    });
};

template <>
struct describe<model::json_arrow_schema> {
    using t = model::json_arrow_schema;
    static constexpr std::string_view name = "JsonArrowSchema";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::fields>("fields").required().says("the columns"),
        field<&t::metadata>("metadata").says("metadata of the schema"),
    });
};

#endif

LANCESPEC_TABLE(model::json_arrow_data_type)
LANCESPEC_TABLE(model::json_arrow_field)
LANCESPEC_TABLE(model::json_arrow_schema)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
