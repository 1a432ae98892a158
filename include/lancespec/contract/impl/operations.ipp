// SPDX-License-Identifier: Apache-2.0
// Bodies of contract/operations.hpp: the rows with the descriptions of their types.
#pragma once

#include <lancespec/contract/operations.hpp>

#include <array>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {
namespace detail {

inline constexpr auto table = [] {
    std::array<operation, all_rows::size> all;
    std::size_t at = 0;
    for (auto const family : row_data)
        for (auto const& entry : family) all[at++] = entry;
    at = 0;
    all_rows::visit([&]<class Request, class Response>() {
        all[at].request = &reflect::type_of<Request>;
        all[at++].response = &reflect::type_of<Response>;
    });
    return all;
}();

}  // namespace detail

LANCESPEC_DECL std::span<operation const> operations() noexcept {
    return detail::table;
}

LANCESPEC_DECL operation const* find_operation(std::string_view id) noexcept {
    for (auto const& op : operations())
        if (op.id == id) return &op;
    return nullptr;
}

}  // namespace contract
LANCESPEC_END_NAMESPACE
