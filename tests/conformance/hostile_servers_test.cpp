// SPDX-License-Identifier: Apache-2.0
// Whatever a server does, a run ends soon, judges fairly, says why, and keeps the user's secrets.
#include "conformance/transport/curl_transport.hpp"

#include "conformance/report/console.hpp"
#include "conformance/report/json.hpp"
#include "conformance/report/junit.hpp"
#include "conformance/report/mask.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/transport/in_process_transport.hpp"
#include "tests/conformance/hostile_kinds.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>
#include <lancespec/core/utf8.hpp>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <cstdio>
#include <sstream>

namespace hostile_servers_test {

namespace lc = lancespec::conformance;
using namespace std::chrono_literals;
using hostile::kind;

using hostile::api_key;
using hostile::token;

std::string const header = "h3ader-t0o;secret";

/// Counts what costs time: requests that got no answer, and those of a busy server.
class counting final : public lc::transport {
public:
    explicit counting(lc::transport& inner) : inner_(inner) {}
    lc::exchange_result exchange(hostile::http::request const& request) override {
        auto out = inner_.exchange(request);
        unanswered += out.status != lc::exchange_status::answered;
        busy += out.response.status == 429 || out.response.status == 503;
        return out;
    }
    [[nodiscard]] std::string base_url() const override { return inner_.base_url(); }

    std::atomic<unsigned> unanswered{0};
    std::atomic<unsigned> busy{0};

private:
    lc::transport& inner_;
};

/// What a run leaves behind for people and programs.
struct outputs {
    lc::run_result run;
    std::string console;
    std::string json;
    std::string junit;
    double waited = 0;  ///< seconds that it would wait with a time-out of two seconds and the usual pauses

    [[nodiscard]] std::vector<std::pair<std::string, std::string const*>> all() const {
        return {{"console", &console}, {"json", &json}, {"junit", &junit}};
    }
};

lc::run_options options() {
    lc::run_options out;
    out.token = token;
    out.api_key = api_key;
    out.headers = {{"x-tenant-secret", header}};
    out.busy_pause = 20ms;
    return out;
}

outputs run_against(std::string const& url, lc::run_options const& chosen, std::chrono::milliseconds timeout = 60s) {
    lc::secrets const hidden{token, api_key, {header}};
    lc::curl_options how;
    how.timeout = timeout;
    how.body_bytes = std::size_t{1} << 20;  // of what has no end, as much as tells that
    lc::curl_transport client(*lc::parse_base_url(url), how);
    counting counted(client);
    outputs out;
    out.run = mask(lc::run_checks(counted, chosen), hidden);
    out.waited = 2.0 * counted.unanswered + 0.5 * counted.busy;
    out.console = console_report(out.run, {.colour = false, .verbose = true});
    out.json = json_report(out.run);
    out.junit = junit_report(out.run);
    return out;
}

/// Several at a time, since most of a run is waiting: @p patience long for what never answers. What does answer has
/// time enough on any machine.
std::vector<outputs> run_all(std::vector<kind> const& kinds, lc::run_options const& chosen,
                             std::chrono::milliseconds patience = 300ms) {
    std::vector<outputs> out(kinds.size());
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> workers;
    for (int i = 0; i < 12; ++i)
        workers.emplace_back([&] {
            for (auto k = next++; k < kinds.size(); k = next++) {
                hostile::server const bad(kinds[k].run);
                out[k] = run_against(bad.url(), chosen, kinds[k].waits ? patience : 60s);
            }
        });
    workers.clear();
    return out;
}

std::size_t failed(lc::run_result const& run) {
    return count(run, lc::outcome::fail);
}

/// Failures that no cause of the run tells of.
std::string lone_failures(lc::run_result const& run, std::size_t& number) {
    std::string out;
    for (auto const& c : run.checks) {
        bool const told = std::ranges::any_of(run.causes, [&](lc::cause const& cause) {
            return std::ranges::find(cause.explains, c.id) != cause.explains.end();
        });
        if (c.result == lc::outcome::fail && !told) {
            ++number;
            out += ' ' + c.id;
        }
    }
    return out;
}

void expect_valid_reports(outputs const& got) {
    for (auto const& [name, text] : got.all()) {
        CAPTURE(name);
        CHECK_FALSE(text->empty());
        CHECK(lancespec::find_invalid_utf8(*text) == std::string_view::npos);
    }
    CHECK(got.console.find_first_of("\x1b\x07\r") == std::string::npos);
    CHECK(boost::json::parse(got.json).at("exit_status") == static_cast<int>(status_of(got.run)));
    boost::property_tree::ptree tree;
    std::istringstream junit(got.junit);
    CHECK_NOTHROW(boost::property_tree::read_xml(junit, tree));
}

/// That the run against a server which is not harmless judges and says why.
void expect_sound_end(kind const& what, outputs const& got) {
    CHECK(canned::lines_of(lc::console_report(got.run)) <= canned::most_lines);
    auto const status = status_of(got.run);
    if (what.harmless) {
        CHECK(failed(got.run) == 0);
        INFO(verdict_of(got.run));
        CHECK(canned::conforms(got.run));
        return;
    }
    CHECK((status == lc::exit_status::must_failed || status == lc::exit_status::unreachable ||
           status == lc::exit_status::no_verdict));
    CHECK(count(got.run, lc::outcome::suite_error) == 0);
    std::size_t lone = 0;
    auto const lone_ids = lone_failures(got.run, lone);
    CAPTURE(lone_ids);
    CHECK(lone <= what.failures);
    CHECK_THAT(got.console, Catch::Contains(what.says));
    // A server that gives no answer is left alone after a few requests.
    CHECK(got.run.requests <= (what.answers ? 3000 : 12));
}

void expect_sound_ends(std::vector<kind> const& kinds, std::vector<outputs> const& got) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        CAPTURE(kinds[i].name, got[i].console.substr(0, 3000));
        expect_sound_end(kinds[i], got[i]);
        expect_valid_reports(got[i]);
        CHECK(got[i].waited < 30);  // of the minute that a run may take
    }
}

