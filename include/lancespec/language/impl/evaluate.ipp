// Bodies of language/evaluate.hpp: runs the steps of a bound expression over a batch.
#pragma once

#include <lancespec/language/evaluate.hpp>

#include <lancespec/columnar/scalar.hpp>
#include <lancespec/language/impl/kernels.ipp>
#include <lancespec/language/impl/like.ipp>

#include <algorithm>
#include <limits>
#include <unordered_set>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

using outcome = result<array_ptr, evaluation_error>;

/// A column, or a field of struct columns: null where any of them is.
LANCESPEC_DECL operand load_field(bound_step const& step, columnar::record_batch const& batch) {
    operand out;
    out.data = batch.columns[step.path.front()];
    for (std::size_t i = 1; i < step.path.size(); ++i) {
        auto const above = out;
        out.data = above.data->children()[step.path[i]];
        out.outer = nullptr;
        if (above.validity().empty()) continue;
        out.outer = std::make_shared<byte_buffer const>(both_valid(above, out, batch.length));
    }
    return out;
}

LANCESPEC_DECL outcome cast_timestamp(bound_step const& step, operand const& a, std::int64_t length) {
    auto const& from = a.data->type();
    bool const is_date = from.id == type_id::date32;
    auto const have = is_date ? columnar::time_unit::second : from.unit;
    static constexpr std::int64_t per_second[] = {1, 1'000, 1'000'000, 1'000'000'000};
    auto factor =
        per_second[static_cast<std::size_t>(step.type.unit) & 3] / per_second[static_cast<std::size_t>(have) & 3];
    byte_buffer values(static_cast<std::size_t>(length) * 8);
    auto* out = reinterpret_cast<std::int64_t*>(values.data());
    for (std::int64_t i = 0; i < length; ++i) {
        auto const at = static_cast<std::size_t>(i);
        std::int64_t count = is_date ? std::int64_t{a.data->values_as<std::int32_t>()[at]} * 86'400
                                     : a.data->values_as<std::int64_t>()[at];
        if (__builtin_mul_overflow(count, factor, &count) && !a.is_null(i)) {
            return evaluation_error{i, "a time is out of range in " + columnar::to_string(step.type)};
        }
        out[i] = count;
    }
    return make_column(step.type, length, both_valid(a, a, length), std::move(values));
}

/// A number as a decimal with the scale of @p step; the scale is never smaller than the number's own.
LANCESPEC_DECL outcome cast_decimal(bound_step const& step, operand const& a, std::int64_t length) {
    auto const& from = a.data->type();
    std::int32_t const have = from.id == type_id::decimal128 ? from.scale : 0;
    byte_buffer values(static_cast<std::size_t>(length) * 16);
    auto* out = reinterpret_cast<int128*>(values.data());
    std::optional<std::int64_t> overflow;
    with_type(from.id, [&]<class T>(T) {
        if constexpr (!std::is_floating_point_v<T>) {
            for (std::int64_t i = 0; i < length; ++i) {
                auto value = static_cast<int128>(a.data->values_as<T>()[static_cast<std::size_t>(i)]);
                bool lost = false;
                for (auto scale = have; scale < step.type.scale; ++scale) {
                    lost = __builtin_mul_overflow(value, int128{10}, &value) || lost;
                }
                if (lost && !overflow && !a.is_null(i)) overflow = i;
                out[i] = value;
            }
        }
    });
    if (overflow) return evaluation_error{*overflow, "a number is out of range in " + columnar::to_string(step.type)};
    return make_column(step.type, length, both_valid(a, a, length), std::move(values));
}

/// Only the widening casts that binding inserts: they lose nothing but digits of an integer in a float.
LANCESPEC_DECL outcome compute_cast(bound_step const& step, operand const& a, std::int64_t length) {
    auto const& from = a.data->type();
    if (from.id == type_id::null) return columnar::make_nulls(step.type, length);
    if (step.type.id == type_id::timestamp) return cast_timestamp(step, a, length);
    if (step.type.id == type_id::decimal128) return cast_decimal(step, a, length);
    outcome out = evaluation_error{
        0, "a cast from " + columnar::to_string(from) + " to " + columnar::to_string(step.type) + " is not supported"};
    with_type(from.id, [&]<class From>(From) {
        with_type(step.type.id, [&]<class To>(To) {
            byte_buffer values(static_cast<std::size_t>(length) * sizeof(To));
            auto* to = reinterpret_cast<To*>(values.data());
            auto const* source = a.data->values_as<From>().data();
            if constexpr (std::is_same_v<From, int128> && std::is_floating_point_v<To>) {
                auto const scale = std::pow(10.0, from.scale);
                for (std::int64_t i = 0; i < length; ++i)
                    to[i] = static_cast<To>(static_cast<double>(source[i]) / scale);
            } else if constexpr (!std::is_floating_point_v<From> || std::is_floating_point_v<To>) {
                for (std::int64_t i = 0; i < length; ++i) to[i] = static_cast<To>(source[i]);
            } else {
                return;
            }
            out = make_column(step.type, length, both_valid(a, a, length), std::move(values));
        });
    });
    return out;
}

