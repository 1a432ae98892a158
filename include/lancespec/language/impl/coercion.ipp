// SPDX-License-Identifier: Apache-2.0
// The types in which values of different types meet: DataFusion's rules.
#pragma once

#include <lancespec/language/impl/read_time.ipp>

#include <algorithm>
#include <optional>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

constexpr bool is_list(type_id id) noexcept {
    return id == type_id::list || id == type_id::large_list || id == type_id::fixed_size_list;
}
constexpr bool is_numeric(type_id id) noexcept {
    return is_number(id) || id == type_id::decimal128;
}

inline data_type decimal_type(std::int32_t precision, std::int32_t scale) {
    auto out = simple_type(type_id::decimal128);
    out.precision = std::clamp(precision, 1, 38);
    out.scale = scale;
    return out;
}

inline data_type list_of(data_type item) {
    auto out = simple_type(type_id::list);
    out.children.push_back({"item", std::move(item), true, {}});
    return out;
}

/// The decimal that holds every value of an integer type.
inline data_type decimal_of(data_type const& type) {
    switch (type.id) {
        case type_id::int8:
        case type_id::uint8: return decimal_type(3, 0);
        case type_id::int16:
        case type_id::uint16: return decimal_type(5, 0);
        case type_id::int32:
        case type_id::uint32: return decimal_type(10, 0);
        case type_id::int64:
        case type_id::uint64: return decimal_type(20, 0);
        default: return type;
    }
}

/// The type in which two numbers meet; a decimal for uint64 beside a signed integer.
inline data_type common_number(data_type const& a, data_type const& b) {
    auto const either = [&](type_id id) { return a.id == id || b.id == id; };
    if (either(type_id::float64)) return simple_type(type_id::float64);
    if (either(type_id::decimal128)) {
        if (is_float(a.id) || is_float(b.id)) return simple_type(type_id::float64);
        auto const x = decimal_of(a);
        auto const y = decimal_of(b);
        auto const scale = std::max(x.scale, y.scale);
        return decimal_type(std::max(x.precision - x.scale, y.precision - y.scale) + scale, scale);
    }
    if (either(type_id::float32)) return simple_type(type_id::float32);
    bool const a_signed = is_signed_integer(a.id);
    if (a_signed == is_signed_integer(b.id)) return simple_type(std::max(a.id, b.id));
    auto const unsigned_id = a_signed ? b.id : a.id;
    auto const signed_id = a_signed ? a.id : b.id;
    if (unsigned_id == type_id::uint64) return decimal_type(20, 0);
    // The smallest signed type that holds all values of both.
    auto const wide = static_cast<type_id>(static_cast<int>(type_id::int16) +
                                           (static_cast<int>(unsigned_id) - static_cast<int>(type_id::uint8)));
    return simple_type(std::max(wide, signed_id));
}

/// Whether text meets numbers and dates by being read as one: in comparisons, not in the items of lists.
enum class text_rule : std::uint8_t {
    apart,
    read
};

