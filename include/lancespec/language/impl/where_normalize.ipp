// SPDX-License-Identifier: Apache-2.0
// Rewrites a tree into a normal form that keeps the same rows.
#pragma once

#include <lancespec/language/impl/where_ast.ipp>
#include <lancespec/language/validate.hpp>
#include <lancespec/language/where.hpp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

/// Whether @p tree is a chain of LIKEs or of IS tests. How literals bind in comparisons depends on where they stand,
/// so comparisons stay under their NOT.
inline bool is_test_chain(expression const& tree) noexcept {
    auto const of = level_of(tree);
    return of == level::like || of == level::is;
}

/// `NOT (a LIKE b)` as `a NOT LIKE b`, `NOT (a IS NULL)` as `a IS NOT NULL`, `NOT NOT` of either as it is.
inline void normalize_not(expression& tree) {
    auto& operand = std::get<unary>(tree.node).operand.front();
    if (auto* inner = std::get_if<unary>(&operand.node); inner != nullptr && inner->op == unary_op::not_) {
        if (!is_test_chain(inner->operand.front())) return;
        auto value = std::move(inner->operand.front());
        tree = std::move(value);
        return;
    }
    if (!is_test_chain(operand)) return;
    auto& last = std::get<chain>(operand.node).links.back();
    last.negated = !last.negated;
    auto out = std::move(operand);
    tree = std::move(out);
}

/// The terms of terms with the same operator become terms of @p tree.
inline void flatten(expression& tree) {
    auto& both = std::get<logical>(tree.node);
    bool const nested = std::any_of(both.terms.begin(), both.terms.end(), [&](expression const& term) {
        auto const* inner = std::get_if<logical>(&term.node);
        return inner != nullptr && inner->op == both.op;
    });
    if (!nested) return;
    std::vector<expression> terms;
    for (auto& term : both.terms) {
        auto* inner = std::get_if<logical>(&term.node);
        if (inner == nullptr || inner->op != both.op) {
            terms.push_back(std::move(term));
            continue;
        }
        for (auto& part : inner->terms) terms.push_back(std::move(part));
    }
    both.terms = std::move(terms);
}

/// The column and the link of `column = literal` or `column IN (literals)`, or null.
inline chain_link* equality_of_column(expression& term) {
    auto* many = std::get_if<chain>(&term.node);
    if (many == nullptr || many->links.size() != 1 || !std::holds_alternative<column>(many->first.front().node)) {
        return nullptr;
    }
    auto& link = many->links.front();
    if (link.negated || (link.op != link_op::equal && link.op != link_op::in)) return nullptr;
    // Literals of one kind have one type, so that none of them changes what the others are compared as.
    auto const is_literal = [&link](expression const& item) {
        auto const* value = std::get_if<literal>(&item.node);
        return value != nullptr && value->value.index() == std::get<literal>(link.operands.front().node).value.index();
    };
    bool const fine = std::holds_alternative<literal>(link.operands.front().node) &&
                      std::all_of(link.operands.begin(), link.operands.end(), is_literal);
    return fine ? &link : nullptr;
}

inline std::size_t literal_kind(chain_link const& link) noexcept {
    return std::get<literal>(link.operands.front().node).value.index();
}

/// Every item of an IN once.
inline void normalize_in(chain& many) {
    for (auto& link : many.links) {
        if (link.op != link_op::in) continue;
        std::vector<std::pair<std::string, std::size_t>> keys;
        keys.reserve(link.operands.size());
        for (std::size_t i = 0; i < link.operands.size(); ++i) {
            auto const* item = std::get_if<literal>(&link.operands[i].node);
            if (item != nullptr) keys.emplace_back(format(link.operands[i]), i);
        }
        std::sort(keys.begin(), keys.end());
        std::vector<bool> again(link.operands.size());
        for (std::size_t i = 1; i < keys.size(); ++i) again[keys[i].second] = keys[i].first == keys[i - 1].first;
        std::vector<expression> items;
        for (std::size_t i = 0; i < link.operands.size(); ++i) {
            if (!again[i]) items.push_back(std::move(link.operands[i]));
        }
        link.operands = std::move(items);
    }
}

/// `x = 1 OR x = 2 OR y` as `x IN (1, 2) OR y`. Neighbours only, so that the work is linear.
inline void join_equalities(expression& tree) {
    auto& terms = std::get<logical>(tree.node).terms;
    std::vector<expression> out;
    std::vector<bool> joined;
    bool follows_equality = false;  // not asked of the last term again: that looks at all it has been joined of
    for (auto& term : terms) {
        auto* next = equality_of_column(term);
        auto* before = next != nullptr && follows_equality ? &std::get<chain>(out.back().node).links.front() : nullptr;
        follows_equality = next != nullptr;
        // Only a lone column binds IN's items as it binds an equality's literal.
        auto const same = before != nullptr && literal_kind(*before) == literal_kind(*next) &&
                          std::get<chain>(out.back().node).first.front() == std::get<chain>(term.node).first.front() &&
                          std::get<column>(std::get<chain>(term.node).first.front().node).path.size() == 1;
        if (!same) {
            out.push_back(std::move(term));
            joined.push_back(false);
            continue;
        }
        joined.back() = true;
        before->op = link_op::in;
        for (auto& item : next->operands) before->operands.push_back(std::move(item));
        out.back().range.end = term.range.end;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (joined[i]) normalize_in(std::get<chain>(out[i].node));
    }
    if (out.size() == 1) {
        auto only = std::move(out.front());
        tree = std::move(only);
    } else {
        terms = std::move(out);
    }
}

}  // namespace detail

LANCESPEC_DECL expression normalize(expression tree) {
    if (!validate(tree)) return tree;
    // Parents before their operands in this order, so operands first from its end.
    std::vector<expression*> order{&tree};
    for (std::size_t i = 0; i < order.size(); ++i) {
        auto* const node = order[i];
        detail::for_each_operand_list(*node, [&order](std::vector<expression>& operands) {
            for (auto& operand : operands) order.push_back(&operand);
        });
    }
    for (auto i = order.size(); i-- > 0;) {
        auto& node = *order[i];
        if (auto* both = std::get_if<logical>(&node.node)) {
            detail::flatten(node);
            if (both->op == logical_op::or_) detail::join_equalities(node);
        } else if (auto* one = std::get_if<unary>(&node.node); one != nullptr && one->op == unary_op::not_) {
            detail::normalize_not(node);
        }
        if (auto* many = std::get_if<chain>(&node.node)) detail::normalize_in(*many);
    }
    return tree;
}

}  // namespace where
LANCESPEC_END_NAMESPACE
