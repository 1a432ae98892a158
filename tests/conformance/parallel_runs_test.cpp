// SPDX-License-Identifier: Apache-2.0
// However many checks run at a time, the report is the same.
#include "conformance/report/json.hpp"

#include "tests/conformance/canned.hpp"
#include "tests/conformance/watched_service.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

namespace parallel_runs_test {

namespace lc = lancespec::conformance;

/// Sets to null what a clock, or the order in which jobs were numbered, decides.
void level_out(boost::json::value& v) {
    if (auto* object = v.if_object()) {
        for (auto& [name, value] : *object) {
            bool const volatile_one = name == "elapsed_us" || name == "started_at" || name == "body" ||
                                      name == "body_bytes" || name == "actual" || name == "headers";
            if (volatile_one)
                value = nullptr;
            else
                level_out(value);
        }
    } else if (auto* array = v.if_array()) {
        for (auto& one : *array) level_out(one);
    }
}

lc::run_result run_of(lc::handler server, unsigned jobs, bool set_up, bool load) {
    auto options = canned::options();
    options.jobs = jobs;
    options.set_up = set_up;
    options.load = load;
    options.wait = std::chrono::seconds(10);
    return canned::run(std::move(server), options);
}

std::string report_of(lc::run_result const& run) {
    auto json = lancespec::parse_json(lc::json_report(run)).value();
    level_out(json);
    return lancespec::to_json(json);
}

/// A server that breaks a few clauses of both operations.
lc::handler broken() {
    return [](lancespec::http::request const& request) {
        auto response = canned::server{}(request);
        if (response.status == 404) response.body = R"({"error": "no"})";
        if (request.body.find("lancespec_unknown") != std::string::npos) return canned::error(400, 13);
        return response;
    };
}

TEST_CASE("1, 4 and 16 checks at a time give the same report of a right server and of a broken one") {
    for (bool const load : {false, true})
        for (auto const& server :
             {lc::handler(canned::server{}), lc::handler(canned::server{.free = true}), broken()}) {
            auto const expected = report_of(run_of(server, 1, false, load));
            for (unsigned const jobs : {4U, 16U}) CHECK(report_of(run_of(server, jobs, false, load)) == expected);
        }
}

TEST_CASE("so they do on the built-in service, with objects of the suite's own") {
    auto const run = [](unsigned jobs) {
        lancespec_test::watched_service service;
        return run_of(service.handler(), jobs, true, true);
    };
    auto const one = run(1);
    CHECK(lc::status_of(one) == lc::exit_status::conforms);
    for (unsigned const jobs : {4U, 16U}) {
        auto const many = run(jobs);
        REQUIRE(many.checks.size() == one.checks.size());
        for (std::size_t i = 0; i < one.checks.size(); ++i) {
            INFO(one.checks[i].id << ": " << many.checks[i].reason);
            CHECK(many.checks[i].result == one.checks[i].result);
            CHECK(many.checks[i].reason == one.checks[i].reason);
            CHECK(many.checks[i].findings.size() == one.checks[i].findings.size());
        }
        CHECK(many.made == one.made);
        CHECK(many.left_behind == one.left_behind);
        CHECK(many.jobs == one.jobs);
        CHECK(lc::verdict_of(many) == lc::verdict_of(one));
    }
}

}  // namespace parallel_runs_test
