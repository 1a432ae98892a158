// SPDX-License-Identifier: Apache-2.0
// Functions of numbers, and those that choose among values, value by value.
#pragma once

#include <lancespec/language/impl/fold.ipp>
#include <lancespec/language/impl/row_call.ipp>

#include <cmath>
#include <numbers>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

inline scalar absolute(row_call& c) {
    if (auto const* real = std::get_if<double>(&c.in[0].value)) return {std::fabs(*real)};
    if (auto const* decimal = std::get_if<int128>(&c.in[0].value)) return {*decimal < 0 ? -*decimal : *decimal};
    auto const value = whole_of(c.in[0]);
    auto const out = integer_scalar(value < 0 ? -value : value, c.step.type.id);
    return out ? *out : c.fail("abs() of the least " + columnar::to_string(c.step.type) + " is out of range");
}

/// Cut or rounded half away from zero, at a number of decimals.
inline double at_decimals(double value, std::int64_t decimals, bool cuts) noexcept {
    auto const done = [cuts](double of) { return cuts ? std::trunc(of) : std::round(of); };
    if (decimals == 0) return done(value);
    auto const scale = std::pow(10.0, static_cast<double>(std::clamp<std::int64_t>(decimals, -400, 400)));
    auto const out = done(value * scale) / scale;
    return std::isfinite(out) ? out : value;
}

inline scalar number_pair(row_call& c) {
    int128 const a = c.whole(0);
    int128 const b = c.whole(1);
    int128 common = a < 0 ? -a : a;
    for (int128 rest = b < 0 ? -b : b; rest != 0;) {
        auto const next = common % rest;
        common = rest;
        rest = next;
    }
    int128 out = common;
    if (c.step.function == fn::lcm) {
        out = common == 0 ? 0 : a / common * b;
        if (out < 0) out = -out;
    }
    auto const fits = integer_scalar(out, type_id::int64);
    return fits ? *fits : c.fail("the result is out of range in int64");
}

/// No argument is null.
inline scalar number_function(row_call& c) {
    auto const x = [&c] { return c.real(0); };
    switch (c.step.function) {
        case fn::abs: return absolute(c);
        case fn::round:
        case fn::trunc: return {at_decimals(x(), c.size() > 1 ? c.whole(1) : 0, c.step.function == fn::trunc)};
        case fn::ceil: return {std::ceil(x())};
        case fn::floor: return {std::floor(x())};
        case fn::sqrt: return {std::sqrt(x())};
        case fn::cbrt: return {std::cbrt(x())};
        case fn::exp: return {std::exp(x())};
        case fn::ln: return {std::log(x())};
        case fn::log:
            // With one argument the base is 10, with two the base comes first.
            return {c.size() == 1    ? std::log10(x())
                    : c.real(0) == 2 ? std::log2(c.real(1))
                                     : std::log(c.real(1)) / std::log(c.real(0))};
        case fn::log10: return {std::log10(x())};
        case fn::log2: return {std::log2(x())};
        case fn::sin: return {std::sin(x())};
        case fn::cos: return {std::cos(x())};
        case fn::tan: return {std::tan(x())};
        case fn::asin: return {std::asin(x())};
        case fn::acos: return {std::acos(x())};
        case fn::atan: return {std::atan(x())};
        case fn::atan2: return {std::atan2(c.real(0), c.real(1))};
        case fn::sinh: return {std::sinh(x())};
        case fn::cosh: return {std::cosh(x())};
        case fn::tanh: return {std::tanh(x())};
        case fn::power: return {std::pow(c.real(0), c.real(1))};
        case fn::signum: return {std::isnan(x()) ? x() : x() == 0 ? 0.0 : std::copysign(1.0, x())};
        case fn::isnan: return {std::isnan(x())};
        case fn::iszero: return {x() == 0};
        case fn::nanvl: return {std::isnan(x()) ? c.real(1) : x()};
        case fn::pi: return {std::numbers::pi};
        case fn::degrees: return {x() * (180.0 / std::numbers::pi)};
        case fn::radians: return {x() * (std::numbers::pi / 180.0)};
        case fn::factorial: {
            auto const n = c.whole(0);
            if (n < 0) return c.fail("factorial(" + std::to_string(n) + "): there is none of a negative number");
            if (n > 20) return c.fail("factorial(" + std::to_string(n) + ") is out of range in int64");
            std::int64_t out = 1;
            for (std::int64_t i = 2; i <= n; ++i) out *= i;
            return {out};
        }
        default: return number_pair(c);
    }
}

/// Functions that look at nulls themselves.
inline scalar choosing_function(row_call& c) {
    switch (c.step.function) {
        case fn::coalesce:
            for (auto const& value : c.in) {
                if (!value.is_null()) return value;
            }
            return {};
        case fn::nullif:
            if (!c.in[0].is_null() && !c.in[1].is_null() && compare_values(c.in[0], c.in[1]) == 0) return {};
            return c.in[0];
        case fn::nvl2: return c.in[0].is_null() ? c.in[2] : c.in[1];
        case fn::greatest:
        case fn::least: {
            scalar const* best = nullptr;
            for (auto const& value : c.in) {
                if (value.is_null()) continue;
                auto const order = best == nullptr ? 0 : compare_values(value, *best);
                bool const better = c.step.function == fn::greatest ? order > 0 : order < 0;
                if (best == nullptr || better) best = &value;
            }
            return best == nullptr ? scalar{} : *best;
        }
        case fn::concat: {
            std::int64_t amount = 0;
            for (auto const& value : c.in) amount += amount_of(value);
            if (!c.may_make(amount)) return {};
            std::string out;
            for (auto const& value : c.in) {
                if (!value.is_null()) out += std::get<std::string>(value.value);
            }
            return {std::move(out)};
        }
        case fn::concat_ws: {
            if (c.in[0].is_null()) return {};
            std::string out;
            bool first = true;
            for (std::size_t i = 1; i < c.size(); ++i) {
                if (c.in[i].is_null()) continue;
                if (!first) out += c.text(0);
                out += c.text(i);
                if (!c.may_make(static_cast<std::int64_t>(out.size()))) return {};
                first = false;
            }
            return {std::move(out)};
        }
        default: return {columnar::scalars(c.in.begin(), c.in.end())};  // make_struct
    }
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
