// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic that tells when a result does not fit, in one place: dates, timestamps, decimals and sizes use it.
#pragma once

#include <lancespec/config.hpp>

#include <optional>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

/// The sum, or nothing when it does not fit.
template <class T>
constexpr std::optional<T> checked_add(T a, T b) noexcept {
    T out{};
    if (__builtin_add_overflow(a, b, &out)) return std::nullopt;
    return out;
}

/// The difference, or nothing when it does not fit.
template <class T>
constexpr std::optional<T> checked_subtract(T a, T b) noexcept {
    T out{};
    if (__builtin_sub_overflow(a, b, &out)) return std::nullopt;
    return out;
}

/// The product, or nothing when it does not fit.
template <class T>
constexpr std::optional<T> checked_multiply(T a, T b) noexcept {
    T out{};
    if (__builtin_mul_overflow(a, b, &out)) return std::nullopt;
    return out;
}

/// The quotient rounded towards minus infinity: the day of a second before 1970. @p b is above zero.
template <class T>
constexpr T divide_down(T a, T b) noexcept {
    return a / b - (a % b < 0 ? 1 : 0);
}

/// What divide_down() leaves, from 0 to @p b - 1. @p b is above zero.
template <class T>
constexpr T modulo_down(T a, T b) noexcept {
    auto const out = a % b;
    return out < 0 ? out + b : out;
}

}  // namespace detail
LANCESPEC_END_NAMESPACE
