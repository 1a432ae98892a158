// The operation table: one row per operation of the specification. Everything that knows an operation (the router,
// the HTTP mapping, the server's dispatch, the checks) reads it from here.
#pragma once

#include <lancespec/contract/fields/branches.hpp>
#include <lancespec/contract/fields/columns.hpp>
#include <lancespec/contract/fields/jobs.hpp>
#include <lancespec/contract/fields/namespaces.hpp>
#include <lancespec/contract/fields/rows.hpp>
#include <lancespec/contract/fields/tables.hpp>
#include <lancespec/contract/fields/versions.hpp>
#include <lancespec/contract/fields/views.hpp>
#include <lancespec/contract/rows/branches.hpp>
#include <lancespec/contract/rows/columns.hpp>
#include <lancespec/contract/rows/jobs.hpp>
#include <lancespec/contract/rows/namespaces.hpp>
#include <lancespec/contract/rows/rows.hpp>
#include <lancespec/contract/rows/tables.hpp>
#include <lancespec/contract/rows/versions.hpp>
#include <lancespec/contract/rows/views.hpp>

#include <array>
#include <tuple>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

/// All rows, family by family.
inline constexpr auto operation_rows = std::tuple_cat(rows::namespaces, rows::tables, rows::versions, rows::columns,
                                                      rows::table_rows, rows::branches, rows::views, rows::jobs);

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
