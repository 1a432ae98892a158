// SPDX-License-Identifier: Apache-2.0
#include <lancespec/contract/example.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/operations.hpp>
#include <lancespec/core/json.hpp>

#include <algorithm>

namespace example_test {

namespace contract = lancespec::contract;
namespace model = lancespec::model;
namespace reflect = lancespec::reflect;
using lancespec::spec_version;

template <class T>
std::string example_of(contract::example_options const& options = {}) {
    return lancespec::to_json(contract::example(reflect::type_of<T>(), options));
}

contract::example_options required_only() {
    contract::example_options options;
    options.optional_members = false;
    return options;
}

void is_valid(reflect::type_info const& type, contract::example_options const& options) {
    auto const json = lancespec::to_json(contract::example(type, options));
    CAPTURE(type.name, json);
    auto strict = contract::decode_options::strict();
    strict.read.version = options.version;
    reflect::instance read(type);
    lancespec::violations found;
    contract::decode_into(read.write(), json, strict, found);
    CHECK(to_string(found) == "");
    CHECK(lancespec::to_json(contract::example(type, options)) == json);
}

/// Whether a choice or an objection may keep the member out.
bool may_be_excluded(reflect::type_info const& type, std::string_view name) {
    return type.object_to != nullptr ||
           std::any_of(type.choices.begin(), type.choices.end(), [&](reflect::choice const& group) {
               return std::find(group.members.begin(), group.members.end(), name) != group.members.end();
           });
}

TEST_CASE("Examples of every request and response are valid, in every version, with optional members and without") {
    for (auto const& op : contract::operations())
        for (auto const* type : {&op.request(), &op.response()})
            for (auto version = spec_version::v0_9_0; version <= lancespec::latest_spec_version;
                 version = static_cast<spec_version>(static_cast<int>(version) + 1))
                for (bool const optional_members : {true, false})
                    for (int const deepest : {0, 1, 3, 6}) is_valid(*type, {version, optional_members, deepest});
}

TEST_CASE("An example with optional members has every member, save those that are excluded") {
    for (auto const& op : contract::operations())
        for (auto const* type : {&op.request(), &op.response()}) {
            auto const all = contract::example(*type);
            auto const few = contract::example(*type, required_only());
            for (auto const& field : type->fields) {
                CAPTURE(type->name, field.name);
                bool const in_json = field.in_json(lancespec::latest_spec_version);
                if (!may_be_excluded(*type, field.name)) CHECK(all.as_object().contains(field.name) == in_json);
                if (!may_be_excluded(*type, field.name))
                    CHECK(few.as_object().contains(field.name) == (in_json && field.is_required));
            }
        }
}

TEST_CASE("Examples are small and readable") {
    CHECK(example_of<model::identity>() == R"({"api_key":"a","auth_token":"a"})");
    CHECK(example_of<model::identity>(required_only()) == "{}");
    CHECK(example_of<model::alter_table_backfill_columns_request>(required_only()) == R"({"column":"a"})");
    auto const backfill = contract::example(reflect::type_of<model::alter_table_backfill_columns_request>());
    CHECK(backfill.at("where") == "a > 1");
    CHECK(backfill.at("context").at("a") == "a");
}

TEST_CASE("Choices are kept by their first members, and types that hold themselves come to an end") {
    CHECK(example_of<model::fts_query>(required_only()) == R"({"match":{"terms":"a"}})");
    auto const describe = contract::example(reflect::type_of<model::describe_table_request>()).as_object();
    CHECK(describe.contains("version") + describe.contains("tag") == 1);
    auto deep = contract::example_options{};
    deep.deepest = 40;
    CHECK(example_of<model::json_arrow_schema>(deep).size() < 10'000);
    CHECK(example_of<model::boost_query>() ==
          R"({"positive":{"match":)" + example_of<model::match_query>({.deepest = 1}) + R"(},"negative":{"match":)" +
              example_of<model::match_query>({.deepest = 1}) + R"(},"negative_boost":0.5})");
}

TEST_CASE("What a type objects to is left out: a view of kind query has no function") {
    auto const view = contract::example(reflect::type_of<model::create_materialized_view_request>()).as_object();
    CHECK(view.at("kind") == "query");
    CHECK_FALSE(view.contains("udtf_spec"));
}

TEST_CASE("An earlier version has one item where later ones have a list") {
    CHECK(contract::example(reflect::type_of<model::merge_insert_into_table_request>()).at("on").is_array());
    contract::example_options earlier;
    earlier.version = spec_version::v0_11_1;
    CHECK(contract::example(reflect::type_of<model::merge_insert_into_table_request>(), earlier).at("on") == "a");
}

}  // namespace example_test
