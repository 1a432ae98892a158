// SPDX-License-Identifier: Apache-2.0
// Operation rows: making, listing, describing and dropping tables.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/tables.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr parameter paged_tables[] = {id, delimiter, page_token, limit, include_declared};
inline constexpr parameter paged_all_tables[] = {delimiter, page_token, limit, include_declared};
inline constexpr parameter create[] = {
    id,
    delimiter,
    {"mode", location::query, false, "mode", "what to do when the table is there"},
    {"properties", location::query, false, "properties", "properties to keep with the table, a JSON object"},
    {"storage_options", location::query, false, "storage_options", "how the data is to be written, a JSON object"},
};

inline constexpr auto tables = row_list{
    row<model::list_tables_request, model::list_tables_response>{{
        .id = "ListTables",
        .method = "GET",
        .path = "/v1/namespace/{id}/table/list",
        .object = object_kind::namespace_,
        .parameters = paged_tables,
        .request_body = body_kind::none,
        .error_statuses = errors_with_unsupported,
        .error_codes = codes<error_code::namespace_not_found>,
        .tags = namespace_table_metadata,
        .idempotent = true,
        .summary = "List the tables in a namespace",
    }},
    row<model::list_all_tables_request, model::list_tables_response>{{
        .id = "ListAllTables",
        .method = "GET",
        .path = "/v1/table",
        .object = object_kind::none,
        .parameters = paged_all_tables,
        .request_body = body_kind::none,
        .error_statuses = errors_without_not_found,
        .tags = table_only,
        .idempotent = true,
        .summary = "List the tables of all namespaces",
    }},
    row<model::create_table_request, model::create_table_response>{{
        .id = "CreateTable",
        .path = "/v1/table/{id}/create",
        .object = object_kind::table,
        .parameters = create,
        .request_body = body_kind::arrow_stream,
        .error_statuses = errors_with_conflict,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_already_exists,
                             error_code::concurrent_modification, error_code::table_schema_validation_error>,
        .tags = table_data,
        .does = effect::write,
        .summary = "Make a table of rows",
    }},
    row<model::register_table_request, model::register_table_response>{{
        .id = "RegisterTable",
        .path = "/v1/table/{id}/register",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors_with_unsupported_and_conflict,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_already_exists,
                             error_code::concurrent_modification>,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Make a table of data that is stored already",
    }},
    row<model::declare_table_request, model::declare_table_response>{{
        .id = "DeclareTable",
        .path = "/v1/table/{id}/declare",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors_with_conflict,
        .codes_listed = false,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Reserve a table without data",
    }},
    row<model::table_exists_request, model::table_exists_response>{{
        .id = "TableExists",
        .path = "/v1/table/{id}/exists",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .response_body = body_kind::none,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_metadata,
        .idempotent = true,
        .summary = "Tell whether a table is there",
    }},
    row<model::drop_table_request, model::drop_table_response>{{
        .id = "DropTable",
        .path = "/v1/table/{id}/drop",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .request_body = body_kind::none,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Remove a table and its data",
    }},
    row<model::deregister_table_request, model::deregister_table_response>{{
        .id = "DeregisterTable",
        .path = "/v1/table/{id}/deregister",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found>,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Remove a table and keep its data",
    }},
    row<model::rename_table_request, model::rename_table_response>{{
        .id = "RenameTable",
        .path = "/v1/table/{id}/rename",
        .object = object_kind::table,
        .parameters = id_and_delimiter,
        .error_statuses = errors_with_conflict,
        .error_codes = codes<error_code::namespace_not_found, error_code::table_not_found,
                             error_code::table_already_exists, error_code::concurrent_modification>,
        .tags = table_metadata,
        .does = effect::write,
        .summary = "Give a table another name",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
