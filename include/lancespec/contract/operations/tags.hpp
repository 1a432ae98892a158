// SPDX-License-Identifier: Apache-2.0
// Operation rows: tags of a table.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/tags.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr auto tags = row_list{
    row<model::list_table_tags_request, model::list_table_tags_response>{{
        .id = "ListTableTags",
        .also_get = true,
        .path = "/v1/table/{id}/tags/list",
        .object = object_kind::table,
        .parameters = paged,
        .request_body = body_kind::none,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_tag_metadata,
        .idempotent = true,
        .summary = "List the tags of a table",
    }},
    row<model::get_table_tag_version_request, model::get_table_tag_version_response>{{
        .id = "GetTableTagVersion",
        .path = "/v1/table/{id}/tags/version",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_tag_not_found>,
        .tags = table_tag_metadata,
        .idempotent = true,
        .summary = "Tell the version a tag stands for",
    }},
    row<model::create_table_tag_request, model::create_table_tag_response>{{
        .id = "CreateTableTag",
        .path = "/v1/table/{id}/tags/create",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors_with_conflict,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_tag_already_exists,
                  error_code::table_version_not_found, error_code::concurrent_modification>,
        .tags = table_tag_metadata,
        .does = effect::write,
        .summary = "Give a version a tag",
    }},
    row<model::update_table_tag_request, model::update_table_tag_response>{{
        .id = "UpdateTableTag",
        .path = "/v1/table/{id}/tags/update",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_tag_not_found,
                  error_code::table_version_not_found, error_code::concurrent_modification>,
        .tags = table_tag_metadata,
        .does = effect::write,
        .idempotent = true,
        .summary = "Let a tag stand for another version",
    }},
    row<model::delete_table_tag_request, model::delete_table_tag_response>{{
        .id = "DeleteTableTag",
        .path = "/v1/table/{id}/tags/delete",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_tag_not_found>,
        .tags = table_tag_metadata,
        .does = effect::write,
        .summary = "Remove a tag",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
