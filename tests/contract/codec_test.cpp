// SPDX-License-Identifier: Apache-2.0
#include <lancespec/contract/codec.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/contract/operations.hpp>

namespace codec_test {

using lancespec::contract::decode;
using lancespec::contract::decode_options;
using lancespec::contract::encode;
namespace model = lancespec::model;
using backfill = model::alter_table_backfill_columns_request;
using refresh = model::refresh_materialized_view_request;
using list = std::vector<std::string>;

template <class T>
list broken(std::string_view json, decode_options const& options = {}) {
    list out;
    auto const decoded = decode<T>(json, options);
    if (!decoded)
        for (auto const& v : decoded.error()) out.push_back(v.pointer + " " + std::string(name(v.broken)));
    return out;
}

TEST_CASE("A backfill request needs a column of at least one character; all else is optional") {
    CHECK(broken<backfill>(R"({"column":"x"})").empty());
    CHECK(broken<backfill>("{}") == list{"/column required"});
    CHECK(broken<backfill>(R"({"column":""})") == list{"/column min_length"});
    CHECK(broken<backfill>(R"({"column":null})") == list{"/column not_null"});
    CHECK(broken<backfill>(R"({"column":7})") == list{"/column type"});
}

TEST_CASE("Thirteen fields of a backfill request and eight of a refresh accept null") {
    auto const nullable = [](lancespec::reflect::type_info const& type) {
        std::size_t count = 0;
        for (auto const& field : type.fields) count += field.nullable != lancespec::reflect::null_spelling::none;
        return count;
    };
    CHECK(nullable(lancespec::reflect::type_of<backfill>()) == 13);
    CHECK(nullable(lancespec::reflect::type_of<refresh>()) == 8);
    auto const strict = decode_options::strict();
    for (auto const& field : lancespec::reflect::type_of<backfill>().fields) {
        auto const json = R"({"column":"x",")" + std::string(field.name) + R"(":null})";
        if (field.name != "column")
            CHECK(broken<backfill>(json, strict).empty() ==
                  (field.nullable != lancespec::reflect::null_spelling::none));
    }
}

TEST_CASE("The column is a field path and where is a WHERE clause; both errors carry the byte") {
    auto const decoded = decode<backfill>(R"({"column":"a..b","where":"id >"})");
    REQUIRE(!decoded);
    REQUIRE(decoded.error().size() == 2);
    CHECK(decoded.error()[0].pointer == "/column");
    CHECK(decoded.error()[0].broken == lancespec::rule::field_path);
    CHECK(decoded.error()[0].offset == 2);
    CHECK(decoded.error()[1].pointer == "/where");
    CHECK(decoded.error()[1].broken == lancespec::rule::where_clause);
    CHECK(decoded.error()[1].offset == 4);
    decode_options shallow;
    shallow.languages = false;
    CHECK(decode<backfill>(R"({"column":"a..b","where":"id >"})", shallow));
}

TEST_CASE("Type errors and bounds are reported together, one at a place") {
    CHECK(broken<backfill>(R"({"column":"","concurrency":"8","where":3,"context":{"a":1},"id":"t"})") ==
          list{"/concurrency type", "/where type", "/context/a type", "/id type", "/column min_length"});
}

TEST_CASE("An error body needs an integer code of at least 0") {
    using error = model::error_response;
    CHECK(broken<error>(R"({"code":4,"error":"x","anything":[1]})").empty());
    CHECK(broken<error>(R"({"error":"x"})") == list{"/code required"});
    CHECK(broken<error>(R"({"code":-1})") == list{"/code minimum"});
    CHECK(broken<error>(R"({"code":"4"})") == list{"/code type"});
    CHECK(broken<error>(R"({"code":99})").empty());
}

TEST_CASE("An infinite number is a violation, since JSON has none") {
    backfill request;
    request.column = "x";
    request.batch_checkpoint_flush_interval_seconds = std::numeric_limits<double>::infinity();
    auto const found = lancespec::contract::validate(request);
    REQUIRE(found.size() == 1);
    CHECK(found[0].pointer == "/batch_checkpoint_flush_interval_seconds");
}

TEST_CASE("Words of a closed vocabulary are read in any case, and written in PascalCase") {
    using create = model::create_namespace_request;
    for (auto const* word : {"ExistOk", "exist_ok", "EXIST_OK", "existok", "EXISTOK"})
        CHECK(decode<create>(R"({"mode":")" + std::string(word) + "\"}").value().mode == model::create_mode::exist_ok);
    create request;
    request.mode = model::create_mode::exist_ok;
    CHECK(encode(request) == R"({"mode":"ExistOk"})");
    CHECK(broken<create>(R"({"mode":"exist ok"})") == list{"/mode vocabulary"});
    CHECK(broken<create>(R"({"mode":""})") == list{"/mode vocabulary"});
}

