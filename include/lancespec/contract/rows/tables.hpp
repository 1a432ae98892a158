// Operation rows: making, listing, describing and dropping tables.
#pragma once

#include <lancespec/contract/rows/common.hpp>
#include <lancespec/model/tables.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::rows {

inline constexpr parameter paged_tables[] = {id, delimiter, page_token, limit, include_declared};
inline constexpr parameter create[] = {
    id,
    delimiter,
    {"mode", location::query, false, "mode", "what to do when the table is there"},
    {"properties", location::query, false, "properties", "properties to keep with the table, a JSON object"},
    {"storage_options", location::query, false, "storage_options", "how the data is to be written, a JSON object"},
};
inline constexpr parameter describe_flags[] = {
    id,
    delimiter,
    {"with_table_uri", location::query, false, "with_table_uri", "whether the answer gives the whole URI", "false"},
    {"load_detailed_metadata", location::query, false, "load_detailed_metadata",
     "whether version, schema and statistics are wanted", "false"},
    {"check_declared", location::query, false, "check_declared", "whether is_only_declared is wanted", "false"},
};

inline constexpr auto tables = std::tuple{
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
    row<model::describe_table_request, model::describe_table_response>{{
        .id = "DescribeTable",
        .path = "/v1/table/{id}/describe",
        .object = object_kind::table,
        .parameters = describe_flags,
        .error_statuses = errors,
        .error_codes =
            codes<error_code::namespace_not_found, error_code::table_not_found, error_code::table_version_not_found>,
        .tags = table_metadata,
        .idempotent = true,
        .summary = "Tell where a table is, its schema and properties",
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
};

}  // namespace contract::rows
LANCESPEC_END_NAMESPACE
