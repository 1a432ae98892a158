// SPDX-License-Identifier: Apache-2.0
// Operation rows: making, listing, describing and dropping namespaces.
#pragma once

#include <lancespec/contract/operations/common.hpp>
#include <lancespec/model/namespaces.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract::operation_rows {

inline constexpr auto namespaces = row_list{
    row<model::create_namespace_request, model::create_namespace_response>{{
        .id = "CreateNamespace",
        .path = "/v1/namespace/{id}/create",
        .object = object_kind::namespace_,
        .parameters = id_and_delimiter,
        .error_statuses = errors_with_unsupported_and_conflict,
        .error_codes = codes<error_code::namespace_already_exists>,
        .tags = namespace_metadata,
        .does = effect::write,
        .summary = "Make a namespace",
    }},
    row<model::list_namespaces_request, model::list_namespaces_response>{{
        .id = "ListNamespaces",
        .method = "GET",
        .path = "/v1/namespace/{id}/list",
        .object = object_kind::namespace_,
        .parameters = paged,
        .request_body = body_kind::none,
        .error_statuses = errors_with_unsupported,
        .error_codes = codes<error_code::namespace_not_found>,
        .tags = namespace_metadata,
        .idempotent = true,
        .summary = "List the namespaces in a namespace",
    }},
    row<model::describe_namespace_request, model::describe_namespace_response>{{
        .id = "DescribeNamespace",
        .path = "/v1/namespace/{id}/describe",
        .object = object_kind::namespace_,
        .parameters = id_and_delimiter,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found>,
        .tags = namespace_metadata,
        .idempotent = true,
        .summary = "Tell the properties of a namespace",
    }},
    row<model::drop_namespace_request, model::drop_namespace_response>{{
        .id = "DropNamespace",
        .path = "/v1/namespace/{id}/drop",
        .object = object_kind::namespace_,
        .parameters = id_and_delimiter,
        .error_statuses = errors_with_conflict,
        .error_codes = codes<error_code::namespace_not_found, error_code::namespace_not_empty>,
        .tags = namespace_metadata,
        .does = effect::write,
        .summary = "Remove a namespace",
    }},
    row<model::namespace_exists_request, model::namespace_exists_response>{{
        .id = "NamespaceExists",
        .path = "/v1/namespace/{id}/exists",
        .object = object_kind::namespace_,
        .parameters = id_and_delimiter,
        .response_body = body_kind::none,
        .error_statuses = errors,
        .error_codes = codes<error_code::namespace_not_found>,
        .tags = namespace_metadata,
        .idempotent = true,
        .summary = "Tell whether a namespace is there",
    }},
};

}  // namespace contract::operation_rows
LANCESPEC_END_NAMESPACE
