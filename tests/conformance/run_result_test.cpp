#include "conformance/engine/run_result.hpp"

#include "tests/support/catch.hpp"

namespace run_result_test {

namespace lc = lancespec::conformance;
using lc::exit_status;
using lc::level;
using lc::outcome;

lc::run_result run_of(std::vector<std::pair<level, outcome>> const& checks) {
    lc::run_result run;
    run.profiles = {"jobs"};
    for (auto const& [l, o] : checks) {
        lc::check_result c;
        c.id = "x";
        c.strength = l;
        c.result = o;
        run.checks.push_back(c);
    }
    return run;
}

TEST_CASE("outcomes and levels have stable names") {
    CHECK(name(outcome::not_run) == "not-run");
    CHECK(name(outcome::suite_error) == "suite-error");
    CHECK(name(level::must) == "MUST");
}

TEST_CASE("a run in which every MUST is kept conforms, and names profile and what is declined") {
    auto run = run_of({{level::must, outcome::pass}, {level::info, outcome::observed}});
    CHECK(status_of(run) == exit_status::conforms);
    CHECK(verdict_of(run) == "conforms to jobs; declined: nothing");
    run.declined = {"RefreshMaterializedView"};
    CHECK(verdict_of(run) == "conforms to jobs; declined: RefreshMaterializedView");
}

TEST_CASE("warnings do not keep a server from conforming, and are counted") {
    auto const run = run_of({{level::must, outcome::pass}, {level::should, outcome::warn}});
    CHECK(status_of(run) == exit_status::conforms);
    CHECK(verdict_of(run) == "conforms to jobs; declined: nothing; 1 warning");
}

TEST_CASE("one failure is a failure, in a partial run too") {
    auto run = run_of({{level::must, outcome::pass}, {level::must, outcome::fail}});
    CHECK(status_of(run) == exit_status::must_failed);
    CHECK(verdict_of(run) == "does not conform to jobs: 1 of 2 checks failed");
    run.partial = true;
    CHECK(status_of(run) == exit_status::must_failed);
    CHECK_THAT(verdict_of(run), Catch::Contains("partial"));
}

TEST_CASE("an error of the suite goes before failures, and an unreachable server before everything") {
    auto run = run_of({{level::must, outcome::fail}, {level::must, outcome::suite_error}});
    CHECK(status_of(run) == exit_status::suite_failed);
    run.reachable = false;
    run.unreachable_reason = "refused";
    CHECK(status_of(run) == exit_status::unreachable);
    CHECK_THAT(verdict_of(run), Catch::Contains("refused"));
}

TEST_CASE("nothing run, nothing kept, a partial run, and a blocked MUST give no verdict") {
    CHECK(status_of(run_of({})) == exit_status::no_verdict);
    CHECK(status_of(run_of({{level::must, outcome::not_run}})) == exit_status::no_verdict);
    CHECK(status_of(run_of({{level::must, outcome::unsupported}})) == exit_status::no_verdict);
    CHECK(status_of(run_of({{level::info, outcome::observed}})) == exit_status::no_verdict);
    CHECK(status_of(run_of({{level::must, outcome::pass}, {level::must, outcome::blocked}})) ==
          exit_status::no_verdict);
    CHECK(status_of(run_of({{level::must, outcome::pass}, {level::info, outcome::blocked}})) == exit_status::conforms);
    auto run = run_of({{level::must, outcome::pass}, {level::must, outcome::not_run}});
    run.partial = true;
    CHECK(status_of(run) == exit_status::no_verdict);
    CHECK_THAT(verdict_of(run), Catch::StartsWith("no verdict: a partial run"));
}

TEST_CASE("when nothing was run, the verdict says which option left it out") {
    auto const because = [](std::string const& reason) {
        auto run = run_of({{level::must, outcome::not_run}, {level::info, outcome::not_run}});
        for (auto& c : run.checks) c.reason = reason;
        return verdict_of(run);
    };
    CHECK_THAT(because("--read-only: CreateTable writes"),
               Catch::EndsWith("no check was run: left out by --read-only"));
    CHECK_THAT(because("left out by --only"), Catch::EndsWith("no check matches the patterns of --only"));
    CHECK_THAT(because("left out by --skip"), Catch::EndsWith("no check was run: left out by --skip"));
}

TEST_CASE("no verdict is a bare word") {
    auto const any = rc::gen::map(rc::gen::inRange(0, 9), [](int o) { return static_cast<outcome>(o); });
    rc::prop("any outcomes", [&] {
        std::vector<std::pair<level, outcome>> checks;
        for (auto const o : *rc::gen::container<std::vector<outcome>>(any)) checks.emplace_back(level::must, o);
        auto run = run_of(checks);
        run.partial = *rc::gen::arbitrary<bool>();
        auto const verdict = verdict_of(run);
        if (status_of(run) == exit_status::conforms)
            RC_ASSERT(verdict.starts_with("conforms to jobs; declined: "));
        else
            RC_ASSERT(verdict.starts_with("does not conform to jobs: ") || verdict.starts_with("no verdict: "));
    });
}

}  // namespace run_result_test
