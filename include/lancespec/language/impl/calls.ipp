// SPDX-License-Identifier: Apache-2.0
// Calls of functions on blocks: a few over whole columns, the others value by value.
#pragma once

#include <lancespec/language/impl/costs.ipp>
#include <lancespec/language/impl/functions_list.ipp>
#include <lancespec/language/impl/functions_number.ipp>
#include <lancespec/language/impl/functions_text.ipp>
#include <lancespec/language/impl/functions_time.ipp>
#include <lancespec/language/impl/membership.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// Whether a function sees nulls itself; the others give null for any null argument.
constexpr bool sees_nulls(function_id function) noexcept {
    switch (function) {
        case fn::coalesce:
        case fn::nullif:
        case fn::nvl2:
        case fn::greatest:
        case fn::least:
        case fn::concat:
        case fn::concat_ws:
        case fn::make_struct: return true;
        default: return false;
    }
}

/// The arguments that may be null.
constexpr bool may_be_null(function_id function, std::size_t argument) noexcept {
    switch (function) {
        case fn::array_has:
        case fn::array_position:
        case fn::array_positions: return argument == 1;
        case fn::array_to_string:
        case fn::regexp_like:
        case fn::regexp_match: return argument == 2;
        case fn::regexp_count: return argument >= 2;
        case fn::array_replace:
        case fn::string_to_array: return argument >= 1;
        case fn::array_repeat: return argument == 0;
        case fn::array_append:
        case fn::array_prepend:
        case fn::array_concat: return true;
        default: return false;
    }
}

inline scalar value_of_call(row_call& c) {
    auto const function = c.step.function;
    if (sees_nulls(function)) return choosing_function(c);
    for (std::size_t i = 0; i < c.size(); ++i) {
        if (!c.in[i].is_null() || may_be_null(function, i)) continue;
        if (function == fn::regexp_match && c.step.type.id == type_id::boolean) return {false};
        if (function == fn::regexp_count) return {std::int64_t{0}};
        return {};
    }
    if (function <= fn::regexp_instr) return text_function(c);
    if (function <= fn::lcm) return number_function(c);
    if (function <= fn::generate_series) return list_function(c);
    return time_function(c);
}

/// lower() and upper() do not fail, and what they make is at most three times their argument.
inline scalar call_row(row_call& c) {
    c.limit.reset();
    auto out = value_of_call(c);
    bool const bounded = c.step.function == fn::lower || c.step.function == fn::upper;
    if (c.error.empty() && !bounded) c.may_make(amount_of(out));
    return out;
}

/// The bytes of @p amount of a value that a step makes.
constexpr std::int64_t bytes_of(std::int64_t amount, data_type const& type) noexcept {
    return columnar::is_text_like(type.id) ? amount : amount * 8;
}

/// Functions of two texts, the second of which is a constant, that search whole columns.
inline bool search_column(bound_step const& step, std::vector<block const*> const& in, block& out,
                          regex_cache& expressions, word const* wanted, block_context& context) {
    if (in.size() < 2 || in[0]->is_constant || !columnar::is_text_like(in[0]->type->id)) return false;
    for (std::size_t i = 1; i < in.size(); ++i) {
        if (!in[i]->is_constant || !columnar::is_text_like(in[i]->type->id) || in[i]->is_null(0)) return false;
    }
    auto const rows = context.rows;
    auto const text = in[1]->text(0);
    if (!context.spend(0, bytes_held(*in[0], rows))) return true;
    switch (step.function) {
        case fn::contains: rows_with(out.make_bits(rows), *in[0], rows, text); break;
        case fn::starts_with: rows_beginning(out.make_bits(rows), *in[0], rows, text); break;
        case fn::ends_with: rows_ending(out.make_bits(rows), *in[0], rows, text); break;
        case fn::regexp_like:
        case fn::regexp_match: {
            if (step.type.id != type_id::boolean) return false;
            auto const flags = in.size() > 2 ? in[2]->text(0) : std::string_view{};
            if (flags.find('g') != std::string_view::npos) return false;
            std::string why;
            auto const* expression = expressions.find(text, flags, context.work, why);
            if (expression == nullptr) {
                context.fail(0, std::move(why));
                return true;
            }
            if (!expression->match_rows(out.make_bits(rows), *in[0], rows, wanted, context.work)) {
                context.fail(0, {});
                return true;
            }
            if (step.function == fn::regexp_match) {
                // "Is not null": a null text has no match, which is known.
                for (std::size_t i = 0; i < word_count(rows); ++i) out.own_bits[i] &= in[0]->valid_word(i, rows);
                return true;
            }
            break;
        }
        default: return false;
    }
    both_valid(*in[0], *in[0], rows, out);
    return true;
}

