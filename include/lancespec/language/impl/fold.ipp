// SPDX-License-Identifier: Apache-2.0
// Computes operators of constants while binding.
#pragma once

#include <lancespec/language/impl/cast_value.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

constexpr bool is_arithmetic(step_op op) noexcept {
    return op >= step_op::add && op <= step_op::modulo;
}
constexpr bool is_comparison(step_op op) noexcept {
    return op >= step_op::equal && op <= step_op::greater_equal;
}

/// NaN is equal to itself and above infinity; zeros of both signs are equal.
inline int compare_floats(double a, double b) noexcept {
    if (std::isnan(a) || std::isnan(b)) return static_cast<int>(std::isnan(a)) - static_cast<int>(std::isnan(b));
    return a < b ? -1 : a > b ? 1 : 0;
}

/// Less than, equal to or greater than zero. The values are of one type; nulls come last. Recurses along the type.
inline int compare_values(scalar const& a, scalar const& b) noexcept {
    if (a.is_null() || b.is_null()) return static_cast<int>(a.is_null()) - static_cast<int>(b.is_null());
    if (a.value.index() != b.value.index()) return a.value.index() < b.value.index() ? -1 : 1;
    if (auto const* x = std::get_if<double>(&a.value)) return compare_floats(*x, std::get<double>(b.value));
    if (auto const* x = std::get_if<std::string>(&a.value)) {
        auto const out = x->compare(std::get<std::string>(b.value));
        return out < 0 ? -1 : out > 0 ? 1 : 0;
    }
    if (auto const* x = std::get_if<columnar::scalars>(&a.value)) {
        auto const& y = std::get<columnar::scalars>(b.value);
        for (std::size_t i = 0; i < x->size() && i < y.size(); ++i) {
            if (auto const out = compare_values((*x)[i], y[i]); out != 0) return out;
        }
        return x->size() < y.size() ? -1 : x->size() > y.size() ? 1 : 0;
    }
    auto const x = whole_of(a);
    auto const y = whole_of(b);
    return x < y ? -1 : x > y ? 1 : 0;
}

constexpr bool comparison_holds(step_op op, int order) noexcept {
    switch (op) {
        case step_op::equal: return order == 0;
        case step_op::not_equal: return order != 0;
        case step_op::less: return order < 0;
        case step_op::less_equal: return order <= 0;
        case step_op::greater: return order > 0;
        default: return order >= 0;
    }
}

/// @p value wrapped into an integer type.
inline scalar wrap_integer(int128 value, type_id id) noexcept {
    switch (id) {
        case type_id::int8: return {std::int64_t{static_cast<std::int8_t>(value)}};
        case type_id::int16: return {std::int64_t{static_cast<std::int16_t>(value)}};
        case type_id::int32: return {std::int64_t{static_cast<std::int32_t>(value)}};
        case type_id::uint8: return {std::int64_t{static_cast<std::uint8_t>(value)}};
        case type_id::uint16: return {std::int64_t{static_cast<std::uint16_t>(value)}};
        case type_id::uint32: return {std::int64_t{static_cast<std::uint32_t>(value)}};
        case type_id::uint64: return {static_cast<std::uint64_t>(value)};
        default: return {static_cast<std::int64_t>(value)};
    }
}

inline std::optional<scalar> fold_arithmetic(bound_step const& step, scalar const& a, scalar const& b) {
    if (is_float(step.type.id)) {
        auto x = std::get<double>(a.value);
        auto const y = std::get<double>(b.value);
        switch (step.op) {
            case step_op::add: x += y; break;
            case step_op::subtract: x -= y; break;
            case step_op::multiply: x *= y; break;
            case step_op::divide: x /= y; break;
            default: x = std::fmod(x, y); break;
        }
        return scalar{step.type.id == type_id::float32 ? static_cast<double>(static_cast<float>(x)) : x};
    }
    if (!is_integer(step.type.id)) return std::nullopt;
    auto const x = whole_of(a);
    auto const y = whole_of(b);
    switch (step.op) {
        case step_op::add: return wrap_integer(x + y, step.type.id);
        case step_op::subtract: return wrap_integer(x - y, step.type.id);
        case step_op::multiply: {
            // The low 64 bits are what is kept, and they do not depend on the sign.
            auto const product = static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y);
            return wrap_integer(static_cast<int128>(product), step.type.id);
        }
        case step_op::divide: {
            // Division by zero and overflow fail at evaluation, where a row wants them.
            if (y == 0) return std::nullopt;
            return integer_scalar(x / y, step.type.id);
        }
        default:
            if (y == 0) return std::nullopt;
            return wrap_integer(x % y, step.type.id);
    }
}

/// Three-valued AND and OR; nothing where one side does not decide and the other is no constant.
inline std::optional<scalar> fold_logic(step_op op, scalar const* a, scalar const* b) {
    bool const deciding = op == step_op::or_;
    auto const decides = [&](scalar const* s) {
        auto const* value = s != nullptr ? std::get_if<bool>(&s->value) : nullptr;
        return value != nullptr && *value == deciding;
    };
    if (decides(a) || decides(b)) return scalar{deciding};
    if (a == nullptr || b == nullptr) return std::nullopt;
    if (a->is_null() || b->is_null()) return scalar{};
    return scalar{!deciding};
}

/// The longest text that is joined while binding.
inline constexpr std::size_t most_folded = 512;

/// The value of @p step whose inputs are the constants @p inputs, when it is one of the operators computed here.
inline std::optional<scalar> fold(bound_step const& step, std::vector<scalar const*> const& inputs) {
    auto const op = step.op;
    if (inputs.empty()) return std::nullopt;
    auto const& a = *inputs.front();
    auto const& b = *inputs.back();
    if (op == step_op::is_null) return scalar{a.is_null()};
    if (op == step_op::is_true || op == step_op::is_false) {
        auto const* value = std::get_if<bool>(&a.value);
        return scalar{value != nullptr && *value == (op == step_op::is_true)};
    }
    if (op == step_op::is_distinct) {
        return scalar{compare_values(a, b) != 0};
    }
    if (op == step_op::make_list) {
        columnar::scalars out;
        for (auto const* input : inputs) out.push_back(*input);
        return scalar{std::move(out)};
    }
    bool const strict =
        op == step_op::not_ || op == step_op::negate || is_arithmetic(op) || is_comparison(op) || op == step_op::concat;
    if (!strict) return std::nullopt;
    for (auto const* input : inputs) {
        if (input->is_null()) return scalar{};
    }
    if (op == step_op::not_) return scalar{!std::get<bool>(a.value)};
    if (op == step_op::negate) {
        if (is_float(step.type.id)) return scalar{-std::get<double>(a.value)};
        if (is_integer(step.type.id)) return wrap_integer(-whole_of(a), step.type.id);
        return std::nullopt;
    }
    if (op == step_op::concat) {
        auto const& x = std::get<std::string>(a.value);
        auto const& y = std::get<std::string>(b.value);
        // Every step of a chain is kept: long ones are left to the evaluation, which bounds what it holds.
        return x.size() + y.size() <= most_folded ? std::optional(scalar{x + y}) : std::nullopt;
    }
    if (is_comparison(op)) return scalar{comparison_holds(op, compare_values(a, b))};
    return fold_arithmetic(step, a, b);
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
