// SPDX-License-Identifier: Apache-2.0
// Random tables, and random filters over them that are well typed and fail at no row.
#pragma once

#include <lancespec/columnar/scalar.hpp>
#include <lancespec/language/where.hpp>

#include "tests/support/catch.hpp"

#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace random_filter {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;
using where::expression;

enum class kind {
    whole32,
    whole64,
    real,
    text,
    boolean
};

/// Draws from one seed, so that a failing case is told by a number.
class maker {
public:
    explicit maker(std::uint32_t seed) : random_(seed) {}

    int below(int end) { return static_cast<int>(random_() % static_cast<std::uint32_t>(end)); }
    template <class T>
    T one_of(std::vector<T> const& of) {
        return of[static_cast<std::size_t>(below(static_cast<int>(of.size())))];
    }

    columnar::record_batch table(std::int64_t rows) {
        auto fields = std::make_shared<columnar::schema>();
        fields->fields = columnar::parse_data_type(
                             "struct<i: int32, j: int64, f: float64, s: utf8, t: large_utf8, b: bool, "
                             "st: struct<x: int32, y: utf8>>")
                             ->children;
        columnar::record_batch out{fields, {}, rows};
        int const nulls = one_of<int>({0, 1, 5});  // in ten
        for (auto const& field : fields->fields) {
            columnar::array_builder builder(field.type);
            for (std::int64_t i = 0; i < rows; ++i) builder.push(value(field.type, nulls));
            out.columns.push_back(builder.finish());
        }
        return out;
    }

    /// A boolean expression; at the top, comparisons of columns take literals of the column's type alone.
    expression filter(int depth) { return of(kind::boolean, depth); }

private:
    columnar::scalar value(columnar::data_type const& type, int nulls) {
        using columnar::type_id;
        if (below(10) < nulls) return {};
        switch (type.id) {
            case type_id::int32:
                return {one_of<std::int64_t>({0, 1, 2, 3, -1, std::numeric_limits<std::int32_t>::max(),
                                              std::numeric_limits<std::int32_t>::min()})};
            case type_id::int64:
                return {one_of<std::int64_t>({0, 1, 2, 7, -5, std::numeric_limits<std::int64_t>::max(),
                                              std::numeric_limits<std::int64_t>::min()})};
            case type_id::float64:
                return {one_of<double>({0.0, -0.0, 1.0, 1.5, -2.5, std::numeric_limits<double>::quiet_NaN(),
                                        std::numeric_limits<double>::infinity()})};
            case type_id::boolean: return {below(2) == 0};
            case type_id::struct_: {
                columnar::scalars items;
                for (auto const& child : type.children) items.push_back(value(child.type, nulls));
                return {std::move(items)};
            }
            default:
                return {one_of<std::string>({"", "a", "ab", "abc", "ABC", "b%c", "é", "aé_b",
                                             "a long text beyond sixteen bytes", "a long text beyond sixteen byteS"})};
        }
    }

    static expression column(std::vector<std::string> const& path) {
        where::column out;
        for (auto const& name : path) out.path.push_back({name, where::quote_style::none});
        return expression(std::move(out));
    }

    template <class T>
    static expression literal(T value) {
        where::literal out;
        out.value = std::move(value);
        return expression(std::move(out));
    }

    expression column_of(kind what) {
        switch (what) {
            case kind::whole32: return below(2) == 0 ? column({"i"}) : column({"st", "x"});
            case kind::whole64: return column({"j"});
            case kind::real: return column({"f"});
            case kind::text: return column(one_of<std::vector<std::string>>({{"s"}, {"t"}, {"st", "y"}}));
            default: return column({"b"});
        }
    }

    expression literal_of(kind what) {
        switch (what) {
            case kind::whole32:
            case kind::whole64: return literal(std::int64_t{below(9)});
            case kind::real: return literal(one_of<double>({0.0, 1.0, 1.5, 100.25}));
            case kind::text:
                return literal(one_of<std::string>({"", "a", "abc", "ABC", "é", "a long text beyond sixteen bytes"}));
            default: return literal(below(2) == 0);
        }
    }

    static expression linked(expression first, where::link_op op, std::vector<expression> operands,
                             bool negated = false) {
        where::chain out;
        out.first.push_back(std::move(first));
        out.links.push_back({op, negated, std::move(operands), {}, {}});
        return expression(std::move(out));
    }

    static expression called(std::string name, std::vector<expression> arguments) {
        return expression(where::call{{std::move(name), where::quote_style::none}, std::move(arguments)});
    }

    /// An expression of a kind that is no literal, so that the rule for literals beside columns does not matter.
    expression of(kind what, int depth) {
        if (depth <= 0) return column_of(what);
        switch (what) {
            case kind::boolean: return boolean(depth);
            case kind::text: return text(depth);
            default: return number(what, depth);
        }
    }

