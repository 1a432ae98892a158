// SPDX-License-Identifier: Apache-2.0
// Arithmetic on blocks: integers wrap in their type, division by zero of integers is an error, floats follow IEEE.
#pragma once

#include <lancespec/language/impl/cast_value.ipp>
#include <lancespec/language/impl/fold.ipp>
#include <lancespec/language/impl/vectors.ipp>

#include <cmath>
#include <type_traits>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// Unsigned arithmetic wraps without undefined behaviour.
template <class T, class Op>
constexpr T wrap(T a, T b, Op op) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
        return op(a, b);
    } else {
        using wide = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;
        return static_cast<T>(op(static_cast<wide>(a), static_cast<wide>(b)));
    }
}

/// One loop each for column and column, column and constant, constant and column.
template <class T, class Each>
void for_each_pair(block const& a, block const& b, std::int64_t rows, T* out, Each each) {
    auto const* x = a.as<T>();
    auto const* y = b.as<T>();
    if (b.is_constant) {
        T const right = *y;
        if (a.is_constant) {
            for (std::int64_t i = 0; i < rows; ++i) out[i] = each(*x, right);
            return;
        }
        for (std::int64_t i = 0; i < rows; ++i) out[i] = each(x[i], right);
    } else if (a.is_constant) {
        T const left = *x;
        for (std::int64_t i = 0; i < rows; ++i) out[i] = each(left, y[i]);
    } else {
        for (std::int64_t i = 0; i < rows; ++i) out[i] = each(x[i], y[i]);
    }
}

/// Division of integers, where a null row's divisor may be anything.
template <class T>
void divide_integers(bound_step const& step, block const& a, block const& b, block& out, block_context& context) {
    auto* to = out.make_values<T>(context.rows);
    auto const* x = a.as<T>();
    auto const* y = b.as<T>();
    bool const remainder = step.op == step_op::modulo;
    for (std::int64_t i = 0; i < context.rows; ++i) {
        auto const left = x[a.is_constant ? 0 : i];
        auto const right = y[b.is_constant ? 0 : i];
        if (right == 0) {
            if (!a.is_null(i) && !b.is_null(i)) return context.fail(i, "division by zero");
            to[i] = 0;
            continue;
        }
        if constexpr (std::is_signed_v<T>) {
            if (right == -1) {
                bool const overflows = left == std::numeric_limits<T>::min();
                if (overflows && !remainder && !a.is_null(i) && !b.is_null(i)) {
                    return context.fail(i, "division overflows " + columnar::to_string(step.type));
                }
                to[i] = remainder || overflows ? T{0} : static_cast<T>(-left);
                continue;
            }
        }
        to[i] = static_cast<T>(remainder ? left % right : left / right);
    }
}

template <class T>
void compute_numbers(bound_step const& step, block const& a, block const& b, block& out, block_context& context) {
    auto const rows = context.rows;
    if constexpr (std::is_integral_v<T>) {
        if (step.op == step_op::divide || step.op == step_op::modulo) {
            divide_integers<T>(step, a, b, out, context);
            return;
        }
    }
    auto* to = out.make_values<T>(rows);
    switch (step.op) {
        case step_op::add:
            for_each_pair<T>(a, b, rows, to, [](T x, T y) { return wrap(x, y, [](auto p, auto q) { return p + q; }); });
            break;
        case step_op::subtract:
            for_each_pair<T>(a, b, rows, to, [](T x, T y) { return wrap(x, y, [](auto p, auto q) { return p - q; }); });
            break;
        case step_op::multiply:
            for_each_pair<T>(a, b, rows, to, [](T x, T y) { return wrap(x, y, [](auto p, auto q) { return p * q; }); });
            break;
        default:
            if constexpr (std::is_floating_point_v<T>) {
                if (step.op == step_op::divide) {
                    for_each_pair<T>(a, b, rows, to, [](T x, T y) { return x / y; });
                } else {
                    for_each_pair<T>(a, b, rows, to, [](T x, T y) { return std::fmod(x, y); });
                }
            }
    }
}

/// One decimal operation; nothing on overflow or division by zero.
inline std::optional<int128> decimal_operation(step_op op, int128 x, data_type const& a, int128 y, data_type const& b,
                                               data_type const& want) noexcept {
    auto const scaled = [](int128 value, std::int32_t by) -> std::optional<int128> {
        std::optional<int128> out(value);
        for (; by > 0 && out; --by) out = checked_multiply(*out, int128{10});
        return out;
    };
    if (op == step_op::multiply) return checked_multiply(x, y);
    if (op == step_op::divide) {
        auto const dividend = scaled(x, want.scale - a.scale + b.scale);
        if (y == 0 || !dividend) return std::nullopt;
        return *dividend / y;
    }
    auto const scale = std::max(a.scale, b.scale);
    auto const left = scaled(x, scale - a.scale);
    auto const right = scaled(y, scale - b.scale);
    if (!left || !right) return std::nullopt;
    if (op == step_op::modulo) return *right == 0 ? std::nullopt : std::optional(*left % *right);
    return op == step_op::add ? checked_add(*left, *right) : checked_subtract(*left, *right);
}

