// Loops over columns: arithmetic, comparisons, three-valued logic. A constant is a column of one row with stride 0.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/columnar/bits.hpp>
#include <lancespec/language/bound_program.hpp>
#include <lancespec/language/evaluate.hpp>

#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

using columnar::array;
using columnar::array_ptr;
using columnar::int128;
using columnar::type_id;
using byte_buffer = std::vector<std::byte>;

/// A step's value while evaluating.
struct operand {
    array_ptr data;
    /// The validity when it is not the data's own: a field of a struct that is null in some rows.
    std::shared_ptr<byte_buffer const> outer;
    bool is_constant = false;  ///< one row, which stands for all

    [[nodiscard]] std::span<std::byte const> validity() const noexcept {
        return outer ? std::span<std::byte const>(*outer) : data->validity();
    }
    [[nodiscard]] bool is_null(std::int64_t row) const noexcept {
        auto const bits = validity();
        return !bits.empty() && !columnar::get_bit(bits, is_constant ? 0 : row);
    }
};

/// A new column; the validity may be empty.
inline array_ptr make_column(columnar::data_type const& type, std::int64_t length, byte_buffer validity,
                             byte_buffer values) {
    auto const nulls = validity.empty() ? 0 : columnar::count_zeros(validity, length);
    if (nulls == 0) validity.clear();
    return std::make_shared<array const>(type, length, nulls, std::move(validity), byte_buffer{}, std::move(values),
                                         std::vector<array_ptr>{});
}

/// Byte @p at of the validity of @p of, for eight rows at once.
inline std::uint8_t validity_byte(operand const& of, std::size_t at) noexcept {
    auto const bits = of.validity();
    if (bits.empty()) return 0xFF;
    if (of.is_constant) return columnar::get_bit(bits, 0) ? 0xFF : 0;
    return std::to_integer<std::uint8_t>(bits[at]);
}

/// Where both are valid; empty when everywhere.
LANCESPEC_DECL byte_buffer both_valid(operand const& a, operand const& b, std::int64_t length) {
    if (a.validity().empty() && b.validity().empty()) return {};
    byte_buffer out(columnar::bitmap_bytes(length));
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = static_cast<std::byte>(validity_byte(a, i) & validity_byte(b, i));
    }
    return out;
}

/// Calls @p with with a value of the C++ type of @p id. Numbers, dates, timestamps and decimals only.
template <class With>
bool with_type(type_id id, With with) {
    switch (id) {
        case type_id::int8: with(std::int8_t{}); return true;
        case type_id::int16: with(std::int16_t{}); return true;
        case type_id::int32:
        case type_id::date32: with(std::int32_t{}); return true;
        case type_id::int64:
        case type_id::timestamp: with(std::int64_t{}); return true;
        case type_id::uint8: with(std::uint8_t{}); return true;
        case type_id::uint16: with(std::uint16_t{}); return true;
        case type_id::uint32: with(std::uint32_t{}); return true;
        case type_id::uint64: with(std::uint64_t{}); return true;
        case type_id::float32: with(float{}); return true;
        case type_id::float64: with(double{}); return true;
        case type_id::decimal128: with(int128{}); return true;
        default: return false;
    }
}

// ---- arithmetic

/// Integer operations wrap in their own type; unsigned arithmetic does so without undefined behaviour.
template <class T, class Op>
T wrap(T a, T b, Op op) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
        return op(a, b);
    } else {
        using wide = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;
        return static_cast<T>(op(static_cast<wide>(a), static_cast<wide>(b)));
    }
}

/// One loop each for column and column, column and constant, constant and column.
template <class T, class Each>
void for_each_pair(operand const& a, operand const& b, std::int64_t length, T* out, Each each) {
    auto const* x = a.data->values_as<T>().data();
    auto const* y = b.data->values_as<T>().data();
    if (b.is_constant) {
        T const right = *y;
        if (a.is_constant) {
            for (std::int64_t i = 0; i < length; ++i) out[i] = each(*x, right);
            return;
        }
        for (std::int64_t i = 0; i < length; ++i) out[i] = each(x[i], right);
    } else if (a.is_constant) {
        T const left = *x;
        for (std::int64_t i = 0; i < length; ++i) out[i] = each(left, y[i]);
    } else {
        for (std::int64_t i = 0; i < length; ++i) out[i] = each(x[i], y[i]);
    }
}

/// The first row that is valid in both and whose divisor is zero.
template <class T>
std::optional<std::int64_t> zero_divisor(operand const& a, operand const& b, std::int64_t length) {
    auto const* y = b.data->values_as<T>().data();
    for (std::int64_t i = 0; i < length; ++i) {
        if (y[b.is_constant ? 0 : i] == 0 && !a.is_null(i) && !b.is_null(i)) return i;
        if (b.is_constant && *y != 0) break;
    }
    return std::nullopt;
}

