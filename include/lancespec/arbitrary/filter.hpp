// SPDX-License-Identifier: Apache-2.0
// Random filters over the columns of a schema: well typed, failing at no row, of every operator of the language.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/language/where.hpp>

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace arbitrary {

/// Draws filters from one seed, so that a failing case is told by a number.
///
/// Used are the columns of type int32, int64, float64, utf8, large_utf8 and boolean, and those within structs. Without
/// any, filters are conditions of literals. They bind to the schema, and evaluate without an error whatever the rows:
/// no integer is divided by what may be zero, and nothing is cast that may not fit.
class filter_maker {
public:
    filter_maker(std::uint32_t seed, columnar::schema const& fields) : random_(seed) {
        std::vector<std::string> path;
        collect(fields.fields, path);
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (!columns_[i].empty()) kinds_.push_back(static_cast<kind>(i));
    }

    /// A boolean expression of at most about @p depth levels; at the top, comparisons of columns take literals of the
    /// column's type alone.
    where::expression filter(int depth) {
        if (kinds_.empty())
            return linked(literal(std::int64_t{below(3)}), where::link_op::less, {literal(std::int64_t{below(3)})});
        return of(kind::boolean, depth);
    }

    int below(int end) { return static_cast<int>(random_() % static_cast<std::uint32_t>(end)); }
    template <class T>
    T one_of(std::vector<T> const& of) {
        return of[static_cast<std::size_t>(below(static_cast<int>(of.size())))];
    }

private:
    using expression = where::expression;
    using path_of_names = std::vector<std::string>;

    enum class kind : std::uint8_t {
        whole32,
        whole64,
        real,
        text,
        boolean
    };

    [[nodiscard]] std::vector<path_of_names> const& of_kind(kind what) const {
        return columns_[static_cast<std::size_t>(what)];
    }
    [[nodiscard]] bool has(kind what) const { return !of_kind(what).empty(); }

    void collect(std::vector<columnar::field> const& level, path_of_names& path) {
        using columnar::type_id;
        for (auto const& field : level) {
            // Names that differ in case alone are ambiguous where they are not quoted.
            bool const is_unique = std::ranges::count_if(level, [&](auto const& other) {
                                       return equal_ignoring_ascii_case(other.name, field.name);
                                   }) == 1;
            if (field.name.empty() || !is_unique) continue;
            path.push_back(field.name);
            auto const add = [&](kind what) { columns_[static_cast<std::size_t>(what)].push_back(path); };
            switch (field.type.id) {
                case type_id::int32: add(kind::whole32); break;
                case type_id::int64: add(kind::whole64); break;
                case type_id::float64: add(kind::real); break;
                case type_id::utf8:
                case type_id::large_utf8: add(kind::text); break;
                case type_id::boolean: add(kind::boolean); break;
                case type_id::struct_: collect(field.type.children, path); break;
                default: break;
            }
            path.pop_back();
        }
    }

    /// Whether a name needs no quotes: lower-case, and no word of the language.
    static bool is_plain(std::string_view name) {
        auto const is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
        return std::ranges::all_of(name, is_letter) && name.size() <= 2 && name != "or" && name != "in" &&
               name != "is" && name != "as";
    }

    static expression column(std::vector<std::string> const& path) {
        where::column out;
        // Names in backticks are exact, and may have any characters.
        for (auto const& name : path)
            out.path.push_back({name, is_plain(name) ? where::quote_style::none : where::quote_style::backtick});
        return expression(std::move(out));
    }

    template <class T>
    static expression literal(T value) {
        where::literal out;
        out.value = std::move(value);
        return expression(std::move(out));
    }

    expression column_of(kind what) { return column(one_of(of_kind(what))); }

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
        if (what == kind::boolean && depth <= 0 && !has(kind::boolean)) return comparison(1);
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
            case 1: return called("lower", {column_of(kind::text)});
            case 2: return called("coalesce", {of(kind::text, depth - 1), literal_of(kind::text)});
            case 3: {
                if (!has(kind::whole32)) break;
                where::cast out;
                out.type.id = columnar::type_id::utf8;
                out.operand.push_back(of(kind::whole32, 0));
                return expression(std::move(out));
            }
            default: break;
        }
        return column_of(kind::text);
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
                if (what == kind::whole32 && has(kind::text)) return called("length", {of(kind::text, depth - 1)});
                if (what == kind::whole32 || !has(kind::whole32)) break;
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
        auto const what = one_of(kinds_);
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
                auto const what = one_of(kinds_);
                if (what == kind::boolean) break;
                std::vector<expression> items;
                auto const count = 1 + below(5);
                for (int i = 0; i < count; ++i) {
                    items.push_back(below(6) == 0 ? expression(where::literal{}) : literal_of(what));
                }
                return linked(column_of(what), where::link_op::in, std::move(items), below(2) == 0);
            }
            case 5: {
                auto const what = one_of(kinds_);
                if (what == kind::boolean) break;
                return linked(column_of(what), where::link_op::between, {literal_of(what), literal_of(what)},
                              below(2) == 0);
            }
            case 6: {
                if (!has(kind::text)) break;
                auto const pattern = one_of<std::string>({"a%", "%c", "%b%", "abc", "_", "a_c", "%é%", "", "%", "a\\%",
                                                          "b\\%c", "%text%bytes", "_%b", "A%"});
                return linked(of(kind::text, depth - 1), below(3) == 0 ? where::link_op::ilike : where::link_op::like,
                              {literal(pattern)}, below(2) == 0);
            }
            case 7: {
                if (!has(kind::text)) break;
                return called(one_of<std::string>({"contains", "starts_with", "ends_with"}),
                              {of(kind::text, depth - 1), literal_of(kind::text)});
            }
            case 8: {
                // Equalities of one column side by side, which become an IN.
                auto const what = one_of(kinds_);
                if (what != kind::whole32 && what != kind::text) break;
                auto const subject = column_of(what);
                where::logical out;
                out.op = where::logical_op::or_;
                auto const count = 2 + below(4);
                for (int i = 0; i < count; ++i)
                    out.terms.push_back(linked(subject, where::link_op::equal, {literal_of(what)}));
                return expression(std::move(out));
            }
            default: break;
        }
        return comparison(depth);
    }

    std::mt19937 random_;
    std::array<std::vector<path_of_names>, 5> columns_;  ///< by kind
    std::vector<kind> kinds_;                            ///< those that there are columns of
};

/// The columns of filter() and of rc::Arbitrary<where::expression>.
inline columnar::schema filter_schema() {
    columnar::schema out;
    out.fields = columnar::parse_data_type(
                     "struct<i: int32, j: int64, f: float64, s: utf8, t: large_utf8, b: bool, "
                     "st: struct<x: int32, y: utf8>>")
                     ->children;
    return out;
}

/// Filters over the columns of @p fields, deeper with RapidCheck's size.
inline rc::Gen<where::expression> filter(columnar::schema fields) {
    return rc::gen::withSize([fields = std::move(fields)](int size) {
        return rc::gen::map(rc::gen::arbitrary<std::uint32_t>(), [fields, size](std::uint32_t seed) {
            return filter_maker(seed, fields).filter(1 + size / 25);
        });
    });
}

}  // namespace arbitrary
LANCESPEC_END_NAMESPACE
