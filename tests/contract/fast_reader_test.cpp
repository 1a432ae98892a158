// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/json_reader.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/contract/example.hpp>
#include <lancespec/contract/mutations.hpp>
#include <lancespec/contract/operations.hpp>
#include <lancespec/core/impl/json_fast.ipp>

// The reader of valid documents may give up, but what it accepts the careful reader accepts with the same value.
namespace fast_reader_test {

namespace contract = lancespec::contract;
namespace reflect = lancespec::reflect;

struct outcome {
    bool fast = false;
    bool careful = false;
};

/// Reads @p text both ways and holds one against the other.
outcome read(std::string const& text, reflect::type_info const& type, reflect::read_options const& options = {}) {
    outcome out;
    reflect::instance quick(type);
    out.fast = reflect::detail::fast_reader(text, options).read(quick.write());
    reflect::instance slow(type);
    lancespec::violations broken;
    out.careful = reflect::detail::read_carefully(text, slow.write(), options, broken);
    if (!out.fast) return out;
    INFO(text);
    CHECK(to_string(broken).empty());
    CHECK(quick == slow);
    std::string left;
    std::string right;
    reflect::write_json(left, quick.read());
    reflect::write_json(right, slow.read());
    CHECK(left == right);
    return out;
}

std::vector<reflect::type_info const*> types() {
    std::vector<reflect::type_info const*> out;
    for (auto const& op : contract::operations()) {
        out.push_back(&op.request());
        out.push_back(&op.response());
    }
    return out;
}

/// A few bytes changed, taken away or put in: such as mean something in JSON.
std::string changed(std::string text) {
    static std::string const bytes = "{}[]:,\"\\/ \n\tnulltrue0123456789+-.eEu\x01\x1f\x7f\x80\xc3\xa9\xed\xa0";
    auto const times = *rc::gen::inRange(1, 4);
    for (int i = 0; i < times && !text.empty(); ++i) {
        auto const at = static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(text.size())));
        auto const byte = bytes[static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(bytes.size())))];
        switch (*rc::gen::inRange(0, 3)) {
            case 0: text[at] = byte; break;
            case 1: text.erase(at, 1); break;
            default: text.insert(at, 1, byte);
        }
    }
    return text;
}

TEST_CASE("Law: what is read fast is what is read carefully, of valid documents and of changed ones") {
    static auto const all = types();
    int accepted = 0;
    int valid = 0;
    rc::prop("fast-reader", [&] {
        auto const& type = *all[static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(all.size())))];
        reflect::instance value(type);
        lancespec::arbitrary::make_valid(value.write());
        std::string text;
        reflect::write_json(text, value.read());
        auto const whole = read(text, type);
        valid += whole.careful ? 1 : 0;
        accepted += whole.fast ? 1 : 0;
        for (int i = 0; i < 20; ++i) read(changed(text), type);
    });
    CHECK(accepted == valid);
}

using query = lancespec::model::query_table_request;
auto const& query_type = reflect::type_of<query>();

outcome of_query(std::string const& member) {
    return read(R"({"k":1,)" + member + "}", query_type);
}

TEST_CASE("Documents are read fast however they are spaced, escaped and ordered, with members unknown or null") {
    for (auto const* member :
         {R"("vector":{"single_vector":[1,-0,0.1,1e5,-1.5E-3,17.123456789012345678,1e22,9007199254740993]})",
          " \"filter\" :\n\t\"a\\n\\u00e9\\ud83d\\ude00 \\\" \\\\ \\/\" ", R"("filter":"née", "id":[ ] )",
          R"("unknown":{"a":[1,{"b":null,"b":true}],"c":"\u0000"},"branch":null)", R"("context":{"a":"b","c":"d"})",
          R"("offset":-9223372036854775808)", R"("lower_bound":18446744073709551616)", R"("lower_bound":-0.0)"}) {
        CAPTURE(member);
        auto const out = of_query(member);
        CHECK(out.fast);
        CHECK(out.careful);
    }
}