/// The type in which two values can be compared, or nothing. Recurses along the types alone.
inline std::optional<data_type> common_type(data_type const& a, data_type const& b, text_rule rule = text_rule::read) {
    if (a == b) return a;
    if (a.id == type_id::null) return b;
    if (b.id == type_id::null) return a;
    if (is_numeric(a.id) && is_numeric(b.id)) return common_number(a, b);
    if (is_string(a.id) && is_string(b.id)) return simple_type(std::max(a.id, b.id));
    if (is_binary(a.id) && is_binary(b.id)) return simple_type(std::max(a.id, b.id));
    if (is_string(a.id) && is_binary(b.id)) return simple_type(type_id::binary);
    if (is_binary(a.id) && is_string(b.id)) return simple_type(type_id::binary);
    if (is_temporal(a.id) && is_temporal(b.id)) {
        if (a.id == type_id::date32 || b.id == type_id::date32) {
            // A date beside an instant is midnight in UTC, whatever the zone, as in DataFusion.
            auto time = a.id == type_id::date32 ? b : a;
            time.timezone.clear();
            return time;
        }
        auto out = a.unit > b.unit ? a : b;
        if (out.timezone.empty()) out.timezone = a.timezone.empty() ? b.timezone : a.timezone;
        return out;
    }
    if (rule == text_rule::read) {
        if (is_string(a.id) && (is_numeric(b.id) || is_temporal(b.id))) return b;
        if (is_string(b.id) && (is_numeric(a.id) || is_temporal(a.id))) return a;
        // A date beside an integer that a date may be cast to is its day's number.
        auto const days = [](type_id id) { return id == type_id::int32 || id == type_id::int64; };
        if ((a.id == type_id::date32 && days(b.id)) || (b.id == type_id::date32 && days(a.id))) {
            return simple_type(type_id::int64);
        }
    }
    if (is_list(a.id) && is_list(b.id) && !a.children.empty() && !b.children.empty()) {
        auto item = common_type(a.children.front().type, b.children.front().type, rule);
        if (!item) return std::nullopt;
        bool const large = a.id == type_id::large_list || b.id == type_id::large_list;
        auto out = list_of(std::move(*item));
        if (large) out.id = type_id::large_list;
        return out;
    }
    if (a.id == type_id::struct_ && b.id == type_id::struct_ && a.children.size() == b.children.size()) {
        auto out = a;
        for (std::size_t i = 0; i < a.children.size(); ++i) {
            if (a.children[i].name != b.children[i].name) return std::nullopt;
            auto child = common_type(a.children[i].type, b.children[i].type, rule);
            if (!child) return std::nullopt;
            out.children.edit()[i].type = std::move(*child);
            out.children.edit()[i].nullable = true;
        }
        return out;
    }
    return std::nullopt;
}

/// The type of decimal arithmetic: Arrow's rules.
inline data_type decimal_result(step_op op, data_type const& a, data_type const& b) {
    switch (op) {
        case step_op::multiply: return decimal_type(a.precision + b.precision + 1, std::min(a.scale + b.scale, 38));
        case step_op::divide: {
            auto const scale = std::min(38, a.scale + 4);
            return decimal_type(a.precision - a.scale + b.scale + scale, scale);
        }
        case step_op::modulo: {
            auto const scale = std::max(a.scale, b.scale);
            return decimal_type(std::min(a.precision - a.scale, b.precision - b.scale) + scale, scale);
        }
        default: {
            auto const scale = std::max(a.scale, b.scale);
            return decimal_type(std::max(a.precision - a.scale, b.precision - b.scale) + scale + 1, scale);
        }
    }
}

/// What an operator of numbers computes in: the types its operands take, and that of its result.
struct arithmetic_types {
    data_type left;
    data_type right;
    data_type result;
};

/// Nothing when the operator does not take these types.
inline std::optional<arithmetic_types> arithmetic_type(step_op op, data_type const& a, data_type const& b) {
    auto const null = [](data_type const& t) { return t.id == type_id::null; };
    if (null(a) && null(b)) {
        auto const whole = simple_type(type_id::int64);
        return arithmetic_types{whole, whole, whole};
    }
    if (null(a) || null(b)) {
        auto const& other = null(a) ? b : a;
        if (!is_numeric(other.id)) return std::nullopt;
        return arithmetic_type(op, other, other);
    }
    bool const sum = op == step_op::add || op == step_op::subtract;
    auto const days = simple_type(type_id::int64);
    if (sum && a.id == type_id::date32 && is_integer(b.id)) return arithmetic_types{a, days, a};
    if (op == step_op::add && b.id == type_id::date32 && is_integer(a.id)) return arithmetic_types{days, b, b};
    if (op == step_op::subtract && a.id == type_id::date32 && b.id == type_id::date32) {
        return arithmetic_types{a, b, days};
    }
    if (!is_numeric(a.id) || !is_numeric(b.id)) return std::nullopt;
    auto const meet = common_number(a, b);
    if (meet.id != type_id::decimal128) return arithmetic_types{meet, meet, meet};
    auto const x = decimal_of(a);
    auto const y = decimal_of(b);
    return arithmetic_types{x, y, decimal_result(op, x, y)};
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
