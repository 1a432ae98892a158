// SPDX-License-Identifier: Apache-2.0
// Requests and responses: making, listing, describing and dropping namespaces.
#pragma once

#include <lancespec/model/common.hpp>
#include <lancespec/model/enums.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// `POST /v1/namespace/{id}/create` (schema `CreateNamespaceRequest`).
struct create_namespace_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<create_mode> mode;             ///< what to do when the namespace is there
    std::optional<string_map> properties;        ///< properties to keep with the namespace

    friend bool operator==(create_namespace_request const&, create_namespace_request const&) = default;
};

/// The answer of CreateNamespace.
struct create_namespace_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer
    std::optional<string_map> properties;       ///< properties as they were kept

    friend bool operator==(create_namespace_response const&, create_namespace_response const&) = default;
};

/// `GET /v1/namespace/{id}/list`: all of it travels in the route.
struct list_namespaces_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> page_token;       ///< absent: the first page
    std::optional<std::int64_t> limit;           ///< most items of a page

    friend bool operator==(list_namespaces_request const&, list_namespaces_request const&) = default;
};

/// The answer of ListNamespaces.
struct list_namespaces_response {
    std::optional<model::context> context;
    std::vector<std::string> namespaces;    ///< names of the children, relative to the parent
    std::optional<std::string> page_token;  ///< absent or empty: no further page

    friend bool operator==(list_namespaces_response const&, list_namespaces_response const&) = default;
};

/// `POST /v1/namespace/{id}/describe`.
struct describe_namespace_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's

    friend bool operator==(describe_namespace_request const&, describe_namespace_request const&) = default;
};

/// The answer of DescribeNamespace.
struct describe_namespace_response {
    std::optional<model::context> context;
    std::optional<string_map> properties;  ///< absent: not supported; empty: none set

    friend bool operator==(describe_namespace_response const&, describe_namespace_response const&) = default;
};

/// `POST /v1/namespace/{id}/drop`.
struct drop_namespace_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<drop_mode> mode;               ///< what to do when the namespace is not there
    std::optional<drop_behavior> behavior;       ///< what to do when the namespace holds something

    friend bool operator==(drop_namespace_request const&, drop_namespace_request const&) = default;
};

/// The answer of DropNamespace.
struct drop_namespace_response {
    std::optional<model::context> context;
    std::optional<string_map> properties;  ///< properties that the namespace had
    std::optional<std::vector<std::string>>
        transaction_id;  ///< names of the transaction, when the work goes on after the answer

    friend bool operator==(drop_namespace_response const&, drop_namespace_response const&) = default;
};

/// `POST /v1/namespace/{id}/exists`. A success says yes, 404 no.
struct namespace_exists_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's

    friend bool operator==(namespace_exists_request const&, namespace_exists_request const&) = default;
};

/// The answer of NamespaceExists.
struct namespace_exists_response {
    std::optional<model::context> context;

    friend bool operator==(namespace_exists_response const&, namespace_exists_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
