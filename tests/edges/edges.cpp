// SPDX-License-Identifier: Apache-2.0
// Every function, operator and cast of WHERE over the edges of every type, under UndefinedBehaviorSanitizer: what
// fails, fails with an error. The functions are those of the table that binding reads, so none can be forgotten.
#include "tests/edges/library.hpp"

#include "tests/edges/edge_values.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

namespace edges {

namespace where = lancespec::where;
namespace detail = lancespec::where::detail;

std::int64_t expressions = 0;  ///< bound to columns or constants
std::int64_t rows_computed = 0;
std::int64_t rows_failed = 0;

/// One column a type, called after its place, and what stands in for it as a constant.
struct operand {
    where::expression tree;
    columnar::field field;
    scalars values;  ///< the column's; empty: no column
};

where::expression literal_of(std::string text) {
    return where::expression(where::literal{std::move(text)});
}

/// The values of @p operands beside each other in every combination: a column for each that has one.
columnar::record_batch cross(std::vector<operand> const& operands) {
    columnar::record_batch out;
    out.length = 1;
    auto fields = std::make_shared<columnar::schema>();
    for (auto const& each : operands)
        out.length *= each.values.empty() ? 1 : static_cast<std::int64_t>(each.values.size());
    std::int64_t repeat = 1;
    for (auto const& each : operands) {
        if (each.values.empty()) continue;
        fields->fields.push_back(each.field);
        columnar::array_builder builder(each.field.type);
        auto const count = static_cast<std::int64_t>(each.values.size());
        for (std::int64_t row = 0; row < out.length; ++row) {
            if (!builder.append(each.values[static_cast<std::size_t>(row / repeat % count)])) std::abort();
        }
        repeat *= count;
        out.columns.push_back(builder.finish());
    }
    out.fields = fields;
    return out;
}

columnar::record_batch part(columnar::record_batch const& of, std::int64_t first, std::int64_t count) {
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < count; ++i) rows.push_back(first + i);
    auto out = of;
    out.length = count;
    for (auto& column : out.columns) column = columnar::take(*column, rows);
    return out;
}

/// Computes @p tree for every row of @p batch; a row that fails does not hide the others.
bool compute_all(where::bound_expression const& bound, columnar::record_batch const& batch) {
    bool any = false;
    auto const run = [&](columnar::record_batch const& rows) {
        auto const column = where::compute(bound, rows);
        if (column.has_error()) return false;
        for (std::int64_t row = 0; row < rows.length; ++row) {
            // Showing a value is part of every answer and of every message.
            (void)columnar::to_string(columnar::get(**column, row), bound.type());
        }
        any = true;
        rows_computed += rows.length;
        return true;
    };
    if (run(batch)) return any;
    constexpr std::int64_t chunk = 16;
    for (std::int64_t first = 0; first < batch.length; first += chunk) {
        auto const some = part(batch, first, std::min(chunk, batch.length - first));
        if (some.length > 1 && run(some)) continue;
        for (std::int64_t row = 0; row < some.length; ++row) rows_failed += run(part(some, row, 1)) ? 0 : 1;
    }
    return any;
}

bool compute_all(where::expression const& tree, std::vector<operand> const& operands) {
    auto const batch = cross(operands);
    auto const bound = where::bind_value(tree, *batch.fields, {where::compatibility::newest});
    if (bound.has_error()) return false;
    ++expressions;
    return compute_all(*bound, batch);
}

operand column_of(data_type const& type, std::size_t place) {
    auto const name = std::string(1, static_cast<char>('a' + place));
    return {where::expression(where::column{{{name}}}), {name, type, true, {}}, values_of(type)};
}

// ---- functions

/// Texts that a function reads as a constant while it is bound.
std::vector<std::string> const& constants_of(detail::fn function) {
    static std::map<detail::fn, std::vector<std::string>> const words = [] {
        std::map<detail::fn, std::vector<std::string>> out;
        for (auto const& [name, part] : detail::time_part_names) {
            out[detail::fn::date_part].emplace_back(name);
            if (detail::time_part_named(name, true)) out[detail::fn::date_trunc].emplace_back(name);
        }
        out[detail::fn::date_bin] = {"1 microsecond", "7 days", "9223372036854775807 weeks", "1 month", "x"};
        for (auto const& type : all_types()) out[detail::fn::arrow_cast].push_back(detail::arrow_type_name(type));
        out[detail::fn::to_char] = {"%Y-%m-%d %H:%M:%S.%f", "%F %T %j %a %A %b %B %p %I %e %y %h %%", "%Q", "%"};
        out[detail::fn::to_date] = out[detail::fn::to_timestamp] = {"%Y-%m-%d", "%F %T", "%", "%Q"};
        out[detail::fn::named_struct] = out[detail::fn::get_field] = {"x", ""};
        return out;
    }();
    static std::vector<std::string> const none;
    auto const found = words.find(function);
    return found == words.end() ? none : found->second;
}

