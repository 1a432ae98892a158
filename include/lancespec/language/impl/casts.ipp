// SPDX-License-Identifier: Apache-2.0
// CAST of blocks: loops between numbers, value by value for the rest.
#pragma once

#include <lancespec/language/impl/cast_value.ipp>
#include <lancespec/language/impl/costs.ipp>
#include <lancespec/language/impl/vectors.ipp>

#include <type_traits>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// Whether every value of @p From is a value of @p To, but for rounding.
template <class From, class To>
constexpr bool widens() noexcept {
    if constexpr (std::is_same_v<From, int128> || std::is_same_v<To, int128>) {
        return false;
    } else if constexpr (std::is_floating_point_v<To>) {
        return true;
    } else if constexpr (std::is_floating_point_v<From>) {
        return false;
    } else {
        return std::in_range<To>(std::numeric_limits<From>::min()) &&
               std::in_range<To>(std::numeric_limits<From>::max());
    }
}

/// Numbers to numbers that hold them all. False when the types are not such.
inline bool widen(bound_step const& step, block const& a, block& out, std::int64_t rows) {
    auto const from_id = a.type->id;
    auto const to_id = step.type.id;
    if (!is_number(from_id) || !is_number(to_id)) return false;
    bool done = false;
    with_type(from_id, [&]<class From>(From) {
        with_type(to_id, [&]<class To>(To) {
            if constexpr (widens<From, To>()) {
                auto const* from = a.as<From>();
                auto* to = out.make_values<To>(rows);
                for (std::int64_t i = 0; i < rows; ++i) to[i] = static_cast<To>(from[i]);
                done = true;
            }
        });
    });
    if (done) both_valid(a, a, rows, out);
    return done;
}

/// Integers to narrower ones, when no valid value is out of range. False when one is, or the types are not such.
inline bool narrow(bound_step const& step, block const& a, block& out, std::int64_t rows) {
    if (!is_integer(a.type->id) || !is_integer(step.type.id)) return false;
    bool fits = true;
    with_type(a.type->id, [&]<class From>(From) {
        with_type(step.type.id, [&]<class To>(To) {
            if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
                auto const* from = a.as<From>();
                auto* to = out.make_values<To>(rows);
                for (std::int64_t i = 0; i < rows; ++i) {
                    to[i] = static_cast<To>(from[i]);
                    if (!std::in_range<To>(from[i])) fits = fits && a.is_null(i);
                }
            }
        });
    });
    if (fits) both_valid(a, a, rows, out);
    return fits;
}

inline void compute_cast(bound_step const& step, block const& a, block& out, block_context& context) {
    auto const rows = context.rows;
    if (a.type->id == type_id::null) return out.keep(columnar::make_nulls(step.type, rows));
    if (!a.is_constant && (widen(step, a, out, rows) || narrow(step, a, out, rows))) return;
    columnar::array_builder builder(step.type);
    for (std::int64_t i = 0; i < rows; ++i) {
        auto const value = get(a, i);
        if (!context.spend(i, steps_of_row + steps_of(value))) return;
        auto cast = cast_value(value, *a.type, step.type);
        if (!cast && !step.is_try) return context.fail(i, cast_failure(value, *a.type, step.type));
        if (!cast || !builder.append(*cast)) builder.append_null();
    }
    out.keep(builder.finish());
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
