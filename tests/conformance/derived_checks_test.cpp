// SPDX-License-Identifier: Apache-2.0
// The derived checks: every operation has them, each has a fault that it notices, and a true server passes all.
#include "conformance/checks/derived_checks.hpp"

#include "conformance/engine/profiles.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/setup/requests.hpp"
#include "conformance/suite/plan.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/conformance/writing_service.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/contract/operations.hpp>

#include <lancespec/contract/codec.hpp>
#include <lancespec/core/utf8.hpp>

#include <map>
#include <memory>
#include <set>

namespace derived_checks_test {

namespace lc = lancespec::conformance;

/// The reference server; with examples of what it does not execute, if asked, and effects of what it is read back.
lc::handler server(bool stub) {
    if (stub) return lancespec_test::writing_service{};
    lc::built_in_options options;
    auto served = std::make_shared<lc::built_in_service>(options);
    return [served](lancespec::http::request const& request) { return served->handle(request); };
}

lc::run_options options(bool strict = false) {
    auto out = canned::options();
    out.profile = "full";
    out.set_up = true;
    out.skip = {"backfill_column.*", "refresh_materialized_view.*"};
    out.expect.strict = strict;
    return out;
}

/// Runs checks with @p fault in front of the server: those of its operation alone, or all.
lc::run_result run_with(lc::fault const& fault, bool strict, bool all = false) {
    std::vector<std::string> only;
    if (!all) only.push_back(lc::check_prefix(*lc::find_operation(lc::find_check(fault.check)->operation)) + ".*");
    return canned::run([&fault, next = server(true)](
                           lancespec::http::request const& request) { return lc::apply(fault, request, next); },
                       options(strict), only);
}

std::vector<lc::operation const*> derived_operations() {
    std::vector<lc::operation const*> out;
    for (auto const* op : lc::all_operations())
        if (!lc::starts_job(*op)) out.push_back(op);
    return out;
}

TEST_CASE("each operation that starts no job has a good request, which keeps its field table") {
    CHECK(derived_operations().size() == 52);
    for (auto const* op : derived_operations()) {
        INFO(op->id);
        auto const request = lc::write_members(*op, {"a", "b"}, lc::example_members(*op), "$", "rows");
        for (auto const& broken : lc::violations_of(*op, request)) FAIL_CHECK(to_string(broken));
    }
}

TEST_CASE("a broken request breaks the rule that it says, and no other") {
    std::size_t count = 0;
    for (auto const* op : derived_operations())
        for (auto const& one : lc::broken_requests(*op, lc::example_members(*op))) {
            INFO(op->id << " " << one.what);
            auto const broken = lc::violations_of(*op, lc::write_members(*op, {"a", "b"}, one.members, "$", "rows"));
            std::string all;
            for (auto const& one_of : broken) all += to_string(one_of) + "; ";
            INFO(all);
            REQUIRE(broken.size() == 1);
            INFO(to_string(broken.front()));
            CHECK(broken.front().broken == one.broken);
            ++count;
        }
    CHECK(count > 1000);
}

TEST_CASE("each operation has the checks that its row allows") {
    for (auto const* op : derived_operations()) {
        INFO(op->id);
        std::set<std::string> names;
        for (auto const& c : lc::all_checks())
            if (c.operation == op->id) names.insert(c.id.substr(c.id.find('.') + 1));
        for (auto const* always : {"success_status", "response_schema", "error_body"}) CHECK(names.contains(always));
        CHECK(names.contains("malformed_json") == lc::checks::takes_json(*op));
        CHECK(names.contains("id_mismatch") == lc::checks::has_id_in_body(*op));
        CHECK(names.contains("unknown_object") == lc::checks::needs_existing_object(*op));
    }
}

TEST_CASE("with an answer to every operation, every derived check passes") {
    auto const run = canned::run(server(true), options(true));
    for (auto const& c : run.checks) {
        if (c.result == lc::outcome::not_run) continue;
        INFO(c.id << ": " << name(c.result) << " " << c.reason);
        for (auto const& f : c.findings)
            if (f.strength != lc::level::info) FAIL_CHECK(f.subject() << ": " << f.expected << "; " << f.actual);
        CHECK(c.result == lc::outcome::pass);
    }
    CHECK(run.declined.empty());
    CHECK(run.left_behind.empty());
    CHECK(run.jobs == 0);
}

TEST_CASE("what a server declines is unsupported, and no failure") {
    auto chosen = options(true);
    chosen.profile = "auto";
    auto const run = canned::run(server(false), chosen);
    std::map<lc::outcome, std::size_t> counts;
    for (auto const& c : run.checks) {
        INFO(c.id << ": " << name(c.result) << " " << c.reason);
        for (auto const& f : c.findings)
            if (f.strength != lc::level::info) FAIL_CHECK(f.subject() << ": " << f.expected << "; " << f.actual);
        CHECK(c.result < lc::outcome::blocked);
        ++counts[c.result];
    }
    CHECK(counts[lc::outcome::pass] > 100);
    CHECK(counts[lc::outcome::unsupported] > 50);
    CHECK(run.causes.empty());
    CHECK(run.left_behind.empty());
}

TEST_CASE("an operation that the user claims, and the server declines, is a failure that says so") {
    auto chosen = options();
    chosen.profile = "data";
    chosen.expect.required = {"QueryTable"};
    auto const run = canned::run(server(false), chosen);
    CHECK(lc::status_of(run) == lc::exit_status::must_failed);
    auto const& first = canned::result_of(run, "query_table.success_status");
    CHECK(first.result == lc::outcome::fail);
    CHECK_THAT(first.findings.at(0).expected, Catch::Contains("--profile or --require asks for"));
    CHECK(canned::result_of(run, "query_table.error_body").result == lc::outcome::unsupported);
    CHECK(canned::result_of(run, "update_table.success_status").result == lc::outcome::unsupported);
}

TEST_CASE("where nothing can be removed, all of it is left behind, and said to be") {
    auto const true_server = server(true);
    auto const run = canned::run(
        [&](lancespec::http::request const& request) {
            auto const path = request.target.substr(0, request.target.find('?'));
            bool const removes = path.ends_with("/drop") || path.ends_with("/deregister");
            if (removes) return canned::json(404, R"({"error": "no route"})");
            return true_server(request);
        },
        options());
    CHECK(run.left_behind.size() == run.made.size());
    CHECK_FALSE(run.made.empty());
}

TEST_CASE("items of a list that are wrong alike are one finding") {
    auto const true_server = server(true);
    auto const run = canned::run(
        [&](lancespec::http::request const& request) {
            if (request.target.find("/table/list?") == std::string::npos) return true_server(request);
            return canned::json(200, R"({"tables": [["a"], ["b"], ["c"]]})");
        },
        options(), {"list_tables.*"});
    CHECK(canned::result_of(run, "list_tables.response_schema").findings.size() == 1);
}

/// Runs every fourth derived fault from the one at @p first on.
void expect_noticed(std::size_t first) {
    std::size_t number = 0;
    for (auto const& fault : lc::all_faults()) {
        if (!fault.needs_stub || number++ % 4 != first) continue;
        INFO(fault.id << ": " << fault.summary);
        auto const run = run_with(fault, false);
        auto const& result = canned::result_of(run, fault.check);
        INFO("its check: " << name(result.result) << " " << result.reason);
        CHECK(canned::found(result, ""));
        CHECK(result.result == fault.shows);
        if (fault.shows == lc::outcome::fail) {
            CHECK(lc::status_of(run) == lc::exit_status::must_failed);
            continue;
        }
        CHECK(lc::status_of(run) != lc::exit_status::must_failed);
        if (fault.shows != lc::outcome::warn) continue;
        auto const strict = run_with(fault, true);
        CHECK(canned::result_of(strict, fault.check).result == lc::outcome::fail);
        CHECK(lc::status_of(strict) == lc::exit_status::must_failed);
    }
    CHECK(number > 400);
}

TEST_CASE("every derived fault fails the check of its clause: the first quarter", "[alone]") {
    expect_noticed(0);
}

TEST_CASE("every derived fault fails the check of its clause: the second quarter", "[alone]") {
    expect_noticed(1);
}

TEST_CASE("every derived fault fails the check of its clause: the third quarter", "[alone]") {
    expect_noticed(2);
}

TEST_CASE("every derived fault fails the check of its clause: the last quarter", "[alone]") {
    expect_noticed(3);
}

TEST_CASE("every derived check has a fault") {
    std::set<std::string> bare;
    for (auto const& c : lc::all_checks())
        if (!lc::starts_job(*lc::find_operation(c.operation))) bare.insert(c.id);
    for (auto const& fault : lc::all_faults())
        if (fault.needs_stub) bare.erase(fault.check);
    INFO("derived checks without a fault: " << (bare.empty() ? "" : *bare.begin()));
    CHECK(bare.empty());
}

/// As expect_noticed(), with all checks.
void expect_noticed_among_others(std::size_t first) {
    std::size_t number = 0;
    for (auto const& fault : lc::all_faults()) {
        if (!fault.needs_stub || number++ % 4 != first) continue;
        INFO(fault.id << ": " << fault.summary);
        auto const run = run_with(fault, false, true);
        auto const& result = canned::result_of(run, fault.check);
        INFO("its check: " << name(result.result) << " " << result.reason);
        CHECK(result.result == fault.shows);
        CHECK((lc::status_of(run) == lc::exit_status::must_failed) == (fault.shows == lc::outcome::fail));
        CHECK(lc::count(run, lc::outcome::suite_error) == 0);
    }
}

TEST_CASE("every derived fault fails the check of its clause among all others: the first quarter", "[.nightly]") {
    expect_noticed_among_others(0);
}

TEST_CASE("every derived fault fails the check of its clause among all others: the second quarter", "[.nightly]") {
    expect_noticed_among_others(1);
}

TEST_CASE("every derived fault fails the check of its clause among all others: the third quarter", "[.nightly]") {
    expect_noticed_among_others(2);
}

TEST_CASE("every derived fault fails the check of its clause among all others: the last quarter", "[.nightly]") {
    expect_noticed_among_others(3);
}

TEST_CASE("the same comes out whatever the number of checks at a time", "[alone]") {
    auto const results = [](unsigned jobs) {
        auto chosen = options();
        chosen.jobs = jobs;
        auto const run = canned::run(server(true), chosen);
        std::vector<std::string> out = run.made;
        for (auto const& c : run.checks) {
            out.push_back(c.id + " " + std::string(name(c.result)) + " " + c.reason);
            for (auto const& v : c.variants) out.push_back(v.name);
        }
        return out;
    };
    auto const alone = results(1);
    for (int i = 0; i < 3; ++i) CHECK(results(8) == alone);
}

TEST_CASE("a profile looks at its operations and at no other") {
    for (auto const& profile : lc::all_profiles()) {
        lc::run_options chosen;
        chosen.profile = profile.name;
        std::set<std::string_view> operations;
        for (auto const* c : lc::checks_of(chosen)) operations.insert(c->operation);
        CHECK(operations == std::set<std::string_view>(profile.operations.begin(), profile.operations.end()));
    }
    lc::run_options everything;
    CHECK(lc::checks_of(everything).size() == lc::all_checks().size());
    std::set<std::string_view> covered;
    for (auto const& profile : lc::all_profiles())
        if (profile.name != "full") covered.insert(profile.operations.begin(), profile.operations.end());
    CHECK(covered.size() == lancespec::contract::operations().size());
}

}  // namespace derived_checks_test
