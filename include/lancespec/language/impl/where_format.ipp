// SPDX-License-Identifier: Apache-2.0
// Prints a WHERE clause's tree as its canonical text. Keeps its own stack, so trees may be deep.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/language/impl/field_path.ipp>
#include <lancespec/language/impl/where_types.ipp>
#include <lancespec/language/where.hpp>

#include <array>
#include <charconv>
#include <cmath>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

/// Text to write, or a node to print with parentheses when it binds more loosely than `least`.
struct to_print {
    std::string_view text;
    expression const* node = nullptr;
    level least = level::or_;
    bool quoted = false;  ///< the text goes between single quotes
    identifier const* name = nullptr;
    columnar::data_type const* type = nullptr;
    bool is_function = false;  ///< the name of one
};

constexpr level tighter(level than) noexcept {
    return static_cast<level>(static_cast<int>(than) + 1);
}

constexpr std::string_view spelling(link_op op, bool negated) noexcept {
    switch (op) {
        case link_op::multiply: return " * ";
        case link_op::divide: return " / ";
        case link_op::modulo: return " % ";
        case link_op::concat: return " || ";
        case link_op::add: return " + ";
        case link_op::subtract: return " - ";
        case link_op::shift_left: return " << ";
        case link_op::shift_right: return " >> ";
        case link_op::equal: return " = ";
        case link_op::not_equal: return " <> ";
        case link_op::less: return " < ";
        case link_op::less_equal: return " <= ";
        case link_op::greater: return " > ";
        case link_op::greater_equal: return " >= ";
        case link_op::between: return negated ? " NOT BETWEEN " : " BETWEEN ";
        case link_op::in: return negated ? " NOT IN (" : " IN (";
        case link_op::like: return negated ? " NOT LIKE " : " LIKE ";
        case link_op::ilike: return negated ? " NOT ILIKE " : " ILIKE ";
        case link_op::is_null: return negated ? " IS NOT NULL" : " IS NULL";
        case link_op::is_true: return negated ? " IS NOT TRUE" : " IS TRUE";
        case link_op::is_false: return negated ? " IS NOT FALSE" : " IS FALSE";
        case link_op::is_distinct: return negated ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ";
    }
    return {};
}

LANCESPEC_DECL void print_quoted(std::string& out, std::string_view text, char quote) {
    out += quote;
    for (char const c : text) {
        if (c == quote) out += quote;
        out += c;
    }
    out += quote;
}

/// Whether @p name can stand without quotes: a word that means nothing else where a value is wanted.
LANCESPEC_DECL bool is_bare_name(std::string_view name, bool is_root) noexcept {
    if (name.empty() || (name.front() >= '0' && name.front() <= '9')) return false;
    if (lancespec::detail::needs_quotes(name, path_quoting::full)) return false;
    if (!is_root) return true;
    for (auto const* word : {"null", "true", "false", "not"}) {
        if (equal_ignoring_ascii_case(name, word)) return false;
    }
    return true;
}

/// Whether @p name begins a call when a parenthesis follows it.
LANCESPEC_DECL bool is_bare_function(std::string_view name) noexcept {
    for (auto const* word :
         {"cast", "try_cast", "safe_cast", "case", "exists", "interval", "select", "any", "all", "some", "distinct",
          "symmetric", "time", "timestamptz", "row_number", "convert", "position", "overlay"}) {
        if (equal_ignoring_ascii_case(name, word)) return false;
    }
    return is_bare_name(name, true);
}

