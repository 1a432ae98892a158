// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/where_tree.hpp"

#include "conformance/transport/text.hpp"

#include <algorithm>

namespace lancespec::conformance {
namespace {

using where::expression;

/// A node without its operands: those are printed below it.
std::string label(expression const& node) {
    if (auto const* both = std::get_if<where::logical>(&node.node))
        return both->op == where::logical_op::and_ ? "AND" : "OR";
    if (auto const* one = std::get_if<where::unary>(&node.node)) return one->op == where::unary_op::not_ ? "NOT" : "-";
    if (auto const* to = std::get_if<where::call>(&node.node)) return printable(to->name.name) + "()";
    if (std::holds_alternative<where::list>(node.node)) return "[ ]";
    if (auto const* as = std::get_if<where::cast>(&node.node)) {
        auto copy = where::cast{as->is_try, as->type, {}};
        copy.operand.emplace_back(where::literal{});
        // The operand is printed below; format() writes NULL in its place.
        auto text = where::format(expression(std::move(copy)));
        if (auto const at = text.find("NULL"); at != std::string::npos) text.replace(at, 4, "…");
        return text;
    }
    if (std::holds_alternative<where::chain>(node.node) || std::holds_alternative<where::access>(node.node)) return {};
    return printable(where::format(node));
}

struct line {
    expression const* node;
    std::size_t depth;
    std::string text;  ///< an operator, when there is no node
};

/// The operators of a chain or an access, each followed by its operands.
void push_steps(std::vector<line>& pending, expression const& node, std::size_t depth) {
    std::vector<line> out;
    auto const add_all = [&](std::vector<expression> const& operands, std::size_t at) {
        for (auto const& operand : operands) out.push_back({&operand, at, {}});
    };
    // What stands between the operands is what format() writes with NULL in their place.
    if (auto const* many = std::get_if<where::chain>(&node.node)) {
        add_all(many->first, depth);
        for (auto const& step : many->links) {
            where::chain one;
            one.first.emplace_back(where::literal{});
            one.links.push_back({step.op, step.negated, {}, {}, {}});
            if (!step.operands.empty()) one.links.back().operands.emplace_back(where::literal{});
            if (step.op == where::link_op::between) one.links.back().operands.emplace_back(where::literal{});
            auto text = where::format(expression(std::move(one))).substr(5);
            if (step.op != where::link_op::is_null && text.find(" NULL") != std::string::npos)
                text.resize(text.find(" NULL"));
            if (step.op == where::link_op::in) text.resize(text.find(" ("));
            if (!step.escape.empty()) text += " ESCAPE '" + printable(step.escape) + "'";
            out.push_back({nullptr, depth, std::move(text)});
            add_all(step.operands, depth + 1);
        }
    } else if (auto const* path = std::get_if<where::access>(&node.node)) {
        add_all(path->first, depth);
        for (auto const& step : path->steps) {
            where::access one;
            one.first.emplace_back(where::list{});
            one.steps.push_back({step.kind, step.field, {}, step.type, {}});
            out.push_back({nullptr, depth, printable(where::format(expression(std::move(one))).substr(2))});
            add_all(step.index, depth + 1);
        }
    } else {
        for (auto const* operand : where::children(node)) out.push_back({operand, depth + 1, {}});
    }
    pending.insert(pending.end(), std::make_move_iterator(out.rbegin()), std::make_move_iterator(out.rend()));
}

}  // namespace

std::vector<std::string> tree_lines(expression const& tree) {
    std::vector<std::string> out;
    std::vector<line> pending{{&tree, 0, {}}};
    while (!pending.empty()) {
        auto const next = std::move(pending.back());
        pending.pop_back();
        auto const text = next.node != nullptr ? label(*next.node) : next.text;
        if (next.node == nullptr || !text.empty()) out.push_back(std::string(next.depth * 2, ' ') + text);
        if (next.node == nullptr) continue;
        bool const steps = text.empty();
        if (steps) out.push_back(std::string(next.depth * 2, ' ') + "chain");
        push_steps(pending, *next.node, next.depth + (steps ? 1 : 0));
    }
    return out;
}

std::vector<std::string> columns_read(expression const& tree) {
    std::vector<std::string> out;
    std::vector<expression const*> pending{&tree};
    while (!pending.empty()) {
        auto const& next = *pending.back();
        pending.pop_back();
        if (std::holds_alternative<where::column>(next.node)) {
            auto text = printable(where::format(next));
            if (std::ranges::find(out, text) == out.end()) out.push_back(std::move(text));
        }
        auto const operands = where::children(next);
        pending.insert(pending.end(), operands.rbegin(), operands.rend());
    }
    return out;
}

}  // namespace lancespec::conformance
