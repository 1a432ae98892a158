// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/json_reader.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/core/describe.hpp>
#include <lancespec/core/json_writer.hpp>

#include <array>

namespace json_reader_test {

enum class color {
    red,
    dark_blue
};
struct point {
    std::int64_t x = 0;
    std::optional<double> y;
    friend bool operator==(point const&, point const&) = default;
};
struct shape {
    std::string name;
    std::optional<std::vector<point>> points;
    std::map<std::string, std::optional<std::string>> labels;
    std::optional<color> tint;
    std::optional<std::int64_t> small;
    std::optional<bool> on;
    boost::json::value extra;
    std::vector<shape> parts;  // recursive
};

}  // namespace json_reader_test

namespace lancespec::reflect {
template <>
struct describe<json_reader_test::color> {
    static constexpr std::string_view name = "Color";
    static constexpr auto enumerators = std::to_array<std::string_view>({"red", "dark_blue"});
};
template <>
struct describe<json_reader_test::point> {
    using t = json_reader_test::point;
    static constexpr std::string_view name = "Point";
    static constexpr auto fields = std::to_array<field_info>({field<&t::x>("x").required(), field<&t::y>("y")});
};
template <>
struct describe<json_reader_test::shape> {
    using t = json_reader_test::shape;
    static constexpr std::string_view name = "Shape";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::name>("name").required(),
        field<&t::points>("points").or_null(null_spelling::type_list),
        field<&t::labels>("labels"),
        field<&t::tint>("tint"),
        field<&t::small>("small").formatted(number_format::int32),
        field<&t::on>("on").from(spec_version::v0_11_1),
        field<&t::extra>("extra"),
        field<&t::parts>("parts"),
    });
};
}  // namespace lancespec::reflect

