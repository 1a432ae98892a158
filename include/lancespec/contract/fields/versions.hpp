// Field tables: versions of a table.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/versions.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

template <>
struct describe<model::table_version> {
    using t = model::table_version;
    static constexpr std::string_view name = "TableVersion";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::version>("version").required().natural().says("number of the version"),
        field<&t::manifest_path>("manifest_path").required().says("path of its manifest"),
        field<&t::manifest_size>("manifest_size").natural().says("bytes of the manifest"),
        field<&t::e_tag>("e_tag").says("tag of the stored manifest"),
        field<&t::timestamp_millis>("timestamp_millis")
            .formatted(number_format::int64)
            .says("when it was made, milliseconds since 1970"),
        field<&t::metadata>("metadata").says("free key-value pairs"),
    });
};

template <>
struct describe<model::list_table_versions_request> {
    using t = model::list_table_versions_request;
    static constexpr std::string_view name = "ListTableVersionsRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::branch>("branch").says("the branch to work on; main when absent"),
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .says("where the page starts; the first when absent"),
        field<&t::limit>("limit").or_null(null_spelling::nullable_keyword).says("most items of a page"),
        field<&t::descending>("descending").says("whether the latest comes first; any order otherwise"),
    });
};

template <>
struct describe<model::list_table_versions_response> {
    using t = model::list_table_versions_response;
    static constexpr std::string_view name = "ListTableVersionsResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::versions>("versions").required().says("the versions"),
        field<&t::page_token>("page_token")
            .or_null(null_spelling::nullable_keyword)
            .says("where the next page starts; absent or empty: there is none"),
    });
};

}  // namespace reflect
LANCESPEC_END_NAMESPACE
