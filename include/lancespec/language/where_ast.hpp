// SPDX-License-Identifier: Apache-2.0
// The tree of a WHERE clause: plain values with the byte ranges they were read from.
//
// Every left-associative level is one flat node: `a AND b AND c` has three terms, `a + b - c` one operand and two
// links, `l[1].q::int` one operand and three steps. Only parentheses, NOT, minus, calls and brackets nest, so the tree
// is as deep as the text is nested. Copying, comparing and destroying trees takes no stack, however deep they are.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/core/diagnostic.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

struct expression;

/// The bytes of the text that a node was read from. Trees compare without their ranges.
using lancespec::source_range;

enum class quote_style : std::uint8_t {
    none,
    backtick,
    double_quote
};

/// A name as written. Quoted ones are matched exactly; which quotes were used does not matter for equality.
struct identifier {
    std::string name;
    quote_style quotes = quote_style::none;

    friend bool operator==(identifier const& a, identifier const& b) noexcept {
        return a.name == b.name && (a.quotes == quote_style::none) == (b.quotes == quote_style::none);
    }
};

/// The bytes of `X'dead'` or `0xdead`.
struct bytes {
    std::string data;
    friend bool operator==(bytes const&, bytes const&) = default;
};

/// NULL, TRUE, 1, 18446744073709551615, 1.5, 'text', X'dead'. Integers are int64 when they fit, then uint64, then
/// double.
struct literal {
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, bytes> value;
    friend bool operator==(literal const&, literal const&) = default;
};

/// `date '2021-01-01'`, `decimal(9, 2) '1.50'`: the text is looked at when the clause is bound.
struct typed_literal {
    columnar::data_type type;
    std::string text;
    friend bool operator==(typed_literal const&, typed_literal const&) = default;
};

/// A column or a field of a struct column: `a`, `` st.`a.b` ``. At least one name.
struct column {
    std::vector<identifier> path;
    friend bool operator==(column const&, column const&) = default;
};

enum class logical_op : std::uint8_t {
    and_,
    or_
};

/// Two or more terms joined by AND, or by OR.
struct logical {
    logical_op op = logical_op::and_;
    std::vector<expression> terms;
};

enum class unary_op : std::uint8_t {
    not_,
    minus
};

struct unary {
    unary_op op = unary_op::not_;
    std::vector<expression> operand;  ///< exactly one
};

/// What a link of a chain does with what stands before it.
enum class link_op : std::uint8_t {
    multiply,
    divide,
    modulo,
    concat,
    add,
    subtract,
    shift_left,
    shift_right,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    between,
    in,
    like,
    ilike,
    is_null,
    is_true,
    is_false,
    is_distinct,  ///< IS [NOT] DISTINCT FROM; not in Lance 12
};

/// The levels of precedence, the loosest first. The links of one chain are of one level.
enum class level : std::uint8_t {
    or_,
    and_,
    not_,
    is,
    like,
    comparison,
    shift,
    additive,
    multiplicative,
    minus,
    atom
};

/// The level of @p op.
constexpr level level_of(link_op op) noexcept {
    if (op <= link_op::concat) return level::multiplicative;
    if (op <= link_op::subtract) return level::additive;
    if (op <= link_op::shift_right) return level::shift;
    if (op <= link_op::in) return level::comparison;
    if (op <= link_op::ilike) return level::like;
    return level::is;
}

/// One step of a chain: the operator and what stands behind it.
struct chain_link {
    link_op op = link_op::add;
    bool negated = false;              ///< NOT BETWEEN, NOT IN, NOT LIKE, IS NOT …
    std::vector<expression> operands;  ///< is_null, is_true, is_false: none; between: two; in: one or more; else one
    std::string escape;                ///< like, ilike: the character after ESCAPE, or empty
    source_range range;                ///< from the operator to the end of the operands
};

/// `first link link …`, left-associative: `a - b - c` is (a - b) - c, `a IS NULL IS NOT NULL` is (a IS NULL) IS NOT
/// NULL.
struct chain {
    std::vector<expression> first;  ///< exactly one
    std::vector<chain_link> links;  ///< at least one
};

/// `lower(s)`. Which functions there are is looked at when the clause is bound.
struct call {
    identifier name;
    std::vector<expression> arguments;
};

/// `CAST(x AS int)`, `TRY_CAST(x AS int)`.
struct cast {
    bool is_try = false;  ///< null instead of an error
    columnar::data_type type;
    std::vector<expression> operand;  ///< exactly one
};

/// `[1, 2]`, `ARRAY[1, 2]`.
struct list {
    std::vector<expression> items;
};

enum class access_kind : std::uint8_t {
    field,  ///< `.q`, `['q']`
    item,   ///< `[1]`
    cast    ///< `::int`
};

/// One step of an access.
struct access_step {
    access_kind kind = access_kind::field;
    identifier field;               ///< field
    std::vector<expression> index;  ///< item: exactly one
    columnar::data_type type;       ///< cast
    source_range range;
};

/// `l[1].q`, `s::int`: steps from a value, from left to right. Fields of columns are in the column's own path.
struct access {
    std::vector<expression> first;   ///< exactly one
    std::vector<access_step> steps;  ///< at least one
};

/// What an expression can hold.
template <class T>
concept node_type = std::same_as<T, literal> || std::same_as<T, typed_literal> || std::same_as<T, column> ||
                    std::same_as<T, logical> || std::same_as<T, unary> || std::same_as<T, chain> ||
                    std::same_as<T, call> || std::same_as<T, cast> || std::same_as<T, list> || std::same_as<T, access>;

/// A node of the tree.
struct expression {
    std::variant<literal, typed_literal, column, logical, unary, chain, call, cast, list, access> node;
    source_range range;

    expression() = default;
    template <class Node>
        requires node_type<std::remove_cvref_t<Node>>
    explicit expression(Node&& from, source_range at = {})
        : node(std::in_place_type<std::remove_cvref_t<Node>>, std::forward<Node>(from)), range(at) {}
    LANCESPEC_DECL expression(expression const& other);
    expression(expression&&) noexcept = default;
    LANCESPEC_DECL expression& operator=(expression const& other);
    LANCESPEC_DECL expression& operator=(expression&& other) noexcept;
    LANCESPEC_DECL ~expression();

    /// Equal trees, wherever they were read from. Linear, no recursion.
    friend LANCESPEC_DECL bool operator==(expression const& a, expression const& b);
};

/// How tightly the root of @p tree binds: what needs no parentheses beside what.
LANCESPEC_DECL level level_of(expression const& tree) noexcept;

/// The operands of a node in the order they are written, as pointers into it.
LANCESPEC_DECL std::vector<expression const*> children(expression const& tree);

}  // namespace where
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/language/impl/where_ast.ipp>
#endif