namespace json_reader_test {

using lancespec::rule;
using lancespec::violations;
using lancespec::reflect::read_options;

struct reading {
    shape value;
    violations broken;
};

reading read(std::string_view text, read_options const& options = {}) {
    reading out;
    lancespec::reflect::read_json(text, {&out.value, &lancespec::reflect::type_of<shape>()}, options, out.broken);
    return out;
}

/// `pointer rule` of every violation.
std::vector<std::string> broken(std::string_view text, read_options const& options = {}) {
    std::vector<std::string> out;
    for (auto const& v : read(text, options).broken) out.push_back(v.pointer + " " + std::string(name(v.broken)));
    return out;
}

using list = std::vector<std::string>;

read_options strict() {
    read_options options;
    options.accept_null = false;
    options.accept_unknown_members = false;
    return options;
}

TEST_CASE("A document fills the struct, nested arrays, maps, words and opaque values included") {
    auto const r =
        read(R"({"name":"s","points":[{"x":1,"y":2},{"x":-3}],"labels":{"a":"b","c":null},"tint":"dark_blue",)"
             R"("small":7,"on":true,"extra":{"any":[1,2.5,"x"]},"parts":[{"name":"t"}]})");
    REQUIRE(r.broken.empty());
    CHECK(r.value.points == std::vector<point>{{1, 2.0}, {-3, std::nullopt}});
    CHECK(r.value.labels.at("a") == "b");
    CHECK(r.value.labels.at("c") == std::nullopt);
    CHECK(r.value.tint == color::dark_blue);
    CHECK(r.value.parts.at(0).name == "t");
    std::string text;
    lancespec::reflect::write_json(text, {&r.value, &lancespec::reflect::type_of<shape>()});
    CHECK(text == R"({"name":"s","points":[{"x":1,"y":2.0},{"x":-3}],"labels":{"a":"b","c":null},"tint":"dark_blue",)"
                  R"("small":7,"on":true,"extra":{"any":[1,2.5,"x"]},"parts":[{"name":"t","labels":{},"extra":null,)"
                  R"("parts":[]}]})");
}

TEST_CASE("Every violation is reported, each at its own pointer") {
    CHECK(
        broken(
            R"({"points":[{"x":"1"},{"y":true},3],"labels":{"a/b":1},"tint":"green","small":3000000000,"parts":{}})") ==
        list{"/points/0/x type", "/points/1/y type", "/points/1/x required", "/points/2 type", "/labels/a~1b type",
             "/tint vocabulary", "/small type", "/parts type", "/name required"});
}

TEST_CASE("An integer may be written with a fraction of zero or an exponent, exactly, and must fit its format") {
    auto const x = [](std::string const& number) { return broken(R"({"name":"","points":[{"x":)" + number + "}]}"); };
    for (auto const* good : {"3.0", "3e2", "300e-2", "9007199254740993.0", "9223372036854775807",
                             "-9223372036854775808.0", "0e999", "-0", "0.000e-5", "1.2e1", "922337203685477580700e-2"})
        CHECK(x(good).empty());
    for (auto const* bad : {"3.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400",
                            "18446744073709551616", "123456789012345678901234567890", "0.1e0"})
        CHECK(x(bad) == list{"/points/0/x type"});
    CHECK(read(R"({"name":"","points":[{"x":9007199254740993.0}]})").value.points->at(0).x == 9007199254740993);
}

TEST_CASE("Null makes an optional member absent; a server lets it pass where the schema does not allow it") {
    CHECK(broken(R"({"name":"","points":null,"tint":null})").empty());
    CHECK(broken(R"({"name":"","points":null,"tint":null})", strict()) == list{"/tint not_null"});
    CHECK(broken(R"({"name":null,"points":[null]})") == list{"/name not_null", "/points/0 not_null"});
    CHECK(broken("null") == list{" type"});
}

TEST_CASE("Unknown members are skipped whole, or reported when asked") {
    auto const* text = R"({"name":"","what":{"name":1,"x":[{"a":[]},1,null,"s",2.5,true]},"zz":1})";
    CHECK(broken(text).empty());
    CHECK(broken(text, strict()) == list{"/what unknown_member", "/zz unknown_member"});
}

TEST_CASE("A member of a later version of the specification is unknown to an earlier one") {
    auto options = strict();
    CHECK(broken(R"({"name":"","on":true})", options).empty());
    options.version = lancespec::spec_version::v0_9_0;
    CHECK(broken(R"({"name":"","on":true})", options) == list{"/on unknown_member"});
}

TEST_CASE("A member or map key given twice is a violation, and the first value stays") {
    auto const r = read(R"({"name":"first","name":{"x":1},"labels":{"k":"1","k":"2"},"extra":{"q":1,"q":2}})");
    list found;
    for (auto const& v : r.broken) found.push_back(v.pointer + " " + std::string(name(v.broken)));
    CHECK(found == list{"/name duplicate_key", "/labels/k duplicate_key", "/extra/q duplicate_key"});
    CHECK(r.value.name == "first");
}

TEST_CASE("Of text that is no JSON only that is said") {
    CHECK(broken(R"({"name":1,)") == list{" malformed"});
    CHECK(broken("[]") == list{" type"});
    CHECK(broken("") == list{" malformed"});
}

TEST_CASE("Keys and texts with escapes are read like those without") {
    auto const r = read(R"({"\u006eame":"a\nb\u00e9","labels":{"x\ty":"\ud83d\ude00"}})");
    REQUIRE(r.broken.empty());
    CHECK(r.value.name == "a\nbé");
    CHECK(r.value.labels.at("x\ty") == "\xF0\x9F\x98\x80");
}

TEST_CASE("An exponent that no number type holds is JSON, and said to be out of range") {
    for (auto const* number : {"1e99999999999", "-1E+99999999999", "1e-99999999999"}) {
        auto const found = read(R"({"name":"","extra":)" + std::string(number) + "}").broken;
        REQUIRE(found.size() == 1);
        CHECK(found.front().broken == rule::limit);
        CHECK(found.front().message ==
              "the exponent of a number is out of range: it is JSON, but no number type holds it");
    }
}

TEST_CASE("Violations, elements and depth are bounded however large the document") {
    std::string many = R"({"name":"","points":[)";
    for (int i = 0; i < 5000; ++i) many += "{},";
    many += "{}]}";
    auto const found = read(many).broken;
    CHECK(found.size() == 101);
    CHECK(found.back().broken == rule::limit);
    std::string deep = R"({"name":"","parts":[)";
    for (int i = 0; i < 40; ++i) deep += R"({"name":"","parts":[)";
    CHECK(broken(deep) == list{" limit"});
}

}  // namespace json_reader_test
