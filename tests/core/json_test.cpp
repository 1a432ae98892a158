// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/json.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/text.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <bit>
#include <cmath>

namespace json_test {

using lancespec::limits;
using lancespec::parse_json;
using lancespec::rule;
using lancespec::violation;

violation only_violation(std::string_view text, limits const& bounds = {}) {
    auto const parsed = parse_json(text, bounds);
    REQUIRE(!parsed);
    REQUIRE(parsed.error().size() == 1);
    return parsed.error()[0];
}

std::string echo(std::string_view text) {
    return lancespec::to_json(parse_json(text).value());
}

TEST_CASE("Values are read and written without loss") {
    CHECK(echo(" { \"a\" : [ 1 , -2.5, true, null, \"x\" ] } ") == R"({"a":[1,-2.5,true,null,"x"]})");
    CHECK(echo("18446744073709551615") == "18446744073709551615");
    CHECK(echo("-9223372036854775808") == "-9223372036854775808");
    CHECK(echo("0.1") == "0.1");
    CHECK(echo("1.0") == "1.0");
    CHECK(echo("-0.0") == "-0.0");
    CHECK(echo("-0") == "-0.0");
}

TEST_CASE("Text is escaped so that any reader takes it") {
    std::string out;
    lancespec::append_json_string(out, std::string_view("\"\\\b\f\n\r\t\x01\x7f\0é\xff/", 14));
    CHECK(out == R"("\"\\\b\f\n\r\t\u0001\u007f\u0000é)"
                 "\xEF\xBF\xBD"
                 R"(/")");
}

TEST_CASE("What is no JSON is refused with the byte at which it stops being JSON") {
    CHECK(only_violation("").broken == rule::malformed);
    CHECK(only_violation("[1,2").offset == 4);
    CHECK(only_violation("[1,]").offset == 3);
    CHECK(only_violation("{\"a\" 1}").offset == 5);
    CHECK(only_violation("1 x").offset == 2);
    for (auto const* text : {"nul", "01", "+1", ".5", "5.", "NaN", "Infinity", "'a'", "{a:1}", "[1]]", "\xEF\xBB\xBF[]",
                             "// c\n1", "\"\xFF\"", "\"\\ud800\"", "\"\\x41\"", "\"\t\"", "{\"a\":1,}"})
        CHECK(only_violation(text).broken == rule::malformed);
}

TEST_CASE("A member given twice is reported once, at its own place") {
    CHECK(only_violation(R"({"a":1,"b":{"c":1,"c":2,"c":3}})").pointer == "/b/c");
    CHECK(only_violation(R"([0,{"x/y~":1,"x/y~":2}])").pointer == "/1/x~1y~0");
    CHECK(only_violation(R"({"a":1,"\u0061":2})").broken == rule::duplicate_key);
}

TEST_CASE("A number that no double can hold is refused, one that underflows is zero") {
    CHECK(only_violation("[1,1e400]").pointer == "/1");
    CHECK(echo("[1e-400,-1e-400]") == "[0.0,-0.0]");
}

TEST_CASE("Depth, bytes and elements are bounded") {
    limits small;
    small.json_depth = 4;
    small.json_bytes = 40;
    small.json_elements = 6;
    CHECK(parse_json("[[[[1]]]]", small));
    CHECK(only_violation("[[[[[1]]]]]", small).broken == rule::limit);
    CHECK(only_violation(std::string(41, ' ') + "1", small).broken == rule::limit);
    CHECK(parse_json("[1,2,3,4,5]", small));
    CHECK(only_violation("[1,2,3,4,5,6]", small).broken == rule::limit);
    CHECK(only_violation(std::string(1'000'000, '[')).broken == rule::limit);
}

TEST_CASE("Law: a double is read back with the same bits") {
    rc::prop("json/double", [] {
        auto const number = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
        if (!std::isfinite(number)) return;
        std::string text;
        lancespec::append_json_number(text, number);
        auto const read = parse_json(text).value();
        RC_ASSERT(std::bit_cast<std::uint64_t>(read.as_double()) == std::bit_cast<std::uint64_t>(number));
    });
}

TEST_CASE("Law: text is read back unchanged") {
    rc::prop("json/text", [] {
        auto const text = *lancespec::arbitrary::text();
        std::string json;
        lancespec::append_json_string(json, text);
        RC_ASSERT(std::string_view(parse_json(json).value().as_string()) == text);
    });
}

TEST_CASE("Law: no bytes break the reader, and what it takes it can write and read again") {
    rc::prop("json/any-bytes", [] {
        auto const text = *rc::gen::oneOf(
            lancespec::arbitrary::bytes(),
            rc::gen::container<std::string>(rc::gen::elementOf(std::string("{}[]\",:0123456789.eE+-\\utrfalsn \t"))));
        auto const parsed = parse_json(text);
        if (!parsed) {
            RC_ASSERT(!parsed.error().empty());
            return;
        }
        auto const written = lancespec::to_json(*parsed);
        RC_ASSERT(lancespec::to_json(parse_json(written).value()) == written);
    });
}

}  // namespace json_test
