// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/plan.hpp"

#include "conformance/suite/registry.hpp"
#include "tests/support/catch.hpp"

namespace plan_test {

namespace lc = lancespec::conformance;

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

TEST_CASE("a check is left out by --only, --skip or --read-only, and the reason says by which") {
    auto const why = [](lc::run_options const& options, std::string_view id) {
        return lc::why_left_out(options, id, "AlterTableBackfillColumns");
    };
    CHECK(why({}, "a.b").empty());
    lc::run_options only;
    only.only = {"a.*", "c"};
    CHECK(why(only, "a.b").empty());
    CHECK(why(only, "c").empty());
    CHECK(why(only, "b") == "left out by --only");
    lc::run_options both = only;
    both.skip = {"*.b"};
    CHECK(why(both, "a.b") == "left out by --skip");
    CHECK(why(both, "a.c").empty());
    CHECK(why(both, "d.b") == "left out by --only");
    lc::run_options reading;
    reading.read_only = true;
    CHECK(why(reading, "a.b") == "--read-only: AlterTableBackfillColumns starts jobs");
    CHECK(lc::why_left_out(reading, "a.b", "NoSuchOperation").empty());
}

TEST_CASE("the plan counts and lists every check, in order, and why the others are left out") {
    auto const all = lc::all_checks();
    lc::run_options loaded;
    loaded.load = true;
    auto const whole = lc::plan_of(loaded, "http://h");
    CHECK_THAT(whole, Catch::StartsWith("Nothing is sent.") && Catch::Contains("against http://h would look at ") &&
                          Catch::Contains("\nChecks:\n") && !Catch::Contains("\nLeft out:\n"));
    std::size_t at = 0;
    for (auto const& c : all) {
        auto const found = whole.find("  " + c.id + " ", at);
        INFO(c.id);
        REQUIRE(found != std::string::npos);
        at = found;
    }
    auto const unloaded = lc::plan_of({}, "http://h");
    CHECK(count(unloaded, "it starts many jobs at once: --load allows it") == 2);
    CHECK_THAT(unloaded, Catch::Contains("would look at " + std::to_string(all.size() - 2) + " of "));
    lc::run_options some;
    some.load = true;
    some.skip = {all[0].id, all[1].id};
    auto const part = lc::plan_of(some, "http://h");
    auto const n = std::to_string(all.size());
    CHECK_THAT(part, Catch::Contains("would look at " + std::to_string(all.size() - 2) + " of " + n + " checks"));
    CHECK(count(part, "left out by --skip") == 2);
    lc::run_options none;
    none.only = {"nothing"};
    CHECK_THAT(lc::plan_of(none, "x"), Catch::Contains("would look at 0 of " + n) && !Catch::Contains("\nChecks:\n"));
}

TEST_CASE("the plan says what would be made, what is used, and how many jobs would be started") {
    auto const usual = lc::plan_of({}, "x");
    CHECK(count(usual, "if the demo data is there; else made by the suite, and dropped at the end") == 2);
    lc::run_options one;
    one.objects.view_exists = true;
    CHECK_THAT(lc::plan_of(one, "x"), Catch::Contains("made by the suite, and dropped at the end; where that is "
                                                      "declined, `demo$items`"));
    lc::run_options unmade;
    unmade.set_up = false;
    CHECK_THAT(lc::plan_of(unmade, "x"), Catch::Contains("it needs a table of its own: --no-set-up forbids that"));
    CHECK_THAT(usual, Catch::Contains("lancespecRUN, for what the suite makes: nothing else is written to") &&
                          Catch::Contains("at most three on each object"));
    lc::run_options named;
    named.objects.table = {"db", "t"};
    named.objects.column = "c";
    named.objects.table_exists = true;
    named.set_up = false;
    named.load = true;
    auto const plan = lc::plan_of(named, "x");
    CHECK_THAT(plan, Catch::Contains("`db$t`, column `c`") && Catch::Contains("`demo$cheap`, if it is there") &&
                         Catch::Contains("as many as the checks like") && !Catch::Contains("lancespecRUN"));
}

TEST_CASE("names with braces are text, not a format") {
    lc::run_options odd;
    odd.objects.table = {"{}", "{0}"};
    odd.set_up = false;
    CHECK_THAT(lc::plan_of(odd, "{x}"), Catch::Contains("{}") && Catch::Contains("against {x} would"));
}

}  // namespace plan_test
