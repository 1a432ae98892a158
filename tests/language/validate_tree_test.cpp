// SPDX-License-Identifier: Apache-2.0
// Trees that a program builds: validate() says which rule they break, and everything else takes them.
#include <lancespec/language/evaluate.hpp>
#include <lancespec/language/validate.hpp>

#include "tests/support/catch.hpp"

#include "tests/language/case_table.hpp"
#include "tests/language/random_filter.hpp"

#include <string>
#include <utility>
#include <vector>

namespace validate_tree_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;
using where::expression;

inline expression name(std::string of) {
    return expression(where::column{{{std::move(of), where::quote_style::none}}});
}

/// Each with what validate() says.
inline std::vector<std::pair<expression, std::string>> malformed() {
    auto const x = name("i32");
    auto const link = [](where::link_op op, std::vector<expression> operands) {
        return where::chain_link{op, false, std::move(operands), {}, {}};
    };
    columnar::data_type list;
    list.id = columnar::type_id::list;
    auto escaped = link(where::link_op::like, {x});
    escaped.escape = "ab";
    auto misplaced = link(where::link_op::equal, {x});
    misplaced.escape = "!";
    return {
        {expression(where::column{}), "a column has no name"},
        {expression(where::logical{}), "AND and OR have two terms or more, here are 0"},
        {expression(where::logical{where::logical_op::or_, {x}}), "AND and OR have two terms or more, here are 1"},
        {expression(where::unary{where::unary_op::not_, {}}), "NOT has 0 operands, and takes 1"},
        {expression(where::unary{where::unary_op::minus, {x, x}}), "a minus sign has 2 operands, and takes 1"},
        {expression(where::chain{}), "the start of a chain has 0 operands, and takes 1"},
        {expression(where::chain{{x}, {}}), "a chain has no link"},
        {expression(where::chain{{x}, {link(where::link_op::between, {x})}}),
         "an operator has 1 operands, and takes 2"},
        {expression(where::chain{{x}, {link(where::link_op::is_null, {x})}}),
         "an operator has 1 operands, and takes 0"},
        {expression(where::chain{{x}, {link(where::link_op::in, {})}}), "IN has no items"},
        {expression(where::chain{{x}, {link(where::link_op::add, {x}), link(where::link_op::multiply, {x})}}),
         "the links of a chain are of several levels"},
        {expression(where::chain{{x}, {link(static_cast<where::link_op>(99), {x})}}), "a link has an unknown operator"},
        {expression(where::chain{{x}, {escaped}}), "ESCAPE takes one character"},
        {expression(where::chain{{x}, {misplaced}}), "ESCAPE belongs to LIKE and ILIKE"},
        {expression(where::cast{}), "a cast has 0 operands, and takes 1"},
        {expression(where::cast{false, list, {x}}),
         "the type is not valid: the type of a list has one child, and this one 0"},
        {expression(where::access{}), "the start of an access has 0 operands, and takes 1"},
        {expression(where::access{{x}, {}}), "an access has no step"},
        {expression(where::access{{x}, {{where::access_kind::item, {}, {}, {}, {}}}}),
         "a step in brackets has 0 operands, and takes 1"},
        {expression(where::list{{expression(where::unary{})}}), "NOT has 0 operands, and takes 1"},
    };
}

TEST_CASE("a tree that breaks a rule is refused by name, and binding refuses it in the same words") {
    auto const table = case_table::make();
    for (auto const& [tree, why] : malformed()) {
        auto const valid = where::validate(tree);
        REQUIRE(valid.has_error());
        CHECK(valid.error().message == why);
        auto const bound = where::bind_value(tree, *table.fields);
        REQUIRE(bound.has_error());
        CHECK(bound.error().message == "the expression is not valid: " + why);
        CHECK(bound.error().code == lancespec::error_code::invalid_input);
        CHECK(where::normalize(tree) == tree);
        (void)where::format(tree);
        (void)where::notes(tree);
    }
}

TEST_CASE("the error of a tree has the range of the node at fault") {
    expression const bad(where::unary{}, {4, 9});
    expression const tree(where::logical{where::logical_op::and_, {name("b"), bad}}, {0, 9});
    auto const valid = where::validate(tree);
    REQUIRE(valid.has_error());
    CHECK(valid.error().range.offset == 4);
    CHECK(valid.error().range.end == 9);
    CHECK_THROWS_AS(valid.value(), lancespec::error_exception);
}

TEST_CASE("trees that are parsed or normalized are valid") {
    rc::prop("every random filter, its text parsed, and its normal form", [](std::uint32_t seed) {
        random_filter::maker random(seed);
        auto const filter = random.filter(4);
        RC_ASSERT(where::validate(filter).has_value());
        auto const parsed = where::parse(where::format(filter));
        RC_ASSERT(parsed.has_value());
        RC_ASSERT(where::validate(*parsed).has_value());
        RC_ASSERT(where::validate(where::normalize(*parsed)).has_value());
    });
}

TEST_CASE("what is no filter selects no rows") {
    auto const table = case_table::make();
    auto const bound = where::bind_value(name("i32"), *table.fields);
    REQUIRE(bound.has_value());
    auto const kept = where::select(*bound, table);
    REQUIRE(kept.has_error());
    CHECK(kept.error().row == -1);
    CHECK(kept.error().message == "a filter must be true or false, this is int32");
}

TEST_CASE("types nest as many levels as columns can have") {
    auto const table = case_table::make();
    auto tree = name("i32");
    for (int i = 0; i < 1'000; ++i) {
        std::vector<expression> one;
        one.push_back(std::move(tree));
        tree = expression(where::call{{"make_array", where::quote_style::none}, std::move(one)});
    }
    CHECK(where::validate(tree).has_value());
    auto const bound = where::bind_value(tree, *table.fields);
    REQUIRE(bound.has_error());
    CHECK(bound.error().message.find("nests more than 128 levels") != std::string::npos);
}

}  // namespace validate_tree_test
