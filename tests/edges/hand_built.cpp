// SPDX-License-Identifier: Apache-2.0
// Trees of WHERE that a program builds, most of them against the rules of where_ast.hpp, through every public function
// that takes one, under AddressSanitizer and UndefinedBehaviorSanitizer.
#include "tests/edges/library.hpp"

#include <lancespec/columnar/impl/validate.ipp>
#include <lancespec/language/impl/validate_tree.ipp>
#include <lancespec/language/impl/where_normalize.ipp>
#include <lancespec/language/impl/where_notes.ipp>

#include "tests/language/case_table.hpp"

#include <rapidcheck.h>

#include <cstdlib>
#include <limits>

namespace {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;
using where::expression;

/// Draws of a list of bytes, which RapidCheck shrinks; zeros behind its end.
class maker {
public:
    explicit maker(std::vector<std::uint8_t> const& bytes) : bytes_(bytes) {}

    /// As many as there should be, seldom more or fewer.
    template <class Make>
    std::vector<std::invoke_result_t<Make>> many(std::size_t usual, Make make) {
        std::vector<std::invoke_result_t<Make>> out;
        auto const count = seldom() ? below(5) : usual;
        for (std::size_t i = 0; i < count; ++i) out.push_back(make());
        return out;
    }

    expression tree(int depth) {
        where::source_range const at{below(40), below(40)};
        auto const kind = depth == 0 ? below(3) : below(10);
        switch (kind) {
            case 0: return expression(literal(), at);
            case 1: return expression(where::typed_literal{type(2), text()}, at);
            case 2: return expression(where::column{many(1, [this] { return name(); })}, at);
            case 3: return expression(where::logical{any<where::logical_op>(2), operands(2, depth)}, at);
            case 4: return expression(where::unary{any<where::unary_op>(2), operands(1, depth)}, at);
            case 5: {
                auto const op = any<where::link_op>(22);
                return expression(where::chain{operands(1, depth), many(1, [&] { return link(op, depth); })}, at);
            }
            case 6: return expression(where::call{function(), operands(1 + below(3), depth)}, at);
            case 7: return expression(where::cast{below(2) != 0, type(2), operands(1, depth)}, at);
            case 8: return expression(where::list{operands(below(4), depth)}, at);
            default: return expression(where::access{operands(1, depth), many(1, [&] { return step(depth); })}, at);
        }
    }

private:
    std::size_t below(std::size_t bound) { return at_ == bytes_.size() ? 0 : bytes_[at_++] % bound; }
    bool seldom() { return below(24) == 23; }

    /// One of the @p count values of an enum, seldom none of them.
    template <class Enum>
    Enum any(std::size_t count) {
        return static_cast<Enum>(seldom() ? 200 : below(count));
    }

    std::vector<expression> operands(std::size_t usual, int depth) {
        return many(usual, [&] { return tree(depth - 1); });
    }

    std::string text() {
        static std::vector<std::string> const texts{
            "",         "a", "1",   "-1.5e300",           "%_\\", "2021-01-31", "9999-12-31 23:59:59",
            "\xff\xc3", "é", "day", std::string("\0x", 2)};
        return texts[below(texts.size())];
    }
    where::identifier name() {
        static std::vector<std::string> const names{"i8", "i64", "u64", "f64", "s",   "b", "bin", "d",
                                                    "ts", "l",   "ls",  "st",  "lst", "",  "x",   "array"};
        return {names[below(names.size())], any<where::quote_style>(3)};
    }
    where::identifier function() {
        auto const& known = where::detail::function_names;
        if (seldom()) return name();
        return {std::string(known[(below(256) * 256 + below(256)) % std::size(known)].name), where::quote_style::none};
    }
    where::literal literal() {
        switch (below(7)) {
            case 0: return {std::int64_t{static_cast<std::int64_t>(below(5)) - 2}};
            case 1:
                return {below(2) != 0 ? std::numeric_limits<std::int64_t>::min()
                                      : std::numeric_limits<std::int64_t>::max()};
            case 2: return {std::numeric_limits<std::uint64_t>::max()};
            case 3: {
                std::array<double, 4> const odd{0.5, std::numeric_limits<double>::quiet_NaN(),
                                                -std::numeric_limits<double>::infinity(), 1e300};
                return {odd[below(odd.size())]};
            }
            case 4: return {text()};
            case 5: return {where::bytes{text()}};
            default: return below(2) != 0 ? where::literal{} : where::literal{below(2) != 0};
        }
    }
    columnar::data_type type(int depth) {
        columnar::data_type out;
        out.id = any<columnar::type_id>(23);
        out.unit = any<columnar::time_unit>(4);
        out.precision = static_cast<std::int32_t>(below(40));
        out.scale = static_cast<std::int32_t>(below(5)) - 1;
        out.list_size = static_cast<std::int32_t>(below(4)) - 1;
        if (depth == 0) return out;
        bool const lists = out.id >= columnar::type_id::list;
        bool const nests = lists || out.id == columnar::type_id::struct_;
        out.children = many(nests ? (lists ? 1 : below(3)) : 0, [&] {
            return columnar::field{"x", type(depth - 1), true, {}};
        });
        return out;
    }
    where::chain_link link(where::link_op op, int depth) {
        if (seldom()) op = any<where::link_op>(22);
        std::size_t const usual = op == where::link_op::between                                       ? 2
                                  : op >= where::link_op::is_null && op < where::link_op::is_distinct ? 0
                                                                                                      : 1;
        return {op, below(2) != 0, operands(usual, depth), seldom() ? text() : std::string{}, {}};
    }
    where::access_step step(int depth) {
        auto const kind = any<where::access_kind>(3);
        return {kind, name(), operands(kind == where::access_kind::item ? 1 : 0, depth), type(2), {}};
    }

