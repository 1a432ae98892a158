// A server that takes every freedom which the verdicts on real servers grant keeps every MUST.
#include "conformance/engine/runner.hpp"

#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

namespace liberal_server_test {

namespace lc = lancespec::conformance;

void expect_no_failure(lc::run_result const& run) {
    for (auto const& c : run.checks) {
        INFO(c.id);
        for (auto const& f : c.findings)
            if (f.strength == lc::level::must) {
                INFO(f.rule << " " << f.subject() << ": " << f.required << "; came back: " << f.came_back);
                CHECK(c.result < lc::outcome::fail);
            }
        CHECK(c.result < lc::outcome::fail);
        CHECK(c.result != lc::outcome::blocked);
    }
    CHECK(lc::status_of(run) == lc::exit_status::conforms);
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

}  // namespace liberal_server_test