TEST_CASE("What is wrong is left to the careful reader, and what is rare") {
    for (auto const* member : {R"("k":2)",
                               R"("offset":9223372036854775808)",
                               R"("offset":1.5)",
                               R"("lower_bound":1e400)",
                               R"("lower_bound":01)",
                               R"("lower_bound":1.)",
                               R"("lower_bound":.5)",
                               R"("lower_bound":+1)",
                               R"("lower_bound":1e)",
                               R"("lower_bound":-)",
                               R"("filter":"\ud800")",
                               R"("filter":"\udc00\ud800")",
                               R"("filter":"\u12g4")",
                               R"("filter":"\x")",
                               "\"filter\":\"\xc3\"",
                               "\"filter\":\"a\nb\"",
                               R"("filter":"a)",
                               R"("prefilter":truth)",
                               R"("context":{"a":"b","a":"c"})",
                               R"("id":["a",])",
                               R"("id":[,])",
                               R"("id":["a" "b"])",
                               R"("unknown":[1}])",
                               R"("unknown":nul)"}) {
        CAPTURE(member);
        auto const out = of_query(member);
        CHECK_FALSE(out.fast);
        CHECK_FALSE(out.careful);
    }
    // Valid, but read by the other one.
    for (auto const* member : {R"("offset":1.0)", R"("lower_bound":1e-400)", R"("lower_bound":1e-123456789)"}) {
        CAPTURE(member);
        CHECK_FALSE(of_query(member).fast);
        CHECK(of_query(member).careful);
    }
    CHECK(read("{}", query_type).fast == false);
    CHECK(read(R"({"k":1})"
               " ]",
               query_type)
              .fast == false);
}

TEST_CASE("The bounds on depth and elements hold for the fast reader") {
    reflect::read_options few;
    few.bounds.json_elements = 4;
    CHECK(read(R"({"k":1,"id":["a"]})", query_type, few).fast);
    CHECK_FALSE(read(R"({"k":1,"id":["a","b"]})", query_type, few).fast);
    reflect::read_options flat;
    flat.bounds.json_depth = 2;
    CHECK(read(R"({"k":1,"unknown":[]})", query_type, flat).fast);
    CHECK_FALSE(read(R"({"k":1,"unknown":[[]]})", query_type, flat).fast);
    CHECK_FALSE(read(R"({"k":1,"unknown":)" + std::string(100'000, '[') + "}", query_type).fast);
}

TEST_CASE("After the fast reader has given up nothing of what it read is left") {
    query out;
    lancespec::violations broken;
    reflect::read_json(R"({"k":1,"id":["a","b"],"context":{"x":"y"},"offset":"no"})", {&out, &query_type}, {}, broken);
    REQUIRE(broken.size() == 1);
    CHECK(broken[0].pointer == "/offset");
    CHECK(out.id->size() == 2);
    CHECK(out.context->size() == 1);
}

TEST_CASE("What breaks one rule is read fast only where the careful reader takes it too") {
    std::size_t count = 0;
    for (auto const* type : types())
        for (auto const& one : contract::mutated_documents(contract::example(*type), *type)) {
            INFO(type->name << ": " << one.what);
            read(lancespec::to_json(one.document), *type);
            ++count;
        }
    CHECK(count > 1000);
    // An opaque member that must not be null.
    auto const& type = contract::find_operation("AlterTableAddColumns")->request();
    auto const nulls =
        read(R"({"new_columns":[{"name":"a","virtual_column":{"input_columns":["a"],"outputs":[{"column":"c",
        "struct_field":"","data_type":null,"nullable":false}],"image":"","udf":"","udf_name":"","udf_version":""}}]})",
             type);
    CHECK_FALSE(nulls.fast);
    CHECK_FALSE(nulls.careful);
}

}  // namespace fast_reader_test