inline void compute_call(bound_step const& step, std::vector<block const*> const& in, block& out,
                         regex_cache& expressions, word const* wanted, block_context& context) {
    if (search_column(step, in, out, expressions, wanted, context)) return;
    std::vector<data_type const*> types;
    for (auto const* input : in) types.push_back(input->type);
    std::vector<scalar> values(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (in[i]->is_constant) values[i] = get(*in[i], 0);
    }
    columnar::array_builder builder(step.type);
    row_call call{step, values, types, expressions, context.work, {}, {}};
    for (std::int64_t row = 0; row < context.rows; ++row) {
        for (std::size_t i = 0; i < in.size(); ++i) {
            if (!in[i]->is_constant) values[i] = get(*in[i], row);
        }
        if (!context.spend(row, steps_of_call(step.function, values))) return;
        auto const value = call_row(call);
        if (!call.error.empty()) return context.fail(row, std::move(call.error));
        if (!context.make(row, bytes_of(amount_of(value), step.type)) || !context.spend(row, steps_of(value))) return;
        if (!builder.append(value)) return context.fail(row, "a function's value does not fit its type");
    }
    out.keep(builder.finish());
}

inline void compute_item(block const& of, block const& index, block& out, data_type const& type,
                         block_context& context) {
    columnar::array_builder builder(type);
    for (std::int64_t row = 0; row < context.rows; ++row) {
        scalar value;
        if (!of.is_null(row) && !index.is_null(row)) {
            auto const list = of.first + (of.is_constant ? 0 : row);
            auto const begin = of.nested->offset(list);
            auto const count = of.nested->offset(list + 1) - begin;
            auto const at = index.as<std::int64_t>()[index.is_constant ? 0 : row];
            if (at > 0 && at <= count) value = columnar::get(*of.nested->children().front(), begin + at - 1);
            if (at < 0 && at >= -count) value = columnar::get(*of.nested->children().front(), begin + count + at);
        }
        if (!context.spend(row, steps_of_row + steps_of(value))) return;
        if (!builder.append(value)) builder.append_null();
    }
    out.keep(builder.finish());
}

inline void compute_member(bound_step const& step, block const& of, block& out, block_context& context) {
    columnar::array_builder builder(step.type);
    for (std::int64_t row = 0; row < context.rows; ++row) {
        auto const at = of.first + (of.is_constant ? 0 : row);
        auto const value = of.is_null(row) ? scalar{} : columnar::get(*of.nested->children()[step.path.front()], at);
        if (!context.spend(row, steps_of_row + steps_of(value))) return;
        if (!builder.append(value)) builder.append_null();
    }
    out.keep(builder.finish());
}

inline void compute_list(bound_step const& step, std::vector<block const*> const& in, block& out,
                         block_context& context) {
    columnar::array_builder builder(step.type);
    for (std::int64_t row = 0; row < context.rows; ++row) {
        columnar::scalars items;
        std::int64_t amount = 0;
        std::int64_t largest = 0;
        for (auto const* input : in) {
            items.push_back(get(*input, row));
            auto const added = amount_of(items.back());
            amount += 1 + added;
            largest = std::max(largest, added);
            if (amount > most_made_of(largest)) return context.fail(row, too_long(step.type, most_made_of(largest)));
        }
        if (!context.make(row, bytes_of(amount, step.type)) || !context.spend(row, steps_of_row + 16 * amount)) return;
        if (!builder.append({std::move(items)})) builder.append_null();
    }
    out.keep(builder.finish());
}

inline void compute_concat(bound_step const& step, block const& a, block const& b, block& out, block_context& context) {
    auto const rows = context.rows;
    out.own_values.clear();
    out.own_offsets.resize(static_cast<std::size_t>(rows + 1) * 4);
    auto* offsets = reinterpret_cast<std::int32_t*>(out.own_offsets.data());
    offsets[0] = 0;
    for (std::int64_t i = 0; i < rows; ++i) {
        if (!a.is_null(i) && !b.is_null(i)) {
            auto const one = static_cast<std::int64_t>(a.text(i).size());
            auto const other = static_cast<std::int64_t>(b.text(i).size());
            auto const limit = most_made_of(std::max(one, other));
            if (one + other > limit) return context.fail(i, too_long(step.type, limit));
            if (!context.make(i, one + other) || !context.spend(i, one + other)) return;
            for (auto const text : {a.text(i), b.text(i)}) {
                auto const* from = reinterpret_cast<std::byte const*>(text.data());
                out.own_values.insert(out.own_values.end(), from, from + text.size());
            }
        }
        if (out.own_values.size() > std::size_t{1} << 30) {
            return context.fail(i, "the joined texts outgrow " + columnar::to_string(step.type));
        }
        offsets[i + 1] = static_cast<std::int32_t>(out.own_values.size());
    }
    out.values = out.own_values.data();
    out.offsets = out.own_offsets.data();
    both_valid(a, b, rows, out);
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