inline void compute_decimals(bound_step const& step, block const& a, block const& b, block& out,
                             block_context& context) {
    auto* to = out.make_values<int128>(context.rows);
    bool const divides = step.op == step_op::divide || step.op == step_op::modulo;
    for (std::int64_t i = 0; i < context.rows; ++i) {
        int128 value = 0;
        if (!a.is_null(i) && !b.is_null(i)) {
            auto const y = load_value(b.as<int128>(), b.is_constant ? 0 : i);
            auto const done = decimal_operation(step.op, load_value(a.as<int128>(), a.is_constant ? 0 : i), *a.type, y,
                                                *b.type, step.type);
            if (!done || !fits_precision(*done, step.type.precision)) {
                return context.fail(i, divides && y == 0
                                           ? "division by zero"
                                           : "a number is out of range in " + columnar::to_string(step.type));
            }
            value = *done;
        }
        std::memcpy(reinterpret_cast<char*>(to) + i * 16, &value, 16);
    }
}

inline void compute_dates(bound_step const& step, block const& a, block const& b, block& out, block_context& context) {
    auto const at = [](block const& of, std::int64_t i) {
        auto const row = of.is_constant ? 0 : i;
        return of.type->id == type_id::date32 ? std::int64_t{of.as<std::int32_t>()[row]} : of.as<std::int64_t>()[row];
    };
    auto const each = [&](std::int64_t i) {
        auto const x = at(a, i);
        auto const y = at(b, i);
        return step.op == step_op::add ? checked_add(x, y) : checked_subtract(x, y);
    };
    // The difference of dates is in days; a date with days added is a date, or an error.
    auto const fill = [&](auto* to) {
        for (std::int64_t i = 0; i < context.rows; ++i) {
            to[i] = 0;
            if (a.is_null(i) || b.is_null(i)) continue;
            auto const value = each(i);
            if (!value || !std::in_range<std::remove_reference_t<decltype(*to)>>(*value)) {
                return context.fail(i, "a date is out of range");
            }
            to[i] = static_cast<std::remove_reference_t<decltype(*to)>>(*value);
        }
    };
    if (step.type.id == type_id::date32) {
        fill(out.make_values<std::int32_t>(context.rows));
    } else {
        fill(out.make_values<std::int64_t>(context.rows));
    }
}

inline void compute_arithmetic(bound_step const& step, block const& a, block const& b, block& out,
                               block_context& context) {
    if (a.type->id == type_id::date32 || b.type->id == type_id::date32) {
        compute_dates(step, a, b, out, context);
    } else if (step.type.id == type_id::decimal128) {
        compute_decimals(step, a, b, out, context);
    } else {
        with_type(step.type.id, [&]<class T>(T) {
            if constexpr (!std::is_same_v<T, int128>) compute_numbers<T>(step, a, b, out, context);
        });
    }
    both_valid(a, b, context.rows, out);
}

inline void compute_shift(bound_step const& step, block const& a, block const& b, block& out, block_context& context) {
    with_type(step.type.id, [&]<class T>(T) {
        if constexpr (std::is_integral_v<T>) {
            using bits = std::make_unsigned_t<T>;
            auto* to = out.make_values<T>(context.rows);
            // The distance counts modulo the width, as in Rust's wrapping shifts.
            constexpr unsigned mask = sizeof(T) * 8 - 1;
            if (step.op == step_op::shift_left) {
                for_each_pair<T>(a, b, context.rows, to, [](T x, T y) {
                    return static_cast<T>(static_cast<bits>(static_cast<std::uint64_t>(static_cast<bits>(x))
                                                            << (static_cast<unsigned>(y) & mask)));
                });
            } else {
                for_each_pair<T>(a, b, context.rows, to,
                                 [](T x, T y) { return static_cast<T>(x >> (static_cast<unsigned>(y) & mask)); });
            }
        }
    });
    both_valid(a, b, context.rows, out);
}

inline void compute_negation(bound_step const& step, block const& a, block& out, block_context& context) {
    with_type(step.type.id, [&]<class T>(T) {
        auto* to = out.make_values<T>(context.rows);
        for (std::int64_t i = 0; i < context.rows; ++i) {
            auto const value = load_value(a.as<T>(), a.is_constant ? 0 : i);
            if constexpr (std::is_same_v<T, int128>) {
                auto const negated = -value;
                std::memcpy(reinterpret_cast<char*>(to) + i * 16, &negated, 16);
            } else if constexpr (std::is_floating_point_v<T>) {
                to[i] = -value;
            } else {
                to[i] = wrap(T{0}, value, [](auto p, auto q) { return p - q; });
            }
        }
    });
    both_valid(a, a, context.rows, out);
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