template <class T>
T divide(T a, T b) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
        return a / b;
    } else {
        if (b == 0) return 0;  // a null row; the others have been refused
        if constexpr (std::is_signed_v<T>) {
            if (b == -1) return wrap(T{0}, a, [](auto p, auto q) { return p - q; });
        }
        return static_cast<T>(a / b);
    }
}

template <class T>
T remainder_of(T a, T b) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
        return std::fmod(a, b);
    } else {
        if (b == 0) return 0;
        if constexpr (std::is_signed_v<T>) {
            if (b == -1) return 0;
        }
        return static_cast<T>(a % b);
    }
}

template <class T>
result<array_ptr, evaluation_error> arithmetic_of(bound_step const& step, operand const& a, operand const& b,
                                                  std::int64_t length) {
    if constexpr (std::is_integral_v<T>) {
        if (step.op == step_op::divide || step.op == step_op::modulo) {
            if (auto const row = zero_divisor<T>(a, b, length)) return evaluation_error{*row, "division by zero"};
        }
    }
    byte_buffer values(static_cast<std::size_t>(length) * sizeof(T));
    auto* out = reinterpret_cast<T*>(values.data());
    switch (step.op) {
        case step_op::add:
            for_each_pair<T>(a, b, length, out,
                             [](T x, T y) { return wrap(x, y, [](auto p, auto q) { return p + q; }); });
            break;
        case step_op::subtract:
            for_each_pair<T>(a, b, length, out,
                             [](T x, T y) { return wrap(x, y, [](auto p, auto q) { return p - q; }); });
            break;
        case step_op::multiply:
            for_each_pair<T>(a, b, length, out,
                             [](T x, T y) { return wrap(x, y, [](auto p, auto q) { return p * q; }); });
            break;
        case step_op::divide: for_each_pair<T>(a, b, length, out, [](T x, T y) { return divide(x, y); }); break;
        default: for_each_pair<T>(a, b, length, out, [](T x, T y) { return remainder_of(x, y); }); break;
    }
    return make_column(step.type, length, both_valid(a, b, length), std::move(values));
}

LANCESPEC_DECL result<array_ptr, evaluation_error> compute_arithmetic(bound_step const& step, operand const& a,
                                                                      operand const& b, std::int64_t length) {
    result<array_ptr, evaluation_error> out = evaluation_error{0, "arithmetic of this type is not supported"};
    with_type(step.type.id, [&]<class T>(T) {
        if constexpr (!std::is_same_v<T, int128>) out = arithmetic_of<T>(step, a, b, length);
    });
    return out;
}

LANCESPEC_DECL array_ptr compute_negation(bound_step const& step, operand const& a, std::int64_t length) {
    array_ptr out;
    with_type(step.type.id, [&]<class T>(T) {
        if constexpr (!std::is_same_v<T, int128>) {
            byte_buffer values(static_cast<std::size_t>(length) * sizeof(T));
            auto* to = reinterpret_cast<T*>(values.data());
            auto const* from = a.data->values_as<T>().data();
            for (std::int64_t i = 0; i < length; ++i) {
                if constexpr (std::is_floating_point_v<T>) {
                    to[i] = -from[i];
                } else {
                    to[i] = wrap(T{0}, from[i], [](auto p, auto q) { return p - q; });
                }
            }
            out = make_column(step.type, length, both_valid(a, a, length), std::move(values));
        }
    });
    return out;
}

// ---- comparisons

/// NaN equals itself and is above infinity; zeros of both signs are equal.
template <class T>
bool equal_values(T a, T b) noexcept {
    if constexpr (std::is_floating_point_v<T>) return a == b || (std::isnan(a) && std::isnan(b));
    return a == b;
}
template <class T>
bool less_values(T a, T b) noexcept {
    if constexpr (std::is_floating_point_v<T>) return a < b || (std::isnan(b) && !std::isnan(a));
    return a < b;
}

/// Eight answers a byte; what lies behind the last row is zero.
template <class Test>
void fill_bits(byte_buffer& out, std::int64_t length, bool inverted, Test test) {
    auto const whole = length / 8;
    unsigned const flip = inverted ? 0xFF : 0;
    for (std::int64_t block = 0; block < whole; ++block) {
        unsigned bits = 0;
        for (int k = 0; k < 8; ++k) bits |= static_cast<unsigned>(test(block * 8 + k)) << k;
        out[static_cast<std::size_t>(block)] = static_cast<std::byte>(bits ^ flip);
    }
    for (auto i = whole * 8; i < length; ++i) {
        if (test(i) != inverted) columnar::set_bit(out, i);
    }
}