    expression text(int depth) {
        switch (below(5)) {
            case 0: return linked(of(kind::text, depth - 1), where::link_op::concat, {literal_of(kind::text)});
            case 1: return called("lower", {column({"s"})});
            case 2: return called("coalesce", {of(kind::text, depth - 1), literal_of(kind::text)});
            case 3: {
                where::cast out;
                out.type.id = columnar::type_id::utf8;
                out.operand.push_back(of(kind::whole32, 0));
                return expression(std::move(out));
            }
            default: return column_of(kind::text);
        }
    }

    expression number(kind what, int depth) {
        auto const narrow = [&] { return what == kind::real ? kind::real : what; };
        switch (below(6)) {
            case 0: {
                auto const op =
                    one_of<where::link_op>({where::link_op::add, where::link_op::subtract, where::link_op::multiply});
                return linked(of(narrow(), depth - 1), op, {of(narrow(), depth - 1)});
            }
            case 1: {
                auto const op = one_of<where::link_op>({where::link_op::divide, where::link_op::modulo});
                if (what == kind::whole32) break;
                auto by = what == kind::real ? literal(1.5) : literal(std::int64_t{3});
                return linked(of(what, depth - 1), op, {std::move(by)});
            }
            case 2: {
                where::unary out;
                out.op = where::unary_op::minus;
                out.operand.push_back(of(what, depth - 1));
                return expression(std::move(out));
            }
            case 3: {
                if (what == kind::whole32) return called("length", {of(kind::text, depth - 1)});
                where::cast out;
                out.type.id = what == kind::real ? columnar::type_id::float64 : columnar::type_id::int64;
                out.operand.push_back(of(kind::whole32, depth - 1));
                return expression(std::move(out));
            }
            case 4: return called("coalesce", {of(what, depth - 1), of(what, 0)});
            default: break;
        }
        return column_of(what);
    }

    expression comparison(int depth) {
        auto const what = one_of<kind>({kind::whole32, kind::whole64, kind::real, kind::text, kind::boolean});
        auto const op = one_of<where::link_op>({where::link_op::equal, where::link_op::not_equal, where::link_op::less,
                                                where::link_op::less_equal, where::link_op::greater,
                                                where::link_op::greater_equal});
        auto left = of(what == kind::boolean ? kind::boolean : what, what == kind::boolean ? 0 : depth - 1);
        switch (below(3)) {
            case 0: return linked(std::move(left), op, {literal_of(what)});
            case 1: return linked(column_of(what), op, {column_of(what)});
            default: return linked(literal_of(what), op, {column_of(what)});
        }
    }

    expression boolean(int depth) {
        switch (below(12)) {
            case 0:
            case 1: {
                where::logical out;
                out.op = below(2) == 0 ? where::logical_op::and_ : where::logical_op::or_;
                auto const count = 2 + below(3);
                for (int i = 0; i < count; ++i) out.terms.push_back(of(kind::boolean, depth - 2));
                return expression(std::move(out));
            }
            case 2: {
                where::unary out;
                out.op = where::unary_op::not_;
                out.operand.push_back(of(kind::boolean, depth - 1));
                return expression(std::move(out));
            }
            case 3: {
                where::chain out;
                out.first.push_back(of(kind::boolean, depth - 1));
                out.links.push_back({one_of<where::link_op>(
                                         {where::link_op::is_null, where::link_op::is_true, where::link_op::is_false}),
                                     below(2) == 0,
                                     {},
                                     {},
                                     {}});
                return expression(std::move(out));
            }
            case 4: {
                auto const what = one_of<kind>({kind::whole32, kind::whole64, kind::real, kind::text});
                std::vector<expression> items;
                auto const count = 1 + below(5);
                for (int i = 0; i < count; ++i) {
                    items.push_back(below(6) == 0 ? expression(where::literal{}) : literal_of(what));
                }
                return linked(column_of(what), where::link_op::in, std::move(items), below(2) == 0);
            }
            case 5: {
                auto const what = one_of<kind>({kind::whole32, kind::whole64, kind::real, kind::text});
                return linked(column_of(what), where::link_op::between, {literal_of(what), literal_of(what)},
                              below(2) == 0);
            }
            case 6: {
                auto const pattern = one_of<std::string>({"a%", "%c", "%b%", "abc", "_", "a_c", "%é%", "", "%", "a\\%",
                                                          "b\\%c", "%text%bytes", "_%b", "A%"});
                return linked(of(kind::text, depth - 1), below(3) == 0 ? where::link_op::ilike : where::link_op::like,
                              {literal(pattern)}, below(2) == 0);
            }
            case 7: {
                return called(one_of<std::string>({"contains", "starts_with", "ends_with"}),
                              {of(kind::text, depth - 1), literal_of(kind::text)});
            }
            case 8: {
                // Equalities of one column side by side, which become an IN.
                auto const what = one_of<kind>({kind::whole32, kind::text});
                auto const subject = column_of(what);
                where::logical out;
                out.op = where::logical_op::or_;
                auto const count = 2 + below(4);
                for (int i = 0; i < count; ++i)
                    out.terms.push_back(linked(subject, where::link_op::equal, {literal_of(what)}));
                return expression(std::move(out));
            }
            default: return comparison(depth);
        }
    }

    std::mt19937 random_;
};

}  // namespace random_filter
