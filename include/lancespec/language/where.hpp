// SPDX-License-Identifier: Apache-2.0
// WHERE clauses of Lance's SQL dialect: parse into a tree, print it back, write it in a normal form. Binding to a
// schema is in bind.hpp, computing rows in evaluate.hpp.
#pragma once

#include <lancespec/core/limits.hpp>
#include <lancespec/core/result.hpp>
#include <lancespec/language/where_ast.hpp>

#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

/// Why a text is not a WHERE clause.
struct parse_error {
    std::size_t offset = 0;  ///< byte offset into the text
    std::size_t line = 1;    ///< from 1
    std::size_t column = 1;  ///< in characters, from 1
    std::string message;     ///< one sentence: what was expected, or the construct that is not in the dialect
    std::string hint;        ///< what was most likely meant; may be empty
};

[[noreturn]] LANCESPEC_DECL void throw_exception_from_error(parse_error const& error, boost::source_location const&);

/// The error under the line of the clause that it is in (core/diagnostic.hpp).
LANCESPEC_DECL std::string render(parse_error const& error, std::string_view text);

/// Whose filters are read.
enum class compatibility : std::uint8_t {
    lance12,  ///< what Lance 12 accepts
    newest    ///< what the newest release accepts, Lance 14: IS [NOT] DISTINCT FROM, and the rules of bind_options
};

/// What `"x"` is. LanceDB takes it for a column's name from 0.38 on; older servers and Lance itself for text.
enum class double_quotes : std::uint8_t {
    identifier,
    text,
    refused
};

struct parse_options {
    limits bounds{};
    compatibility dialect = compatibility::lance12;
    double_quotes quotes = double_quotes::identifier;
};

/// Parses the whole of @p text. Work is linear in the text (at most 64 rule calls a byte), nesting is bounded by
/// `limits::where_depth`; chains of AND, OR, +, IN items and the like are flat and unbounded.
/// Any bytes are accepted as input; never throws but for memory.
LANCESPEC_DECL result<expression, parse_error> parse(std::string_view text, parse_options const& options);

/// The same with default options.
LANCESPEC_DECL result<expression, parse_error> parse(std::string_view text, limits const& bounds = {});

/// What a parse cost, in steps instead of time.
struct parse_statistics {
    std::size_t rule_calls = 0;  ///< how often a rule of the grammar was tried; at most 64 a byte
};

/// The same, and counts.
LANCESPEC_DECL result<expression, parse_error> parse(std::string_view text, parse_options const& options,
                                                     parse_statistics& statistics);

/// Something in a clause that servers do not agree on, or that keeps other rows than its writer is likely to expect.
struct note {
    source_range range;
    std::string message;
};

/// What in @p tree other servers may read differently, in the order it is written: double quotes. Linear.
LANCESPEC_DECL std::vector<note> notes(expression const& tree);

enum class name_quoting : std::uint8_t {
    minimal,  ///< backticks where the name needs them, or was quoted
    full      ///< backticks around every name of a column
};

/// The canonical text, which parses to an equal tree. With full quoting the text names the same columns only if
/// the tree's names are spelled as in the schema, since a quoted name matches exactly. Of a tree that validate()
/// refuses, it shows what is there, which need not parse. Linear.
LANCESPEC_DECL std::string format(expression const& tree, name_quoting quoting = name_quoting::minimal);

/// An equivalent tree in a normal form: AND and OR flat, NOT moved into the LIKE or IS behind it, equalities of one
/// column that stand side by side in an OR as IN, every item of IN once. It keeps the same rows. Linear but for sorting
/// the items. A tree that validate() refuses comes back as it is.
LANCESPEC_DECL expression normalize(expression tree);

}  // namespace where
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/language/impl/where.ipp>
#include <lancespec/language/impl/where_format.ipp>
#include <lancespec/language/impl/where_normalize.ipp>
#include <lancespec/language/impl/where_notes.ipp>
#endif
