// SPDX-License-Identifier: Apache-2.0
// What is said of names that a filter's schema and functions do not have.
#pragma once

#include <lancespec/language/impl/binder.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// What is said of a function that there is not: what is meant by it elsewhere, or the names most like it.
LANCESPEC_DECL std::string no_function(std::string const& name) {
    auto out = "no function " + quote(name) + "()";
    if (auto const hint = hint_for_function(name); !hint.empty()) return out + "; " + hint;
    auto const nearest = nearest_functions(name);
    for (auto const& near : nearest) {
        out += &near == &nearest.front() ? "; nearest: " : ", ";
        out += near;
    }
    return out;
}

/// What is said where a path goes on behind a list: an item is reached by its number.
inline std::string behind_list(column const& node, columnar::field const& list) {
    field_path path;
    std::size_t at = 0;
    for (; at < node.path.size(); ++at) {
        path.segments.push_back(node.path[at].name);
        if (node.path[at].name == list.name) break;
    }
    auto out = ": " + quote(list.name) + " is " + quote(columnar::to_string(list.type)) +
               ", whose items are reached by their numbers: " + quote(path.to_string()) + "[1]";
    auto const& item = list.type.children.front().type;
    // `l.item.q` is how a path names the child of a list.
    auto next = at + 1;
    if (next < node.path.size() && node.path[next].name == list.type.children.front().name) ++next;
    if (item.id == type_id::struct_ && next < node.path.size()) {
        field_path rest;
        for (; next < node.path.size(); ++next) rest.segments.push_back(node.path[next].name);
        out += '.' + quote(rest.to_string());
    }
    return out;
}

LANCESPEC_DECL bool lowering::unresolved(column const& node, source_range at, columnar::field const* reached,
                                         bool ambiguous, bool in_call) {
    field_path path;
    for (auto const& id : node.path) path.segments.push_back(id.name);
    std::string message = "no column " + quote(path.to_string());
    if (reached != nullptr && is_list(reached->type.id) && !reached->type.children.empty()) {
        return refuse(at, message + behind_list(node, *reached), error_code::table_column_not_found);
    }
    if (ambiguous) message += ": more than one differs only in case, quote the one that is meant";
    if (reached != nullptr && reached->type.id != type_id::struct_) {
        message +=
            ": " + quote(reached->name) + " is " + quote(columnar::to_string(reached->type)) + " and has no fields";
    }
    auto const nearest = lancespec::detail::nearest_paths(path.segments, fields);
    for (auto const& name : nearest) message += (&name == &nearest.front() ? "; nearest: " : ", ") + name;
    if (!dashed.empty() && at.offset >= dashed_range.offset && at.end <= dashed_range.end) {
        message += "; a column is called " + quote(dashed) + ": quote it, `" + quote(dashed) + "`";
    }
    bool const lone = node.path.size() == 1;
    if (lone && node.path.front().quotes == quote_style::double_quote) {
        message += "; double quotes name a column, text goes in single quotes";
    }
    if (in_call && reached == nullptr) message += "; inside a call names match exactly";
    if (lone && node.path.front().quotes == quote_style::none) {
        auto const& name = node.path.front().name;
        bool const changes = std::any_of(changing_names.begin(), changing_names.end(), [&name](std::string_view other) {
            return equal_ignoring_ascii_case(name, other);
        });
        if (changes) {
            message +=
                "; a filter has no value that differs at every call: write date '2021-01-31' or timestamp "
                "'2021-01-31 12:30:00'";
        } else if (auto const hint = hint_of(name, value_words); !hint.empty()) {
            message += "; " + std::string(hint);
        } else if (nearest.empty() && dashed.empty()) {
            message += "; text goes in single quotes: '" + quote(name) + "'";
        }
    }
    return refuse(at, std::move(message), error_code::table_column_not_found);
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
