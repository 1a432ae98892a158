// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/junit.hpp"

#include "conformance/report/check_list.hpp"
#include "conformance/report/curl_command.hpp"
#include "conformance/transport/answer_line.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/core/utf8.hpp>
#include <lancespec/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lancespec::conformance {
namespace {

std::string seconds(std::chrono::microseconds time) {
    return fmt::format("{:.6f}", std::chrono::duration<double>(time).count());
}

std::string escaped(std::string_view text, std::string_view newline) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        auto const c = decode_utf8(text);
        auto const size = std::max<std::size_t>(c.size, 1);
        switch (text.front()) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\n': out += newline; break;
            default: out += printable(text.substr(0, size));
        }
        text.remove_prefix(size);
    }
    return out;
}

/// What a person needs, one item a line.
std::string details(check_result const& c, std::string const& base_url) {
    std::string out = fmt::format("{}\nclause: {}\n", c.summary, c.clause);
    for (auto const& f : c.findings) {
        out += '\n';
        if (!f.subjects.empty()) out += fmt::format("case: {}\n", f.subject());
        out += fmt::format("expected: {}\nactual: {}\n", f.expected, f.actual);
        if (f.exchange) out += fmt::format("answer: {}\n", answer_line(f.exchange->result));
        if (!f.hint.empty()) out += fmt::format("hint: {}\n", f.hint);
        if (f.exchange) out += fmt::format("try it: {}\n", curl_command(*f.exchange, base_url));
    }
    return out;
}

/// Somebody knows that it fails, so that it does not fail the run.
bool is_put_up_with(check_result const& c) {
    return c.result == outcome::fail && c.known;
}

std::string headline(check_result const& c) {
    if (!c.reason.empty()) return c.reason;
    auto const telling = std::ranges::find(c.findings, false, &finding::explained);
    if (telling == c.findings.end()) return c.summary;
    return fmt::format("expected: {}; actual: {}", telling->expected, telling->actual);
}

std::string element(std::string_view tag, std::string_view message, std::string_view type, std::string_view body) {
    return fmt::format("      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n", tag, xml_attribute(message),
                       xml_attribute(type), xml_text(body));
}

/// What stands inside the testcase of @p c.
std::string content(check_result const& c, std::string const& base_url) {
    if (is_put_up_with(c))
        return fmt::format("      <skipped message=\"known failure: {}\"/>\n      <system-out>{}</system-out>\n",
                           xml_attribute(c.known->reason), xml_text(details(c, base_url)));
    switch (c.result) {
        case outcome::fail: return element("failure", headline(c), name(gravest(c)), details(c, base_url));
        case outcome::suite_error: return element("error", headline(c), name(c.result), details(c, base_url));
        case outcome::disabled:
        case outcome::unsupported:
        case outcome::not_run:
        case outcome::blocked:
            return fmt::format("      <skipped message=\"{}: {}\"/>\n", name(c.result), xml_attribute(headline(c)));
        case outcome::warn:
        case outcome::observed:
            return fmt::format("      <system-out>{}\n{}</system-out>\n", name(c.result),
                               xml_text(details(c, base_url)));
        case outcome::pass: break;
    }
    return {};
}

bool is_skipped(check_result const& c) {
    return c.result == outcome::disabled || c.result == outcome::unsupported || c.result == outcome::not_run ||
           c.result == outcome::blocked || is_put_up_with(c);
}

struct totals {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::size_t skipped = 0;
    std::chrono::microseconds time{0};

    void add(check_result const& c) {
        ++tests;
        failures += c.result == outcome::fail && !is_put_up_with(c);
        errors += c.result == outcome::suite_error;
        skipped += is_skipped(c);
        time += c.elapsed;
    }

    /// The schemas of JUnit reports know no `skipped` of all suites together.
    [[nodiscard]] std::string attributes(bool of_a_suite) const {
        auto const skips = of_a_suite ? fmt::format(R"( skipped="{}")", skipped) : std::string{};
        return fmt::format(R"(tests="{}" failures="{}" errors="{}"{} time="{}")", tests, failures, errors, skips,
                           seconds(time));
    }
};

std::string testcase(std::string_view suite, std::string_view id, std::chrono::microseconds time,
                     std::string const& inside) {
    auto const open = fmt::format("    <testcase classname=\"lancespec.{}\" name=\"{}\" time=\"{}\"",
                                  xml_attribute(suite), xml_attribute(id), seconds(time));
    return inside.empty() ? open + "/>\n" : open + ">\n" + inside + "    </testcase>\n";
}

}  // namespace

std::string xml_text(std::string_view text) {
    return escaped(text, "\n");
}

// A bare newline in an attribute is read as a space.
std::string xml_attribute(std::string_view text) {
    return escaped(text, "&#10;");
}

std::string junit_report(run_result const& run) {
    std::vector<std::string> operations;
    std::map<std::string, std::pair<totals, std::string>> suites;
    totals all;
    for (auto const& c : run.checks) {
        auto& [sum, text] = suites[c.operation];
        if (sum.tests == 0) operations.push_back(c.operation);
        sum.add(c);
        all.add(c);
        text += testcase(c.operation, c.id, c.elapsed, content(c, run.target));
    }
    auto const status = status_of(run);
    std::string verdict;
    bool const judged = status == exit_status::conforms || status == exit_status::must_failed;
    if (!judged) verdict = element("error", verdict_of(run), "no-verdict", verdict_of(run));
    ++all.tests;
    all.errors += !judged;

    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    all.time = run.elapsed;
    out += fmt::format("<testsuites name=\"lancespec {}\" {}>\n", xml_attribute(run.target), all.attributes(false));
    for (auto const& operation : operations)
        out += fmt::format("  <testsuite name=\"{}\" timestamp=\"{}\" {}>\n{}  </testsuite>\n",
                           xml_attribute(operation), xml_attribute(run.started_at),
                           suites[operation].first.attributes(true), suites[operation].second);
    out += fmt::format(
        "  <testsuite name=\"verdict\" timestamp=\"{}\" tests=\"1\" failures=\"0\" errors=\"{}\" "
        "skipped=\"0\" time=\"0\">\n",
        xml_attribute(run.started_at), judged ? 0 : 1);
    out += fmt::format(
        "    <properties>\n"
        "      <property name=\"verdict\" value=\"{}\"/>\n"
        "      <property name=\"suite_version\" value=\"" LANCESPEC_VERSION_STRING
        "\"/>\n"
        "      <property name=\"spec_version\" value=\"" LANCESPEC_SPEC_VERSION_STRING
        "\"/>\n"
        "      <property name=\"verdicts_version\" value=\"" LANCESPEC_VERDICTS_VERSION_STRING
        "\"/>\n"
        "      <property name=\"run_id\" value=\"{}\"/>\n"
        "    </properties>\n",
        xml_attribute(verdict_of(run)), xml_attribute(run.run_id));
    out += testcase("verdict", "verdict", std::chrono::microseconds(0), verdict);
    return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace lancespec::conformance