LANCESPEC_DECL void print_leaf(std::string& out, literal const& node) {
    if (node.value.valueless_by_exception()) return;
    struct visitor {
        std::string& out;
        void operator()(std::monostate) const { out += "NULL"; }
        void operator()(bool v) const { out += v ? "TRUE" : "FALSE"; }
        void operator()(std::int64_t v) const { out += std::to_string(v); }
        void operator()(std::uint64_t v) const { out += std::to_string(v); }
        void operator()(double v) const {
            if (std::isinf(v)) {
                out += v < 0 ? "-1e999" : "1e999";
                return;
            }
            std::array<char, 32> buffer;
            auto const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v).ptr;
            std::string_view const digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
            out += digits;
            if (digits.find_first_of(".e") == std::string_view::npos) out += ".0";
        }
        void operator()(std::string const& v) const { print_quoted(out, v, '\''); }
        void operator()(bytes const& v) const {
            static constexpr std::string_view hex = "0123456789abcdef";
            out += "X'";
            for (char const c : v.data) {
                auto const u = static_cast<unsigned char>(c);
                out += hex[u >> 4];
                out += hex[u & 15];
            }
            out += '\'';
        }
    };
    std::visit(visitor{out}, node.value);
}

LANCESPEC_DECL void print_leaf(std::string& out, typed_literal const& node) {
    out += type_spelling(node.type);
    out += ' ';
    print_quoted(out, node.text, '\'');
}

LANCESPEC_DECL void print_name(std::string& out, identifier const& id, bool is_root, name_quoting quoting) {
    if (quoting == name_quoting::minimal && id.quotes == quote_style::none && is_bare_name(id.name, is_root)) {
        out += id.name;
    } else {
        print_quoted(out, id.name, '`');
    }
}

LANCESPEC_DECL void print_function_or_field(std::string& out, identifier const& id, bool is_function,
                                            name_quoting quoting) {
    if (!is_function) return print_name(out, id, false, quoting);
    if (id.quotes == quote_style::none && is_bare_function(id.name)) {
        out += id.name;
    } else {
        print_quoted(out, id.name, '`');
    }
}

LANCESPEC_DECL void print_leaf(std::string& out, column const& node, name_quoting quoting) {
    for (auto const& id : node.path) {
        bool const is_root = &id == &node.path.front();
        if (!is_root) out += '.';
        print_name(out, id, is_root, quoting);
    }
}

/// Values with commas between them.
LANCESPEC_DECL void add_items(std::vector<to_print>& out, std::vector<expression> const& items) {
    for (auto const& item : items) {
        if (&item != &items.front()) out.push_back({", "});
        out.push_back({{}, &item, level::or_});
    }
}

/// A column called ARRAY, without quotes: before a bracket it would be read as the word that begins a list.
LANCESPEC_DECL bool is_bare_array(expression const& tree) noexcept {
    auto const* named = std::get_if<column>(&tree.node);
    return named != nullptr && named->path.size() == 1 && named->path.front().quotes == quote_style::none &&
           equal_ignoring_ascii_case(named->path.front().name, "array");
}

/// The pieces of a call, a cast, a list or an access.
LANCESPEC_DECL void add_atom_pieces(std::vector<to_print>& out, expression const& tree) {
    if (auto const* to = std::get_if<call>(&tree.node)) {
        out.push_back({{}, nullptr, level::or_, false, &to->name, nullptr, true});
        out.push_back({"("});
        add_items(out, to->arguments);
        out.push_back({")"});
    } else if (auto const* as = std::get_if<cast>(&tree.node)) {
        out.push_back({as->is_try ? "TRY_CAST(" : "CAST("});
        add_items(out, as->operand);
        out.push_back({" AS "});
        out.push_back({{}, nullptr, level::or_, false, nullptr, &as->type});
        out.push_back({")"});
    } else if (auto const* of = std::get_if<list>(&tree.node)) {
        out.push_back({"["});
        add_items(out, of->items);
        out.push_back({"]"});
    } else if (auto const* access_node = std::get_if<access>(&tree.node)) {
        auto const& path = *access_node;
        auto const begins_with = [&path](access_kind kind) {
            return !path.steps.empty() && path.steps.front().kind == kind;
        };
        for (auto const& first : path.first) {
            // A step behind a step, or a field behind a column, would be read as one path.
            bool const runs_on = std::holds_alternative<access>(first.node) ||
                                 (is_bare_array(first) && begins_with(access_kind::item)) ||
                                 (std::holds_alternative<literal>(first.node) && begins_with(access_kind::field));
            if (runs_on) out.push_back({"("});
            out.push_back({{}, &first, level::atom});
            if (runs_on) out.push_back({")"});
        }
        for (auto const& step : path.steps) {
            if (step.kind == access_kind::field) {
                out.push_back({"."});
                out.push_back({{}, nullptr, level::or_, false, &step.field});
            } else if (step.kind == access_kind::cast) {
                out.push_back({"::"});
                out.push_back({{}, nullptr, level::or_, false, nullptr, &step.type});
            } else {
                out.push_back({"["});
                add_items(out, step.index);
                out.push_back({"]"});
            }
        }
    }
}

