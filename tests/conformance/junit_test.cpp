// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/junit.hpp"

#include "tests/conformance/canned.hpp"
#include "tests/conformance/sample_run.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/utf8.hpp>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <map>
#include <regex>
#include <set>

namespace junit_test {

namespace lc = lancespec::conformance;
using boost::property_tree::ptree;
using lc::outcome;
using words = std::set<std::string>;

/// What the schema of JUnit reports that CI servers go by says of one element.
struct element_rule {
    words required;
    words optional;
    std::map<std::string, int> children;  ///< and how many there may be; 0: any number
    bool text = false;
};

std::map<std::string, element_rule> const& rules() {
    static std::map<std::string, element_rule> const all{
        {"testsuites", {{}, {"name", "time", "tests", "failures", "errors", "disabled"}, {{"testsuite", 0}}}},
        {"testsuite",
         {{"name", "tests"},
          {"failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id", "package"},
          {{"properties", 1}, {"testcase", 0}, {"system-out", 1}, {"system-err", 1}}}},
        {"properties", {{}, {}, {{"property", 0}}}},
        {"property", {{"name", "value"}, {}, {}}},
        {"testcase",
         {{"name", "classname"},
          {"time", "assertions", "status"},
          {{"skipped", 1}, {"error", 0}, {"failure", 0}, {"system-out", 0}, {"system-err", 0}}}},
        {"skipped", {{}, {"type", "message"}, {}, true}},
        {"error", {{}, {"type", "message"}, {}, true}},
        {"failure", {{}, {"type", "message"}, {}, true}},
        {"system-out", {{}, {}, {}, true}},
    };
    return all;
}

/// Adds to @p wrong what is wrong with the element @p name and all below it.
void validate(std::string const& name, ptree const& element, std::vector<std::string>& wrong) {
    auto const rule = rules().find(name);
    if (rule == rules().end()) {
        wrong.push_back("no element is called " + name);
        return;
    }
    auto const& [required, optional, children, text] = rule->second;
    words given;
    std::map<std::string, int> seen;
    for (auto const& [tag, child] : element) {
        if (tag == "<xmlattr>") {
            for (auto const& [attribute, value] : child) {
                if (!required.contains(attribute) && !optional.contains(attribute))
                    wrong.push_back(name + " has no attribute " + attribute);
                given.insert(attribute);
                static std::regex const count("[0-9]+");
                static std::regex const seconds("[0-9]+(\\.[0-9]+)?");
                static std::regex const instant("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ?");
                auto const is = [&value](std::regex const& pattern) { return std::regex_match(value.data(), pattern); };
                if (words{"tests", "failures", "errors", "skipped"}.contains(attribute) && !is(count))
                    wrong.push_back(name + "/" + attribute + " is no number: " + value.data());
                if (attribute == "time" && !is(seconds))
                    wrong.push_back("time is no number of seconds: " + value.data());
                if (attribute == "timestamp" && !is(instant)) wrong.push_back("timestamp is no time: " + value.data());
            }
            continue;
        }
        auto const allowed = children.find(tag);
        if (allowed == children.end())
            wrong.push_back(name + " holds no " + tag);
        else if (++seen[tag] > allowed->second && allowed->second > 0)
            wrong.push_back(name + " holds one " + tag + " at most");
        if (tag == "properties" && seen.size() > 1) wrong.push_back("properties come first");
        validate(tag, child, wrong);
    }
    for (auto const& attribute : required)
        if (!given.contains(attribute)) wrong.push_back(name + " needs " + attribute);
    if (!text && element.data().find_first_not_of(" \n") != std::string::npos) wrong.push_back(name + " holds text");
    if (name != "testsuite" && name != "testsuites") return;
    // The counts are those of the test cases below.
    std::map<std::string, int> counts{{"tests", 0}, {"failures", 0}, {"errors", 0}, {"skipped", 0}};
    auto const add = [&](ptree const& suite) {
        for (auto const& [tag, test] : suite) {
            if (tag != "testcase") continue;
            ++counts["tests"];
            counts["failures"] += test.count("failure") > 0;
            counts["errors"] += test.count("error") > 0;
            counts["skipped"] += test.count("skipped") > 0;
            if (test.count("failure") + test.count("error") + test.count("skipped") > 1)
                wrong.push_back("a test case failed, was skipped or had an error, not several of these");
        }
    };
    if (name == "testsuite") add(element);
    for (auto const& [tag, suite] : element)
        if (tag == "testsuite") add(suite);
    for (auto const& [kind, n] : counts)
        if (auto const told = element.get_optional<int>("<xmlattr>." + kind); told && *told != n)
            wrong.push_back(name + " says " + kind + "=" + std::to_string(*told) + ", but there are " +
                            std::to_string(n));
}

/// The report as a tree, after the schema has been checked.
ptree checked(lc::run_result const& run) {
    std::istringstream in(lc::junit_report(run));
    ptree tree;
    boost::property_tree::read_xml(in, tree);
    std::vector<std::string> wrong;
    validate("testsuites", tree.get_child("testsuites"), wrong);
    for (auto const& one : wrong) FAIL_CHECK(one);
    return tree.get_child("testsuites");
}

/// The test case of a check.
ptree case_of(ptree const& suites, std::string const& id) {
    for (auto const& [tag, suite] : suites)
        for (auto const& [inner, test] : suite)
            if (inner == "testcase" && test.get<std::string>("<xmlattr>.name") == id) return test;
    FAIL("there is no test case " << id);
    return {};
}

TEST_CASE("the report of every outcome keeps to the schema, and its counts to its elements") {
    (void)checked(lancespec_test::sample_run());
    (void)checked(lancespec_test::sample_good_run());
    (void)checked(canned::run(canned::server{}));
    (void)checked(canned::run([](auto const&) { return canned::error(500, 18); }));
    (void)checked(canned::run([](auto const&) { return canned::json(202, R"({"job_id": "j"})"); }));
    lc::run_result nothing;
    nothing.started_at = "2027-01-31T00:00:00Z";
    (void)checked(nothing);
}

TEST_CASE("each outcome has the element that CI servers know, and a MUST that failed names its level") {
    lc::run_result run;
    run.started_at = "2027-01-31T00:00:00Z";
    for (auto const o : {outcome::pass, outcome::observed, outcome::disabled, outcome::unsupported, outcome::not_run,
                         outcome::blocked, outcome::warn, outcome::fail, outcome::suite_error})
        run.checks.push_back(lancespec_test::sample_check("backfill." + std::string(name(o)), o));
    auto const suites = checked(run);
    auto const elements = [&](std::string const& id) {
        std::string out;
        for (auto const& [tag, child] : case_of(suites, "backfill." + id))
            if (tag != "<xmlattr>") out += tag + " ";
        return out;
    };
    CHECK(elements("pass").empty());
    for (auto const* noted : {"observed", "warn"}) CHECK(elements(noted) == "system-out ");
    for (auto const* skipped : {"disabled", "unsupported", "not-run", "blocked"}) {
        CHECK(elements(skipped) == "skipped ");
        CHECK_THAT(case_of(suites, "backfill." + std::string(skipped)).get<std::string>("skipped.<xmlattr>.message"),
                   Catch::StartsWith(std::string(skipped) + ": "));
    }
    CHECK(elements("fail") == "failure ");
    CHECK(case_of(suites, "backfill.fail").get<std::string>("failure.<xmlattr>.type") == "MUST");
    CHECK(elements("suite-error") == "error ");
}

TEST_CASE("a failure that is known is skipped, with its reason, and does not turn the build red") {
    auto run = lancespec_test::sample_run();
    auto const failed = std::ranges::find(run.checks, outcome::fail, &lc::check_result::result);
    REQUIRE(failed != run.checks.end());
    auto const before = checked(run).get<int>("<xmlattr>.failures");
    failed->known = lc::known_failure{failed->id, "ticket <7> & co", "", {}};
    auto const suites = checked(run);
    CHECK(suites.get<int>("<xmlattr>.failures") == before - 1);
    auto const test = case_of(suites, failed->id);
    CHECK(test.get<std::string>("skipped.<xmlattr>.message") == "known failure: ticket <7> & co");
    CHECK_THAT(test.get<std::string>("system-out"), Catch::Contains("expected: "));
}

TEST_CASE("a known failure that passed makes the suite `verdict` red") {
    auto run = lancespec_test::sample_good_run();
    run.partial = false;
    CHECK(checked(run).get<int>("<xmlattr>.errors") == 0);
    run.checks.front().known = lc::known_failure{run.checks.front().id, "r", "", {}};
    auto const suites = checked(run);
    CHECK(suites.get<int>("<xmlattr>.errors") == 1);
    CHECK_THAT(case_of(suites, "verdict").get<std::string>("error.<xmlattr>.message"),
               Catch::Contains("known to fail, but passed"));
}

TEST_CASE("the message of a failure is of what fails it, not of what a cause explains") {
    lc::run_result run;
    run.started_at = "2027-01-31T00:00:00Z";
    auto c = lancespec_test::sample_check("backfill.x", outcome::fail);
    c.findings = {{lc::level::must, "error.code", {}, "explained", "elsewhere", {}, {}, true},
                  {lc::level::must, {}, {}, "its own", "wrong", {}, {}, false}};
    run.checks.push_back(c);
    CHECK(case_of(checked(run), "backfill.x").get<std::string>("failure.<xmlattr>.message") ==
          "expected: its own; actual: wrong");
}

/// What a document of XML 1.0 may hold, by its production Char.
bool is_xml_character(char32_t c) {
    return c == 0x9 || c == 0xa || c == 0xd || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) ||
           (c >= 0x10000 && c <= 0x10ffff);
}

