// SPDX-License-Identifier: Apache-2.0
// What in a clause was likely meant otherwise, or is read differently by other servers.
#pragma once

#include <lancespec/language/impl/where_ast.ipp>
#include <lancespec/language/where.hpp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

/// What is likely meant otherwise: comparisons with NULL, which are never true, and wildcards of the shell.
inline void note_links(chain const& many, std::vector<note>& out) {
    auto const is_null = [](expression const& of) {
        auto const* value = std::get_if<literal>(&of.node);
        return value != nullptr && value->value.index() == 0;
    };
    for (auto const& link : many.links) {
        if (link.operands.empty()) continue;
        bool const compares = link.op == link_op::equal || link.op == link_op::not_equal;
        if (compares && is_null(link.operands.front())) {
            bool const equal = link.op == link_op::equal;
            out.push_back({link.range, std::string("a comparison with NULL is never true: write ") +
                                           (equal ? "IS NULL" : "IS NOT NULL")});
        }
        if (link.op == link_op::in && link.negated &&
            std::any_of(link.operands.begin(), link.operands.end(), is_null)) {
            out.push_back({link.range, "NOT IN with a NULL among its values is never true"});
        }
        if (link.op != link_op::like && link.op != link_op::ilike) continue;
        auto const* pattern = std::get_if<literal>(&link.operands.front().node);
        auto const* text = pattern == nullptr ? nullptr : std::get_if<std::string>(&pattern->value);
        if (text != nullptr && text->find('*') != std::string::npos && text->find('%') == std::string::npos) {
            out.push_back({link.range, "the wildcards of LIKE are % and _; * is an ordinary character"});
        }
    }
}

}  // namespace detail

LANCESPEC_DECL std::vector<note> notes(expression const& tree) {
    std::vector<note> out;
    std::vector<expression const*> pending{&tree};
    auto const look = [&out](identifier const& name, source_range range) {
        if (name.quotes != quote_style::double_quote) return;
        out.push_back({range, '"' + name.name +
                                  "\" is a column's name here and in LanceDB from 0.38 on; older servers "
                                  "and Lance itself take it for text: write `" +
                                  name.name + '`'});
    };
    while (!pending.empty()) {
        auto const& next = *pending.back();
        pending.pop_back();
        if (auto const* names = std::get_if<column>(&next.node)) {
            for (auto const& name : names->path) look(name, next.range);
        } else if (auto const* path = std::get_if<access>(&next.node)) {
            for (auto const& step : path->steps) look(step.field, step.range);
        } else if (auto const* many = std::get_if<chain>(&next.node)) {
            detail::note_links(*many, out);
        }
        auto const operands = children(next);
        pending.insert(pending.end(), operands.rbegin(), operands.rend());
    }
    return out;
}

}  // namespace where
LANCESPEC_END_NAMESPACE