/// Runs against all of @p kinds.
void expect_sound_ends_of(std::vector<kind> const& kinds) {
    expect_sound_ends(kinds, run_all(kinds, options()));
}

// Against every kind of hostile server the run ends soon, with a reason and without the verdict that it conforms.

TEST_CASE("a run ends soundly against servers that end connections") {
    expect_sound_ends_of(hostile::kinds_of_ending());
}

TEST_CASE("a run ends soundly against servers that let it wait") {
    expect_sound_ends_of(hostile::kinds_of_waiting());
}

TEST_CASE("a run ends soundly against servers whose answers have no end", "[alone]") {
    expect_sound_ends_of(hostile::kinds_of_size());
}

TEST_CASE("a run ends soundly against servers that break HTTP's framing", "[alone]") {
    expect_sound_ends_of(hostile::kinds_of_framing());
}

TEST_CASE("a run ends soundly against servers with hostile bodies", "[alone]") {
    expect_sound_ends_of(hostile::kinds_of_body());
}

TEST_CASE("a run ends soundly against servers that refuse") {
    expect_sound_ends_of(hostile::kinds_of_refusal());
}

TEST_CASE("a run ends soundly against servers that mislead, and goes to no other") {
    hostile::server const other(hostile::always(hostile::wire(canned::json(202, hostile::accepted_body))));
    expect_sound_ends_of(hostile::kinds_of_misleading(other.authority()));
    CHECK(other.accepted() == 0);
}

TEST_CASE("so it does with eight checks at a time, and twenty requests at once") {
    std::vector<kind> some;
    for (auto& group : {hostile::kinds_of_ending(), hostile::kinds_of_waiting(), hostile::kinds_of_refusal()})
        some.insert(some.end(), group.begin(), group.end());
    auto chosen = options();
    chosen.jobs = 8;
    chosen.load = true;
    auto const got = run_all(some, chosen);
    for (std::size_t i = 0; i < some.size(); ++i) {
        CAPTURE(some[i].name, got[i].console.substr(0, 3000));
        CHECK(status_of(got[i].run) != lc::exit_status::conforms);
        CHECK(count(got[i].run, lc::outcome::suite_error) == 0);
        expect_valid_reports(got[i]);
    }
}

TEST_CASE("what one check has waited for in vain is not waited for by each other") {
    for (bool const counts : {true, false}) {
        lc::built_in_options built_in;
        built_in.demo = true;
        lc::built_in_service service(built_in);
        std::atomic<int> asked = 0;
        lc::in_process_transport idle([&](hostile::http::request const& request) {
            asked += request.target.find("count_rows") != std::string::npos;
            // Takes every job and does none; or does not know the new column, however long one waits.
            bool const job = request.target.find("backfill_column") != std::string::npos ||
                             request.target.find("/refresh") != std::string::npos;
            if (job) return canned::json(202, hostile::accepted_body);
            if (!counts && request.target.find("count_rows") != std::string::npos) return canned::error(400, 12);
            return service.handle(request);
        });
        lc::run_options chosen;
        chosen.wait = 2s;
        auto const run = lc::run_checks(idle, chosen);
        INFO("counts: " << counts << ", asked " << asked << " times");
        // Two seconds of waiting ask 17 times, and ten checks have something to wait for.
        CHECK(asked < 100);
        CHECK(count(run, lc::outcome::suite_error) == 0);
        CHECK(status_of(run) != lc::exit_status::conforms);
        CHECK(run.left_behind.empty());
    }
}

TEST_CASE("a server that is right and slow conforms") {
    auto const slow = hostile::answering([right = hostile::right()](hostile::http::request const& request) {
        std::this_thread::sleep_for(10ms);
        return hostile::wire(right(request));
    });
    hostile::server const server(slow);
    auto const got = run_against(server.url(), options());
    INFO(got.console);
    CHECK(canned::conforms(got.run));
}

TEST_CASE("so it does with a time-out of two seconds, and the pauses that a user has", "[.nightly]") {
    hostile::server const other(hostile::always(hostile::wire(canned::json(202, hostile::accepted_body))));
    auto const kinds = hostile::all_kinds(other.authority());
    auto chosen = options();
    chosen.busy_pause = lc::run_options().busy_pause;
    auto const got = run_all(kinds, chosen, 2s);
    for (std::size_t i = 0; i < kinds.size(); ++i)
        std::printf("%-34s %6.2f s waited %4zu requests %3zu failed  status %d  %s\n", kinds[i].name.c_str(),
                    got[i].waited, got[i].run.requests, failed(got[i].run), static_cast<int>(status_of(got[i].run)),
                    verdict_of(got[i].run).substr(0, 90).c_str());
    expect_sound_ends(kinds, got);
}

}  // namespace hostile_servers_test
