// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/console.hpp"
#include "conformance/report/json.hpp"
#include "conformance/report/junit.hpp"

#include "tests/conformance/sample_run.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>
#include <lancespec/core/utf8.hpp>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

namespace reports_test {

namespace lc = lancespec::conformance;
using namespace lancespec_test;
using lc::outcome;

lc::run_result masked() {
    return mask(sample_run(), sample_secrets());
}

boost::property_tree::ptree parsed_xml(std::string const& text) {
    std::istringstream in(text);
    boost::property_tree::ptree tree;
    boost::property_tree::read_xml(in, tree);
    return tree;
}

TEST_CASE("the console report of every outcome reads as in its golden file") {
    auto const brief = without_versions(lc::console_report(masked()));
    CHECK(brief == golden("console.txt", brief));
    auto const all = without_versions(lc::console_report(masked(), {.verbose = true}));
    CHECK(all == golden("console_verbose.txt", all));
    auto const good = without_versions(lc::console_report(mask(sample_good_run(), sample_secrets())));
    CHECK(good == golden("console_good.txt", good));
}

TEST_CASE("the JSON report of every outcome is as in its golden file") {
    auto const text = without_versions(lc::json_report(masked()));
    CHECK(text == golden("report.json", text));
}

TEST_CASE("the JUnit report of every outcome is as in its golden file") {
    auto const text = without_versions(lc::junit_report(masked()));
    CHECK(text == golden("report.xml", text));
}

TEST_CASE("no report shows a secret, however it was written") {
    for (auto const& report : {lc::console_report(masked(), {.colour = true, .verbose = true}),
                               lc::json_report(masked()), lc::junit_report(masked())})
        for (auto const* secret : {"s3cr3t", "t0ken", sample_key}) CHECK_THAT(report, !Catch::Contains(secret));
}

TEST_CASE("reports are UTF-8 without control characters, whatever the server sent") {
    for (auto const& report :
         {lc::console_report(masked(), {.verbose = true}), lc::json_report(masked()), lc::junit_report(masked())}) {
        CHECK(lancespec::find_invalid_utf8(report) == std::string_view::npos);
        CHECK(std::ranges::none_of(report, [](unsigned char c) { return c < 0x20 && c != '\n'; }));
    }
}

TEST_CASE("colour is there only when asked for") {
    CHECK_THAT(lc::console_report(masked()), !Catch::Contains("\x1b"));
    CHECK_THAT(lc::console_report(masked(), {.colour = true}), Catch::Contains("\x1b[1;31m"));
}

TEST_CASE("the JSON report parses, and says what the run says") {
    auto const run = masked();
    auto const json = lancespec::parse_json(lc::json_report(run));
    REQUIRE(json.has_value());
    CHECK(json->at("schema_version") == lc::report_schema_version);
    CHECK(json->at("exit_status") == static_cast<int>(status_of(run)));
    CHECK(json->at("verdict").as_string() == verdict_of(run));
    REQUIRE(json->at("checks").as_array().size() == run.checks.size());
    std::int64_t total = 0;
    for (auto const& [name, n] : json->at("counts").as_object()) total += n.as_int64();
    CHECK(total == static_cast<std::int64_t>(run.checks.size()));
}

TEST_CASE("the JUnit report is XML whose counts are those of its elements") {
    auto const tree = parsed_xml(lc::junit_report(masked()));
    auto const& suites = tree.get_child("testsuites");
    std::map<std::string, int> found;
    for (auto const& [tag, suite] : suites) {
        if (tag != "testsuite") continue;
        for (auto const& [inner, test] : suite) {
            if (inner != "testcase") continue;
            ++found["tests"];
            found["failures"] += static_cast<int>(test.count("failure"));
            found["errors"] += static_cast<int>(test.count("error"));
            found["skipped"] += static_cast<int>(test.count("skipped"));
        }
    }
    for (auto const* kind : {"tests", "failures", "errors"})
        CHECK(suites.get<int>(std::string("<xmlattr>.") + kind) == found[kind]);
    CHECK(found["failures"] == 1);
    CHECK(found["skipped"] == 5);
}

TEST_CASE("a JUnit report without a verdict is never green") {
    auto run = sample_good_run();
    auto const errors = [](lc::run_result const& r) {
        return parsed_xml(lc::junit_report(r)).get<int>("testsuites.<xmlattr>.errors");
    };
    CHECK(errors(run) == 0);
    run.partial = true;
    CHECK(errors(run) == 1);
    run.checks.clear();
    CHECK(errors(run) == 1);
    run.reachable = false;
    CHECK(errors(run) == 1);
}

TEST_CASE("a server that was not reached gets two lines, not a list of checks") {
    auto run = sample_good_run();
    run.reachable = false;
    run.unreachable_reason = "no connection: refused";
    auto const text = lc::console_report(run);
    CHECK_THAT(text,
               Catch::Contains("could not be reached: no connection: refused") && !Catch::Contains("backfill_column"));
}

TEST_CASE("any bytes in a run give reports that parse") {
    rc::prop("bodies, reasons and names", [](std::string const& a, std::string const& b) {
        auto run = sample_run();
        for (auto& check : run.checks) {
            check.reason = a;
            for (auto& f : check.findings) {
                f.actual = b;
                if (f.exchange) f.exchange->result.response.body = a + b;
            }
        }
        RC_ASSERT(lancespec::parse_json(lc::json_report(run)).has_value());
        RC_ASSERT(!parsed_xml(lc::junit_report(run)).empty());
        RC_ASSERT(lancespec::find_invalid_utf8(lc::console_report(run)) == std::string_view::npos);
    });
}

}  // namespace reports_test
