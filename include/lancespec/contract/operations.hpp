// SPDX-License-Identifier: Apache-2.0
// The operation table: one row per operation of the specification. Everything that knows an operation (the router,
// the HTTP mapping, the server's dispatch, the checks) reads it from here.
#pragma once

#include <lancespec/contract/fields/batches.hpp>
#include <lancespec/contract/fields/branches.hpp>
#include <lancespec/contract/fields/columns.hpp>
#include <lancespec/contract/fields/indices.hpp>
#include <lancespec/contract/fields/jobs.hpp>
#include <lancespec/contract/fields/namespaces.hpp>
#include <lancespec/contract/fields/queries.hpp>
#include <lancespec/contract/fields/rows.hpp>
#include <lancespec/contract/fields/table_details.hpp>
#include <lancespec/contract/fields/tables.hpp>
#include <lancespec/contract/fields/tags.hpp>
#include <lancespec/contract/fields/transactions.hpp>
#include <lancespec/contract/fields/versions.hpp>
#include <lancespec/contract/fields/views.hpp>
#include <lancespec/contract/operations/batches.hpp>
#include <lancespec/contract/operations/branches.hpp>
#include <lancespec/contract/operations/columns.hpp>
#include <lancespec/contract/operations/indices.hpp>
#include <lancespec/contract/operations/jobs.hpp>
#include <lancespec/contract/operations/namespaces.hpp>
#include <lancespec/contract/operations/queries.hpp>
#include <lancespec/contract/operations/rows.hpp>
#include <lancespec/contract/operations/table_details.hpp>
#include <lancespec/contract/operations/tables.hpp>
#include <lancespec/contract/operations/tags.hpp>
#include <lancespec/contract/operations/transactions.hpp>
#include <lancespec/contract/operations/versions.hpp>
#include <lancespec/contract/operations/views.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

namespace detail {

template <class... Rows>
struct joined_rows : Rows... {
    static constexpr std::size_t size = sizeof...(Rows);

    template <class Request>
    static consteval std::size_t index_of() {
        constexpr bool same[] = {std::is_same_v<typename Rows::request_type, Request>...};
        std::size_t i = 0;
        while (!same[i]) ++i;  // past the end: no operation takes this type
        return i;
    }
    template <class Visitor>
    static constexpr void visit(Visitor&& visitor) {
        (visitor.template operator()<typename Rows::request_type, typename Rows::response_type>(), ...);
    }
};

template <class... Rows, class... Others>
joined_rows<Rows..., Others...> operator+(joined_rows<Rows...>, row_list<Others...>);

template <class Request, class Response>
Response response_of(row<Request, Response> const&);

/// All rows as types, family by family.
using all_rows =
    decltype(joined_rows<>{} + operation_rows::namespaces + operation_rows::tables + operation_rows::table_details +
             operation_rows::versions + operation_rows::batches + operation_rows::columns + operation_rows::table_rows +
             operation_rows::queries + operation_rows::indices + operation_rows::tags + operation_rows::branches +
             operation_rows::views + operation_rows::jobs + operation_rows::transactions);

/// Their data, in the same order.
inline constexpr std::span<operation const> row_data[] = {
    operation_rows::namespaces.entries, operation_rows::tables.entries,      operation_rows::table_details.entries,
    operation_rows::versions.entries,   operation_rows::batches.entries,     operation_rows::columns.entries,
    operation_rows::table_rows.entries, operation_rows::queries.entries,     operation_rows::indices.entries,
    operation_rows::tags.entries,       operation_rows::branches.entries,    operation_rows::views.entries,
    operation_rows::jobs.entries,       operation_rows::transactions.entries};

}  // namespace detail

/// All operations, family by family.
[[nodiscard]] LANCESPEC_DECL std::span<operation const> operations() noexcept;

/// The operation called exactly @p id, or null. Linear in the table.
[[nodiscard]] LANCESPEC_DECL operation const* find_operation(std::string_view id) noexcept;

/// The operation that takes a @p Request.
template <class Request>
[[nodiscard]] operation const& operation_for() noexcept {
    return operations()[detail::all_rows::index_of<Request>()];
}

/// The response type of the operation that takes a @p Request.
template <class Request>
using response_for = decltype(detail::response_of<Request>(std::declval<detail::all_rows>()));

/// Calls @p visitor with the request and response type of each operation, in the order of operations():
/// `[&]<class Request, class Response>() { … }`.
template <class Visitor>
constexpr void for_each_operation(Visitor&& visitor) {
    detail::all_rows::visit(visitor);
}

}  // namespace contract
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/contract/impl/operations.ipp>
#endif