/// The pieces of an inner node in the order in which they are written.
LANCESPEC_DECL void add_pieces(std::vector<to_print>& out, expression const& tree) {
    if (auto const* both = std::get_if<logical>(&tree.node)) {
        auto const least = tighter(level_of(tree));
        for (auto const& term : both->terms) {
            if (&term != &both->terms.front()) out.push_back({both->op == logical_op::and_ ? " AND " : " OR "});
            out.push_back({{}, &term, least});
        }
        return;
    }
    if (auto const* one = std::get_if<unary>(&tree.node)) {
        bool const is_not = one->op == unary_op::not_;
        out.push_back({is_not ? "NOT " : "-"});
        // Two minus signs in a row would begin a comment.
        for (auto const& operand : one->operand) out.push_back({{}, &operand, is_not ? level::not_ : level::atom});
        return;
    }
    if (!std::holds_alternative<chain>(tree.node)) return add_atom_pieces(out, tree);
    auto const& many = std::get<chain>(tree.node);
    auto const least = tighter(level_of(tree));
    for (auto const& operand : many.first) out.push_back({{}, &operand, least});
    for (auto const& step : many.links) {
        out.push_back({spelling(step.op, step.negated)});
        auto const separator = step.op == link_op::in ? std::string_view(", ") : std::string_view(" AND ");
        for (auto const& operand : step.operands) {
            if (&operand != &step.operands.front()) out.push_back({separator});
            out.push_back({{}, &operand, step.op == link_op::in ? level::or_ : least});
        }
        if (step.op == link_op::in) out.push_back({")"});
        if (!step.escape.empty()) {
            out.push_back({" ESCAPE "});
            out.push_back({step.escape, nullptr, level::or_, true});
        }
    }
}

}  // namespace detail

LANCESPEC_DECL std::string format(expression const& tree, name_quoting quoting) {
    std::string out;
    std::vector<detail::to_print> pending{{{}, &tree, level::or_}};
    std::vector<detail::to_print> pieces;
    while (!pending.empty()) {
        auto const next = pending.back();
        pending.pop_back();
        if (next.node == nullptr) {
            if (next.quoted) {
                detail::print_quoted(out, next.text, '\'');
            } else if (next.name != nullptr) {
                detail::print_function_or_field(out, *next.name, next.is_function, quoting);
            } else if (next.type != nullptr) {
                out += detail::type_spelling(*next.type);
            } else {
                out += next.text;
            }
            continue;
        }
        if (auto const* leaf = std::get_if<literal>(&next.node->node)) {
            detail::print_leaf(out, *leaf);
        } else if (auto const* typed = std::get_if<typed_literal>(&next.node->node)) {
            detail::print_leaf(out, *typed);
        } else if (auto const* name = std::get_if<column>(&next.node->node)) {
            detail::print_leaf(out, *name, quoting);
        } else {
            bool const parentheses = level_of(*next.node) < next.least;
            pieces.clear();
            if (parentheses) pieces.push_back({"("});
            detail::add_pieces(pieces, *next.node);
            if (parentheses) pieces.push_back({")"});
            pending.insert(pending.end(), pieces.rbegin(), pieces.rend());
        }
    }
    return out;
}

}  // namespace where
LANCESPEC_END_NAMESPACE