/// Which argument is such a constant, or npos.
std::size_t constant_argument(detail::fn function) {
    switch (function) {
        case detail::fn::date_part:
        case detail::fn::date_trunc:
        case detail::fn::date_bin:
        case detail::fn::named_struct: return 0;
        case detail::fn::arrow_cast:
        case detail::fn::get_field:
        case detail::fn::to_char: return 1;
        default: return std::string_view::npos;
    }
}

/// The types of which an argument is tried. Where there are more arguments than two, one type of a kind.
std::vector<data_type> types_of(char letter, std::size_t arguments) {
    std::vector<data_type> out;
    bool const few = arguments > 2;
    std::set<std::string_view> const some{"null", "int64", "float64", "utf8", "timestamp[us]", "list<item: int64>"};
    for (auto const& type : all_types()) {
        auto const id = type.id;
        if (few && some.count(columnar::to_string(type)) == 0) continue;
        bool fits = true;
        switch (letter) {
            case 's': fits = detail::is_string(id); break;
            case 'y': fits = detail::is_string(id) || detail::is_binary(id); break;
            case 'i':  // they become int64, by the casts that are tried below
                fits = id == type_id::int8 || id == type_id::int64 || id == type_id::uint64;
                break;
            case 'S':  // they become text, by casts too
                fits = detail::is_string(id) || id == type_id::int64 || id == type_id::timestamp;
                break;
            case 'f':
            case 'n': fits = detail::is_numeric(id); break;
            case 'b': fits = id == type_id::boolean; break;
            case 'l': fits = detail::is_list(id); break;
            case 't': fits = detail::is_temporal(id) || id == type_id::utf8; break;
            default: break;
        }
        if (fits) out.push_back(type);
    }
    return out;
}

/// A function called with @p count arguments of every type that they take.
bool call_all(detail::function_name const& function, std::size_t count) {
    std::vector<std::vector<operand>> choices(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i == constant_argument(function.id)) {
            for (auto const& word : constants_of(function.id)) choices[i].push_back({literal_of(word), {}, {}});
            continue;
        }
        for (auto const& type : types_of(detail::argument_letter(function.takes, i), count)) {
            choices[i].push_back(column_of(type, i));
        }
    }
    bool any = false;
    std::vector<std::size_t> at(count);
    while (true) {
        where::call call{{std::string(function.name)}, {}};
        std::vector<operand> operands;
        for (std::size_t i = 0; i < count; ++i) {
            operands.push_back(choices[i][at[i]]);
            call.arguments.push_back(operands.back().tree);
        }
        where::expression tree(std::move(call));
        if (function.inner) {
            where::call outer{{"coalesce"}, {tree, where::expression(where::literal{})}};
            tree = where::expression(std::move(outer));
        }
        any = compute_all(tree, operands) || any;
        std::size_t i = 0;
        for (; i < count && ++at[i] == choices[i].size(); ++i) at[i] = 0;
        if (i == count) return any;
    }
}

int check_functions() {
    int wrong = 0;
    std::set<detail::fn> seen;
    for (auto const& function : detail::function_names) {
        if (!seen.insert(function.id).second) continue;  // another name of the same
        auto const [least, most] = detail::count_arguments(function.takes);
        bool any = false;
        for (auto count = least; count <= std::min<std::size_t>(most, 3); ++count)
            any = call_all(function, count) || any;
        if (any) continue;
        std::fprintf(stderr, "%s() was computed for no arguments at all\n", std::string(function.name).c_str());
        ++wrong;
    }
    return wrong;
}

// ---- operators and casts

where::expression chain_of(where::expression const& left, where::link_op op, std::vector<where::expression> operands) {
    where::chain out;
    out.first.push_back(left);
    out.links.push_back({op, false, std::move(operands), {}, {}});
    return where::expression(std::move(out));
}

where::expression cast_of(where::expression const& from, data_type const& to, bool is_try = false) {
    return where::expression(where::cast{is_try, to, {from}});
}

