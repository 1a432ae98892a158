// SPDX-License-Identifier: Apache-2.0
// What the rows of the operation table are made of: parameters, error statuses and tags that many of them share.
#pragma once

#include <lancespec/contract/operation.hpp>

#include <array>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

/// A row with the C++ types of its request and response.
template <class Request, class Response>
struct row {
    using request_type = Request;
    using response_type = Response;
    operation entry;
};

/// The rows of a family. (A tuple of all rows would take a second to compile.)
template <class... Rows>
struct row_list {
    std::array<operation, sizeof...(Rows)> entries;

    constexpr explicit row_list(Rows const&... rows) : entries{rows.entry...} {}
};

namespace operation_rows {

inline constexpr parameter id{"id", location::path, true, "id",
                              "the object's names joined by the delimiter; the delimiter alone is the root"};
inline constexpr parameter delimiter{"delimiter", location::query, false, "",
                                     "what joins the names of the path's id; $ when absent"};
inline constexpr parameter page_token{"page_token", location::query, false, "page_token",
                                      "where the page starts; the first when absent"};
inline constexpr parameter limit{"limit", location::query, false, "limit", "most items of a page"};
inline constexpr parameter branch{"branch", location::query, false, "branch",
                                  "the branch to work on; main when absent"};
inline constexpr parameter include_declared{"include_declared",
                                            location::query,
                                            false,
                                            "include_declared",
                                            "whether tables without data are listed too",
                                            "true"};

inline constexpr parameter id_and_delimiter[] = {id, delimiter};
inline constexpr parameter paged[] = {id, delimiter, page_token, limit};
inline constexpr parameter on_branch[] = {id, delimiter, branch};

// Statuses as they are declared; 500 stands for 5XX.
inline constexpr int errors[] = {400, 401, 403, 404, 503, 500};
inline constexpr int errors_with_conflict[] = {400, 401, 403, 404, 409, 503, 500};
inline constexpr int errors_with_unsupported[] = {400, 401, 403, 404, 406, 503, 500};
inline constexpr int errors_with_unsupported_and_conflict[] = {400, 401, 403, 404, 406, 409, 503, 500};
inline constexpr int errors_without_not_found[] = {400, 401, 403, 503, 500};

template <error_code... Codes>
inline constexpr std::array<error_code, sizeof...(Codes)> codes{Codes...};

inline constexpr std::string_view namespace_metadata[] = {"Namespace", "Metadata"};
inline constexpr std::string_view namespace_table_metadata[] = {"Namespace", "Table", "Metadata"};
inline constexpr std::string_view table_metadata[] = {"Table", "Metadata"};
inline constexpr std::string_view table_data[] = {"Table", "Data"};
inline constexpr std::string_view table_index_metadata[] = {"Table", "Index", "Metadata"};
inline constexpr std::string_view table_tag_metadata[] = {"Table", "Tag", "Metadata"};
inline constexpr std::string_view table_branch_metadata[] = {"Table", "Branch", "Metadata"};
inline constexpr std::string_view table_metadata_transaction[] = {"Table", "Metadata", "Transaction"};
inline constexpr std::string_view transaction_metadata[] = {"Transaction", "Metadata"};
inline constexpr std::string_view table_only[] = {"Table"};
inline constexpr std::string_view view_data[] = {"MaterializedView", "Data"};

}  // namespace operation_rows
}  // namespace contract
LANCESPEC_END_NAMESPACE
