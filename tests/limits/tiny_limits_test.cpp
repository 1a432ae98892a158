// SPDX-License-Identifier: Apache-2.0
// Every limit at its edge: a binary of its own, so that tiny limits reach code that the other tests never do.
#include <lancespec/core/limits.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/fields/jobs.hpp>
#include <lancespec/core/identifier.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/language/field_path.hpp>
#include <lancespec/language/where.hpp>

namespace tiny_limits_test {

using lancespec::limits;
using lancespec::rule;
using backfill = lancespec::model::alter_table_backfill_columns_request;

constexpr limits tiny() {
    limits bounds;
    bounds.json_bytes = 64;
    bounds.json_depth = 3;
    bounds.json_elements = 8;
    bounds.violations = 3;
    bounds.path_bytes = 8;
    bounds.where_bytes = 16;
    bounds.where_depth = 3;
    bounds.identifier_segments = 2;
    return bounds;
}

lancespec::violations broken(std::string_view json) {
    lancespec::contract::decode_options options;
    options.read.bounds = tiny();
    auto const decoded = lancespec::contract::decode<backfill>(json, options);
    return decoded ? lancespec::violations{} : decoded.error();
}

TEST_CASE("At a limit a document is read, one past it refused with the limit named") {
    std::string const fits = R"({"column":"x"})";
    CHECK(broken(fits + std::string(64 - fits.size(), ' ')).empty());
    auto const long_ = broken(fits + std::string(65 - fits.size(), ' '));
    REQUIRE(long_.size() == 1);
    CHECK(long_[0].broken == rule::limit);
    CHECK(long_[0].message.find("64") != std::string::npos);

    CHECK(broken(R"({"column":"x","z":[[1]]})").empty());
    CHECK(broken(R"({"column":"x","z":[[[1]]]})").at(0).broken == rule::limit);

    CHECK(broken(R"({"column":"x","z":[1,2,3,4,5]})").empty());
    CHECK(broken(R"({"column":"x","z":[1,2,3,4,5,6]})").at(0).broken == rule::limit);
}

TEST_CASE("Violations past the limit are counted as one that says so") {
    auto const found = broken(R"({"column":1,"id":2,"where":3,"branch":4})");
    REQUIRE(found.size() == 4);
    CHECK(found[3].broken == rule::limit);
    CHECK(found[3].message.find('3') != std::string::npos);
}

TEST_CASE("Paths, clauses and identifiers have their own limits, inside a document too") {
    CHECK(lancespec::field_path::parse("abcdefgh", tiny()));
    CHECK(lancespec::field_path::parse("abcdefghi", tiny()).error().code == lancespec::field_path_errc::too_long);
    CHECK(broken(R"({"column":"abcdefghi"})").at(0).broken == rule::field_path);

    CHECK(lancespec::where::parse("a = 1 AND b = 23", tiny()));
    CHECK(!lancespec::where::parse("a = 1 AND b = 234", tiny()));
    CHECK(broken(R"({"column":"x","where":"a = 1 AND b = 234"})").at(0).broken == rule::where_clause);

    CHECK(lancespec::where::parse("(((a)))", tiny()));
    CHECK(!lancespec::where::parse("((((a))))", tiny()));

    CHECK(lancespec::object_identifier::parse("a$b", "$", tiny()));
    CHECK(lancespec::object_identifier::parse("a$b$c", "$", tiny()).error().at(0).broken == rule::limit);
}

TEST_CASE("Law: under tiny limits no document breaks the reader, and every refusal names a rule") {
    rc::prop("tiny-limits/any-document", [] {
        auto const json = lancespec::contract::encode(*lancespec::arbitrary::valid<backfill>());
        for (auto const& v : broken(json)) {
            RC_ASSERT(v.broken == rule::limit || v.broken == rule::field_path || v.broken == rule::where_clause);
            RC_ASSERT(!v.message.empty());
        }
    });
}

}  // namespace tiny_limits_test
