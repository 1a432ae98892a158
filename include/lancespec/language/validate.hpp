// SPDX-License-Identifier: Apache-2.0
// Whether a tree that a program builds keeps the rules of where_ast.hpp, as every tree that is parsed does.
#pragma once

#include <lancespec/core/result.hpp>
#include <lancespec/language/where_ast.hpp>

#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

/// The first rule that a tree breaks, and the range of the node that breaks it.
struct tree_error {
    source_range range;
    std::string message;  ///< one sentence: what is there, and what must be
};

/// Called by Boost.System when value() is asked of a result that holds a tree_error.
[[noreturn]] LANCESPEC_DECL void throw_exception_from_error(tree_error const& error, boost::source_location const&);

/// Whether @p tree keeps the rules of where_ast.hpp, each node of it:
///
/// - AND and OR have two terms or more; NOT, minus, a cast and the start of a chain or an access one operand;
/// - a chain has a link and an access a step; the links of a chain are of one level, each with the operands that its
///   operator takes; ESCAPE is one character behind LIKE or ILIKE; a step in brackets has one index, the others none;
/// - a column has a name; the types of casts and typed literals are valid (columnar/validate.hpp); no enum holds a
///   number that it has no name for, and no variant is without a value.
///
/// How deep the tree is does not matter. bind_filter() and bind_value() refuse what this refuses, normalize() gives it
/// back as it is, and format() and notes() show what is there. Linear in the tree, no recursion.
[[nodiscard]] LANCESPEC_DECL result<void, tree_error> validate(expression const& tree);

}  // namespace where
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/language/impl/validate_tree.ipp>
#endif
