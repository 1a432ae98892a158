// WHERE clauses of Lance's SQL dialect: parse into a tree, print it back. Binding to a schema is in bind.hpp,
// computing rows in evaluate.hpp.
#pragma once

#include <lancespec/core/limits.hpp>
#include <lancespec/core/result.hpp>
#include <lancespec/language/where_ast.hpp>

#include <string>
#include <string_view>

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

/// The message with what of the clause's line is around the offending byte, a caret under it, and the hint; several
/// lines, short ones however long the clause.
LANCESPEC_DECL std::string render(parse_error const& error, std::string_view text);

/// Parses the whole of @p text. Work is linear in the text (at most 64 rule calls a byte), nesting is bounded by
/// `limits::where_depth`; chains of AND, OR, +, IN items and the like are flat and unbounded.
/// Any bytes are accepted as input; never throws but for memory.
LANCESPEC_DECL result<expression, parse_error> parse(std::string_view text, limits const& bounds = {});

/// What a parse cost, in steps instead of time.
struct parse_statistics {
    std::size_t rule_calls = 0;  ///< how often a rule of the grammar was tried; at most 64 a byte
};

/// The same, and counts.
LANCESPEC_DECL result<expression, parse_error> parse(std::string_view text, limits const& bounds,
                                                     parse_statistics& statistics);

/// The canonical text, which parses to an equal tree. Linear.
LANCESPEC_DECL std::string format(expression const& tree);

}  // namespace where
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/language/impl/where.ipp>
#include <lancespec/language/impl/where_format.ipp>
#endif
