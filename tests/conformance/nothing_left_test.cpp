// SPDX-License-Identifier: Apache-2.0
// Whatever becomes of a request that may make something, a run removes it or says that it may be there; and a run that
// is told to make nothing sends no such request.
#include "conformance/setup/creations.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/rows.hpp"
#include "conformance/setup/sweep.hpp"

#include "tests/conformance/canned.hpp"
#include "tests/conformance/watched_service.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

#include <algorithm>
#include <atomic>
#include <stdexcept>

namespace nothing_left_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;

lc::run_options options() {
    auto out = canned::options();
    out.profile = "auto";
    out.set_up = true;
    out.wait = std::chrono::milliseconds(200);
    return out;
}

/// What is listed below @p path of the route: `/v1/namespace/%24/list`.
std::vector<std::string> listed(lc::handler const& server, std::string const& target, std::string_view member) {
    auto const answer = server({"GET", target, {}, ""});
    auto const body = lancespec::parse_json(answer.body);
    std::vector<std::string> out;
    if (!body || !body->is_object() || !body->get_object().contains(member)) return out;
    for (auto const& one : body->get_object().at(member).as_array())
        out.emplace_back(std::string_view(one.as_string()));
    return out;
}

/// The objects at the root of @p server whose name says that the suite made them.
std::vector<std::string> left_on(lc::handler const& server) {
    auto out = listed(server, "/v1/namespace/%24/list", "namespaces");
    for (auto& table : listed(server, "/v1/namespace/%24/table/list", "tables")) out.push_back(std::move(table));
    std::erase_if(out, [](std::string const& name) { return !name.starts_with("lancespec"); });
    return out;
}

