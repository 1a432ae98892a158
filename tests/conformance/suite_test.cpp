// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/suite.hpp"

#include "tests/support/catch.hpp"

#include "conformance/suite/registry.hpp"
#include "conformance/suite/runner.hpp"
#include "conformance/transport/in_process_transport.hpp"

#include <stdexcept>

namespace suite_test {

namespace lc = lancespec::conformance;

lc::definition named(std::string id, std::string operation = "ListTables") {
    lc::definition out;
    out.check.id = std::move(id);
    out.check.operation = std::move(operation);
    out.check.run = [](lc::probe&) {};
    out.faults.emplace_back();
    out.faults.back().answer = [](auto const& request, lc::handler const& next) { return next(request); };
    return out;
}

TEST_CASE("a suite fills in the ids of faults, and finds both by id") {
    lc::suite mine;
    auto two = named("a.b");
    two.check.clause = "a page";
    two.faults.push_back(two.faults.front());
    two.faults.back().what = "other";
    mine.add({two});
    REQUIRE(mine.checks().size() == 1);
    REQUIRE(mine.faults().size() == 2);
    CHECK(mine.find_check("a.b") == &mine.checks()[0]);
    CHECK(mine.find_fault("a.b") == &mine.faults()[0]);
    CHECK(mine.find_fault("a.b.other") == &mine.faults()[1]);
    CHECK(mine.faults()[1].check == "a.b");
    CHECK(mine.faults()[1].clause == "a page");
    CHECK(mine.find_check("a") == nullptr);
    CHECK(mine.find_fault("other") == nullptr);
}

TEST_CASE("a suite refuses a list with one bad check as a whole, and names the check") {
    lc::suite mine;
    mine.add({named("taken")});
    auto idle = named("idle");
    idle.check.run = nullptr;
    auto mute = named("mute");
    mute.faults.back().answer = nullptr;
    auto twice = named("twice");
    twice.faults.push_back(twice.faults.front());
    struct {
        lc::definition bad;
        char const* words;
    } const cases[] = {
        {named(""), "needs an id"},
        {named("taken"), "`taken`: another check"},
        {named("x", "ListEverything"), "`x`: `ListEverything` is no operation"},
        {idle, "`idle`: there is nothing to run"},
        {mute, "`mute`: its fault `mute` has no answer"},
        {twice, "`twice`: another fault has the id `twice`"},
    };
    for (auto const& one : cases) {
        INFO(one.words);
        CHECK_THROWS_WITH(mine.add({named("good"), one.bad}), Catch::Contains(one.words));
        CHECK(mine.find_check("good") == nullptr);
        CHECK(mine.checks().size() == 1);
        CHECK(mine.faults().size() == 1);
    }
    CHECK_THROWS_WITH(mine.add({named("a"), named("a")}), Catch::Contains("`a`: another check"));
}

TEST_CASE("a copy of the built-in suite is extended without changing it") {
    auto const before = lc::standard_suite().checks().size();
    auto mine = lc::standard_suite();
    mine.add({named("mine.one")});
    CHECK(mine.checks().size() == before + 1);
    CHECK(lc::standard_suite().checks().size() == before);
    CHECK(lc::find_check("mine.one") == nullptr);
}

TEST_CASE("a run runs the checks that it is given, and no other") {
    lc::suite mine;
    int ran = 0;
    auto one = named("mine.one");
    one.check.run = [&ran](lc::probe&) { ++ran; };
    mine.add({one, named("mine.two", "DropTable")});
    lc::in_process_transport way([](auto const&) {
        return lancespec::http::response{200, {{"content-type", "application/json"}}, R"({"tables": []})"};
    });
    auto const run = lc::run_checks(way, {}, mine.checks());
    REQUIRE(run.checks.size() == 2);
    CHECK(run.checks[0].id == "mine.one");
    CHECK(run.checks[1].id == "mine.two");
    CHECK(ran == 1);
}

TEST_CASE("a run of no check gives no verdict") {
    lc::suite const mine;
    lc::in_process_transport way([](auto const&) { return lancespec::http::response{200, {}, {}}; });
    auto const run = lc::run_checks(way, {}, mine.checks());
    CHECK(run.checks.empty());
    CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
}

}  // namespace suite_test