/// Every comparison is equality or "less", sides swapped or not, inverted or not.
struct comparison {
    bool is_equality;
    bool swapped;
    bool inverted;
};
constexpr comparison comparison_of(step_op op) noexcept {
    switch (op) {
        case step_op::equal: return {true, false, false};
        case step_op::not_equal: return {true, false, true};
        case step_op::less: return {false, false, false};
        case step_op::greater_equal: return {false, false, true};
        case step_op::greater: return {false, true, false};
        default: return {false, true, true};
    }
}

template <class Load, class Load2>
void compare_with(byte_buffer& out, std::int64_t length, comparison how, Load a, Load2 b) {
    if (how.is_equality) {
        fill_bits(out, length, how.inverted, [&](std::int64_t i) { return equal_values(a(i), b(i)); });
    } else if (how.swapped) {
        fill_bits(out, length, how.inverted, [&](std::int64_t i) { return less_values(b(i), a(i)); });
    } else {
        fill_bits(out, length, how.inverted, [&](std::int64_t i) { return less_values(a(i), b(i)); });
    }
}

template <class Make>
void compare_loaded(byte_buffer& out, std::int64_t length, comparison how, operand const& a, operand const& b,
                    Make at) {
    if (b.is_constant) {
        auto const right = at(*b.data, 0);
        compare_with(
            out, length, how, [&](std::int64_t i) { return at(*a.data, a.is_constant ? 0 : i); },
            [right](std::int64_t) { return right; });
    } else {
        compare_with(
            out, length, how, [&](std::int64_t i) { return at(*a.data, a.is_constant ? 0 : i); },
            [&](std::int64_t i) { return at(*b.data, i); });
    }
}

LANCESPEC_DECL array_ptr compute_comparison(bound_step const& step, operand const& a, operand const& b,
                                            std::int64_t length) {
    byte_buffer bits(columnar::bitmap_bytes(length));
    auto const how = comparison_of(step.op);
    auto const id = a.data->type().id;
    bool const fixed = with_type(id, [&]<class T>(T) {
        auto const* x = a.data->values_as<T>().data();
        auto const* y = b.data->values_as<T>().data();
        auto const column_of = [](T const* from) { return [from](std::int64_t i) { return from[i]; }; };
        auto const constant_of = [](T const* from) { return [value = *from](std::int64_t) { return value; }; };
        if (length == 0) return;
        if (b.is_constant) {
            a.is_constant ? compare_with(bits, length, how, constant_of(x), constant_of(y))
                          : compare_with(bits, length, how, column_of(x), constant_of(y));
        } else {
            a.is_constant ? compare_with(bits, length, how, constant_of(x), column_of(y))
                          : compare_with(bits, length, how, column_of(x), column_of(y));
        }
    });
    if (!fixed && length != 0) {
        if (id == type_id::boolean) {
            compare_loaded(bits, length, how, a, b, [](array const& from, std::int64_t i) { return from.boolean(i); });
        } else {
            compare_loaded(bits, length, how, a, b, [](array const& from, std::int64_t i) { return from.text(i); });
        }
    }
    return make_column(step.type, length, both_valid(a, b, length), std::move(bits));
}

// ---- logic

/// Byte @p at of the rows on which @p of is true, and of those on which it is false.
inline std::pair<std::uint8_t, std::uint8_t> truth(operand const& of, std::size_t at) noexcept {
    auto const values = of.data->values();
    unsigned value =
        of.is_constant ? (columnar::get_bit(values, 0) ? 0xFFu : 0u) : std::to_integer<unsigned>(values[at]);
    unsigned const valid = validity_byte(of, at);
    return {static_cast<std::uint8_t>(value & valid), static_cast<std::uint8_t>(~value & valid)};
}

LANCESPEC_DECL array_ptr compute_logic(bound_step const& step, operand const& a, operand const& b,
                                       std::int64_t length) {
    byte_buffer values(columnar::bitmap_bytes(length));
    byte_buffer validity(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto const [a_true, a_false] = truth(a, i);
        auto const [b_true, b_false] = truth(b, i);
        unsigned yes = 0;
        unsigned no = 0;
        switch (step.op) {
            case step_op::and_: yes = a_true & b_true, no = a_false | b_false; break;
            case step_op::or_: yes = a_true | b_true, no = a_false & b_false; break;
            case step_op::not_: yes = a_false, no = a_true; break;
            case step_op::is_true: yes = a_true, no = ~yes; break;
            default: yes = a_false, no = ~yes; break;
        }
        values[i] = static_cast<std::byte>(yes);
        validity[i] = static_cast<std::byte>(yes | no);
    }
    return make_column(step.type, length, std::move(validity), std::move(values));
}

LANCESPEC_DECL array_ptr compute_is_null(bound_step const& step, operand const& a, std::int64_t length) {
    byte_buffer values(columnar::bitmap_bytes(length));
    bool const all = a.data->type().id == type_id::null;
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = all ? std::byte{0xFF} : static_cast<std::byte>(~validity_byte(a, i));
    }
    return make_column(step.type, length, {}, std::move(values));
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
