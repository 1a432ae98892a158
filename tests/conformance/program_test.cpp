// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/commands.hpp"

#include "conformance/engine/operation.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/suite/registry.hpp"
#include "tests/conformance/run_program.hpp"
#include "tests/conformance/sockets.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

#include <sstream>

namespace program_test {

namespace lc = lancespec::conformance;

using run_program::run;

TEST_CASE("the built-in server passes every check, over real HTTP") {
    auto const got = run({"check", "--report", "json"});
    INFO(got.out);
    CHECK(got.status == 0);
    auto const json = lancespec::parse_json(got.out);
    REQUIRE(json.has_value());
    auto const declined = lc::not_executed_operations().size();
    CHECK(json->at("verdict").as_string() == "conforms to jobs, basic, metadata, refs, index, transaction; declined: " +
                                                 std::to_string(declined) + " operations");
    for (auto const& c : json->at("checks").as_array())
        if (auto const& o = c.at("outcome"); o != "pass" && o != "observed") {
            // Nothing but what a flag of the server turns on may be left, or what it does not execute.
            CAPTURE(c.at("id"), o, c.at("reason"));
            CHECK((o == "disabled" || o == "unsupported"));
        }
}

TEST_CASE("a broken server gets status 1, and the report shows clause, answer and a curl line") {
    auto const& broken = lc::all_faults().front();
    lc::built_in_options options;
    options.demo = true;
    options.broken = &broken;
    auto const server = lc::built_in_server::start(options);
    REQUIRE(server.has_value());
    auto const got = run({"check", (*server)->http().url()});
    INFO(got.out);
    CHECK(got.status == 1);
    CHECK_THAT(got.out, Catch::Contains(broken.check) && Catch::Contains("clause:") && Catch::Contains(", but: ") &&
                            Catch::Contains("answer:") && Catch::Contains("curl -sS") &&
                            Catch::Contains("does not conform to jobs"));
}

TEST_CASE("secrets of the command line are in no output") {
    lc::built_in_options options;
    options.demo = true;
    options.service.token = "tok-tok-tok-1";
    options.service.api_key = "key-key-key-2";
    options.broken = &lc::all_faults().front();
    auto const server = lc::built_in_server::start(options);
    REQUIRE(server.has_value());
    for (std::string const format : {"console", "json", "junit"}) {
        auto const got = run({"check", (*server)->http().url(), "--token", "tok-tok-tok-1", "--api-key",
                              "key-key-key-2", "--report", format, "--verbose"});
        CAPTURE(format);
        CHECK_THAT(got.out, Catch::Contains("$LANCESPEC_TOKEN"));
        for (auto const* secret : {"tok-tok-tok-1", "key-key-key-2"}) {
            CHECK_THAT(got.out, !Catch::Contains(secret));
            CHECK_THAT(got.err, !Catch::Contains(secret));
        }
    }
}

TEST_CASE("the statuses of unreachable, nothing run, partial and unwritable are told apart") {
    auto const nowhere = "http://127.0.0.1:" + std::to_string(lancespec_test::closed_port());
    CHECK(run({"check", nowhere}).status == 3);
    auto const nothing = run({"check", "--only", "nothing"});
    CHECK(nothing.status == 2);
    CHECK_THAT(nothing.err, Catch::Contains("no check is called nothing"));
    CHECK(run({"check", "--skip", "*"}).status == 5);
    auto const partial = run({"check", "--only", lc::all_checks().front().id});
    CHECK(partial.status == 5);
    CHECK_THAT(partial.out, Catch::Contains("partial"));
    CHECK(run({"check", "--report", "json=/nonexistent/r.json"}).status == 2);
    CHECK(run({"check", "--report", "json=/dev/full"}).status == 4);
}

TEST_CASE("a server that hangs does not hang the suite") {
    lancespec_test::scripted_server const mute([](lancespec_test::tcp_peer& peer) {
        while (!peer.sees_the_end()) {
        }
    });
    auto const got = run({"check", mute.url(), "--timeout", "0.2"});
    CHECK(got.status != 0);
}

TEST_CASE("list shows every check and every fault, as text and as JSON") {
    auto const checks = run({"list"}).out;
    auto const faults = run({"list", "--faults"}).out;
    auto const checks_json = lancespec::parse_json(run({"list", "--format", "json"}).out);
    auto const faults_json = lancespec::parse_json(run({"list", "--faults", "--format", "json"}).out);
    REQUIRE((checks_json.has_value() && faults_json.has_value()));
    CHECK(checks_json->at("checks").as_array().size() == lc::all_checks().size());
    CHECK(faults_json->at("faults").as_array().size() == lc::all_faults().size());
    for (auto const& c : lc::all_checks()) CHECK_THAT(checks, Catch::Contains(c.id));
    for (auto const& f : lc::all_faults()) CHECK_THAT(faults, Catch::Contains(f.id));
}

TEST_CASE("explain says of every check what it requires, on what grounds, and shows an example", "[alone]") {
    for (auto const& c : lc::all_checks()) {
        auto const got = run({"explain", c.id});
        CHECK(got.status == 0);
        CHECK_THAT(got.out, Catch::Contains(c.clause) && Catch::Contains(c.summary) && Catch::Contains(c.rationale) &&
                                Catch::Contains("--fault " + c.id) && Catch::Contains("curl -sS") &&
                                !Catch::Contains("token-of-the-example"));
    }
}

/// The operation whose route the curl line of @p text calls, whatever its method.
bool calls(std::string const& text, lc::operation const& op) {
    constexpr std::string_view url = "http://localhost:2333";
    auto const begin = text.find(url);
    if (begin == std::string::npos) return false;
    auto const target = text.substr(begin + url.size(), text.find('\'', begin) - begin - url.size());
    return lc::parse_route(op, target).has_value();
}

TEST_CASE("the example of a check is a request of its operation, and a joint one where answers are shared", "[alone]") {
    for (auto const& c : lc::all_checks()) {
        auto const got = run({"explain", c.id});
        INFO(got.out);
        CHECK(calls(got.out, *lc::find_operation(c.operation)));
    }
    CHECK_THAT(run({"explain", "backfill_column.id_in_body_agrees"}).out,
               Catch::Contains("\"id\":[\"demo\",\"items\"]"));
    CHECK_THAT(run({"explain", "refresh_materialized_view.twenty_at_once"}).out,
               Catch::Contains("/refresh") && Catch::Contains("the first of 20 requests"));
    CHECK_THAT(run({"explain", "query_table.success_status"}).out, Catch::Contains("--stub"));
}

TEST_CASE("the version says whose clauses are checked and which releases the tables describe") {
    CHECK_THAT(run({"version"}).out, Catch::Contains("clauses of 0.11.1, tables of 0.9.0 to 0.13.0"));
}

TEST_CASE("what is unknown is told without what could move a terminal's cursor") {
    for (auto const& words :
         std::vector<std::vector<std::string>>{{"explain", "a\x1b[2J"},
                                               {"serve", "--fault", "a\x1b[2J"},
                                               {"where", "a = \x1b[2J"},
                                               {"path", "a..\x1b[2J"},
                                               {"validate", "a\x1b[2J", "request"},
                                               {"validate", "CreateTable", "request", "\x1b[2J"},
                                               {"diff", "\x1b[2J"},
                                               {"where", "--cases", "\x1b[2J", "--table", "\x1b[2J"}}) {
        auto const got = run(words);
        INFO(words.front() << ": " << got.err);
        CHECK(got.status != 0);
        CHECK_THAT(got.out + got.err, !Catch::Contains("\x1b"));
    }
}

TEST_CASE("a fault that shows only with credentials is not served without them") {
    for (auto const& f : lc::all_faults()) {
        if (!f.needs_authentication) continue;
        auto const got = run({"serve", "--demo", "--port", "0", "--fault", f.id});
        CHECK(got.status == 2);
        CHECK_THAT(got.err, Catch::Contains("--token"));
    }
}

TEST_CASE("an unknown check or fault is met with the nearest ids and status 2") {
    auto const got = run({"explain", "backfil_column.acepted"});
    CHECK(got.status == 2);
    CHECK_THAT(got.err, Catch::Contains("did you mean backfill_column.accepted?"));
    auto const fault = run({"serve", "--fault", "backfill_column.acepted"});
    CHECK(fault.status == 2);
    CHECK_THAT(fault.err, Catch::Contains("did you mean backfill_column.accepted?"));
}

TEST_CASE("nearest finds parts and typing errors, and nothing for noise") {
    std::vector<std::string> const known{"a.id_mismatch", "a.accepted", "b.accepted"};
    CHECK(lc::nearest("mismatch", known) == std::vector<std::string>{"a.id_mismatch"});
    CHECK(lc::nearest("a.acepted", known).front() == "a.accepted");
    CHECK(lc::nearest("zzzzzzzzzzzz", known).empty());
    CHECK(lc::nearest(std::string(1'000'000, 'a'), known).empty());
}

}  // namespace program_test
