// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/runner.hpp"
#include "conformance/suite/plan.hpp"

#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <set>
#include <stdexcept>

namespace runner_test {

namespace lc = lancespec::conformance;
using lc::outcome;

/// A transport that answers with one canned result.
class fixed final : public lc::transport {
public:
    explicit fixed(lc::exchange_result result, unsigned answered_before = 0)
        : result_(std::move(result)), healthy_(answered_before) {}
    lc::exchange_result exchange(lancespec::http::request const& request) override {
        ++requests;
        if (requests <= healthy_) return {lc::exchange_status::answered, canned::server{}(request), {}, {}};
        return result_;
    }
    [[nodiscard]] std::string base_url() const override { return "http://fixed"; }
    unsigned requests = 0;

private:
    lc::exchange_result result_;
    unsigned healthy_;
};

std::vector<std::string> ids_with(lc::run_result const& run, outcome o) {
    std::vector<std::string> out;
    for (auto const& c : run.checks)
        if (c.result == o) out.push_back(c.id);
    return out;
}

TEST_CASE("a right server passes every check") {
    auto const run = canned::run(canned::server{});
    for (auto const& c : run.checks) {
        INFO(c.id << ": " << c.reason
                  << (c.findings.empty() ? "" : c.findings[0].expected + "; " + c.findings[0].actual));
        if (canned::needs_set_up(c)) continue;
        if (c.strength == lc::level::info)
            CHECK((c.result == outcome::observed || c.result == outcome::disabled));
        else
            CHECK((c.result == outcome::pass || c.result == outcome::disabled));
    }
    CHECK(canned::conforms(run));
    CHECK(run.checks.size() == lc::checks_of(canned::options()).size());
    CHECK(run.declined.empty());
    CHECK(run.run_id == "canned00");
}

TEST_CASE("with authentication on, a right server passes every check, and the checks of it run") {
    auto options = canned::options();
    options.token = "secret";
    options.api_key = "secret";
    auto const run = canned::run(canned::guarded(canned::server{}), options);
    CHECK(ids_with(run, outcome::disabled).empty());
    CHECK(ids_with(run, outcome::fail).empty());
    CHECK(ids_with(run, outcome::blocked).empty());
    CHECK(canned::conforms(run));
}

TEST_CASE("every request carries an id of its own and the credentials, and is told to the report") {
    std::set<std::string> seen;
    std::size_t requests = 0;
    std::mutex counting;  // some requests are sent at once
    auto options = canned::options();
    options.token = "secret";
    auto const run = canned::run(
        [&](lancespec::http::request const& request) {
            std::lock_guard const lock(counting);
            ++requests;
            auto const id = request.fields.find("x-request-id");
            REQUIRE(id);
            CHECK(id->starts_with("lancespec-canned00-backfill_column."));
            seen.insert(std::string(*id));
            return canned::server{}(request);
        },
        options, {"backfill_column.*"});
    CHECK(seen.size() == requests);
    CHECK(run.requests == requests);
    CHECK(seen.contains("lancespec-canned00-backfill_column.accepted-1"));
}

TEST_CASE("a server that cannot be reached has no result at all") {
    fixed nobody({lc::exchange_status::unreachable, {}, "connection refused", {}});
    auto const run = lc::run_checks(nobody, canned::options());
    CHECK_FALSE(run.reachable);
    CHECK(run.unreachable_reason == "connection refused");
    CHECK(ids_with(run, outcome::not_run).size() == lc::checks_of(canned::options()).size());
    CHECK(nobody.requests == 1);
    CHECK(run.jobs == 0);
    auto making = canned::options();
    making.set_up = true;
    fixed again({lc::exchange_status::unreachable, {}, "connection refused", {}});
    auto const made = lc::run_checks(again, making);
    CHECK((made.jobs == 0 && made.left_behind.empty() && made.may_be_left_behind.empty()));
    CHECK(lc::status_of(run) == lc::exit_status::unreachable);
}

TEST_CASE("a server that breaks off fails its first checks, and is soon left alone") {
    for (auto const status :
         {lc::exchange_status::interrupted, lc::exchange_status::timed_out, lc::exchange_status::too_large}) {
        fixed broken({status, {}, "it ended", {}});
        auto const run = lc::run_checks(broken, canned::options());
        CHECK(run.reachable);
        CHECK(broken.requests <= 4);
        auto const& first = canned::result_of(run, "backfill_column.accepted");
        CHECK(first.result == outcome::fail);
        REQUIRE(first.findings.size() == 1);
        CHECK(first.findings[0].actual == "no answer: it ended");
        CHECK(ids_with(run, outcome::suite_error).empty());
        CHECK(lc::status_of(run) == lc::exit_status::must_failed);
    }
}

TEST_CASE("a server that dies half-way fails the check at hand, the others are blocked") {
    for (unsigned const healthy : {3u, 10u, 25u}) {
        fixed dying({lc::exchange_status::unreachable, {}, "connection refused", {}}, healthy);
        auto options = canned::options();
        options.skip = {"*.twenty_at_once"};
        auto const run = lc::run_checks(dying, options);
        CHECK(run.reachable);
        auto const failed = ids_with(run, outcome::fail).size();
        CHECK(failed >= 1);
        CHECK(failed <= 4);
        CHECK(dying.requests <= healthy + 4);
        CHECK(lc::status_of(run) == lc::exit_status::must_failed);
    }
}

TEST_CASE("a server that leaves every other request unanswered is left alone after ten") {
    unsigned unanswered = 0;
    auto options = canned::options();
    options.skip = {"*.twenty_at_once"};
    bool odd = false;
    auto const run = canned::run(
        [&](lancespec::http::request const& request) {
            odd = !odd;
            if (!odd) {
                ++unanswered;
                throw std::runtime_error("the connection ended");
            }
            return canned::server{}(request);
        },
        options);
    CHECK(unanswered == 10);
    CHECK(lc::status_of(run) == lc::exit_status::must_failed);
}

TEST_CASE("an operation that the server declines is unsupported as a whole") {
    auto const declining = std::vector<lancespec::http::response>{
        canned::error(406, 0), canned::error(501, 0), canned::bare(404), canned::bare(405), canned::bare(501)};
    for (auto const& answer : declining) {
        auto const run = canned::run([&](lancespec::http::request const& request) {
            if (request.target.starts_with("/v1/table/")) return answer;
            return canned::server{}(request);
        });
        CHECK(run.declined == std::vector<std::string>{"AlterTableBackfillColumns"});
        for (auto const& c : run.checks) {
            INFO(c.id);
            if (c.operation == "AlterTableBackfillColumns")
                CHECK(c.result == outcome::unsupported);
            else
                CHECK((c.result < outcome::unsupported || canned::needs_set_up(c)));
        }
        CHECK(lc::status_of(run) == lc::exit_status::no_verdict);  // of the profile that was asked for
        CHECK_THAT(lc::verdict_of(run), Catch::Contains("AlterTableBackfillColumns: the server"));
    }
}

TEST_CASE("a server that declines everything conforms to nothing") {
    auto const run = canned::run([](lancespec::http::request const&) { return canned::bare(404); });
    CHECK(run.declined.size() == 2);
    CHECK(run.requests == 2);
    CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
}

TEST_CASE("without the fixture, checks that need it are blocked with a way out, the others run") {
    auto options = canned::options();
    options.objects.table = {"demo", "elsewhere"};
    options.objects.view = {"gone", "view"};
    auto const run = canned::run(canned::server{}, options);
    auto const& first = canned::result_of(run, "backfill_column.accepted");
    CHECK(first.result == outcome::blocked);
    CHECK(first.reason.find("--table") != std::string::npos);
    auto const& view = canned::result_of(run, "refresh_materialized_view.accepted");
    CHECK(view.result == outcome::blocked);
    CHECK(view.reason.find("--view") != std::string::npos);
    CHECK(canned::result_of(run, "backfill_column.unresolved_path").result == outcome::blocked);
    CHECK(canned::result_of(run, "backfill_column.malformed_json").result == outcome::pass);
    CHECK(canned::result_of(run, "backfill_column.unknown_table").result == outcome::pass);
    CHECK(canned::result_of(run, "refresh_materialized_view.unknown_view").result == outcome::pass);
    CHECK_THAT(lc::verdict_of(run), Catch::Contains("jobs is inconclusive"));
    CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
}

TEST_CASE("a server that fails inside is judged only on objects that somebody says are there") {
    auto const failing = [](lancespec::http::request const&) {
        return canned::text(500, R"({"error":"something went wrong","code":18})", "application/json");
    };
    auto const unknown = canned::run(failing);
    CHECK(ids_with(unknown, outcome::blocked).size() == unknown.checks.size());
    auto const& first = canned::result_of(unknown, "backfill_column.accepted");
    CHECK(first.reason.find("--table") != std::string::npos);
    CHECK(lc::status_of(unknown) == lc::exit_status::no_verdict);

    auto options = canned::options();
    options.objects.table_exists = true;
    options.objects.view_exists = true;
    auto const known = canned::run(failing, options);
    CHECK(canned::result_of(known, "backfill_column.accepted").result == outcome::fail);
    CHECK(canned::result_of(known, "refresh_materialized_view.accepted").result == outcome::fail);
}

TEST_CASE("500 with code 18 and `not implemented` declines an operation, with a warning, and fails a claim") {
    auto const failing = [](lancespec::http::request const&) {
        return canned::json(500, R"({"error":"Not supported: it is not implemented","code":18})");
    };
    auto options = canned::options();
    options.objects.table_exists = options.objects.view_exists = true;
    auto const run = canned::run(failing, options);
    CHECK(ids_with(run, outcome::warn) ==
          std::vector<std::string>{"backfill_column.accepted", "refresh_materialized_view.accepted"});
    CHECK(ids_with(run, outcome::unsupported).size() == run.checks.size() - 2);
    CHECK(run.declined.size() == 2);
    CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
    options.expect.required = {"AlterTableBackfillColumns"};
    CHECK(ids_with(canned::run(failing, options), outcome::fail) ==
          std::vector<std::string>{"backfill_column.accepted"});
}

TEST_CASE("without a column that can be computed, what needs none still runs") {
    auto options = canned::options();
    options.objects.column = "price";
    auto const run = canned::run(canned::server{}, options);
    auto const& first = canned::result_of(run, "backfill_column.accepted");
    CHECK(first.result == outcome::blocked);
    CHECK(first.reason.find("--column") != std::string::npos);
    CHECK(canned::result_of(run, "backfill_column.id_mismatch").result == outcome::pass);
    CHECK(canned::result_of(run, "backfill_column.malformed_path").result == outcome::pass);
    CHECK(canned::result_of(run, "backfill_column.unknown_member").result == outcome::blocked);
}

TEST_CASE("401 on everything asks for a token, and the checks of authentication speak") {
    auto const run = canned::run(canned::guarded(canned::server{}));
    CHECK(canned::result_of(run, "backfill_column.accepted").result == outcome::blocked);
    CHECK(canned::result_of(run, "backfill_column.accepted").reason.find("--token") != std::string::npos);
    CHECK(canned::result_of(run, "backfill_column.malformed_json").result == outcome::blocked);
    CHECK(canned::result_of(run, "backfill_column.unauthenticated").result == outcome::pass);
    CHECK(canned::result_of(run, "backfill_column.bad_token").result == outcome::pass);
    CHECK(canned::result_of(run, "backfill_column.header_wins").result == outcome::blocked);
    CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
}

TEST_CASE("credentials that the server refuses are named as the cause") {
    auto options = canned::options();
    options.token = "stale";
    auto const run = canned::run(canned::guarded(canned::server{}), options);
    CHECK(canned::result_of(run, "backfill_column.accepted").reason.find("credentials given") != std::string::npos);
    CHECK(ids_with(run, outcome::fail).empty());
}

TEST_CASE("a server that asks for nothing fails the checks of authentication when credentials were given") {
    auto options = canned::options();
    options.token = "secret";
    auto const run = canned::run(canned::server{}, options);
    auto const& result = canned::result_of(run, "backfill_column.unauthenticated");
    CHECK(result.result == outcome::fail);
    REQUIRE(result.findings.size() == 1);
    CHECK(result.findings[0].hint.find("without --token") != std::string::npos);
    // The others could only repeat it.
    CHECK(ids_with(run, outcome::fail).size() == 2);
    CHECK(canned::result_of(run, "backfill_column.bad_token").result == outcome::blocked);
}

TEST_CASE("a busy server is asked again, and then blocks") {
    std::atomic<int> left{2};
    auto run = canned::run(
        [&](lancespec::http::request const& request) {
            return left-- > 0 ? canned::error(503, 17) : canned::server{}(request);
        },
        canned::options(), {"backfill_column.response_media_type"});
    CHECK(canned::result_of(run, "backfill_column.response_media_type").result == outcome::pass);
    CHECK(run.requests == 3);
    run = canned::run([](lancespec::http::request const&) { return canned::error(503, 17); });
    CHECK(ids_with(run, outcome::fail).empty());
    CHECK(run.requests == 6);
    CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
}

TEST_CASE("a server that stays busy is left alone, and nobody is blamed") {
    for (int const healthy : {1, 10, 20}) {
        std::atomic<int> left{healthy};
        auto options = canned::options();
        options.load = false;
        auto const run = canned::run(
            [&](lancespec::http::request const& request) {
                return left-- > 0 ? canned::server{}(request) : canned::error(429, 21);
            },
            options);
        CHECK(ids_with(run, outcome::fail).empty());
        CHECK(run.requests <= static_cast<unsigned>(healthy) + 3 * 6);
        CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
        bool const told = std::ranges::any_of(
            run.checks, [](auto const& c) { return c.reason.find("busy or not ready 3 times") != std::string::npos; });
        CHECK(told);
    }
}

TEST_CASE("a proxy that asks for credentials blocks, and is named") {
    auto const run = canned::run([](lancespec::http::request const&) { return canned::bare(407); });
    CHECK(ids_with(run, outcome::fail).empty());
    CHECK(canned::result_of(run, "backfill_column.accepted").reason.find("proxy") != std::string::npos);
    CHECK(run.requests == 2);
}

TEST_CASE("a stub that accepts everything is one cause, for each operation") {
    auto const run =
        canned::run([](lancespec::http::request const&) { return canned::json(202, R"({"job_id": "j"})"); });
    CHECK(lc::status_of(run) == lc::exit_status::must_failed);
    REQUIRE(run.causes.size() == 2);
    CHECK(run.causes[0].id == "accepts_everything");
    CHECK(run.causes[0].exchange);
    for (auto const& id : ids_with(run, outcome::fail)) {
        INFO(id);
        bool const told = std::ranges::any_of(
            run.causes, [&](auto const& c) { return std::ranges::find(c.explains, id) != c.explains.end(); });
        CHECK(told);
    }
    // A gate before it that knows who may ask is no service behind it.
    auto options = canned::options();
    options.token = "secret";
    auto const guarded = canned::run(
        canned::guarded([](lancespec::http::request const&) { return canned::json(202, R"({"job_id": "j"})"); }),
        options);
    CHECK(guarded.causes.size() == 2);
}

TEST_CASE("of a long answer a report keeps the beginning, and its length") {
    auto const run = canned::run(
        [](lancespec::http::request const&) {
            return canned::json(500, "{\"code\": 18, \"error\": \"" + std::string(1'000'000, 'x') + "\"}");
        },
        [] {
            auto options = canned::options();
            options.objects.table_exists = true;
            return options;
        }());
    auto const& first = canned::result_of(run, "backfill_column.accepted");
    REQUIRE(first.findings.size() == 1);
    auto const& kept = first.findings[0].exchange->result;
    CHECK(kept.response.body.size() < 70'000);
    CHECK(kept.response.body.ends_with("x…"));
    CHECK(kept.response.body.size() - std::string_view("…").size() + kept.left_out == 1'000'000 + 25);
}

TEST_CASE("what a web framework answers where it has no route is no failure, unless the object is said to be there") {
    for (auto const& answer :
         {canned::text(404, R"({"detail":"Not Found"})", "application/json"),
          canned::text(404, "<html>Not Found</html>", "text/html"),
          canned::text(404, "404 page not found", "text/plain"),
          canned::text(405, R"({"detail":"Method Not Allowed"})", "application/json"), canned::bare(501)}) {
        INFO(answer.status << answer.body);
        auto const run = canned::run([&](lancespec::http::request const&) { return answer; });
        CHECK(run.declined.size() == 2);
        CHECK(std::ranges::any_of(run.causes,
                                  [](lc::cause const& c) { return c.hint.find("base URL") != std::string::npos; }));
        CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
    }
    auto options = canned::options();
    options.objects.table_exists = true;
    auto const named = canned::run(
        [](lancespec::http::request const&) {
            return canned::text(404, R"({"detail":"Not Found"})", "application/json");
        },
        options);
    CHECK(canned::result_of(named, "backfill_column.accepted").result == outcome::fail);
}

/// What FastAPI does: a 404 in its own words for what is not there, 405 for another method on a path that it knows.
lancespec::http::response fast_api(lancespec::http::request const& request, bool knows_path) {
    if (knows_path && request.method != "POST") return canned::json(405, R"({"detail": "Method Not Allowed"})");
    return canned::json(404, R"({"detail": "Not Found"})");
}

TEST_CASE("a 404 in a framework's words is of the operation where another method shows that the path is known") {
    auto const run_of = [](bool knows_path) {
        return canned::run([=](lancespec::http::request const& request) {
            return fast_api(request, knows_path && request.target.find("lancespecnone") == std::string::npos);
        });
    };
    auto const known = run_of(true);
    CHECK(known.declined.empty());
    auto const& own = canned::result_of(known, "backfill_column.error_code_integer");
    CHECK(own.result == outcome::fail);  // what is missing is the code
    auto const unknown = run_of(false);
    CHECK(unknown.declined.size() == 2);
    REQUIRE(unknown.causes.size() == 1);
    CHECK(unknown.causes[0].id == "no_route");
}

TEST_CASE("where something is routed, an operation that is not has no hint at the base URL") {
    auto const run = canned::run([](lancespec::http::request const& request) {
        if (request.target.starts_with("/v1/table/")) return canned::json(404, R"({"detail": "Not Found"})");
        return canned::server{}(request);
    });
    CHECK(run.causes.empty());
    for (auto const& c : run.checks) CHECK_THAT(c.reason, !Catch::Contains("base URL"));
}

TEST_CASE("a redirect, a login page or an HTML error is one failure, not many") {
    auto const odd = std::vector<lancespec::http::response>{
        {302, {{"location", "https://login.example.com/"}}, {}},
        canned::text(200, "<html>please log in</html>", "text/html"),
        canned::text(500, "<html>oops</html>", "text/html"),
    };
    for (auto const& answer : odd) {
        auto const run = canned::run([&](lancespec::http::request const&) { return answer; });
        INFO(answer.status);
        CHECK(canned::result_of(run, "backfill_column.accepted").result == outcome::fail);
        CHECK(lc::status_of(run) == lc::exit_status::must_failed);
        if (answer.status != 200) CHECK(ids_with(run, outcome::fail).size() == 2);
    }
}

lc::handler without_codes() {
    return [](lancespec::http::request const& request) {
        auto response = canned::server{}(request);
        if (response.status == 404) response.body = R"({"error": "no"})";
        return response;
    };
}

TEST_CASE("one cause is one failure, and names the checks that it shows in") {
    auto const run = canned::run(without_codes());
    CHECK(ids_with(run, outcome::fail) == std::vector<std::string>{"backfill_column.error_code_integer",
                                                                   "refresh_materialized_view.error_code_integer"});
    REQUIRE(run.causes.size() == 2);
    auto const& cause = run.causes[0];
    CHECK(cause.id == "backfill_column.error_code_integer");
    CHECK(cause.operation == "AlterTableBackfillColumns");
    CHECK(cause.exchange);
    CHECK(std::ranges::find(cause.shows_in, "backfill_column.unresolved_path") != cause.shows_in.end());
    auto const& other = canned::result_of(run, "backfill_column.unresolved_path");
    CHECK(other.result == outcome::pass);
    REQUIRE(other.findings.size() == 1);
    CHECK(other.findings[0].explained);
    CHECK(other.findings[0].subjects.size() == other.variants.size());
}

TEST_CASE("without the check that tells the cause, each check tells it itself, once for all its variants") {
    auto const run = canned::run(without_codes(), canned::options(), {"backfill_column.unresolved_path"});
    auto const& result = canned::result_of(run, "backfill_column.unresolved_path");
    CHECK(run.causes.empty());
    CHECK(result.result == outcome::fail);
    CHECK(result.findings.size() == 1);
    for (auto const& variant : result.variants) CHECK(variant.result == outcome::fail);
}

TEST_CASE("a breach that shows in one check only is that check's own") {
    auto const run = canned::run([](lancespec::http::request const& request) {
        auto response = canned::server{}(request);
        if (request.body.find("lancespec..path") != std::string::npos) response.body = R"({"error": "no"})";
        return response;
    });
    CHECK(ids_with(run, outcome::fail) == std::vector<std::string>{"backfill_column.malformed_path"});
    CHECK(run.causes.empty());
}

TEST_CASE("what keeps every check from speaking is a cause, told once for both operations") {
    auto const cause_of = [](lc::handler const& server) {
        auto const run = canned::run(server);
        REQUIRE(run.causes.size() == 1);
        CHECK(run.causes[0].explains.size() > 20);
        CHECK(run.causes[0].operation.empty());
        CHECK(!run.causes[0].hint.empty());
        return run.causes[0].id;
    };
    auto const always = [](lancespec::http::response const& answer) {
        return [answer](lancespec::http::request const&) { return answer; };
    };
    CHECK(cause_of(canned::guarded(canned::server{})) == "unauthorized");
    CHECK(cause_of(always(canned::text(404, "not found"))) == "no_route");
    CHECK(cause_of(always({302, {{"location", "https://login.example.com/"}}, {}})) == "foreign");
    CHECK(cause_of(always(canned::text(200, "<html>log in</html>", "text/html"))) == "foreign");
    CHECK(cause_of(always(canned::error(403, 15))) == "forbidden");
    CHECK(cause_of(always(canned::error(500, 18))) == "failing");
}

TEST_CASE("a declined operation that is required fails, and only its first check") {
    auto options = canned::options();
    options.expect.required = {"AlterTableBackfillColumns"};
    auto const run = canned::run(
        [](lancespec::http::request const& request) {
            if (request.target.starts_with("/v1/table/")) return canned::error(406, 0);
            return canned::server{}(request);
        },
        options);
    CHECK(ids_with(run, outcome::fail) == std::vector<std::string>{"backfill_column.accepted"});
    CHECK_THAT(canned::result_of(run, "backfill_column.accepted").findings.at(0).hint,
               Catch::Contains("--require or --profile says that this one has it"));
}

TEST_CASE("--only and --skip leave checks out, and the run is partial") {
    auto const none = canned::run(canned::server{}, canned::options(), {"nothing"});
    CHECK(none.requests == 0);
    CHECK(ids_with(none, outcome::not_run).size() == none.checks.size());
    CHECK(lc::status_of(none) == lc::exit_status::no_verdict);
    auto options = canned::options();
    options.skip = {"*.wrong_method"};
    auto const run = canned::run(canned::server{}, options);
    CHECK(canned::result_of(run, "backfill_column.wrong_method").reason == "left out by --skip");
    CHECK(canned::result_of(run, "refresh_materialized_view.wrong_method").result == outcome::not_run);
    CHECK(run.partial);
}

TEST_CASE("strict: a SHOULD not kept fails") {
    auto const broken = [](lancespec::http::request const& request) {
        return request.body.find("lancespec_unknown") == std::string::npos ? canned::server{}(request)
                                                                           : canned::error(400, 13);
    };
    auto options = canned::options();
    CHECK(canned::result_of(canned::run(broken, options), "backfill_column.unknown_member").result == outcome::warn);
    options.expect.strict = true;
    CHECK(canned::result_of(canned::run(broken, options), "backfill_column.unknown_member").result == outcome::fail);
}

TEST_CASE("a feature declined inside an operation is unsupported, not a failure") {
    auto const run = canned::run([](lancespec::http::request const& request) {
        return request.body.find("lancespec_unknown") == std::string::npos ? canned::server{}(request)
                                                                           : canned::error(501, 0);
    });
    CHECK(canned::result_of(run, "backfill_column.unknown_member").result == outcome::unsupported);
    CHECK(run.declined.empty());
}

TEST_CASE("objects at the root leave out what needs a namespace") {
    auto options = canned::options();
    options.objects.table = {"items"};
    auto const run = canned::run(
        [](lancespec::http::request const& request) {
            auto moved = request;
            auto where = lc::parse_route(lc::backfill_column(), request.target);
            if (!where) return canned::server{}(request);
            where->id = "demo$" + where->id;
            moved.target = lc::target_of(lc::backfill_column(), *where);
            return canned::server{}(moved);
        },
        options, {"backfill_column.*delimiter*", "backfill_column.unknown_*"});
    CHECK(canned::result_of(run, "backfill_column.custom_delimiter").result == outcome::not_run);
    CHECK(canned::result_of(run, "backfill_column.unknown_namespace").result == outcome::not_run);
    CHECK(canned::result_of(run, "backfill_column.unknown_table").result == outcome::pass);
}

TEST_CASE("whatever a server answers, the run ends, and the suite does not fail") {
    rc::prop("random statuses, bodies and broken connections",
             [](std::vector<std::pair<int, std::string>> const& script) {
                 std::size_t next = 0;
                 auto const run = canned::run([&](lancespec::http::request const& request) {
                     auto response = canned::server{}(request);
                     if (script.empty()) return response;
                     auto const& [status, body] = script[next++ % script.size()];
                     switch (std::abs(status) % 7) {
                         case 0: throw std::runtime_error("the connection ended");
                         case 1: return canned::json(std::abs(status) % 1000, body);
                         case 2: response.body = body; break;
                         case 3: response.status = 400 + std::abs(status) % 29; break;  // not 429, which is waited for
                         case 4: response.fields = {}; break;
                         default: break;
                     }
                     return response;
                 });
                 for (auto const& c : run.checks) RC_ASSERT(c.result != outcome::suite_error);
                 RC_ASSERT(run.checks.size() == lc::checks_of(canned::options()).size());
                 RC_ASSERT(!lc::verdict_of(run).empty());
             });
}

TEST_CASE("results are told one by one, in order") {
    std::vector<std::string> told;
    lc::in_process_transport server(canned::server{});
    auto const run =
        lc::run_checks(server, canned::options(), [&](lc::check_result const& c) { told.push_back(c.id); });
    REQUIRE(told.size() == run.checks.size());
    for (std::size_t i = 0; i < told.size(); ++i) CHECK(told[i] == run.checks[i].id);
}

}  // namespace runner_test
