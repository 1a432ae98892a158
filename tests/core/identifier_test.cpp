// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/identifier.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/text.hpp>
#include <lancespec/core/percent.hpp>

namespace identifier_test {

using lancespec::object_identifier;
using lancespec::rule;

rule broken_rule(std::string_view text, std::string_view delimiter = "$") {
    auto const parsed = object_identifier::parse(text, delimiter);
    REQUIRE(!parsed);
    REQUIRE(parsed.error().size() == 1);
    return parsed.error()[0].broken;
}

TEST_CASE("An identifier is its names joined by the delimiter, $ when none is given") {
    CHECK(object_identifier::parse("a$b$c")->names() == std::vector<std::string>{"a", "b", "c"});
    CHECK(object_identifier::parse("a.b", ".")->names() == std::vector<std::string>{"a", "b"});
    CHECK(object_identifier::parse("a::b:c", "::")->names() == std::vector<std::string>{"a", "b:c"});
    CHECK(object_identifier::parse("a.b")->names() == std::vector<std::string>{"a.b"});
    CHECK(*object_identifier({"a", "b"}).to_string() == "a$b");
    CHECK(*object_identifier({"a$b"}).to_string("/") == "a$b");
}

TEST_CASE("The delimiter alone is the root namespace, and so is nothing at all") {
    CHECK(object_identifier::parse("$")->is_root());
    CHECK(object_identifier::parse("::", "::")->is_root());
    CHECK(object_identifier::parse("")->is_root());
    CHECK(*object_identifier().to_string() == "$");
    CHECK(*object_identifier().to_string("::") == "::");
    CHECK(object_identifier().parent().is_root());
}

TEST_CASE("A name is never empty, the delimiter neither") {
    for (auto const* text : {"$a", "a$", "a$$b", "$$"}) CHECK(broken_rule(text) == rule::identifier);
    CHECK(broken_rule("a", "") == rule::identifier);
    CHECK(object_identifier({"a", ""}).to_string().error()[0].pointer == "/id/1");
}

TEST_CASE("Bytes that are no UTF-8 and too many names are refused") {
    CHECK(broken_rule("a$\xff") == rule::malformed);
    CHECK(broken_rule("a", "\xff") == rule::malformed);
    std::string many = "a";
    for (int i = 0; i < 1024; ++i) many += "$a";
    CHECK(broken_rule(many) == rule::limit);
}

TEST_CASE("Names that hold the delimiter need another one, also where two names make one up together") {
    CHECK(!object_identifier({"a$b"}).to_string());
    CHECK(!object_identifier({"a:", "b"}).to_string("::"));
    CHECK(object_identifier({"a:", "b"}).to_string("$"));
    CHECK(!object_identifier({"$"}).to_string());
}

TEST_CASE("Parent, child and leaf move along the path") {
    object_identifier const id{"a", "b"};
    CHECK(id.leaf() == "b");
    CHECK(id.parent() == object_identifier{"a"});
    CHECK(id.parent().child("b") == id);
    CHECK(id.display() == "a$b");
    CHECK(object_identifier({"\xff"}).display() == "\xEF\xBF\xBD");
}

TEST_CASE("Law: what has a string form is read back from it, through percent-encoding too") {
    rc::prop("identifier/round-trip", [] {
        auto const names =
            *rc::gen::container<std::vector<std::string>>(*rc::gen::inRange(0, 5), lancespec::arbitrary::text(1));
        auto const delimiter = *lancespec::arbitrary::text(1);
        object_identifier const id{names};
        auto const text = id.to_string(delimiter);
        if (!text) return;
        auto const decoded = lancespec::percent_decode(lancespec::percent_encode(*text));
        RC_ASSERT(decoded.has_value());
        RC_ASSERT(object_identifier::parse(*decoded, delimiter).value() == id);
    });
}

TEST_CASE("Law: no bytes break the reader, and what it takes it writes back unchanged") {
    rc::prop("identifier/any-bytes", [] {
        auto const text = *lancespec::arbitrary::bytes();
        auto const delimiter = *rc::gen::element<std::string>("$", ".", "::", "\xff");
        auto const parsed = object_identifier::parse(text, delimiter);
        if (parsed && !parsed->is_root()) RC_ASSERT(parsed->to_string(delimiter).value() == text);
    });
}

}  // namespace identifier_test
