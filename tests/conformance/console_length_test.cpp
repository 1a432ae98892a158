// SPDX-License-Identifier: Apache-2.0
// The report for a person has a length that a person reads, and hides nothing grave behind what is less so.
#include "conformance/report/console.hpp"

#include "conformance/serve/built_in.hpp"
#include "conformance/suite/registry.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/conformance/sample_run.hpp"
#include "tests/support/catch.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <memory>

namespace console_length_test {

namespace lc = lancespec::conformance;
using lc::level;
using lc::outcome;

std::string short_report(lc::run_result const& run) {
    auto text = lc::console_report(run);
    INFO(text.substr(0, 3000));
    CHECK(canned::lines_of(text) <= canned::most_lines);
    return text;
}

TEST_CASE("no report of any run is longer than three hundred lines") {
    rc::prop("any outcomes and findings", [] {
        lc::run_result run;
        run.run_id = "k3v9x2ab";
        auto const words = *rc::gen::container<std::vector<std::string>>(3, rc::gen::nonEmpty<std::string>());
        auto const share = *rc::gen::inRange(1, 12);
        std::size_t n = 0;
        for (auto const& definition : lc::all_checks()) {
            auto& c = run.checks.emplace_back();
            c.id = definition.id;
            c.operation = definition.operation;
            c.strength = definition.strength;
            c.result = static_cast<outcome>(*rc::gen::inRange(0, 9));
            c.reason = words[n % 3] + std::to_string(n % 17);
            for (int i = 0; static_cast<int>(n) % share == 0 && i < *rc::gen::inRange(0, 6); ++i) {
                auto& f = c.findings.emplace_back();
                f.strength = static_cast<level>(*rc::gen::inRange(0, 3));
                f.expected = words[static_cast<std::size_t>(i) % 3] + std::to_string(n);
                f.exchange = lancespec_test::sample_exchange(500, words[0]);
                f.exchange->needs.make.resize(3);
                f.exchange->needs.remove.resize(3);
                f.exchange->needs.run_id = run.run_id;
            }
            ++n;
        }
        for (std::size_t i = 0; i < n; i += 10) {
            auto& cause = run.causes.emplace_back();
            cause.id = "shared";
            cause.what = words[0];
            for (std::size_t k = i; k < n; k += 7) cause.explains.push_back(run.checks[k].id);
        }
        for (std::size_t i = 0; i < 200; ++i) run.left_behind.push_back(std::to_string(i) + ": " + words[i % 3]);
        run.kept = run.left_behind;
        RC_ASSERT(canned::lines_of(lc::console_report(run)) <= canned::most_lines);
        RC_ASSERT(canned::lines_of(lc::console_report(run, {.verbose = true})) > canned::most_lines);
    });
}

TEST_CASE("a heading names the level of what is broken, not of the check that found it") {
    lc::run_result run;
    auto c = lancespec_test::sample_check("backfill_column.wrong_type", outcome::fail, level::should);
    c.findings = {{level::should, {}, {}, "a should", "s", {}, {}, false},
                  {level::must, {}, {}, "a must", "m", {}, {}, false}};
    run.checks = {c};
    CHECK_THAT(short_report(run), Catch::Contains("backfill_column.wrong_type  (MUST, within a check of a SHOULD)"));
    // What must be mended stands first.
    auto const text = short_report(run);
    CHECK(text.find("a must") < text.find("a should"));
    run.checks[0].strength = level::must;
    run.checks[0].result = outcome::warn;
    run.checks[0].findings.pop_back();
    CHECK_THAT(short_report(run), Catch::Contains("(SHOULD, within a check of a MUST)"));
    run.checks[0].strength = level::should;
    CHECK_THAT(short_report(run), Catch::Contains("backfill_column.wrong_type  (SHOULD)"));
}

/// A run of the derived checks in which these fail in one way, and those warn in another.
lc::run_result failing_in_kinds() {
    lancespec::conformance::built_in_options built_in;
    built_in.stub = true;
    auto service = std::make_shared<lc::built_in_service>(built_in);
    auto chosen = canned::options();
    chosen.profile = "full";
    chosen.set_up = true;
    chosen.skip = {"backfill_column.*", "refresh_materialized_view.*"};
    // Lets the route win over the body, and answers every creation with 201.
    return canned::run(
        [service](lancespec::http::request const& request) {
            auto changed = request;
            auto body = boost::json::value();
            boost::system::error_code failed;
            body = boost::json::parse(request.body, failed);
            if (!failed && body.is_object() && body.get_object().erase("id") > 0)
                changed.body = boost::json::serialize(body);
            auto answer = service->handle(changed);
            if (answer.status == 200 && request.target.find("/create") != std::string::npos) answer.status = 201;
            return answer;
        },
        chosen);
}

TEST_CASE("a kind of failure over many operations is one cause with a list, and the worst cause is the first") {
    auto const run = failing_in_kinds();
    REQUIRE(run.causes.size() >= 1);
    auto const& first = run.causes.front();
    CHECK(first.makes == outcome::fail);
    CHECK(first.strength == level::must);
    CHECK(first.explains.size() > 20);
    for (auto const& id : first.explains) CHECK_THAT(id, Catch::EndsWith(".id_mismatch"));
    for (std::size_t i = 1; i < run.causes.size(); ++i)
        CHECK((run.causes[i - 1].makes == outcome::fail || run.causes[i].makes != outcome::fail));
    // Each names what it explains, and every check that failed so is in it once.
    for (auto const& cause : run.causes)
        for (auto const& id : cause.explains) {
            INFO(cause.what << " explains " << id);
            auto const& c = canned::result_of(run, id);
            CHECK(std::ranges::any_of(c.findings, [&](lc::finding const& f) {
                return f.cause > 0 && run.causes[f.cause - 1].expected == f.expected;
            }));
        }
    auto const text = short_report(run);
    CHECK_THAT(text, Catch::Contains("cause 1  (fail, MUST)") && Catch::Contains("id_mismatch of "));
    auto const times = [&](std::string_view what) {
        std::size_t n = 0;
        for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
        return n;
    };
    CHECK(times("differs from the route, is answered 400") <= 2);
}

}  // namespace console_length_test
