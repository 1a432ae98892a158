// SPDX-License-Identifier: Apache-2.0
// Bodies of language/where_ast.hpp.
#pragma once

#include <lancespec/language/where_ast.hpp>

#include <algorithm>
#include <memory>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

/// Nodes without operands come first among the alternatives.
inline bool is_leaf(expression const& tree) noexcept {
    return tree.node.index() < 3;
}

/// Calls @p visit with every list of operands that @p tree owns, in the order they are written.
template <class Expression, class Visit>
void for_each_operand_list(Expression& tree, Visit visit) {
    if (auto* both = std::get_if<logical>(&tree.node)) return visit(both->terms);
    if (auto* one = std::get_if<unary>(&tree.node)) return visit(one->operand);
    if (auto* to = std::get_if<call>(&tree.node)) return visit(to->arguments);
    if (auto* to = std::get_if<cast>(&tree.node)) return visit(to->operand);
    if (auto* of = std::get_if<list>(&tree.node)) return visit(of->items);
    if (auto* many = std::get_if<chain>(&tree.node)) {
        visit(many->first);
        for (auto& step : many->links) visit(step.operands);
    }
    if (auto* path = std::get_if<access>(&tree.node)) {
        visit(path->first);
        for (auto& step : path->steps) visit(step.index);
    }
}

/// Whether two nodes agree in everything but their operands, and have as many of them.
LANCESPEC_DECL bool same_node(expression const& a, expression const& b) {
    if (a.node.index() != b.node.index()) return false;
    if (auto const* x = std::get_if<literal>(&a.node)) return *x == std::get<literal>(b.node);
    if (auto const* x = std::get_if<typed_literal>(&a.node)) return *x == std::get<typed_literal>(b.node);
    if (auto const* x = std::get_if<column>(&a.node)) return *x == std::get<column>(b.node);
    if (auto const* x = std::get_if<logical>(&a.node)) return x->op == std::get<logical>(b.node).op;
    if (auto const* x = std::get_if<unary>(&a.node)) return x->op == std::get<unary>(b.node).op;
    if (auto const* x = std::get_if<call>(&a.node)) return x->name == std::get<call>(b.node).name;
    if (auto const* x = std::get_if<cast>(&a.node)) {
        auto const& y = std::get<cast>(b.node);
        return x->is_try == y.is_try && x->type == y.type;
    }
    if (std::holds_alternative<list>(a.node)) return true;
    if (auto const* x = std::get_if<access>(&a.node)) {
        auto const& y = std::get<access>(b.node).steps;
        return std::equal(
            x->steps.begin(), x->steps.end(), y.begin(), y.end(), [](access_step const& p, access_step const& q) {
                return p.kind == q.kind && p.field == q.field && p.type == q.type && p.index.size() == q.index.size();
            });
    }
    if (a.node.valueless_by_exception()) return true;
    auto const& x = std::get<chain>(a.node).links;
    auto const& y = std::get<chain>(b.node).links;
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](chain_link const& p, chain_link const& q) {
        return p.op == q.op && p.negated == q.negated && p.escape == q.escape && p.operands.size() == q.operands.size();
    });
}

/// A copy of one node whose operands are there but empty. What is copied is whole before the node changes, since moving
/// it there cannot fail: a node is never without a value.
LANCESPEC_DECL void copy_node(expression const& from, expression& to) {
    using operands = std::vector<expression>;
    to.range = from.range;
    if (auto const* x = std::get_if<logical>(&from.node)) {
        to.node.emplace<logical>(logical{x->op, operands(x->terms.size())});
    } else if (auto const* y = std::get_if<unary>(&from.node)) {
        to.node.emplace<unary>(unary{y->op, operands(y->operand.size())});
    } else if (auto const* z = std::get_if<call>(&from.node)) {
        to.node.emplace<call>(call{z->name, operands(z->arguments.size())});
    } else if (auto const* u = std::get_if<cast>(&from.node)) {
        to.node.emplace<cast>(cast{u->is_try, u->type, operands(u->operand.size())});
    } else if (auto const* v = std::get_if<list>(&from.node)) {
        to.node.emplace<list>(list{operands(v->items.size())});
    } else if (auto const* w = std::get_if<chain>(&from.node)) {
        chain out{operands(w->first.size()), {}};
        out.links.reserve(w->links.size());
        for (auto const& step : w->links) {
            out.links.push_back({step.op, step.negated, operands(step.operands.size()), step.escape, step.range});
        }
        to.node.emplace<chain>(std::move(out));
    } else if (auto const* p = std::get_if<access>(&from.node)) {
        access out{operands(p->first.size()), {}};
        out.steps.reserve(p->steps.size());
        for (auto const& step : p->steps) {
            out.steps.push_back({step.kind, step.field, operands(step.index.size()), step.type, step.range});
        }
        to.node.emplace<access>(std::move(out));
    } else if (auto const* a = std::get_if<literal>(&from.node)) {
        to.node.emplace<literal>(literal(*a));
    } else if (auto const* b = std::get_if<typed_literal>(&from.node)) {
        to.node.emplace<typed_literal>(typed_literal(*b));
    } else if (auto const* c = std::get_if<column>(&from.node)) {
        to.node.emplace<column>(column(*c));
    }
}

}  // namespace detail

LANCESPEC_DECL expression::expression(expression const& other) {
    std::vector<std::pair<expression const*, expression*>> pending{{&other, this}};
    std::vector<expression const*> sources;
    while (!pending.empty()) {
        auto const [from, to] = pending.back();
        pending.pop_back();
        detail::copy_node(*from, *to);
        sources.clear();
        detail::for_each_operand_list(*from, [&sources](std::vector<expression> const& operands) {
            for (auto const& operand : operands) sources.push_back(&operand);
        });
        std::size_t next = 0;
        detail::for_each_operand_list(*to, [&](std::vector<expression>& operands) {
            for (auto& operand : operands) pending.emplace_back(sources[next++], &operand);
        });
    }
}

LANCESPEC_DECL expression& expression::operator=(expression const& other) {
    if (this != &other) *this = expression(other);
    return *this;
}

// The variant's own assignment would instantiate a function for each pair of alternatives.
LANCESPEC_DECL expression& expression::operator=(expression&& other) noexcept {
    if (this == &other) return *this;
    range = other.range;
    if (detail::is_leaf(*this)) {
        std::destroy_at(&node);
        std::construct_at(&node, std::move(other.node));
        return *this;
    }
    auto held = std::move(other.node);  // a node may be replaced by one of its own operands
    std::destroy_at(&node);
    std::construct_at(&node, std::move(held));
    return *this;
}

LANCESPEC_DECL expression::~expression() {
    // Operands that have operands of their own move to a list, so that a deep tree needs no deep stack.
    std::vector<expression> pending;
    auto const release = [&pending](expression& tree) {
        detail::for_each_operand_list(tree, [&pending](std::vector<expression>& operands) {
            for (auto& operand : operands) {
                if (!detail::is_leaf(operand)) pending.push_back(std::move(operand));
            }
        });
    };
    if (detail::is_leaf(*this)) return;
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