/// A constant expression with the value @p value of @p type, where one can be written.
std::optional<where::expression> constant_of(scalar const& value, data_type const& type) {
    if (value.is_null()) return cast_of(where::expression(where::literal{}), type);
    if (auto const* b = std::get_if<bool>(&value.value)) return where::expression(where::literal{*b});
    if (auto const* i = std::get_if<std::int64_t>(&value.value)) {
        bool const plain = type.id == type_id::int64;
        return plain ? where::expression(where::literal{*i}) : cast_of(where::expression(where::literal{*i}), type);
    }
    if (auto const* u = std::get_if<std::uint64_t>(&value.value)) {
        return cast_of(where::expression(where::literal{*u}), type);
    }
    if (auto const* d = std::get_if<double>(&value.value)) return cast_of(where::expression(where::literal{*d}), type);
    if (std::holds_alternative<columnar::int128>(value.value)) {
        return where::expression(where::typed_literal{type, columnar::to_string(value, type)});
    }
    if (auto const* s = std::get_if<std::string>(&value.value)) {
        if (detail::is_binary(type.id)) return where::expression(where::literal{where::bytes{*s}});
        return cast_of(literal_of(*s), type);
    }
    return std::nullopt;
}

std::vector<where::link_op> const binary_operators{
    where::link_op::multiply,    where::link_op::divide,     where::link_op::modulo,  where::link_op::concat,
    where::link_op::add,         where::link_op::subtract,   where::link_op::equal,   where::link_op::not_equal,
    where::link_op::less,        where::link_op::less_equal, where::link_op::greater, where::link_op::greater_equal,
    where::link_op::is_distinct, where::link_op::like,       where::link_op::ilike,   where::link_op::in,
    where::link_op::shift_left,  where::link_op::shift_right};

/// Constants of the values of @p column; of all, or of one of a kind.
std::vector<where::expression> constants_of(operand const& column, bool few) {
    std::vector<where::expression> out;
    auto const count = column.values.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (few && count > 6 && i != 1 && i != 3 && i != 4 && i + 1 != count) continue;
        if (auto constant = constant_of(column.values[i], column.field.type)) out.push_back(*constant);
    }
    return out;
}

/// Column beside column, column beside constant, constant beside column, constants alone.
void check_binary_operators() {
    for (auto const& left_type : all_types()) {
        auto const left = column_of(left_type, 0);
        for (auto const& right_type : all_types()) {
            auto const right = column_of(right_type, 1);
            auto const left_constants = constants_of(left, false);
            auto const right_constants = constants_of(right, false);
            auto const few_left = constants_of(left, true);
            auto const few_right = constants_of(right, true);
            for (auto const op : binary_operators) {
                // Constants meet in other types than columns do.
                compute_all(chain_of(left.tree, op, {right.tree}), {left, right});
                for (auto const& constant : right_constants) compute_all(chain_of(left.tree, op, {constant}), {left});
                for (auto const& constant : left_constants) {
                    compute_all(chain_of(constant, op, {right.tree}), {right});
                }
                for (auto const& a : few_left) {
                    for (auto const& b : few_right) compute_all(chain_of(a, op, {b}), {});
                }
            }
        }
    }
}

/// Casts, signs, items, and the operators with other numbers of operands.
void check_the_rest() {
    for (auto const& type : all_types()) {
        auto const column = column_of(type, 0);
        for (auto const& to : all_types()) {
            for (bool const is_try : {false, true}) compute_all(cast_of(column.tree, to, is_try), {column});
            for (auto const& value : column.values) {
                if (auto const constant = constant_of(value, type)) compute_all(cast_of(*constant, to), {});
            }
            auto const other = column_of(to, 1);
            compute_all(chain_of(column.tree, where::link_op::between, {other.tree, other.tree}), {column, other});
            where::access item{{column.tree}, {{where::access_kind::item, {}, {other.tree}, {}, {}}}};
            compute_all(where::expression(std::move(item)), {column, other});
        }
        for (auto const op : {where::link_op::is_null, where::link_op::is_true, where::link_op::is_false}) {
            compute_all(chain_of(column.tree, op, {}), {column});
        }
        for (auto const op : {where::unary_op::minus, where::unary_op::not_}) {
            compute_all(where::expression(where::unary{op, {column.tree}}), {column});
            for (auto const& value : column.values) {
                if (auto const constant = constant_of(value, type)) {
                    compute_all(where::expression(where::unary{op, {*constant}}), {});
                }
            }
        }
    }
}

}  // namespace edges

int main() {
    auto const wrong = edges::check_functions();
    std::printf("functions: %ld expressions, %ld rows computed, %ld rows failed\n",
                static_cast<long>(edges::expressions), static_cast<long>(edges::rows_computed),
                static_cast<long>(edges::rows_failed));
    edges::check_binary_operators();
    edges::check_the_rest();
    std::printf("all: %ld expressions, %ld rows computed, %ld rows failed\n", static_cast<long>(edges::expressions),
                static_cast<long>(edges::rows_computed), static_cast<long>(edges::rows_failed));
    return wrong == 0 ? 0 : 1;
}
