// Bodies of language/where_ast.hpp.
#pragma once

#include <lancespec/language/where_ast.hpp>

#include <algorithm>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

/// Calls @p visit with every list of operands that @p tree owns, in the order they are written.
template <class Expression, class Visit>
void for_each_operand_list(Expression& tree, Visit visit) {
    if (auto* both = std::get_if<logical>(&tree.node)) return visit(both->terms);
    if (auto* one = std::get_if<unary>(&tree.node)) return visit(one->operand);
    if (auto* many = std::get_if<chain>(&tree.node)) {
        visit(many->first);
        for (auto& step : many->links) visit(step.operands);
    }
}

/// Whether two nodes agree in everything but their operands, and have as many of them.
LANCESPEC_DECL bool same_node(expression const& a, expression const& b) {
    if (a.node.index() != b.node.index()) return false;
    if (auto const* x = std::get_if<literal>(&a.node)) return *x == std::get<literal>(b.node);
    if (auto const* x = std::get_if<typed_literal>(&a.node)) return *x == std::get<typed_literal>(b.node);
    if (auto const* x = std::get_if<column>(&a.node)) return *x == std::get<column>(b.node);
    if (auto const* x = std::get_if<logical>(&a.node)) {
        auto const& y = std::get<logical>(b.node);
        return x->op == y.op && x->terms.size() == y.terms.size();
    }
    if (auto const* x = std::get_if<unary>(&a.node)) return x->op == std::get<unary>(b.node).op;
    auto const& x = std::get<chain>(a.node).links;
    auto const& y = std::get<chain>(b.node).links;
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](chain_link const& p, chain_link const& q) {
        return p.op == q.op && p.negated == q.negated && p.escape == q.escape && p.operands.size() == q.operands.size();
    });
}

}  // namespace detail

LANCESPEC_DECL expression::~expression() {
    // Operands that have operands of their own move to a list, so that a deep tree needs no deep stack.
    std::vector<expression> pending;
    auto const release = [&pending](expression& tree) {
        detail::for_each_operand_list(tree, [&pending](std::vector<expression>& operands) {
            for (auto& operand : operands) {
                if (operand.node.index() >= 3) pending.push_back(std::move(operand));
            }
        });
    };
    if (node.index() < 3) return;
    try {
        release(*this);
        while (!pending.empty()) {
            auto last = std::move(pending.back());
            pending.pop_back();
            release(last);
        }
    } catch (...) {
        // No memory for the list: the members' own destructors do the rest.
    }
}

LANCESPEC_DECL std::vector<expression const*> children(expression const& tree) {
    std::vector<expression const*> out;
    detail::for_each_operand_list(tree, [&out](std::vector<expression> const& operands) {
        for (auto const& operand : operands) out.push_back(&operand);
    });
    return out;
}

LANCESPEC_DECL bool operator==(expression const& a, expression const& b) {
    std::vector<std::pair<expression const*, expression const*>> pending{{&a, &b}};
    while (!pending.empty()) {
        auto const [x, y] = pending.back();
        pending.pop_back();
        if (!detail::same_node(*x, *y)) return false;
        auto const left = children(*x);
        auto const right = children(*y);
        if (left.size() != right.size()) return false;
        for (std::size_t i = 0; i < left.size(); ++i) pending.emplace_back(left[i], right[i]);
    }
    return true;
}

LANCESPEC_DECL level level_of(expression const& tree) noexcept {
    if (auto const* both = std::get_if<logical>(&tree.node)) {
        return both->op == logical_op::and_ ? level::and_ : level::or_;
    }
    if (auto const* one = std::get_if<unary>(&tree.node)) {
        return one->op == unary_op::not_ ? level::not_ : level::minus;
    }
    if (auto const* many = std::get_if<chain>(&tree.node); many != nullptr && !many->links.empty()) {
        return level_of(many->links.front().op);
    }
    return level::atom;
}

}  // namespace where
LANCESPEC_END_NAMESPACE
