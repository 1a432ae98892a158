// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/conclusions.hpp"

#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <optional>

namespace conclusions_test {

namespace lc = lancespec::conformance;
using lc::level;
using lc::outcome;

lc::finding finding_of(level strength, std::vector<std::string> subjects = {}, bool explained = false) {
    return {strength, {}, std::move(subjects), "required", "came back", {}, std::nullopt, explained};
}

lc::check_result check_of(std::string id, outcome base = outcome::pass) {
    lc::check_result c;
    c.id = std::move(id);
    c.base = base;
    return c;
}

outcome settled(lc::check_result c, bool strict = false) {
    lc::settle(c, strict);
    return c.result;
}

TEST_CASE("a check has the gravest of its findings, and what is said beside them if that is graver") {
    CHECK(settled(check_of("a")) == outcome::pass);
    for (auto const base : {outcome::observed, outcome::disabled, outcome::unsupported, outcome::not_run,
                            outcome::blocked, outcome::suite_error})
        CHECK(settled(check_of("a", base)) == base);
    auto c = check_of("a");
    c.findings = {finding_of(level::info)};
    CHECK(settled(c) == outcome::pass);
    c.findings.push_back(finding_of(level::should));
    CHECK(settled(c) == outcome::warn);
    CHECK(settled(c, true) == outcome::fail);
    c.findings.push_back(finding_of(level::must));
    CHECK(settled(c) == outcome::fail);
    c.base = outcome::blocked;
    CHECK(settled(c) == outcome::fail);
    c.base = outcome::suite_error;
    CHECK(settled(c) == outcome::suite_error);
}

TEST_CASE("what a cause explains does not count") {
    auto c = check_of("a", outcome::observed);
    c.findings = {finding_of(level::must, {}, true), finding_of(level::should)};
    CHECK(settled(c) == outcome::warn);
    c.findings.pop_back();
    CHECK(settled(c) == outcome::observed);
}

TEST_CASE("variants have the findings that name them, and the check the gravest variant") {
    auto c = check_of("a");
    c.variants = {{"x", outcome::pass, outcome::pass},
                  {"y", outcome::pass, outcome::pass},
                  {"z", outcome::pass, outcome::unsupported}};
    c.findings = {finding_of(level::should, {"x", "y"}), finding_of(level::must, {"y"}),
                  finding_of(level::must, {"z"}, true)};
    lc::settle(c, false);
    CHECK(c.variants[0].result == outcome::warn);
    CHECK(c.variants[1].result == outcome::fail);
    CHECK(c.variants[2].result == outcome::unsupported);
    CHECK(c.result == outcome::fail);
    c.findings.clear();
    lc::settle(c, false);
    CHECK(c.variants[1].result == outcome::pass);
    CHECK(c.result == outcome::unsupported);
}

TEST_CASE("settling again changes nothing, and a finding more never makes a check better") {
    rc::prop("random findings", [](bool strict) {
        auto c = check_of("a", *rc::gen::elementOf(std::vector{outcome::pass, outcome::observed, outcome::blocked}));
        c.variants = {{"x", outcome::pass, outcome::pass}, {"y", outcome::pass, outcome::not_run}};
        auto const n = *rc::gen::inRange(0, 6);
        auto last = settled(c, strict);
        for (int i = 0; i < n; ++i) {
            auto const strength = *rc::gen::elementOf(std::vector{level::must, level::should, level::info});
            auto const subject = *rc::gen::elementOf(std::vector<std::string>{"x", "y"});
            c.findings.push_back(finding_of(strength, {subject}, *rc::gen::arbitrary<bool>()));
            lc::settle(c, strict);
            auto const once = c;
            lc::settle(c, strict);
            RC_ASSERT(c.result == once.result);
            for (std::size_t v = 0; v < 2; ++v) RC_ASSERT(c.variants[v].result == once.variants[v].result);
            RC_ASSERT(c.result >= last);
            last = c.result;
        }
    });
}

/// A run with one check of @p result that is known to fail until @p expires, on 2027-01-31.
lc::run_result known_to_fail(outcome result, std::optional<std::string> expires = {}) {
    lc::run_result run;
    run.profile = "jobs";
    run.operations = {{"AlterTableBackfillColumns"}, {"RefreshMaterializedView"}};
    for (auto const* id : {"a.known", "a.other"}) {
        run.checks.push_back(check_of(id));
        run.checks.back().result = outcome::pass;
    }
    run.checks[0].result = result;
    lc::apply_known_failures(run, {{"a.known", "they know", "", std::move(expires)}, {"a.gone", "r", "", {}}},
                             "2027-01-31");
    return run;
}

TEST_CASE("a known failure does not fail the run, until the day after it expires") {
    for (auto const& expires : {std::optional<std::string>{}, {"2027-01-31"}, {"2031-12-01"}}) {
        auto const run = known_to_fail(outcome::fail, expires);
        CHECK(run.checks[0].known);
        CHECK_FALSE(run.checks[1].known);
        CHECK(lc::status_of(run) == lc::exit_status::conforms);
        CHECK_THAT(lc::verdict_of(run), Catch::Contains("1 known failure"));
    }
    for (auto const* expires : {"2027-01-30", "2026-12-31", "1999-01-01"}) {
        auto const run = known_to_fail(outcome::fail, expires);
        CHECK_FALSE(run.checks[0].known);
        CHECK(lc::status_of(run) == lc::exit_status::must_failed);
    }
}

TEST_CASE("a known failure that passes is stale, and has a status of its own") {
    for (auto const passed : {outcome::pass, outcome::observed}) {
        auto const run = known_to_fail(passed);
        CHECK(static_cast<int>(lc::status_of(run)) == 6);
        CHECK_THAT(lc::verdict_of(run), Catch::Contains("known to fail, but passed: a.known"));
        CHECK(lc::status_of(known_to_fail(passed, "2027-01-30")) == lc::exit_status::conforms);
    }
    // What could not be looked at may still be broken.
    for (auto const unknown : {outcome::unsupported, outcome::not_run, outcome::disabled})
        CHECK(lc::status_of(known_to_fail(unknown)) == lc::exit_status::conforms);
}

TEST_CASE("a failure that nobody knows of comes before a stale known one") {
    auto run = known_to_fail(outcome::pass);
    run.checks[1].result = outcome::fail;
    CHECK(lc::status_of(run) == lc::exit_status::must_failed);
}

/// That causes name in each list what belongs there.
void check_lists_of_causes(lc::run_result const& run) {
    for (auto const& cause : run.causes) {
        INFO(cause.what);
        CHECK(!cause.explains.empty());
        for (auto const& id : cause.explains) {
            INFO("explains " << id);
            CHECK(canned::result_of(run, id).result > outcome::observed);
        }
        for (auto const& id : cause.shows_in) {
            INFO("shows in " << id);
            CHECK(canned::result_of(run, id).result <= outcome::observed);
        }
    }
}

TEST_CASE("a rule broken at one level does not explain it broken at another") {
    // Content types are a rule of their own check; a body without a code is another's.
    auto const run = canned::run([](lancespec::http::request const& request) {
        auto response = canned::server{}(request);
        if (response.status == 404) response.fields = {{"content-type", "text/plain"}};
        if (response.status == 400) response.body = R"({"error": "no"})";
        return response;
    });
    for (auto const& cause : run.causes) {
        auto const& own = canned::result_of(run, cause.id);
        CHECK(own.result >= outcome::warn);
        CHECK(cause.explains.size() + cause.shows_in.size() > 1);
        CHECK(cause.explains.front() == cause.id);
        for (auto const& id : cause.explains) CHECK(canned::result_of(run, id).operation == cause.operation);
    }
    check_lists_of_causes(run);
    // Each finding that does not count is told by a cause that names its check.
    for (auto const& c : run.checks)
        for (auto const& f : c.findings)
            if (f.explained)
                CHECK(std::ranges::any_of(run.causes, [&](lc::cause const& cause) {
                    return std::ranges::find(cause.explains, c.id) != cause.explains.end() ||
                           std::ranges::find(cause.shows_in, c.id) != cause.shows_in.end();
                }));
}

TEST_CASE("a cause explains checks that failed, warned or were not judged, and only shows in those that passed") {
    // Errors without a code, which INFO checks meet too; nothing but 401; a stub; a server that is busy.
    lc::handler const servers[] = {
        [](lancespec::http::request const& request) {
            auto response = canned::server{}(request);
            if (response.status >= 400) response.body = R"({"error": "no"})";
            return response;
        },
        [](lancespec::http::request const&) { return canned::error(401, 16); },
        [](lancespec::http::request const&) { return canned::json(202, R"({"job_id": "j"})"); },
        [](lancespec::http::request const&) { return canned::error(503, 17); },
    };
    bool any_shown = false;
    for (auto const& server : servers) {
        auto const run = canned::run(server);
        REQUIRE(!run.causes.empty());
        check_lists_of_causes(run);
        for (auto const& cause : run.causes) any_shown = any_shown || !cause.shows_in.empty();
    }
    CHECK(any_shown);
}

TEST_CASE("a server without fault has no causes") {
    CHECK(canned::run(canned::server{}).causes.empty());
    CHECK(canned::run(canned::server{.free = true}).causes.empty());
}

}  // namespace conclusions_test
