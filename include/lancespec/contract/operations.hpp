// The operation table: one row per operation of the specification. Everything that knows an operation (the router,
// the HTTP mapping, the server's dispatch, the checks) reads it from here.
#pragma once

#include <lancespec/contract/fields/jobs.hpp>
#include <lancespec/contract/operation.hpp>

#include <array>
#include <tuple>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

/// A row with the C++ types of its request and response.
template <class Request, class Response>
struct row {
    using request_type = Request;
    using response_type = Response;
    operation entry;
};

namespace rows {

inline constexpr parameter id_and_delimiter[] = {
    {"id", location::path, true, "id", "the object's names joined by the delimiter; the delimiter alone is the root"},
    {"delimiter", location::query, false, "", "what joins the names of the path's id; $ when absent"},
};
inline constexpr int submit_errors[] = {400, 401, 403, 404, 503, 500};
inline constexpr std::string_view table_data[] = {"Table", "Data"};
inline constexpr std::string_view view_data[] = {"MaterializedView", "Data"};

}  // namespace rows

/// All rows, in the order of the document.
inline constexpr auto operation_rows = std::tuple{
    row<model::alter_table_backfill_columns_request, model::alter_table_backfill_columns_response>{{
        .id = "AlterTableBackfillColumns",
        .method = "POST",
        .path = "/v1/table/{id}/backfill_column",
        .object = object_kind::table,
        .parameters = rows::id_and_delimiter,
        .request_body = body_kind::json,
        .success_status = 202,
        .error_statuses = rows::submit_errors,
        .error_codes = {},
        .tags = rows::table_data,
        .does = effect::submit,
        .summary = "Start a job that computes the values of a virtual or computed column",
    }},
    row<model::refresh_materialized_view_request, model::refresh_materialized_view_response>{{
        .id = "RefreshMaterializedView",
        .method = "POST",
        .path = "/v1/materialized_view/{id}/refresh",
        .object = object_kind::materialized_view,
        .parameters = rows::id_and_delimiter,
        .request_body = body_kind::optional_json,
        .success_status = 202,
        .error_statuses = rows::submit_errors,
        .error_codes = {},
        .tags = rows::view_data,
        .does = effect::submit,
        .summary = "Start a job that brings a materialized view up to date with its source",
    }},
};

namespace detail {

template <class Request, class Response>
constexpr operation with_types(row<Request, Response> const& r) {
    auto entry = r.entry;
    entry.request = &reflect::type_of<Request>;
    entry.response = &reflect::type_of<Response>;
    return entry;
}

inline constexpr auto table =
    std::apply([](auto const&... rows) { return std::array{with_types(rows)...}; }, operation_rows);

template <class Request, std::size_t Index = 0>
consteval std::size_t index_of() {
    using candidate = std::tuple_element_t<Index, std::remove_const_t<decltype(operation_rows)>>;
    if constexpr (std::is_same_v<typename candidate::request_type, Request>)
        return Index;
    else
        return index_of<Request, Index + 1>();
}

}  // namespace detail

/// All operations.
[[nodiscard]] constexpr std::span<operation const> operations() noexcept {
    return detail::table;
}

/// The operation called exactly @p id, or null. Linear in the table.
[[nodiscard]] constexpr operation const* find_operation(std::string_view id) noexcept {
    for (auto const& op : operations())
        if (op.id == id) return &op;
    return nullptr;
}

/// The operation that takes a @p Request.
template <class Request>
[[nodiscard]] constexpr operation const& operation_for() noexcept {
    return detail::table[detail::index_of<Request>()];
}

/// The response type of the operation that takes a @p Request.
template <class Request>
using response_for = typename std::tuple_element_t<detail::index_of<Request>(),
                                                   std::remove_const_t<decltype(operation_rows)>>::response_type;

}  // namespace contract
LANCESPEC_END_NAMESPACE
