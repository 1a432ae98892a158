// SPDX-License-Identifier: Apache-2.0
// Rewrites bound steps into ones that compute the same and cost less.
#pragma once

#include <lancespec/language/impl/typing.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

constexpr step_op mirrored(step_op op) noexcept {
    switch (op) {
        case step_op::less: return step_op::greater;
        case step_op::less_equal: return step_op::greater_equal;
        case step_op::greater: return step_op::less;
        case step_op::greater_equal: return step_op::less_equal;
        default: return op;
    }
}

struct optimizer {
    bound_program& program;
    std::vector<std::uint32_t> uses;   ///< how many steps read a step
    std::vector<std::uint32_t> alias;  ///< the step that stands for a step

    bound_step& step(std::uint32_t index) { return program.steps[index]; }

    void count_uses() {
        uses.assign(program.steps.size(), 0);
        for (auto const& next : program.steps) {
            for (auto const input : next.inputs) ++uses[input];
        }
        ++uses[program.result];
    }

    /// `CAST(x AS t) = literal` compares x itself, when the literal is as good a value of x's type. Both must order
    /// their values alike, so integers and decimals, and times of all units.
    bool uncast(bound_step& comparison) {
        auto const cast = comparison.inputs[0];
        auto const from = step(cast).op == step_op::cast ? step(cast).inputs[0] : cast;
        auto const alike = [](data_type const& a, data_type const& b) {
            if (is_integer(a.id) || a.id == type_id::decimal128) return is_integer(b.id) || b.id == type_id::decimal128;
            // Clocks are put back, so local times and instants are not in one order.
            return a.id == type_id::timestamp && (b.id == type_id::timestamp || is_integer(b.id)) &&
                   is_zoned(a) == is_zoned(b);
        };
        if (from == cast || step(cast).is_try || !alike(step(from).type, step(cast).type)) return false;
        auto const& want = step(from).type;
        if (comparison.op == step_op::in) {
            columnar::scalars values;
            for (auto const& value : comparison.values) {
                auto converted = cast_exactly(value, step(cast).type, want);
                if (!converted) return false;
                values.push_back(std::move(*converted));
            }
            comparison.values = std::move(values);
        } else {
            auto const constant = comparison.inputs[1];
            if (step(constant).op != step_op::constant || uses[constant] != 1) return false;
            auto converted = cast_exactly(step(constant).value, step(constant).type, want);
            if (!converted) return false;
            step(constant).value = std::move(*converted);
            step(constant).type = want;
        }
        comparison.inputs[0] = from;
        return true;
    }

    static std::optional<scalar> cast_exactly(scalar const& value, data_type const& have, data_type const& want) {
        auto out = cast_value(value, have, want);
        if (!out || value.is_null()) return out;
        auto const back = cast_value(*out, want, have);
        if (!back || compare_values(*back, value) != 0) return std::nullopt;
        return out;
    }

    /// Whether @p index is `field = constant` or `field IN (…)`, and nothing else reads it.
    bool is_membership(std::uint32_t index) {
        auto const& of = step(index);
        if (uses[index] != 1 || of.inputs.empty() || step(of.inputs[0]).op != step_op::field) return false;
        auto const& type = step(of.inputs[0]).type;
        if (type.id >= type_id::struct_) return false;
        if (of.op == step_op::in) return true;
        // A time of another unit is no value of the column's.
        return of.op == step_op::equal && step(of.inputs[1]).op == step_op::constant && step(of.inputs[1]).type == type;
    }

    /// Makes the membership @p first hold the values of @p second too.
    bool join(std::uint32_t first, std::uint32_t second) {
        if (!is_membership(first) || !is_membership(second)) return false;
        auto& a = step(first);
        auto& b = step(second);
        if (step(a.inputs[0]).path != step(b.inputs[0]).path) return false;
        for (auto* of : {&a, &b}) {
            if (of->op == step_op::in) continue;
            of->values = {step(of->inputs[1]).value};
            of->inputs.resize(1);
            of->op = step_op::in;
        }
        a.values.insert(a.values.end(), std::make_move_iterator(b.values.begin()),
                        std::make_move_iterator(b.values.end()));
        return true;
    }

    void run() {
        alias.resize(program.steps.size());
        count_uses();
        for (std::uint32_t i = 0; i < program.steps.size(); ++i) {
            alias[i] = i;
            auto& next = step(i);
            for (auto& input : next.inputs) input = alias[input];
            if (is_comparison(next.op) && step(next.inputs[0]).op == step_op::constant) {
                std::swap(next.inputs[0], next.inputs[1]);
                next.op = mirrored(next.op);
            }
            while ((is_comparison(next.op) || next.op == step_op::in) && uncast(next)) {
            }
            if (next.op != step_op::or_) continue;
            auto const [left, right] = std::pair(next.inputs[0], next.inputs[1]);
            if (join(left, right)) {
                alias[i] = left;
                // Whoever read this step now reads the other one.
                uses[left] = uses[i];
            } else if (step(left).op == step_op::or_ && uses[left] == 1 && join(step(left).inputs[1], right)) {
                alias[i] = left;
                uses[left] = uses[i];
            }
        }
        program.result = alias[program.result];
        remove_unused();
    }

    void remove_unused() {
        auto& steps = program.steps;
        std::vector<bool> used(steps.size());
        used[program.result] = true;
        for (auto i = steps.size(); i-- > 0;) {
            if (!used[i]) continue;
            for (auto const input : steps[i].inputs) used[input] = true;
        }
        std::vector<std::uint32_t> moved(steps.size());
        std::uint32_t next = 0;
        for (std::uint32_t i = 0; i < steps.size(); ++i) {
            if (!used[i]) continue;
            moved[i] = next;
            for (auto& input : steps[i].inputs) input = moved[input];
            if (i != next) steps[next] = std::move(steps[i]);
            ++next;
        }
        steps.resize(next);
        program.result = moved[program.result];
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
