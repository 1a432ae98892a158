// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/registry.hpp"

#include "conformance/report/reference_page.hpp"

#include "conformance/engine/operation.hpp"
#include "tests/support/catch.hpp"

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace registry_test {

namespace lc = lancespec::conformance;

TEST_CASE("every check names its operation, clause, sentence and reason, and its id once") {
    std::set<std::string> ids;
    for (auto const& c : lc::all_checks()) {
        INFO(c.id);
        CHECK(ids.insert(c.id).second);
        auto const* op = lc::find_operation(c.operation);
        REQUIRE(op != nullptr);
        CHECK(c.id.starts_with(lc::check_prefix(*op) + "."));
        CHECK(c.clause.size() > 10);
        CHECK(c.summary.size() > 20);
        CHECK(c.rationale.size() > 20);
        CHECK(c.run);
        CHECK(lc::find_check(c.id) == &c);
    }
    CHECK(ids.size() >= 35);
    CHECK(lc::find_check("nothing") == nullptr);
}

TEST_CASE("every fault names its check, and its id once") {
    std::set<std::string> ids;
    for (auto const& f : lc::all_faults()) {
        INFO(f.id);
        CHECK(ids.insert(f.id).second);
        auto const* c = lc::find_check(f.check);
        REQUIRE(c != nullptr);
        CHECK(f.clause == c->clause);
        CHECK(f.summary.size() > 5);
        CHECK(lc::find_fault(f.id) == &f);
    }
}

TEST_CASE("patterns match ids with stars") {
    CHECK(lc::matches("a.b", "a.b"));
    CHECK_FALSE(lc::matches("a.b", "a.bc"));
    CHECK(lc::matches("*", ""));
    CHECK(lc::matches("a.*", "a.b"));
    CHECK(lc::matches("*.id_*", "backfill_column.id_mismatch"));
    CHECK(lc::matches("*a*b*", "xxaxxbab"));
    CHECK_FALSE(lc::matches("*a*b", "xxaxxba"));
    CHECK_FALSE(lc::matches("", "a"));
    CHECK_FALSE(lc::matches(std::string(300, '*') + 'b', std::string(3000, 'a')));
}

TEST_CASE("docs/checks.md is what the registry says") {
    auto const path = std::string(LANCESPEC_SOURCE_DIR) + "/docs/checks.md";
    if (std::getenv("LANCESPEC_WRITE_DOCS") != nullptr) std::ofstream(path) << lc::checks_markdown();
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    INFO("regenerate the page: LANCESPEC_WRITE_DOCS=1 test_conformance 'docs/checks.md*'");
    bool const fresh = text.str() == lc::checks_markdown();
    CHECK(fresh);
}

}  // namespace registry_test
