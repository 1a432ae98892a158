// SPDX-License-Identifier: Apache-2.0
// Bodies of language/validate.hpp.
#pragma once

#include <lancespec/language/validate.hpp>

#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/language/impl/where_ast.ipp>

#include <algorithm>
#include <optional>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

/// What is wrong with one node, its operands left aside.
struct node_checks {
    using fault = std::optional<std::string>;

    static fault count(char const* what, std::size_t has, std::size_t wants) {
        if (has == wants) return std::nullopt;
        return std::string(what) + " has " + std::to_string(has) + " operands, and takes " + std::to_string(wants);
    }

    static fault type(columnar::data_type const& of) {
        auto const valid = columnar::validate(of);
        if (valid) return std::nullopt;
        return "the type is not valid: " + columnar::to_string(valid.error());
    }

    static fault name(identifier const& of) {
        if (of.quotes <= quote_style::double_quote) return std::nullopt;
        return "a name has an unknown kind of quotes";
    }

    static fault check(literal const& of) {
        if (of.value.valueless_by_exception()) return "a literal has no value";
        return std::nullopt;
    }
    static fault check(typed_literal const& of) { return type(of.type); }
    static fault check(column const& of) {
        if (of.path.empty()) return "a column has no name";
        for (auto const& part : of.path) {
            if (auto why = name(part)) return why;
        }
        return std::nullopt;
    }
    static fault check(logical const& of) {
        if (of.op > logical_op::or_) return "AND or OR has an unknown operator";
        if (of.terms.size() >= 2) return std::nullopt;
        return "AND and OR have two terms or more, here are " + std::to_string(of.terms.size());
    }
    static fault check(unary const& of) {
        if (of.op > unary_op::minus) return "NOT or minus has an unknown operator";
        return count(of.op == unary_op::not_ ? "NOT" : "a minus sign", of.operand.size(), 1);
    }

    static fault check(chain_link const& of) {
        if (of.op > link_op::is_distinct) return "a link has an unknown operator";
        auto const strength = level_of(of.op);
        if (of.op == link_op::in) {
            if (of.operands.empty()) return "IN has no items";
        } else {
            std::size_t const wants = of.op == link_op::between                                ? 2
                                      : strength == level::is && of.op != link_op::is_distinct ? 0
                                                                                               : 1;
            if (auto why = count("an operator", of.operands.size(), wants)) return why;
        }
        if (of.escape.empty()) return std::nullopt;
        if (strength != level::like) return "ESCAPE belongs to LIKE and ILIKE";
        auto const first = decode_utf8(of.escape);
        if (first.size != of.escape.size()) return "ESCAPE takes one character";
        return std::nullopt;
    }
    static fault check(chain const& of) {
        if (auto why = count("the start of a chain", of.first.size(), 1)) return why;
        if (of.links.empty()) return "a chain has no link";
        for (auto const& link : of.links) {
            if (auto why = check(link)) return why;
            if (level_of(link.op) != level_of(of.links.front().op)) return "the links of a chain are of several levels";
        }
        return std::nullopt;
    }

    static fault check(call const& of) { return name(of.name); }
    static fault check(cast const& of) {
        if (auto why = type(of.type)) return why;
        return count("a cast", of.operand.size(), 1);
    }
    static fault check(list const&) { return std::nullopt; }
    static fault check(access const& of) {
        if (auto why = count("the start of an access", of.first.size(), 1)) return why;
        if (of.steps.empty()) return "an access has no step";
        for (auto const& step : of.steps) {
            if (step.kind > access_kind::cast) return "a step of an access is of an unknown kind";
            bool const item = step.kind == access_kind::item;
            if (auto why = count(item ? "a step in brackets" : "a field or a cast", step.index.size(), item ? 1 : 0))
                return why;
            if (auto why = name(step.field)) return why;
            if (step.kind != access_kind::cast) continue;
            if (auto why = type(step.type)) return why;
        }
        return std::nullopt;
    }
};

LANCESPEC_DECL std::optional<std::string> find_node_fault(expression const& tree) {
    if (tree.node.valueless_by_exception()) return "an expression has no node";
    return std::visit([](auto const& node) { return node_checks::check(node); }, tree.node);
}

}  // namespace detail

LANCESPEC_DECL void throw_exception_from_error(tree_error const& error, boost::source_location const&) {
    throw error_exception(error.message);
}

LANCESPEC_DECL result<void, tree_error> validate(expression const& tree) {
    std::vector<expression const*> pending{&tree};
    while (!pending.empty()) {
        auto const& next = *pending.back();
        pending.pop_back();
        if (auto why = detail::find_node_fault(next)) return tree_error{next.range, std::move(*why)};
        // The first in the order of writing is looked at first.
        auto const before = pending.size();
        detail::for_each_operand_list(next, [&pending](std::vector<expression> const& operands) {
            for (auto const& operand : operands) pending.push_back(&operand);
        });
        std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(before), pending.end());
    }
    return {};
}

}  // namespace where
LANCESPEC_END_NAMESPACE
