// SPDX-License-Identifier: Apache-2.0
// Writing the values of some rows over a column, the way a backfill does: the other rows keep what they have.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/scalar.hpp>

#include <cstring>
#include <span>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// As scatter(), for types whose values have one width: two passes over memory, no value is looked at.
template <std::size_t Width>
columnar::array_ptr scatter_fixed(columnar::array const& base, std::span<std::int64_t const> rows,
                                  columnar::array const& values) {
    auto const length = static_cast<std::size_t>(base.length());
    std::vector<std::byte> data(base.values().begin(), base.values().end());
    std::vector<std::byte> validity(base.validity().begin(), base.validity().end());
    if (validity.empty()) validity.assign((length + 7) / 8, std::byte{0xFF});
    auto const& from = values.values();
    auto nulls = base.null_count();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto const row = static_cast<std::size_t>(rows[i]);
        std::memcpy(data.data() + row * Width, from.data() + i * Width, Width);
        auto const bit = std::byte{1} << static_cast<int>(row & 7);
        auto& mask = validity[row >> 3];
        bool const was_null = (mask & bit) == std::byte{0};
        bool const is_null = values.is_null(static_cast<std::int64_t>(i));
        mask = is_null ? mask & ~bit : mask | bit;
        nulls += static_cast<int>(is_null) - static_cast<int>(was_null);
    }
    if (nulls == 0) validity.clear();
    return std::make_shared<columnar::array const>(base.type(), base.length(), nulls, std::move(validity),
                                                   std::vector<std::byte>{}, std::move(data),
                                                   std::vector<columnar::array_ptr>{});
}

/// @p base with the values of @p values, in order, at @p rows (ascending). Linear in the length of @p base.
inline columnar::array_ptr scatter(columnar::array_ptr const& base, std::span<std::int64_t const> rows,
                                   columnar::array_ptr const& values) {
    if (static_cast<std::int64_t>(rows.size()) == base->length()) return values;
    if (rows.empty()) return base;
    switch (columnar::byte_width(base->type().id)) {
        case 1: return scatter_fixed<1>(*base, rows, *values);
        case 2: return scatter_fixed<2>(*base, rows, *values);
        case 4: return scatter_fixed<4>(*base, rows, *values);
        case 8: return scatter_fixed<8>(*base, rows, *values);
        case 16: return scatter_fixed<16>(*base, rows, *values);
        default: break;
    }
    columnar::array_builder builder(base->type());
    std::size_t next = 0;
    for (std::int64_t row = 0; row < base->length(); ++row) {
        if (next < rows.size() && rows[next] == row)
            builder.append_from(*values, static_cast<std::int64_t>(next++));
        else
            builder.append_from(*base, row);
    }
    return builder.finish();
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
