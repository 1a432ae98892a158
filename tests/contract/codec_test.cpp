#include <lancespec/contract/codec.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/contract/fields/jobs.hpp>

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
