// SPDX-License-Identifier: Apache-2.0
#include <lancespec/language/field_path.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/core/utf8.hpp>

namespace field_path_test {

using lancespec::field_path;
using lancespec::field_path_errc;
using lancespec::path_matching;
using lancespec::path_quoting;
namespace columnar = lancespec::columnar;
using names = std::vector<std::string>;

inline columnar::schema schema_of(std::string const& struct_type) {
    auto const type = columnar::parse_data_type(struct_type);
    REQUIRE(type);
    columnar::schema out;
    out.fields = type->children;
    return out;
}

/// A segment of the characters that matter, never empty.
inline std::string random_segment() {
    static names const pieces{"a", "B", "_", "7", ".", "`", " ", "-", "é", "日", "'", "\"", "[", "\xCD\x85"};
    std::string out = *rc::gen::elementOf(pieces);
    auto const more = *rc::gen::inRange(0, 5);
    for (int i = 0; i < more; ++i) out += *rc::gen::elementOf(pieces);
    return out;
}

TEST_CASE("paths parse into their segments and print canonically", "[language][field_path]") {
    struct row {
        std::string text;
        names segments;
        std::string full;
        std::string minimal;
    };
    auto const c = GENERATE(values<row>({
        {"a.b.c", {"a", "b", "c"}, "a.b.c", "a.b.c"},
        {"`a`.`b`", {"a", "b"}, "a.b", "a.b"},
        {"p.`c.d`.n", {"p", "c.d", "n"}, "p.`c.d`.n", "p.`c.d`.n"},
        {"p.`f``w`", {"p", "f`w"}, "p.`f``w`", "p.`f``w`"},
        {"````", {"`"}, "````", "````"},
        {"user-id", {"user-id"}, "`user-id`", "user-id"},
        {"a b", {"a b"}, "`a b`", "a b"},
        {"é", {"é"}, "é", "é"},
        {"1a", {"1a"}, "1a", "1a"},
        {"select", {"select"}, "select", "select"},
        {" a", {" a"}, "` a`", " a"},
        {"l[1]", {"l[1]"}, "`l[1]`", "l[1]"},
        {"x*y.'q'", {"x*y", "'q'"}, "`x*y`.`'q'`", "x*y.'q'"},
        {"``````", {"``"}, "``````", "``````"},
        {"٣.Ⅷ.½", {"٣", "Ⅷ", "½"}, "٣.Ⅷ.½", "٣.Ⅷ.½"},
        {"a\u0301", {"a\u0301"}, "`a\u0301`", "a\u0301"},
    }));
    CAPTURE(c.text);
    auto const parsed = field_path::parse(c.text);
    REQUIRE(parsed.has_value());
    CHECK(parsed->segments == c.segments);
    CHECK(parsed->to_string() == c.full);
    CHECK(parsed->to_string(path_quoting::minimal) == c.minimal);
}

TEST_CASE("text that is no path is refused with the byte and the reason", "[language][field_path]") {
    struct row {
        std::string text;
        field_path_errc code;
        std::size_t offset;
    };
    auto const c = GENERATE(values<row>({
        {"", field_path_errc::empty_path, 0},
        {".", field_path_errc::empty_segment, 0},
        {".a", field_path_errc::empty_segment, 0},
        {"a.", field_path_errc::empty_segment, 2},
        {"a..b", field_path_errc::empty_segment, 2},
        {"``", field_path_errc::empty_segment, 0},
        {"a.``", field_path_errc::empty_segment, 2},
        {"``a", field_path_errc::empty_segment, 0},
        {"a.`b", field_path_errc::unclosed_quote, 2},
        {"`", field_path_errc::unclosed_quote, 0},
        {"```", field_path_errc::unclosed_quote, 0},
        {"a`b", field_path_errc::quote_in_plain_segment, 1},
        {"`a`x", field_path_errc::text_after_quote, 3},
        {"`a` .b", field_path_errc::text_after_quote, 3},
        {"x.`a``b`c", field_path_errc::text_after_quote, 8},
        {"a\xFF", field_path_errc::invalid_utf8, 1},
        {"`a\xED\xA0\x80`", field_path_errc::invalid_utf8, 2},
    }));
    CAPTURE(c.text);
    auto const parsed = field_path::parse(c.text);
    REQUIRE(parsed.has_error());
    CHECK(parsed.error() == lancespec::field_path_error{c.code, c.offset});
    CHECK_FALSE(message(c.code).empty());
}

TEST_CASE("a path longer than the limit is refused, one of the limit's length is not", "[language][field_path]") {
    lancespec::limits bounds;
    bounds.path_bytes = 8;
    CHECK(field_path::parse("12345678", bounds).has_value());
    auto const long_one = field_path::parse("123456789", bounds);
    REQUIRE(long_one.has_error());
    CHECK(long_one.error().code == field_path_errc::too_long);
}

TEST_CASE("every path's two canonical texts parse to its segments", "[language][field_path]") {
    rc::prop("field_path_round_trip", [] {
        field_path path;
        auto const count = *rc::gen::inRange(1, 6);
        for (int i = 0; i < count; ++i) path.segments.push_back(random_segment());
        for (auto const quoting : {path_quoting::full, path_quoting::minimal}) {
            auto const text = path.to_string(quoting);
            auto const parsed = field_path::parse(text);
            RC_ASSERT(parsed.has_value());
            RC_ASSERT(*parsed == path);
            RC_ASSERT(parsed->to_string(quoting) == text);
        }
    });
}

TEST_CASE("any bytes parse to a path of no empty segments or to an error inside the text", "[language][field_path]") {
    rc::prop("field_path_any_bytes", [] {
        static std::string const alphabet = "..``ab-\xC3\xA9\xFF ";
        auto const text = *rc::gen::container<std::string>(rc::gen::elementOf(alphabet));
        auto const parsed = field_path::parse(text);
        if (parsed.has_error()) {
            RC_ASSERT(parsed.error().offset <= text.size());
            return;
        }
        RC_ASSERT(lancespec::find_invalid_utf8(text) == std::string::npos);
        RC_ASSERT(!parsed->segments.empty());
        for (auto const& segment : parsed->segments) RC_ASSERT(!segment.empty());
        RC_ASSERT(*field_path::parse(parsed->to_string()) == *parsed);
    });
}

TEST_CASE("paths resolve level by level, exact first, then ignoring ASCII case", "[language][field_path]") {
    auto const fields = schema_of(
        "struct<id: int32, Id: int32, st: struct<x: int32, Y: utf8, `a.b`: int32>, "
        "l: list<item: int32>, lst: list<item: struct<q: int32>>, É: int32>");
    auto const find = [&](std::string_view text, path_matching how = path_matching::exact_then_ascii_case) {
        auto const found = resolve(*field_path::parse(text), fields, how);
        return found.has_value() ? found->canonical.to_string() : std::string("-");
    };
    CHECK(find("id") == "id");
    CHECK(find("Id") == "Id");
    CHECK(find("ID") == "-");  // two fields differ in case only
    CHECK(find("ST.y") == "st.Y");
    CHECK(find("ST.y", path_matching::exact) == "-");
    CHECK(find("st.Y", path_matching::exact) == "st.Y");
    CHECK(find("st.`a.b`") == "st.`a.b`");
    CHECK(find("st.a.b") == "-");
    CHECK(find("x") == "-");
    CHECK(find("`st.x`") == "-");
    CHECK(find("l.item") == "l.item");
    CHECK(find("lst.item.q") == "lst.item.q");
    CHECK(find("lst.q") == "-");
    CHECK(find("é") == "-");  // only ASCII letters are folded
    CHECK(find("id.x") == "-");
    auto const found = resolve(*field_path::parse("lst.item.q"), fields);
    CHECK(found->indices == std::vector<std::size_t>{4, 0, 0});
    CHECK(found->target->name == "q");
}

TEST_CASE("a path that names nothing says where and what is near", "[language][field_path]") {
    auto const fields = schema_of("struct<user_id: int32, st: struct<x_value: int32>, Ab: int32, aB: int32>");
    auto const missing = [&](std::string_view text) { return resolve(*field_path::parse(text), fields).error(); };
    CHECK(missing("user-id").nearest == names{"user_id"});
    CHECK(missing("usr_id").nearest.front() == "user_id");
    CHECK(missing("x_value").nearest == names{"st.x_value"});
    CHECK(missing("`st.x_value`").nearest == names{"st.x_value"});
    CHECK(missing("st.x_valeu").level == 1);
    CHECK(missing("st.x_valeu").nearest == names{"st.x_value"});
    CHECK(missing("completely_different").nearest.empty());
    CHECK(missing("ab").ambiguous);
    CHECK(missing("ab").nearest == names{"Ab", "aB"});
}

}  // namespace field_path_test