    std::vector<std::uint8_t> const& bytes_;
    std::size_t at_ = 0;
};

std::int64_t trees = 0;
std::int64_t valid_trees = 0;
std::int64_t bound_trees = 0;

/// Binds and computes @p tree. What validate() refuses, binding refuses in the same words.
template <class Bind>
void bind_and_compute(expression const& tree, columnar::record_batch const& table, Bind bind) {
    auto const valid = where::validate(tree);
    for (auto const dialect : {where::compatibility::lance12, where::compatibility::newest}) {
        auto const bound = bind(tree, *table.fields, where::bind_options{dialect, true});
        if (!valid) {
            RC_ASSERT(bound.has_error());
            RC_ASSERT(bound.error().message.find(valid.error().message) != std::string::npos);
        }
        if (bound.has_error()) continue;
        ++bound_trees;
        lancespec::work_meter work({100'000, 1'000'000});
        auto const made = where::compute(*bound, table, &work);
        if (made) RC_ASSERT((*made)->length() == table.length);
        (void)where::select(*bound, table, &work);
    }
}

/// All that is public takes @p tree.
void use(expression const& tree, columnar::record_batch const& table) {
    ++trees;
    bool const valid = where::validate(tree).has_value();
    valid_trees += valid ? 1 : 0;
    (void)where::format(tree);
    (void)where::format(tree, where::name_quoting::full);
    (void)where::notes(tree);
    (void)where::level_of(tree);
    (void)where::children(tree);
    auto copy = tree;
    (void)(copy == tree);
    RC_ASSERT(where::format(copy) == where::format(tree));
    auto const normal = where::normalize(copy);
    RC_ASSERT(where::validate(normal).has_value() == valid);
    RC_ASSERT(valid || where::format(normal) == where::format(tree));
    bind_and_compute(tree, table, where::bind_filter);
    bind_and_compute(tree, table, where::bind_value);
    // A tree that was moved from is one that a program may use again by mistake.
    auto const moved = std::move(copy);
    (void)where::format(copy);
    (void)where::normalize(copy);
    (void)where::bind_filter(copy, *table.fields);
}

/// 100,000 levels of each node that nests: no function uses up the stack.
void use_deep(columnar::record_batch const& table) {
    auto const grow = [&table](auto wrap) {
        expression tree(where::column{{{"i8", where::quote_style::none}}});
        for (int i = 0; i < 100'000; ++i) {
            std::vector<expression> one;
            one.push_back(std::move(tree));
            tree = wrap(std::move(one));
        }
        (void)where::format(tree);
        (void)where::notes(tree);
        if (!where::validate(tree)) std::abort();
        auto const normal = where::normalize(tree);
        for (auto const& each : {tree, normal}) {
            auto const bound = where::bind_value(each, *table.fields);
            if (bound) (void)where::compute(*bound, table);
        }
    };
    auto const call = [](std::string name) {
        return [name = std::move(name)](std::vector<expression> one) {
            return expression(where::call{{name, where::quote_style::none}, std::move(one)});
        };
    };
    grow([](std::vector<expression> one) { return expression(where::list{std::move(one)}); });
    grow([](std::vector<expression> one) { return expression(where::unary{where::unary_op::not_, std::move(one)}); });
    grow([](std::vector<expression> one) { return expression(where::unary{where::unary_op::minus, std::move(one)}); });
    grow([](std::vector<expression> one) {
        auto type = columnar::data_type{};
        type.id = columnar::type_id::int64;
        return expression(where::cast{false, type, std::move(one)});
    });
    grow(call("make_array"));
    grow(call("struct"));
    grow(call("abs"));
    grow(call("coalesce"));
}

}  // namespace

int main() {
    auto const table = case_table::make();
    bool const held =
        rc::check("every public function takes any tree", [&table](std::vector<std::uint8_t> const& bytes) {
            maker random(bytes);
            use(random.tree(4), table);
        });
    // RapidCheck's lists are short at first: longer ones by the same numbers every time.
    std::uint32_t state = 20;
    for (int i = 0; i < 3'000; ++i) {
        std::vector<std::uint8_t> bytes(60);
        for (auto& byte : bytes) {
            state = state * 1664525 + 1013904223;
            byte = static_cast<std::uint8_t>(state >> 24);
        }
        maker random(bytes);
        use(random.tree(4), table);
    }
    use_deep(table);
    std::printf("%ld trees, %ld of them valid, %ld bound\n", static_cast<long>(trees), static_cast<long>(valid_trees),
                static_cast<long>(bound_trees));
    return held && valid_trees > 0 && valid_trees < trees && bound_trees > 0 ? 0 : 1;
}
