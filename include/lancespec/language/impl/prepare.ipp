// SPDX-License-Identifier: Apache-2.0
// What is made ready once for all blocks: patterns, sets, constants, and what AND and OR need not compute.
#pragma once

#include <lancespec/language/impl/calls.ipp>
#include <lancespec/language/impl/casts.ipp>
#include <lancespec/language/impl/costs.ipp>
#include <lancespec/language/impl/like.ipp>

#include <limits>
#include <optional>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

inline constexpr std::uint32_t no_step = std::numeric_limits<std::uint32_t>::max();

struct prepared_step {
    std::optional<like_pattern> like;  ///< of a constant pattern
    std::optional<membership> members;
    regex_cache expressions;
    /// The AND or OR whose right side begins behind this step, its left side.
    std::uint32_t decides = no_step;
    /// The left side of the innermost AND or OR on whose right side this step stands.
    std::uint32_t under = no_step;
    bool under_or = false;
};

/// Whether a step can fail at a row.
inline bool can_fail(bound_program const& program, bound_step const& step) {
    switch (step.op) {
        case step_op::divide:
        case step_op::modulo: return !is_float(step.type.id);
        case step_op::add:
        case step_op::subtract:
        case step_op::multiply: return step.type.id == type_id::decimal128;
        case step_op::cast: {
            auto const& from = program.steps[step.inputs[0]].type;
            if (step.is_try) return false;
            if (from.id == type_id::date32 || from.id == type_id::timestamp) return true;
            return !(is_number(from.id) && is_float(step.type.id)) &&
                   !(is_integer(from.id) && is_integer(step.type.id) && common_number(from, step.type) == step.type);
        }
        case step_op::concat: return true;
        case step_op::call: {
            switch (step.function) {
                case fn::contains:
                case fn::starts_with:
                case fn::ends_with:
                case fn::lower:
                case fn::upper:
                case fn::length:
                case fn::isnan:
                case fn::coalesce:
                case fn::array_has:
                case fn::array_has_any:
                case fn::array_has_all: return false;
                case fn::regexp_like:
                case fn::regexp_match:
                    // A list of groups may be longer than any list; a boolean is not.
                    if (is_list(step.type.id)) return true;
                    // Constant patterns have been tried before the first row.
                    for (std::size_t i = 1; i < step.inputs.size(); ++i) {
                        if (program.steps[step.inputs[i]].op != step_op::constant) return true;
                    }
                    return false;
                default: return true;
            }
        }
        default: return false;
    }
}

class prepared {
public:
    explicit prepared(bound_program const& of) : program(of), steps(of.steps.size()), blocks(of.steps.size()) {}

    /// False, and an error, when a constant pattern is not valid, or the work has to end.
    bool make(work_share& work, std::optional<evaluation_error>& error) {
        if (!work.spend(steps_to_prepare(program))) {
            error = evaluation_error{0, work.message(), work.ended()};
            return false;
        }
        for (std::size_t i = 0; i < steps.size(); ++i) {
            auto const& step = program.steps[i];
            blocks[i].type = &step.type;
            if (step.op == step_op::constant) {
                columnar::array_builder builder(step.type);
                if (!builder.append(step.value)) {
                    error = evaluation_error{0, "a literal does not fit its type"};
                    return false;
                }
                blocks[i].keep(builder.finish());
                blocks[i].type = &step.type;
                blocks[i].is_constant = true;
            } else if (step.op == step_op::in) {
                steps[i].members.emplace(step, program.steps[step.inputs[0]].type.id);
            } else if (step.op == step_op::like) {
                auto const* pattern = constant_text(step.inputs[1]);
                if (pattern != nullptr) steps[i].like.emplace(*pattern, step.escape, step.ignore_case);
            } else if (step.op == step_op::call && !make_expression(step, steps[i], work, error)) {
                return false;
            }
        }
        find_decisions();
        return true;
    }

    bound_program const& program;
    std::vector<prepared_step> steps;
    std::vector<block> blocks;

private:
    std::string const* constant_text(std::uint32_t index) const {
        auto const& step = program.steps[index];
        return step.op == step_op::constant ? std::get_if<std::string>(&step.value.value) : nullptr;
    }

    bool make_expression(bound_step const& step, prepared_step& to, work_share& work,
                         std::optional<evaluation_error>& error) const {
        if (step.function < fn::regexp_like || step.function > fn::regexp_instr) return true;
        auto const* pattern = constant_text(step.inputs[1]);
        bool const two = step.function == fn::regexp_like || step.function == fn::regexp_match;
        std::size_t const flags_at = two ? 2 : 3;
        auto const* flags = step.inputs.size() > flags_at ? constant_text(step.inputs[flags_at]) : nullptr;
        if (pattern == nullptr || (flags == nullptr && step.inputs.size() > flags_at)) return true;
        std::string why;
        if (to.expressions.find(*pattern, flags != nullptr ? *flags : std::string(), work, why) != nullptr) return true;
        error = evaluation_error{0, std::move(why), work.ended()};
        return false;
    }

    /// The right side of an AND or OR is the steps between its left side and itself, when nothing else reads them.
    void find_decisions() {
        auto const count = static_cast<std::uint32_t>(steps.size());
        std::vector<std::uint32_t> last_use(count);
        std::vector<std::uint32_t> failing(count + 1);  // failing steps before this one
        for (std::uint32_t i = 0; i < count; ++i) {
            for (auto const input : program.steps[i].inputs) last_use[input] = i;
            failing[i + 1] = failing[i] + (can_fail(program, program.steps[i]) ? 1 : 0);
        }
        last_use[program.result] = count;
        for (auto k = count; k-- > 0;) {
            auto const& step = program.steps[k];
            if (step.op != step_op::and_ && step.op != step_op::or_) continue;
            auto const left = step.inputs[0];
            auto const right = step.inputs[1];
            if (left >= right || right + 1 != k || last_use[left] != k) continue;
            if (failing[k] != failing[left + 1]) continue;
            // Chains nest on their left, so this is linear along them; nesting on the right is bounded.
            bool own = true;
            for (auto i = left + 1; own && i < k; ++i) own = last_use[i] <= k;
            if (!own) continue;
            steps[left].decides = k;
            // Outer ones come first here, inner ones write over them.
            for (auto i = left + 1; i < k; ++i) {
                steps[i].under = left;
                steps[i].under_or = step.op == step_op::or_;
            }
        }
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
