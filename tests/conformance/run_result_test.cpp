// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/run_result.hpp"

#include "conformance/engine/operation.hpp"
#include "conformance/engine/profiles.hpp"
#include "conformance/engine/standing.hpp"

#include "tests/support/catch.hpp"

#include <set>

namespace run_result_test {

namespace lc = lancespec::conformance;
using lc::exit_status;
using lc::level;
using lc::outcome;

lc::run_result run_of(std::vector<std::pair<level, outcome>> const& checks) {
    lc::run_result run;
    run.profile = "jobs";
    run.profiles = {"jobs"};
    run.operations = {{"AlterTableBackfillColumns"}, {"RefreshMaterializedView"}};
    for (auto const& [l, o] : checks) {
        lc::check_result c;
        c.id = "x";
        c.operation = "AlterTableBackfillColumns";
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
}

/// Every profile, with @p declined and @p unjudged operations; the others are judged, each with a check that passed.
lc::run_result auto_run(std::set<std::string> const& declined, std::set<std::string> const& unjudged) {
    lc::run_result run;
    for (auto const* op : lc::all_operations()) {
        std::string const id(op->id);
        lc::check_result c;
        c.id = lc::first_check(*op);
        c.operation = id;
        c.result = declined.contains(id)   ? outcome::unsupported
                   : unjudged.contains(id) ? outcome::blocked
                                           : outcome::pass;
        run.checks.push_back(c);
        run.operations.push_back({id, declined.contains(id)   ? lc::standing::declined
                                      : unjudged.contains(id) ? lc::standing::unjudged
                                                              : lc::standing::judged});
        if (unjudged.contains(id)) run.operations.back().why = "it is answered 500";
        if (declined.contains(id)) run.declined.push_back(id);
    }
    return run;
}

TEST_CASE("auto names the profiles that are kept, those that are inconclusive and why, and what is declined") {
    CHECK_THAT(verdict_of(auto_run({}, {})), Catch::EndsWith("transaction, full; declined: nothing"));
    auto run = auto_run({"RefreshMaterializedView"}, {"RegisterTable", "AlterTransaction"});
    for (auto& op : run.operations) op.owed = op.what != lc::standing::unjudged;
    CHECK(status_of(run) == exit_status::conforms);
    CHECK(verdict_of(run) ==
          "conforms to basic, data, refs, index; inconclusive: metadata, transaction (RegisterTable, AlterTransaction: "
          "it is answered 500); declined: RefreshMaterializedView");
}

TEST_CASE("an operation that every server should be able to show keeps auto from a verdict, and the others are named") {
    auto const run = auto_run({}, {"MergeInsertIntoTable"});
    CHECK(status_of(run) == exit_status::no_verdict);
    CHECK_THAT(verdict_of(run),
               Catch::StartsWith("no verdict: 1 operation could not be judged (MergeInsertIntoTable: it is answered "
                                 "500); 53 of 54 checks gave an answer") &&
                   Catch::Contains("conforms to jobs, basic, metadata, refs, index, transaction"));
}

TEST_CASE("a failure counts against the profiles that its operation belongs to, and no other") {
    auto run = auto_run({}, {});
    std::ranges::find(run.checks, "QueryTable", &lc::check_result::operation)->result = outcome::fail;
    CHECK(status_of(run) == exit_status::must_failed);
    CHECK(verdict_of(run) ==
          "does not conform to data: 1 of 54 checks failed; conforms to jobs, basic, metadata, refs, index, "
          "transaction; declined: nothing");
    for (auto const& one : lc::standings_of(run))
        CHECK((one.state == lc::profile_state::failed) == lc::belongs("QueryTable", one.name));
}

TEST_CASE("a profile that was asked for is kept only when each of its operations was judged, and none is declined") {
    rc::prop("any operations", [] {
        std::set<std::string> declined;
        std::set<std::string> unjudged;
        for (auto const* op : lc::all_operations()) {
            auto const what = *rc::gen::inRange(0, 40);
            if (what == 0) declined.emplace(op->id);
            if (what == 1) unjudged.emplace(op->id);
        }
        auto run = auto_run(declined, unjudged);
        auto const open = [&](lc::profile const& p) {
            return std::ranges::any_of(p.operations, [&](auto id) {
                return declined.contains(std::string(id)) || unjudged.contains(std::string(id));
            });
        };
        auto const verdict = verdict_of(run);
        bool const any = std::ranges::any_of(lc::all_profiles(), [&](auto const& p) { return !open(p); });
        RC_ASSERT((status_of(run) == exit_status::conforms) == (any && unjudged.empty()));
        for (auto const& one : lc::standings_of(run))
            RC_ASSERT((one.state == lc::profile_state::kept) == !open(*lc::find_profile(one.name)));
        for (auto const& p : lc::all_profiles()) {
            run.profile = p.name;
            std::erase_if(run.checks, [&](auto const& c) { return !lc::belongs(c.operation, p.name); });
            RC_ASSERT((status_of(run) == exit_status::conforms) == !open(p));
            run = auto_run(declined, unjudged);
        }
    });
}

TEST_CASE("what is required besides the profile is owed too") {
    auto run = auto_run({}, {"CreateMaterializedView"});
    run.profile = "refs";
    CHECK(status_of(run) == exit_status::conforms);
    for (auto& op : run.operations) op.claimed = op.id == "CreateMaterializedView";
    CHECK(status_of(run) == exit_status::no_verdict);
    CHECK_THAT(verdict_of(run), Catch::Contains("CreateMaterializedView: it is answered 500"));
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
