// SPDX-License-Identifier: Apache-2.0
#include <lancespec/contract/mutations.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/example.hpp>
#include <lancespec/contract/operations.hpp>
#include <lancespec/core/json.hpp>

#include <set>

namespace mutations_test {

namespace contract = lancespec::contract;
namespace model = lancespec::model;
namespace reflect = lancespec::reflect;
using lancespec::rule;

lancespec::violations decode(boost::json::value const& document, reflect::type_info const& type) {
    reflect::instance to(type);
    lancespec::violations out;
    contract::decode_into(to.write(), lancespec::to_json(document), contract::decode_options::strict(), out);
    return out;
}

template <class T>
std::vector<std::string> what_breaks(std::string_view json) {
    std::vector<std::string> out;
    for (auto const& broken : contract::mutated_documents(lancespec::parse_json(json).value(), reflect::type_of<T>()))
        out.push_back(broken.what + ": " + std::string(lancespec::name(broken.broken)) + " at " + broken.pointer);
    return out;
}

TEST_CASE("A document is broken in every way, member by member, and each is told in a few words") {
    auto const identity = what_breaks<model::identity>(R"({"api_key":"a"})");
    std::vector<std::string> expected{"/no such member = 1: unknown_member at /no such member"};
    for (auto const* name : {"/api_key", "/auth_token"}) {
        expected.push_back(name + std::string(" = null: not_null at ") + name);
        for (auto const* other : {"true", "7", "[]", "{}"})
            expected.push_back(name + std::string(" = ") + other + ": type at " + name);
    }
    CHECK(identity == expected);
    auto const backfill = what_breaks<model::alter_table_backfill_columns_request>(R"({"column":"a","where":"a > 1"})");
    for (auto const* one : {"without /column: required at /column", R"(/column = "": min_length at /column)",
                            R"(/column = "a..b": field_path at /column)", R"(/where = "id >": where_clause at /where)"})
        CHECK(std::find(backfill.begin(), backfill.end(), one) != backfill.end());
    auto const query = what_breaks<model::fts_query>(R"({"match":{"terms":"a"}})");
    CHECK(query.back() == "without /match: choice at ");
}

TEST_CASE("A broken document differs from the whole in one place, wherever that is") {
    auto const document = lancespec::parse_json(R"({"id":["a"],"context":{"a/b~c":"x"},"column":"a"})").value();
    auto const& type = reflect::type_of<model::alter_table_backfill_columns_request>();
    std::vector<std::string> seen;
    for (auto const& broken : contract::mutated_documents(document, type)) {
        CHECK(broken.document != document);
        if (broken.pointer != "/context/a~1b~0c" || broken.broken != rule::type) continue;
        seen.push_back(lancespec::to_json(broken.document));
    }
    std::vector<std::string> expected;
    for (auto const* other : {"true", "7", "[]", "{}"})
        expected.push_back(R"({"id":["a"],"context":{"a/b~c":)" + std::string(other) + R"(},"column":"a"})");
    CHECK(seen == expected);
}

TEST_CASE("Every broken example of every operation has the violation that it promises, and no other") {
    std::set<rule> rules;
    std::size_t count = 0;
    auto const promises = [&](reflect::type_info const& type, bool optional_members) {
        contract::example_options options;
        options.optional_members = optional_members;
        auto const document = contract::example(type, options);
        for (auto const& change : contract::mutations_of(document, type)) {
            auto broken = document;
            contract::apply(change, broken);
            auto const found = decode(broken, type);
            ++count;
            rules.insert(change.broken);
            if (found.size() == 1 && found[0].pointer == change.pointer && found[0].broken == change.broken) continue;
            FAIL_CHECK(type.name << ": " << to_string(change) << " gives " << to_string(found) << " in "
                                 << lancespec::to_json(broken));
        }
    };
    for (auto const& op : contract::operations())
        for (auto const* type : {&op.request(), &op.response()})
            for (bool const optional_members : {true, false}) promises(*type, optional_members);
    CHECK(count > 3000);
    CHECK(rules == std::set<rule>{rule::unknown_member, rule::required, rule::type, rule::not_null, rule::minimum,
                                  rule::min_length, rule::item_count, rule::unique_items, rule::vocabulary,
                                  rule::date_time, rule::choice, rule::field_path, rule::where_clause});
}

}  // namespace mutations_test
