// SPDX-License-Identifier: Apache-2.0
// Requests and responses: tags of a table.
#pragma once

#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// `POST /v1/table/{id}/tags/list`, without a body.
struct list_table_tags_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> page_token;       ///< absent: the first page
    std::optional<std::int64_t> limit;           ///< most items of a page

    friend bool operator==(list_table_tags_request const&, list_table_tags_request const&) = default;
};

/// What a tag stands for.
struct tag_contents {
    std::optional<std::string> branch;  ///< absent: main
    std::int64_t version = 0;           ///< the version it stands for
    std::int64_t manifestSize = 0;      ///< bytes of the manifest

    friend bool operator==(tag_contents const&, tag_contents const&) = default;
};

/// The answer of ListTableTags.
struct list_table_tags_response {
    std::optional<model::context> context;
    std::map<std::string, tag_contents> tags;  ///< the tags by name
    std::optional<std::string> page_token;     ///< absent or empty: no further page

    friend bool operator==(list_table_tags_response const&, list_table_tags_response const&) = default;
};

/// `POST /v1/table/{id}/tags/version`.
struct get_table_tag_version_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::string tag;                             ///< the tag

    friend bool operator==(get_table_tag_version_request const&, get_table_tag_version_request const&) = default;
};

/// The answer of GetTableTagVersion.
struct get_table_tag_version_response {
    std::optional<model::context> context;
    std::int64_t version = 0;           ///< the version it stands for
    std::optional<std::string> branch;  ///< absent: main

    friend bool operator==(get_table_tag_version_response const&, get_table_tag_version_response const&) = default;
};

/// `POST /v1/table/{id}/tags/create`.
struct create_table_tag_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::string tag;                             ///< name of the tag
    std::int64_t version = 0;                    ///< the version it stands for
    std::optional<std::string> branch;           ///< absent: main

    friend bool operator==(create_table_tag_request const&, create_table_tag_request const&) = default;
};

/// The answer of CreateTableTag.
struct create_table_tag_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(create_table_tag_response const&, create_table_tag_response const&) = default;
};

/// `POST /v1/table/{id}/tags/update`.
struct update_table_tag_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::string tag;                             ///< the tag
    std::int64_t version = 0;                    ///< the version it stands for from now on
    std::optional<std::string> branch;           ///< absent: main

    friend bool operator==(update_table_tag_request const&, update_table_tag_request const&) = default;
};

/// The answer of UpdateTableTag.
struct update_table_tag_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(update_table_tag_response const&, update_table_tag_response const&) = default;
};

/// `POST /v1/table/{id}/tags/delete`.
struct delete_table_tag_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::string tag;                             ///< the tag

    friend bool operator==(delete_table_tag_request const&, delete_table_tag_request const&) = default;
};

/// The answer of DeleteTableTag.
struct delete_table_tag_response {
    std::optional<model::context> context;
    std::optional<std::string> transaction_id;  ///< the transaction, when the work goes on after the answer

    friend bool operator==(delete_table_tag_response const&, delete_table_tag_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