LANCESPEC_DECL array_ptr compute_like(bound_step const& step, operand const& text, operand const& pattern,
                                      std::int64_t length) {
    byte_buffer values(columnar::bitmap_bytes(length));
    std::optional<like_pattern> compiled;
    for (std::int64_t i = 0; i < length; ++i) {
        if (text.is_null(i) || pattern.is_null(i)) continue;
        if (!compiled || !pattern.is_constant) {
            compiled.emplace(pattern.data->text(pattern.is_constant ? 0 : i), step.escape, step.ignore_case);
        }
        if (compiled->matches(text.data->text(text.is_constant ? 0 : i))) columnar::set_bit(values, i);
    }
    return make_column(step.type, length, both_valid(text, pattern, length), std::move(values));
}

/// x IN (…): TRUE when found, else NULL when the list holds a null, else FALSE.
template <class Key, class Load, class Convert>
byte_buffer find_in(bound_step const& step, std::int64_t length, Load load, Convert convert) {
    std::unordered_set<Key> set;
    for (auto const& value : step.values) {
        if (!value.is_null()) set.insert(convert(value));
    }
    byte_buffer bits(columnar::bitmap_bytes(length));
    for (std::int64_t i = 0; i < length; ++i) {
        if (set.contains(load(i))) columnar::set_bit(bits, i);
    }
    return bits;
}

/// A float's bits with all NaNs alike and zeros of one sign.
inline std::uint64_t canonical_bits(double value) noexcept {
    if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
    if (value == 0) value = 0;
    return std::bit_cast<std::uint64_t>(value);
}

LANCESPEC_DECL array_ptr compute_in(bound_step const& step, operand const& a, std::int64_t length) {
    byte_buffer bits;
    auto const id = a.data->type().id;
    bool const fixed = with_type(id, [&]<class T>(T) {
        auto const* from = a.data->values_as<T>().data();
        if constexpr (std::is_floating_point_v<T>) {
            bits = find_in<std::uint64_t>(
                step, length, [from](std::int64_t i) { return canonical_bits(static_cast<double>(from[i])); },
                [](columnar::scalar const& v) { return canonical_bits(std::get<double>(v.value)); });
        } else if constexpr (std::is_same_v<T, int128>) {
            bits.resize(columnar::bitmap_bytes(length));
            for (std::int64_t i = 0; i < length; ++i) {
                for (auto const& v : step.values) {
                    if (!v.is_null() && std::get<int128>(v.value) == from[i]) columnar::set_bit(bits, i);
                }
            }
        } else {
            bits = find_in<std::uint64_t>(
                step, length, [from](std::int64_t i) { return static_cast<std::uint64_t>(from[i]); },
                [](columnar::scalar const& v) {
                    auto const* u = std::get_if<std::uint64_t>(&v.value);
                    return u != nullptr ? *u : static_cast<std::uint64_t>(std::get<std::int64_t>(v.value));
                });
        }
    });
    if (!fixed && id == type_id::boolean) {
        bits = find_in<bool>(
            step, length, [&](std::int64_t i) { return a.data->boolean(i); },
            [](columnar::scalar const& v) { return std::get<bool>(v.value); });
    } else if (!fixed) {
        bits = find_in<std::string_view>(
            step, length, [&](std::int64_t i) { return a.data->text(i); },
            [](columnar::scalar const& v) { return std::string_view(std::get<std::string>(v.value)); });
    }
    auto validity = both_valid(a, a, length);
    bool const has_null =
        std::any_of(step.values.begin(), step.values.end(), [](auto const& v) { return v.is_null(); });
    if (has_null) {
        if (validity.empty()) validity.assign(bits.size(), std::byte{0xFF});
        for (std::size_t i = 0; i < bits.size(); ++i) validity[i] &= bits[i];
    }
    return make_column(step.type, length, std::move(validity), std::move(bits));
}

