// SPDX-License-Identifier: Apache-2.0
// A server that takes every freedom which the verdicts on real servers grant keeps every MUST.
#include "conformance/suite/runner.hpp"

#include "conformance/report/console.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <stdexcept>

namespace liberal_server_test {

namespace lc = lancespec::conformance;

void expect_no_failure(lc::run_result const& run) {
    for (auto const& c : run.checks) {
        INFO(c.id);
        for (auto const& f : c.findings)
            if (f.strength == lc::level::must) {
                INFO(f.rule << " " << f.subject() << ": " << f.expected << "; came back: " << f.actual);
                CHECK(c.result < lc::outcome::fail);
            }
        CHECK(c.result < lc::outcome::fail);
        CHECK(c.result != lc::outcome::blocked);
    }
    CHECK(canned::conforms(run));
}

TEST_CASE("a server that takes every freedom keeps every MUST") {
    auto const run = canned::run(canned::server{.free = true});
    expect_no_failure(run);
    // What is not as it should be is a warning all the same.
    CHECK(canned::result_of(run, "backfill_column.ordinary_column").result == lc::outcome::warn);
}

TEST_CASE("so it does behind a proxy that refuses in its own words") {
    auto options = canned::options();
    options.token = "secret";
    expect_no_failure(canned::run(canned::guarded(canned::server{.free = true}, true), options));
}

/// What INFO checks of @p server say, all in one text.
std::string observed(lc::handler server, lc::run_options const& options = canned::options()) {
    std::string out;
    for (auto const& c : canned::run(std::move(server), options).checks)
        for (auto const& f : c.findings)
            if (f.strength == lc::level::info && f.rule.empty()) out += c.id + ": " + f.expected + "\n";
    return out;
}

TEST_CASE("an observation says what the answer shows, or that it cannot be told") {
    auto const always = [](lancespec::http::response const& answer) {
        return [answer](lancespec::http::request const&) { return answer; };
    };
    auto const everything = observed(always(canned::json(202, R"({"job_id": "j"})")));
    CHECK_THAT(everything, Catch::Contains("a JSON body with no Content-Type is read") &&
                               Catch::Contains("the route with a slash at its end is the same route") &&
                               Catch::Contains("the branch is not looked up before the job is accepted") &&
                               !Catch::Contains("refused for that") && !Catch::Contains("another route"));
    auto const without_id = observed(always(canned::bare(204)));
    CHECK_THAT(without_id, Catch::Contains("whether a second submission gets a job id of its own cannot be told"));
    auto const odd = observed([](lancespec::http::request const& request) {
        bool const good = request.fields.find("content-type") == "application/json" &&
                          request.target.find("backfill_column/") == std::string::npos &&
                          request.body.find(R"("concurrency":0)") == std::string::npos;
        return good ? canned::server{}(request) : canned::error(500, 18);
    });
    CHECK_THAT(odd, Catch::Contains("whether a JSON body with no Content-Type is read cannot be told") &&
                        Catch::Contains("whether the route with a slash at its end is the same cannot be told") &&
                        Catch::Contains("whether concurrency 0 is accepted cannot be told"));
}

TEST_CASE("cases that were not asked are counted beside those that were") {
    auto options = canned::options();
    options.load = false;
    auto const run =
        canned::run([](auto const&) { return canned::json(202, R"({"job_id": "j"})"); }, options, {"*.malformed_path"});
    auto const& result = canned::result_of(run, "backfill_column.malformed_path");
    CHECK(result.variants.size() == 1);
    CHECK(result.not_asked == 6);
    CHECK_THAT(lc::console_report(run, {}), Catch::Contains("1 of 1 cases asked, 6 not asked"));
}

TEST_CASE("where nobody is asked for credentials, nothing is said of those in the body") {
    auto options = canned::options();
    options.token = "secret";
    auto const run = canned::run(canned::server{}, options);
    auto const& result = canned::result_of(run, "backfill_column.identity_in_body");
    CHECK(result.result == lc::outcome::blocked);
    CHECK_THAT(result.reason, Catch::Contains("answers requests without credentials"));
    auto const guarded = observed(canned::guarded(canned::server{}), options);
    CHECK_THAT(guarded, Catch::Contains("credentials in the body alone do not count"));
}

TEST_CASE("credentials in a header of the user's are credentials") {
    auto options = canned::options();
    options.headers = {{"Authorization", "Bearer secret"}};
    auto const run = canned::run(canned::guarded(canned::server{}), options);
    CHECK(canned::result_of(run, "backfill_column.accepted").result == lc::outcome::pass);
    CHECK(canned::result_of(run, "backfill_column.unauthenticated").result == lc::outcome::pass);
    CHECK(canned::result_of(run, "backfill_column.bad_token").result == lc::outcome::pass);
    auto const& wins = canned::result_of(run, "backfill_column.header_wins");
    CHECK(wins.result == lc::outcome::blocked);
    CHECK_THAT(wins.reason, Catch::Contains("pass --token or --api-key"));
}

TEST_CASE("authentication is called off only where a request without credentials was answered") {
    auto const result_of = [](lc::handler server) {
        return canned::result_of(canned::run(std::move(server)), "backfill_column.unauthenticated");
    };
    CHECK(result_of(canned::server{}).result == lc::outcome::disabled);
    CHECK(result_of([](auto const&) { return canned::error(404, 4); }).result == lc::outcome::disabled);
    auto const forbidden = result_of([](auto const&) { return canned::error(403, 15); });
    CHECK(forbidden.result == lc::outcome::blocked);
    CHECK_THAT(forbidden.reason, Catch::Contains("forbids"));
    auto const busy = result_of([](auto const&) { return canned::error(503, 17); });
    CHECK(busy.result == lc::outcome::blocked);
    CHECK_THAT(busy.reason, Catch::Contains("busy or not ready"));
    auto const silent = result_of(
        [](auto const&) -> lancespec::http::response { throw std::runtime_error("the connection was closed"); });
    CHECK(silent.result == lc::outcome::blocked);
    CHECK_THAT(silent.reason, Catch::Contains("got no answer"));
}

TEST_CASE("a server that is said to have the demo data, and lacks it, fails") {
    auto options = canned::options();
    auto const empty = [](lancespec::http::request const&) { return canned::error(404, 4); };
    options.objects.table_exists = options.objects.view_exists = true;
    CHECK(lc::status_of(canned::run(empty, options)) == lc::exit_status::no_verdict);
    options.objects.demo = true;
    auto const run = canned::run(empty, options);
    CHECK(lc::status_of(run) == lc::exit_status::must_failed);
    auto const& first = canned::result_of(run, "backfill_column.accepted");
    REQUIRE(first.findings.size() == 1);
    CHECK(first.findings[0].hint == "--demo says that the server has the demo data");
}

}  // namespace liberal_server_test
