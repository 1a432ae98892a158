// SPDX-License-Identifier: Apache-2.0
// What an expression becomes when it is bound: steps in the order in which they are computed, each with its type.
// Names, literals and casts are settled; evaluating needs no schema and no recursion.
#pragma once

#include <lancespec/columnar/scalar.hpp>
#include <lancespec/language/where_ast.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

enum class function_id : std::uint8_t;  // impl/functions.ipp

enum class step_op : std::uint8_t {
    field,     ///< `path`: a column, or a field of struct columns
    row,       ///< the row's number: what `_rowid` and `_rowaddr` are
    constant,  ///< `value`
    cast,      ///< to `type`; `is_try`: null instead of an error
    and_,
    or_,
    not_,
    negate,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    shift_left,
    shift_right,
    concat,  ///< of texts or of bytes; null when either is
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    is_distinct,  ///< never null: nulls are alike
    in,           ///< is input 0 among `values`, which are of its type and may hold a null
    like,         ///< input 0 against the pattern input 1, `escape`, `ignore_case`
    is_null,
    is_true,
    is_false,
    call,       ///< `function` of the inputs
    item,       ///< of the list input 0, number input 1: from 1, or from -1 at its end
    member,     ///< child `path[0]` of the struct input 0
    make_list,  ///< the inputs as items
};

/// One step. Its inputs are steps before it.
struct bound_step {
    step_op op = step_op::constant;
    columnar::data_type type;
    std::vector<std::uint32_t> inputs;
    std::vector<std::size_t> path;  ///< field: the column, then the child at each level; member: one child
    columnar::scalar value;         ///< constant
    columnar::scalars values;       ///< in
    std::string escape = "\\";      ///< like: one character
    bool ignore_case = false;       ///< like
    bool is_try = false;            ///< cast
    function_id function{};         ///< call
    source_range range;             ///< the text it came from
};

/// The steps, at least one.
struct bound_program {
    std::vector<bound_step> steps;
    std::uint32_t result = 0;  ///< the step whose value is the expression's
};

}  // namespace where
LANCESPEC_END_NAMESPACE
