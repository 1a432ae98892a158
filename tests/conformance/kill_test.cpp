// SPDX-License-Identifier: Apache-2.0
// The proof that the suite bites: every check has a fault, every fault fails its check, and without a fault all pass.
#include "conformance/suite/registry.hpp"

#include "conformance/report/output.hpp"
#include "conformance/serve/built_in.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>

namespace kill_test {

namespace lc = lancespec::conformance;

constexpr std::size_t parts = 4;

struct how {
    bool load = true;                                    ///< more than three jobs on an object
    bool set_up = true;                                  ///< the server lets the suite make tables
    std::size_t first = 0;                               ///< of every fourth fault
    std::map<std::string, std::string>* rows = nullptr;  ///< gets the line of each of them
};

lc::run_options options(bool authenticated, how run) {
    auto out = canned::options();
    out.load = run.load;
    out.set_up = run.set_up;
    out.objects.table_exists = out.objects.view_exists = true;
    out.wait = std::chrono::seconds(2);
    if (authenticated) out.token = out.api_key = "secret";
    return out;
}

lc::handler hand_written(bool authenticated) {
    if (authenticated) return canned::guarded(canned::server{});
    return canned::server{};
}

/// The reference server with the demo data.
lc::handler reference(bool authenticated) {
    lc::built_in_options built_in;
    built_in.demo = true;
    if (authenticated) built_in.service.token = built_in.service.api_key = "secret";
    auto served = std::make_shared<lc::built_in_service>(built_in);
    return [served](lancespec::http::request const& request) { return served->handle(request); };
}

std::string list(std::set<std::string> const& words) {
    std::string out;
    for (auto const& word : words) out += "\n  " + word;
    return out;
}

/// What an INFO check records.
std::set<std::string> seen(lc::check_result const& result) {
    std::set<std::string> out;
    for (auto const& f : result.findings)
        if (f.rule.empty()) out.insert(f.expected);
    return out;
}

/// A line of docs/kill-table.md: what each check says of a server with @p fault, where it differs from the true server.
std::string row_of(lc::fault const& fault, lc::run_result const& run, lc::run_result const& good) {
    std::map<lc::outcome, std::string> ids;
    std::string own;
    for (auto const& c : run.checks) {
        auto const& before = canned::result_of(good, c.id);
        if (c.id == fault.check) {
            own = name(c.result);
            continue;
        }
        if (c.result == before.result) continue;
        auto& list = ids[c.result];
        list += (list.empty() ? "`" : ", `") + c.id + "`";
    }
    std::string others;
    for (auto const& [o, list] : ids) others += (others.empty() ? "" : "; ") + std::string(name(o)) + ": " + list;
    for (auto const& cause : run.causes) others += (others.empty() ? "" : "; ") + ("cause: `" + cause.id + "`");
    return "| `" + fault.id + "` | `" + fault.check + "` | " + own + " | " + others + " |\n";
}

/// Runs the suite against every fault in front of the true server. The faults that nothing catches.
std::set<std::string> survivors(std::function<lc::handler(bool authenticated)> const& true_server, how asked) {
    std::set<std::string> out;
    lc::run_result const good[] = {canned::run(true_server(false), options(false, asked)),
                                   canned::run(true_server(true), options(true, asked))};
    std::size_t number = 0;
    for (auto const& fault : lc::all_faults()) {
        if ((fault.needs_load && !asked.load) || (fault.needs_set_up && !asked.set_up)) continue;
        if (fault.needs_stub) continue;  // derived_checks_test runs those
        if (number++ % parts != asked.first) continue;
        auto const next = true_server(fault.needs_authentication);
        auto const run =
            canned::run([&](lancespec::http::request const& request) { return lc::apply(fault, request, next); },
                        options(fault.needs_authentication, asked));
        auto const& result = canned::result_of(run, fault.check);
        INFO(fault.id << ": " << fault.summary);
        INFO("its check: " << name(result.result) << " " << result.reason);
        bool noticed = canned::found(result, "") && result.result == fault.shows;
        if (fault.shows == lc::outcome::observed)
            noticed = noticed && seen(result) != seen(canned::result_of(good[fault.needs_authentication], fault.check));
        CHECK(noticed);
        CHECK((fault.shows == lc::outcome::fail ? lc::status_of(run) == lc::exit_status::must_failed
                                                : canned::conforms(run)));
        if (fault.shows == lc::outcome::warn) {
            auto strict = options(fault.needs_authentication, asked);
            strict.expect.strict = true;
            auto const again = canned::run(
                [&](lancespec::http::request const& request) { return lc::apply(fault, request, next); }, strict);
            CHECK(canned::result_of(again, fault.check).result == lc::outcome::fail);
            CHECK(lc::status_of(again) == lc::exit_status::must_failed);
        }
        if (!noticed) out.insert(fault.id);
        if (asked.rows != nullptr)
            asked.rows->insert_or_assign(fault.id, row_of(fault, run, good[fault.needs_authentication]));
    }
    CHECK(number > 50);
    return out;
}

void expect_all_pass(lc::run_result const& run) {
    for (auto const& c : run.checks) {
        if (canned::needs_set_up(c)) continue;
        INFO(c.id << ": " << name(c.result) << " " << c.reason);
        for (auto const& f : c.findings)
            if (f.strength != lc::level::info) FAIL_CHECK(f.subject() << ": " << f.expected << "; " << f.actual);
        CHECK(
            (c.result == lc::outcome::pass || c.result == lc::outcome::observed || c.result == lc::outcome::disabled));
    }
    CHECK(canned::conforms(run));
}

TEST_CASE("every check has a fault") {
    std::set<std::string> bare;
    for (auto const& c : lc::all_checks()) bare.insert(c.id);
    for (auto const& f : lc::all_faults()) bare.erase(f.check);
    INFO("checks without a fault:" << list(bare));
    CHECK(bare.empty());
}

void expect_no_survivor(std::function<lc::handler(bool authenticated)> const& true_server, how asked) {
    auto const out = survivors(true_server, asked);
    INFO("faults that nothing catches:" << list(out));
    CHECK(out.empty());
}

constexpr std::string_view head =
    "# Kill table\n\n"
    "What the checks say of the built-in server with each fault of `lancespec serve --fault ID`: the check that must "
    "notice, and every other check whose outcome differs from that on the true server. A fault that shows as `warn` "
    "fails its check with `--strict`; one that shows as `observed` breaks nothing. This page is generated by the tests "
    "that run them all.\n\n"
    "| fault | its check | outcome | other checks that differ |\n|---|---|---|---|\n";

/// The page's lines by fault.
std::map<std::string, std::string> rows_of_page(std::string_view page) {
    std::map<std::string, std::string> out;
    while (!page.empty()) {
        auto const line = page.substr(0, page.find('\n') + 1);
        page.remove_prefix(line.empty() ? page.size() : line.size());
        if (!line.starts_with("| `")) continue;
        out.emplace(line.substr(3, line.find('`', 3) - 3), line);
    }
    return out;
}

/// Every fourth fault of the reference server from the one at @p first on, and their lines of the page.
void expect_none_of_reference(std::size_t first) {
    auto const path = std::string(LANCESPEC_SOURCE_DIR) + "/docs/kill-table.md";
    std::ifstream in(path, std::ios::binary);
    std::string const written{std::istreambuf_iterator<char>(in), {}};
    auto rows = rows_of_page(written);
    expect_no_survivor(reference, {.first = first, .rows = &rows});
    // The lines of the others stay, in the order of the registry.
    std::string page(head);
    for (auto const& fault : lc::all_faults())
        if (!fault.needs_stub) page += rows[fault.id];
    if (std::getenv("LANCESPEC_WRITE_DOCS") != nullptr) CHECK(lc::write_file(path, page).empty());
    bool const fresh = page == written;
    INFO("regenerate the page: LANCESPEC_WRITE_DOCS=1 test_conformance 'every fault of the reference server*'");
    CHECK(fresh);
}

TEST_CASE("every fault of a hand-written server fails the check of its clause: the first quarter", "[alone]") {
    expect_no_survivor(hand_written, {.set_up = false, .first = 0});
}

TEST_CASE("every fault of a hand-written server fails the check of its clause: the second quarter", "[alone]") {
    expect_no_survivor(hand_written, {.set_up = false, .first = 1});
}

TEST_CASE("every fault of a hand-written server fails the check of its clause: the third quarter", "[alone]") {
    expect_no_survivor(hand_written, {.set_up = false, .first = 2});
}

TEST_CASE("every fault of a hand-written server fails the check of its clause: the last quarter", "[alone]") {
    expect_no_survivor(hand_written, {.set_up = false, .first = 3});
}

TEST_CASE("so it does when at most three jobs are started on an object: the first half", "[alone]") {
    expect_no_survivor(hand_written, {.load = false, .set_up = false, .first = 0});
    expect_no_survivor(hand_written, {.load = false, .set_up = false, .first = 1});
}

TEST_CASE("so it does when at most three jobs are started on an object: the other half", "[alone]") {
    expect_no_survivor(hand_written, {.load = false, .set_up = false, .first = 2});
    expect_no_survivor(hand_written, {.load = false, .set_up = false, .first = 3});
}

TEST_CASE("every fault of the reference server fails the check of its clause: the first quarter", "[alone]") {
    expect_none_of_reference(0);
}

TEST_CASE("every fault of the reference server fails the check of its clause: the second quarter", "[alone]") {
    expect_none_of_reference(1);
}

TEST_CASE("every fault of the reference server fails the check of its clause: the third quarter", "[alone]") {
    expect_none_of_reference(2);
}

TEST_CASE("every fault of the reference server fails the check of its clause: the last quarter", "[alone]") {
    expect_none_of_reference(3);
}

TEST_CASE("without a fault every check passes") {
    for (bool const authenticated : {false, true}) {
        expect_all_pass(canned::run(hand_written(authenticated), options(authenticated, {.set_up = false})));
        expect_all_pass(canned::run(reference(authenticated), options(authenticated, {})));
    }
}

}  // namespace kill_test
