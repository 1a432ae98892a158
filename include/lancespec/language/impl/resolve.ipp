// SPDX-License-Identifier: Apache-2.0
// Lance's rule for literals: beside a column they take the column's type, or the filter is refused.
//
// It holds for the conditions that AND and OR join at the top, for BETWEEN and for IN over a top-level column, and
// for the operands of operators on the right side of such a condition; later than Lance 12 only where all of these are
// literals, but for BETWEEN and IN. Under NOT, inside other operators and inside calls, values meet in a common type
// instead.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/language/impl/binder.ipp>
#include <lancespec/language/impl/fold.ipp>
#include <lancespec/language/impl/where_format.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// Whether a step is an operator with two sides.
constexpr bool is_binary_operator(step_op op) noexcept {
    return is_arithmetic(op) || is_comparison(op) || op == step_op::and_ || op == step_op::or_ ||
           op == step_op::shift_left || op == step_op::shift_right || op == step_op::concat;
}

struct literal_resolution {
    lowering& source;

    raw_step& raw(std::uint32_t index) const { return source.steps[index]; }
    bool is_column(std::uint32_t index) const {
        return raw(index).step.op == step_op::field || raw(index).step.op == step_op::row;
    }

    /// A column's canonical path, a literal as it is written.
    std::string shown(std::uint32_t index) const {
        auto const& step = raw(index).step;
        if (step.op == step_op::row) return "_rowid";
        if (step.op == step_op::field) {
            field_path path;
            auto const* level = &source.fields.fields;
            for (auto const i : step.path) {
                path.segments.push_back((*level)[i].name);
                level = &(*level)[i].type.children.list();
            }
            return quote(path.to_string());
        }
        if (step.op != step_op::constant) return "this";
        if (!raw(index).is_literal || step.type.id >= type_id::date32) return "a " + columnar::to_string(step.type);
        literal value;
        std::visit(
            [&value, &step]<class T>(T const& v) {
                if constexpr (std::is_same_v<T, std::string>) {
                    // A cut may fall into a character.
                    auto const cut = v.size() > 40 ? v.substr(0, 40) : v;
                    if (is_binary(step.type.id)) {
                        value.value = bytes{cut};
                    } else {
                        value.value = v.size() > 40 ? to_valid_utf8(cut) + "…" : v;
                    }
                } else if constexpr (!std::is_same_v<T, columnar::int128> && !std::is_same_v<T, columnar::scalars>) {
                    value.value = v;
                }
            },
            step.value.value);
        std::string text;
        print_leaf(text, value);
        return text;
    }

    /// How the number @p text, a literal that is no decimal, is written as one beside a column of type @p want.
    static std::string decimal_hint(std::string_view text, data_type const& want) {
        if (text.find_first_of("eE") != std::string_view::npos) text = "1.5";
        auto digits = text;
        if (digits.starts_with('-')) digits.remove_prefix(1);
        auto const point = std::min(digits.find('.'), digits.size());
        auto const behind = static_cast<std::int32_t>(point < digits.size() ? digits.size() - point - 1 : 0);
        auto const scale = std::max(want.scale, behind);
        auto const precision = std::max(want.precision - want.scale, static_cast<std::int32_t>(point)) + scale;
        if (precision > 38) return "; a decimal is written with its type: decimal(9, 2) '1.50'";
        return "; a decimal is written with its type: decimal(" + std::to_string(precision) + ", " +
               std::to_string(scale) + ") '" + std::string(text) + "'";
    }