TEST_CASE("Types that hold themselves are read as deep as they go") {
    auto const query = decode<model::structured_fts_query>(
        R"({"query":{"boost":{"positive":{"boolean":{"must":[{"match":{"terms":"a"}}],"must_not":[],"should":[]}},
            "negative":{"phrase":{"terms":"b","slop":-1}}}}})");
    REQUIRE(!query);
    CHECK(query.error().size() == 1);
    CHECK(query.error()[0].pointer == "/query/boost/negative/phrase/slop");
    CHECK(broken<model::describe_table_response>(
              R"({"schema":{"fields":[{"name":"a","nullable":true,"type":{"type":"struct","fields":[
                  {"name":"b","nullable":true,"type":{}}]}}]}})") ==
          list{"/schema/fields/0/type/fields/0/type/type required"});
}

TEST_CASE("Members of which one belongs there are counted") {
    CHECK(broken<model::fts_query>("{}") == list{" choice"});
    CHECK(broken<model::fts_query>(R"({"match":{"terms":"a"},"phrase":{"terms":"a"}})") == list{" choice"});
    CHECK(broken<model::add_columns_entry>(R"({"name":"a"})") == list{" choice"});
    CHECK(broken<model::describe_table_request>(R"({"tag":"a","version":1})") == list{" choice"});
    CHECK(broken<model::create_materialized_view_request>(R"({"kind":"udtf","source_query":"","output_schema":""})") ==
          list{"/udtf_spec choice"});
}

TEST_CASE("A query's vector must be there, though it may be null; a server takes its absence for null") {
    CHECK(broken<model::query_table_request>(R"({"k":1})").empty());
    CHECK(broken<model::query_table_request>(R"({"k":1})", decode_options::strict()) == list{"/vector required"});
    CHECK(broken<model::query_table_request>(R"({"k":1,"vector":null})", decode_options::strict()).empty());
    CHECK(encode(model::query_table_request{}) == R"({"k":0,"vector":null})");
}

TEST_CASE("Members that came later are unknown to earlier versions; a list was one item") {
    auto strict = decode_options::strict();
    strict.read.version = lancespec::spec_version::v0_11_1;
    auto const* json = R"({"k":1,"vector":null,"minimum_nprobes":1})";
    CHECK(broken<model::query_table_request>(json).empty());
    CHECK(broken<model::query_table_request>(json, strict) == list{"/minimum_nprobes unknown_member"});
    model::merge_insert_into_table_request merge;
    merge.on = list{"a"};
    CHECK(encode(merge) == R"({"on":["a"]})");
    lancespec::reflect::write_options earlier;
    earlier.version = lancespec::spec_version::v0_11_1;
    CHECK(encode(merge, earlier) == R"({"on":"a"})");
    CHECK(decode<model::merge_insert_into_table_request>(R"({"on":"a"})", strict).value().on == list{"a"});
}

template <class T>
void round_trip(char const* id) {
    rc::prop(id, [] {
        auto const value = *lancespec::arbitrary::valid<T>();
        RC_ASSERT(lancespec::contract::validate(value).empty());
        auto const json = encode(value);
        auto const again = decode<T>(json, decode_options::strict());
        if (!again) RC_FAIL(json + "\n" + to_string(again.error()));
        RC_ASSERT(*again == value);
        RC_ASSERT(encode(*again) == json);
    });
}

TEST_CASE("Law: a valid value has no violations, and decoding its encoding gives it back") {
    round_trip<backfill>("codec/backfill-request");
    round_trip<model::alter_table_backfill_columns_response>("codec/backfill-response");
    round_trip<refresh>("codec/refresh-request");
    round_trip<model::refresh_materialized_view_response>("codec/refresh-response");
    round_trip<model::error_response>("codec/error-response");
    round_trip<model::identity>("codec/identity");
}

TEST_CASE("Law: no bytes break the decoder, and pointers lead into the document") {
    rc::prop("codec/any-bytes", [] {
        auto const valid = encode(*lancespec::arbitrary::valid<backfill>());
        auto text = valid;
        auto const edits = *rc::gen::inRange(1, 4);
        for (int i = 0; i < edits && !text.empty(); ++i) {
            auto const at = *rc::gen::inRange<std::size_t>(0, text.size());
            text[at] = static_cast<char>(*rc::gen::arbitrary<unsigned char>());
        }
        auto const decoded = decode<backfill>(text);
        if (!decoded)
            for (auto const& v : decoded.error()) RC_ASSERT(v.pointer.empty() || v.pointer.front() == '/');
    });
}

}  // namespace codec_test