LANCESPEC_DECL outcome compute_step(bound_step const& step, operand const& a, operand const& b, std::int64_t length) {
    switch (step.op) {
        case step_op::cast: return compute_cast(step, a, length);
        case step_op::and_:
        case step_op::or_:
        case step_op::not_:
        case step_op::is_true:
        case step_op::is_false: return compute_logic(step, a, b, length);
        case step_op::negate: return compute_negation(step, a, length);
        case step_op::add:
        case step_op::subtract:
        case step_op::multiply:
        case step_op::divide:
        case step_op::modulo: return compute_arithmetic(step, a, b, length);
        case step_op::in: return compute_in(step, a, length);
        case step_op::like: return compute_like(step, a, b, length);
        case step_op::is_null: return compute_is_null(step, a, length);
        case step_op::equal:
        case step_op::not_equal:
        case step_op::less:
        case step_op::less_equal:
        case step_op::greater:
        case step_op::greater_equal: return compute_comparison(step, a, b, length);
        default: return evaluation_error{0, "this operator is not supported"};
    }
}

LANCESPEC_DECL result<operand, evaluation_error> run(bound_program const& program,
                                                     columnar::record_batch const& batch) {
    auto const& steps = program.steps;
    std::vector<std::uint32_t> last_use(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        for (auto const input : steps[i].inputs) last_use[input] = static_cast<std::uint32_t>(i);
    }
    std::vector<operand> values(steps.size());
    for (std::size_t i = 0; i <= program.result; ++i) {
        auto const& step = steps[i];
        auto& value = values[i];
        if (step.op == step_op::field) {
            value = load_field(step, batch);
            continue;
        }
        if (step.op == step_op::constant) {
            columnar::array_builder builder(step.type);
            if (!builder.append(step.value)) return evaluation_error{0, "a literal does not fit its type"};
            value.data = builder.finish();
            value.is_constant = true;
            continue;
        }
        auto const& a = values[step.inputs.front()];
        auto const& b = values[step.inputs.back()];
        value.is_constant = a.is_constant && b.is_constant;
        // What holds for no row cannot fail: constants are computed only where a row wants them.
        auto const length = value.is_constant ? std::min<std::int64_t>(1, batch.length) : batch.length;
        auto computed = length == 0 && value.is_constant ? outcome(columnar::make_nulls(step.type, 1))
                                                         : compute_step(step, a, b, length);
        if (computed.has_error()) return computed.error();
        value.data = std::move(*computed);
        for (auto const input : step.inputs) {
            if (last_use[input] == i) values[input] = {};
        }
    }
    return std::move(values[program.result]);
}

}  // namespace detail

LANCESPEC_DECL void throw_exception_from_error(evaluation_error const& error, boost::source_location const&) {
    throw error_exception("row " + std::to_string(error.row) + ": " + error.message);
}

LANCESPEC_DECL result<std::vector<std::int64_t>, evaluation_error> select_rows(bound_expression const& filter,
                                                                               columnar::record_batch const& batch) {
    auto const computed = detail::run(filter.program(), batch);
    if (computed.has_error()) return computed.error();
    std::vector<std::int64_t> rows;
    auto const bytes = columnar::bitmap_bytes(batch.length);
    for (std::size_t i = 0; i < bytes; ++i) {
        unsigned bits = detail::truth(*computed, i).first;
        auto const first = static_cast<std::int64_t>(i) * 8;
        for (; bits != 0; bits &= bits - 1) {
            auto const row = first + std::countr_zero(bits);
            if (row < batch.length) rows.push_back(row);
        }
    }
    return rows;
}

LANCESPEC_DECL result<columnar::array_ptr, evaluation_error> compute(bound_expression const& expression,
                                                                     columnar::record_batch const& batch) {
    auto computed = detail::run(expression.program(), batch);
    if (computed.has_error()) return computed.error();
    if (computed->is_constant) {
        std::vector<std::int64_t> const rows(static_cast<std::size_t>(batch.length), 0);
        return columnar::take(*computed->data, rows);
    }
    if (!computed->outer) return std::move(computed->data);
    auto const& from = *computed->data;
    auto const copy = [](std::span<std::byte const> bytes) { return detail::byte_buffer(bytes.begin(), bytes.end()); };
    auto const nulls = columnar::count_zeros(*computed->outer, batch.length);
    return columnar::array_ptr(std::make_shared<columnar::array const>(from.type(), batch.length, nulls,
                                                                       *computed->outer, copy(from.offsets()),
                                                                       copy(from.values()), from.children()));
}

}  // namespace where
LANCESPEC_END_NAMESPACE