    bool convert(std::uint32_t index, data_type const& want, std::string const& of) const {
        auto& literal_step = raw(index);
        auto& step = literal_step.step;
        auto converted = convert_literal(step.value, step.type, want);
        // The items of a list become text where the column's are.
        bool const lists = is_list(step.type.id) && is_list(want.id);
        if (!converted && lists && is_string(want.children.front().type.id) && can_cast(step.type, want)) {
            converted = cast_value(step.value, step.type, want);
        }
        // Lists that do not convert meet in a list of a common type.
        if (!converted && is_list(step.type.id) && is_list(want.id)) return true;
        // Times meet in their own units.
        if (!converted && is_temporal(step.type.id) && is_temporal(want.id)) return true;
        if (!converted) {
            std::string message = shown(index) + " does not convert to " + columnar::to_string(want) + of;
            if (is_string(step.type.id) && want.id == type_id::date32) message += "; write date '2021-01-31'";
            if (is_string(step.type.id) && want.id == type_id::timestamp) {
                message += "; write timestamp '2021-01-31 12:30:00'";
            }
            if (is_string(want.id)) message += "; text goes in single quotes";
            if (want.id == type_id::decimal128 && is_number(step.type.id)) message += decimal_hint(shown(index), want);
            return source.refuse(step.range, std::move(message));
        }
        step.value = std::move(*converted);
        step.type = want;
        return true;
    }

    /// Literals of the operators at @p index become @p want; so does a literal there itself.
    bool convert_all(std::uint32_t index, data_type const& want, std::string const& of) const {
        std::vector<std::uint32_t> pending{index};
        while (!pending.empty()) {
            auto const next = pending.back();
            pending.pop_back();
            if (raw(next).is_literal) {
                if (!convert(next, want, of)) return false;
            } else if (is_binary_operator(raw(next).step.op)) {
                auto const& inputs = raw(next).step.inputs;
                pending.insert(pending.end(), inputs.rbegin(), inputs.rend());
            }
        }
        return true;
    }

    /// Whether the operators at @p index compute with literals alone.
    bool is_of_literals(std::uint32_t index) const {
        std::vector<std::uint32_t> pending{index};
        while (!pending.empty()) {
            auto const& next = raw(pending.back());
            pending.pop_back();
            if (next.is_literal) continue;
            auto const op = next.step.op;
            if (!is_arithmetic(op) && op != step_op::concat && op != step_op::shift_left && op != step_op::shift_right)
                return false;
            pending.insert(pending.end(), next.step.inputs.begin(), next.step.inputs.end());
        }
        return true;
    }

    bool binary(std::uint32_t index) const {
        auto const left = raw(index).step.inputs[0];
        auto const right = raw(index).step.inputs[1];
        if (is_column(left)) {
            auto const want = raw(left).step.type;
            auto const of = ", the type of " + shown(left);
            if (raw(right).is_literal) return convert(right, want, of);
            if (!is_binary_operator(raw(right).step.op)) return true;
            // After Lance 12 only operators of nothing but literals; in others these meet the other operand instead.
            bool const all = source.options.dialect == compatibility::lance12 || raw(index).of_between;
            if (!all && !is_of_literals(right)) return true;
            return convert_all(right, want, of + ", with which it is compared");
        }
        if (is_column(right) && raw(left).is_literal) {
            return convert(left, raw(right).step.type, ", the type of " + shown(right));
        }
        return true;
    }

    bool in(std::uint32_t index) const {
        auto const subject = raw(index).step.inputs[0];
        // Lance converts the items for a top-level column alone.
        if (!is_column(subject) || raw(subject).step.path.size() > 1) return true;
        auto const want = raw(subject).step.type;
        for (auto const item : raw(index).list) {
            if (!convert_all(item, want, ", the type of " + shown(subject))) return false;
        }
        return true;
    }

    bool run(std::uint32_t root) const {
        std::vector<std::uint32_t> pending{root};
        while (!pending.empty()) {
            auto const next = pending.back();
            pending.pop_back();
            auto const& step = raw(next).step;
            if (step.op == step_op::and_ || step.op == step_op::or_) {
                pending.insert(pending.end(), step.inputs.rbegin(), step.inputs.rend());
            } else if (is_comparison(step.op) || step.op == step_op::is_distinct) {
                if (!binary(next)) return false;
            } else if (step.op == step_op::in) {
                if (!in(next)) return false;
            } else if (step.op == step_op::not_) {
                // NOT IN and NOT BETWEEN are one operator in Lance.
                auto const operand = step.inputs.front();
                auto const& inner = raw(operand);
                if (inner.step.op == step_op::in && inner.negated) {
                    if (!in(operand)) return false;
                } else if (inner.step.op == step_op::and_ && inner.negated) {
                    pending.push_back(operand);
                }
            }
        }
        return true;
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