std::string joined(std::vector<std::string> const& words) {
    std::string out;
    for (auto const& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

/// Enough of the checks to send every kind of creating request, good and bad.
std::vector<std::string> const creating{"create_namespace.*",         "create_table.*",   "declare_table.*",
                                        "register_table.*",           "rename_table.*",   "batch_commit_tables.*",
                                        "create_materialized_view.*", "list_namespaces.*"};

TEST_CASE("the answer to any one creating request may be lost: what it made is removed all the same") {
    for (std::size_t number = 0;; ++number) {
        lancespec_test::watched_service service;
        std::size_t asked = 0;
        service.loses = [&](std::string_view) { return false; };
        auto const next = service.handler();
        auto const run = canned::run(
            [&](http::request const& request) {
                auto answer = next(request);
                if (!lc::creations_of(request).empty() && asked++ == number) throw std::runtime_error("lost");
                return answer;
            },
            options(), creating);
        if (asked <= number) {
            CHECK(number > 20);
            break;
        }
        auto const left = left_on(next);
        INFO("creating request " << number << ": left " << joined(left));
        CHECK(left.empty());
        CHECK(run.left_behind.empty());
    }
}

TEST_CASE("what a lax server makes of bad requests is removed, wherever it made it") {
    for (bool const body_wins : {false, true}) {
        lancespec_test::watched_service service;
        auto const next = service.handler();
        std::size_t made = 0;
        // Makes what it is asked for whatever else the request says.
        auto const lax = [&](http::request const& request) {
            auto answer = next(request);
            auto const all = lc::creations_of(request);
            if (answer.status < 400 || all.empty() || answer.status == 406) return answer;
            auto const& object = body_wins ? all.back() : all.front();
            std::string id;
            for (auto const& name : object.names) id += (id.empty() ? "" : "%24") + name;
            auto const kind = object.kind == lc::made_kind::namespace_ ? "namespace/" : "table/";
            auto const done = next(
                {"POST",
                 std::string("/v1/") + kind + id + (object.kind == lc::made_kind::namespace_ ? "/create" : "/declare"),
                 {{"content-type", "application/json"}},
                 "{}"});
            made += done.status < 300;
            return canned::json(200, "{}");
        };
        auto const run = canned::run(lax, options(), creating);
        auto const left = left_on(next);
        INFO(made << " made of bad requests; left: " << joined(left) << "; said: " << joined(run.left_behind));
        CHECK(made > 5);
        CHECK(left.empty());
        CHECK(run.left_behind.empty());
    }
}

TEST_CASE("a run that is told to make nothing sends no request that may, whatever the server has") {
    for (bool const stub : {false, true})
        for (bool const read_only : {false, true})
            for (bool const demo : {false, true}) {
                lc::built_in_options built_in;
                built_in.demo = demo;
                built_in.stub = stub;
                lc::built_in_service service(built_in);
                std::atomic<int> may_make{0};
                std::atomic<int> write{0};
                auto chosen = options();
                chosen.set_up = read_only;  // read_only alone is enough
                chosen.read_only = read_only;
                auto const run = canned::run(
                    [&](http::request const& request) {
                        auto const parts = http::parse_target(request.target);
                        auto const match = http::match_route(request.method, parts.path);
                        if (match.operation != nullptr)
                            write += match.operation->does != lancespec::contract::effect::read;
                        may_make += !lc::creations_of(request).empty();
                        return service.handle(request);
                    },
                    chosen);
                INFO("stub " << stub << ", read_only " << read_only << ", demo " << demo);
                CHECK(may_make == 0);
                if (read_only) CHECK(write == 0);
                CHECK(run.made.empty());
                for (auto const& c : run.checks) {
                    if (c.result == lc::outcome::fail) FAIL_CHECK(c.id << " fails");
                    if (c.result == lc::outcome::suite_error) FAIL_CHECK(c.id << ": " << c.reason);
                }
            }
}

TEST_CASE("a table that the server took out of its catalog is named, with where its files are") {
    lancespec_test::watched_service service;
    auto const forgets = [next = service.handler()](http::request const& request) {
        if (request.target.find("/deregister") == std::string::npos) return next(request);
        return canned::json(200, R"({"location": "/data/t.lance"})");
    };
    auto const run = canned::run(forgets, options(), {"deregister_table.*"});
    REQUIRE_FALSE(run.may_be_left_behind.empty());
    CHECK_THAT(run.may_be_left_behind.back(), Catch::StartsWith("files of table lancespec") &&
                                                  Catch::Contains(" at /data/t.lance: ") &&
                                                  Catch::Contains("leaves its files"));
}

TEST_CASE("what is kept is named, is there, and goes with --cleanup, and nothing else goes") {
    lancespec_test::watched_service service;
    auto const next = service.handler();
    REQUIRE(next({"POST", "/v1/namespace/lancespecother/create", {}, "{}"}).status == 200);
    auto const rows = lc::rows_of(1, 1);
    REQUIRE(next({"POST", "/v1/table/lancespeccanned01t/create", {}, rows}).status == 200);
    auto chosen = options();
    chosen.keep = true;
    auto const run = canned::run(next, chosen, {"create_table.*", "describe_table.*", "create_namespace.*"});
    CHECK_FALSE(run.kept.empty());
    CHECK(run.left_behind.empty());
    auto const before = left_on(next);
    CHECK(before.size() > 2);
    lc::in_process_transport way(next);
    lc::session_with_set_up session(way, chosen, run.run_id);
    auto const swept = lc::sweep(session);
    INFO(joined(swept.left) << joined(swept.unknown));
    CHECK((swept.left.empty() && swept.unknown.empty()));
    CHECK(swept.removed.size() + 2 >= run.made.size());
    auto after = left_on(next);
    std::ranges::sort(after);
    CHECK(after == std::vector<std::string>{"lancespeccanned01t", "lancespecother"});
    CHECK(lc::sweep(session).removed.empty());
}

TEST_CASE("on a server without CreateTable the table that the user names is what is read") {
    lancespec_test::watched_service service(true);
    auto const no_tables = [&, next = service.handler()](http::request const& request) {
        auto const made = lc::creations_of(request);
        bool const of_table = !made.empty() && made.front().kind == lc::made_kind::table;
        return of_table ? canned::error(406, 0) : next(request);
    };
    auto chosen = options();
    chosen.objects.readable = {"demo", "items"};
    auto const run = canned::run(no_tables, chosen, {"describe_table.*", "count_table_rows.*", "table_exists.*"});
    for (auto const& c : run.checks)
        if (c.result == lc::outcome::pass) CHECK(c.findings.empty());
    for (auto const* id :
         {"describe_table.success_status", "count_table_rows.response_schema", "table_exists.success_status"})
        CHECK(canned::result_of(run, id).result == lc::outcome::pass);
    for (auto const& one : service.requests())
        if (one.operation != nullptr && one.operation->does == lancespec::contract::effect::write)
            CHECK((one.id != "demo$items" || one.status >= 400));
    chosen.objects.readable.clear();
    auto const without = canned::run(no_tables, chosen, {"count_table_rows.*"});
    CHECK(canned::result_of(without, "count_table_rows.success_status").result != lc::outcome::pass);
}

}  // namespace nothing_left_test
