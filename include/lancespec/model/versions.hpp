// Requests and responses: versions of a table.
#pragma once

#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// One version of a table.
struct table_version {
    std::int64_t version = 0;                      ///< number of the version
    std::string manifest_path;                     ///< path of its manifest
    std::optional<std::int64_t> manifest_size;     ///< bytes of the manifest
    std::optional<std::string> e_tag;              ///< tag of the stored manifest
    std::optional<std::int64_t> timestamp_millis;  ///< when it was made, milliseconds since 1970
    std::optional<string_map> metadata;            ///< free key-value pairs

    friend bool operator==(table_version const&, table_version const&) = default;
};

/// `POST /v1/table/{id}/version/list`, without a body: all of it travels in the route.
struct list_table_versions_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's
    std::optional<std::string> branch;           ///< absent: main
    std::optional<std::string> page_token;       ///< absent: the first page
    std::optional<std::int64_t> limit;           ///< most items of a page
    std::optional<bool> descending;              ///< whether the latest comes first; any order otherwise

    friend bool operator==(list_table_versions_request const&, list_table_versions_request const&) = default;
};

/// The answer of ListTableVersions.
struct list_table_versions_response {
    std::optional<model::context> context;
    std::vector<table_version> versions;    ///< the versions
    std::optional<std::string> page_token;  ///< absent or empty: no further page

    friend bool operator==(list_table_versions_response const&, list_table_versions_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