TEST_CASE("every code point is written as characters of XML, in texts and in attributes") {
    for (char32_t c = 0; c <= 0x10ffff; ++c) {
        if (c >= 0xd800 && c <= 0xdfff) continue;  // no characters of UTF-8
        std::string one;
        lancespec::append_utf8(one, c);
        for (auto const& written : {lc::xml_text(one), lc::xml_attribute(one)}) {
            bool ok = !written.empty();
            for (std::string_view rest = written; ok && !rest.empty();) {
                auto const letter = lancespec::decode_utf8(rest);
                ok = letter.size > 0 && is_xml_character(letter.scalar);
                rest.remove_prefix(std::max<std::size_t>(letter.size, 1));
            }
            if (!ok) FAIL_CHECK("U+" << std::hex << static_cast<std::uint32_t>(c) << " is written as " << written);
        }
    }
    CHECK(lc::xml_text("\uFFFE\uFFFF\uFDD0\U0001FFFE") == "\\u{fffe}\\u{ffff}\\u{fdd0}\\u{1fffe}");
    CHECK(lc::xml_text("\uFFFD \uE000 \U0010FFFD") == "\uFFFD \uE000 \U0010FFFD");
}

TEST_CASE("any bytes in a run keep to the schema") {
    rc::prop("names, reasons and answers", [](std::string const& a, std::string const& b) {
        auto run = lancespec_test::sample_run();
        run.target = b;
        for (auto& check : run.checks) {
            check.id += a;
            check.operation += b;
            check.reason = a;
            check.known = lc::known_failure{a, b, a, b};
            for (auto& f : check.findings) f.actual = b;
        }
        std::istringstream in(lc::junit_report(run));
        ptree tree;
        boost::property_tree::read_xml(in, tree);
        std::vector<std::string> wrong;
        validate("testsuites", tree.get_child("testsuites"), wrong);
        RC_ASSERT(wrong.empty());
    });
}

}  // namespace junit_test
