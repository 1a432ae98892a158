// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/fixtures.hpp"
#include "conformance/setup/environment.hpp"

#include "conformance/suite/runner.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/conformance/watched_service.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/model/namespaces.hpp>
#include <lancespec/model/tables.hpp>

#include <algorithm>
#include <atomic>

namespace fixtures_test {

namespace lc = lancespec::conformance;
using lancespec_test::watched_service;
using names = std::vector<std::string>;

/// A session with a service, whose run is called `fixtures`.
struct bench {
    watched_service service;
    lc::in_process_transport way{service.handler()};
    lc::session_with_set_up run;
    lc::client by{run, "test"};

    explicit bench(lc::run_options options = canned::options()) : run(way, making(std::move(options)), "fixtures") {}

    static lc::run_options making(lc::run_options options) {
        options.set_up = true;
        return options;
    }

    lc::fixtures& shop() { return lc::fixtures_of(run); }

    /// Answers @p operation with @p answer from now on.
    void answer(std::string operation, lancespec::http::response answer) {
        service.instead = [next = service.instead, operation = std::move(operation), answer = std::move(answer)](
                              std::string_view asked,
                              lancespec::http::request const& request) -> std::optional<lancespec::http::response> {
            if (asked == operation) return answer;
            return next ? next(asked, request) : std::nullopt;
        };
    }
};

TEST_CASE("what is made is under one namespace with the run's name, and goes again, last made first") {
    bench b;
    auto const table = b.shop().make_table(b.by, "t");
    REQUIRE(table);
    CHECK(*table == names{"lancespecfixtures", "t"});
    REQUIRE(b.shop().add_computed_column(b.by, *table));
    CHECK(*b.by.count(*table, "c_computed IS NULL") == 6);
    REQUIRE(b.shop().insert(b.by, *table, 7, 3));
    CHECK(*b.by.count(*table, "") == 9);
    auto const view = b.shop().make_view(b.by, *table, "v", lancespec::model::materialized_view_kind::query);
    REQUIRE(view);
    CHECK(*view == names{"lancespecfixtures", "v"});
    auto const other = b.shop().make_table(b.by, "u");
    REQUIRE(other);
    CHECK(b.service.ids("CreateNamespace") == names{"lancespecfixtures"});
    CHECK(b.shop().made() == names{"namespace lancespecfixtures", "table lancespecfixtures$t",
                                   "view lancespecfixtures$v", "table lancespecfixtures$u"});

    CHECK(b.shop().clean_up().empty());
    CHECK(b.service.ids("DropTable") == names{"lancespecfixtures$u", "lancespecfixtures$v", "lancespecfixtures$t"});
    CHECK(b.service.ids("DropNamespace") == names{"lancespecfixtures"});
    CHECK(b.service.requests().back().operation->id == "DropNamespace");
    CHECK(b.service.requests().back().status < 300);
}

TEST_CASE("nothing made means nothing to remove") {
    bench b;
    CHECK(b.shop().made().empty());
    CHECK(b.shop().clean_up().empty());
    CHECK(b.service.requests().empty());
}

TEST_CASE("where no namespace can be made, the run's name is in each object's") {
    for (auto const& answer : {canned::error(406, 0), canned::bare(404), canned::error(400, 13), canned::error(403, 15),
                               canned::error(409, 2), canned::text(405, "no", "text/plain")}) {
        INFO(answer.status);
        bench b;
        b.answer("CreateNamespace", answer);
        auto const table = b.shop().make_table(b.by, "t");
        REQUIRE(table);
        CHECK(*table == names{"lancespecfixturest"});
        auto const second = b.shop().make_table(b.by, "u");
        REQUIRE(second);
        CHECK(b.service.ids("CreateNamespace").size() == 1);
        CHECK(b.shop().made() == names{"table lancespecfixturest", "table lancespecfixturesu"});
        CHECK(b.shop().clean_up().empty());
        CHECK(b.service.ids("DropTable") == names{"lancespecfixturesu", "lancespecfixturest"});
        CHECK(b.service.ids("DropNamespace").empty());
    }
}

TEST_CASE("a namespace that may have been made although the server failed is dropped too") {
    bench b;
    b.service.instead = [&](std::string_view operation,
                            auto const& request) -> std::optional<lancespec::http::response> {
        if (operation != "CreateNamespace") return std::nullopt;
        (void)request;
        return canned::error(500, 18);
    };
    REQUIRE(b.shop().make_table(b.by, "t"));
    CHECK(b.shop().made() == names{"table lancespecfixturest"});
    CHECK(b.shop().clean_up().empty());
    CHECK(b.service.ids("DropNamespace") == names{"lancespecfixtures"});
}

TEST_CASE("a namespace of that name that somebody else made is left alone") {
    bench b;
    {
        auto const other = b.service.handler();
        REQUIRE(other({"POST", "/v1/namespace/lancespecfixtures/create", {}, "{}"}).status == 200);
    }
    REQUIRE(b.shop().make_table(b.by, "t"));
    CHECK(b.shop().clean_up().empty());
    CHECK(b.service.ids("DropNamespace").empty());
    for (auto const& id : b.service.ids("DropTable")) CHECK(id == "lancespecfixturest");
}

TEST_CASE("a create whose answer is lost is dropped all the same") {
    for (std::string const lost : {"CreateNamespace", "CreateTable", "CreateMaterializedView"}) {
        INFO(lost);
        bench b;
        b.service.loses = [&](std::string_view operation) { return operation == lost; };
        auto const table = b.shop().make_table(b.by, "t");
        if (lost == "CreateMaterializedView") {
            REQUIRE(table);
            CHECK_FALSE(b.shop().make_view(b.by, *table, "v", lancespec::model::materialized_view_kind::query));
        } else {
            REQUIRE_FALSE(table);
            CHECK_THAT(table.error().why, Catch::Contains("no answer"));
            CHECK_FALSE(table.error().declined);
        }
        CHECK(b.shop().clean_up().empty());
        for (auto const& one : b.service.requests())
            if (one.operation->id.starts_with("Drop")) CHECK(one.status < 300);
        CHECK(b.service.ids("DropNamespace") == names{"lancespecfixtures"});
        CHECK(b.service.ids("DropTable").size() == (lost == "CreateNamespace"          ? 0U
                                                    : lost == "CreateMaterializedView" ? 2U
                                                                                       : 1U));
    }
}

TEST_CASE("what the server refused to make is not dropped") {
    bench b;
    b.answer("CreateTable", canned::error(406, 0));
    auto const table = b.shop().make_table(b.by, "t");
    REQUIRE_FALSE(table);
    CHECK(table.error().declined);
    CHECK_THAT(table.error().why, Catch::Contains("CreateTable is answered 406 with code 0"));
    CHECK(b.shop().clean_up().empty());
    CHECK(b.service.ids("DropTable").empty());
    CHECK(b.service.ids("DropNamespace").size() == 1);
}

TEST_CASE("nothing is said to be left of what cannot have been made") {
    using lancespec::http::response;
    auto options = canned::options();
    options.set_up = true;
    std::vector<response> const refusals{canned::bare(302), canned::bare(501), canned::error(429, 21),
                                         canned::error(503, 17), canned::text(200, "<html>log in</html>", "text/html")};
    for (auto const& answer : refusals) {
        INFO(answer.status);
        auto const run = canned::run([&](lancespec::http::request const&) { return answer; }, options);
        CHECK((run.made.empty() && run.left_behind.empty() && run.may_be_left_behind.empty()));
        CHECK(run.jobs == 0);
    }
    auto const failing = canned::run([](lancespec::http::request const&) { return canned::error(500, 18); }, options);
    CHECK((failing.made.empty() && failing.left_behind.empty()));
    REQUIRE_FALSE(failing.may_be_left_behind.empty());
    CHECK_THAT(failing.may_be_left_behind.back(),
               Catch::StartsWith("namespace lancespeccanned00: DropNamespace is answered 500"));
}

TEST_CASE("a request that cannot be written is sent to nobody, and makes nothing") {
    auto options = canned::options();
    options.delimiter = "a";  // as in `lancespec`
    bench b(options);
    auto const table = b.shop().make_table(b.by, "t");
    REQUIRE_FALSE(table);
    CHECK_THAT(table.error().why, Catch::StartsWith("CreateNamespace: the request cannot be written: "));
    CHECK(b.service.requests().empty());
    CHECK(b.shop().clean_up().empty());
    CHECK(b.service.requests().empty());
}

TEST_CASE("what is gone already is fine, and what cannot be dropped is told, with why") {
    bench b;
    auto const table = b.shop().make_table(b.by, "t");
    auto const other = b.shop().make_table(b.by, "u");
    REQUIRE((table && other));
    {
        lancespec::model::drop_table_request request;
        request.id = *other;
        REQUIRE(b.by.call(request).ok);
    }
    b.service.instead = [](std::string_view operation,
                           lancespec::http::request const& request) -> std::optional<lancespec::http::response> {
        bool const removes = operation == "DropTable" || operation == "DeregisterTable";
        bool const held = removes && request.target.find("%24t/") != std::string::npos;
        return held ? std::optional(canned::error(403, 15)) : std::nullopt;
    };
    auto const left = b.shop().clean_up().sure;
    REQUIRE(left.size() == 2);
    CHECK_THAT(left[0], Catch::StartsWith("table lancespecfixtures$t: DropTable is answered 403 with code 15"));
    CHECK_THAT(left[1], Catch::StartsWith("namespace lancespecfixtures: DropNamespace is answered"));
}

TEST_CASE("the clean-up gives up after two requests without an answer, and names all that is left") {
    bench b;
    for (auto const* name : {"a", "b", "c"}) REQUIRE(b.shop().make_table(b.by, name));
    b.service.before_each = [](std::string_view) { throw std::runtime_error("gone"); };
    auto const before = b.run.requests();
    auto const left = b.shop().clean_up().sure;
    CHECK(b.run.requests() - before == 2);
    REQUIRE(left.size() == 4);
    CHECK_THAT(left[0], Catch::StartsWith("table lancespecfixtures$c: ") && Catch::Contains("no answer"));
    CHECK_THAT(left[1], Catch::StartsWith("table lancespecfixtures$b: "));
    CHECK(left[2] == "table lancespecfixtures$a: not tried, the server does not answer");
    CHECK(left[3] == "namespace lancespecfixtures: not tried, the server does not answer");
}

TEST_CASE("a first wish to stop does not end the clean-up, a second does") {
    std::atomic<int> wishes{1};
    auto options = canned::options();
    options.interrupts = &wishes;
    bench b(options);
    for (auto const* name : {"a", "b", "c"}) REQUIRE(b.shop().make_table(b.by, name));
    b.service.before_each = [&](std::string_view operation) {
        if (operation == "DropTable" && b.service.ids("DropTable").size() == 1) wishes = 2;
    };
    auto const left = b.shop().clean_up().sure;
    CHECK(b.service.ids("DropTable").size() == 2);
    CHECK(left == names{"table lancespecfixtures$a: not tried, the clean-up was interrupted",
                        "namespace lancespecfixtures: not tried, the clean-up was interrupted"});
}

TEST_CASE("a drop that the first wish to stop cut off is asked for again") {
    std::atomic<int> wishes{0};
    auto options = canned::options();
    options.interrupts = &wishes;
    bench b(options);
    REQUIRE(b.shop().make_table(b.by, "a"));
    b.service.before_each = [&](std::string_view) {
        if (wishes++ == 0) throw std::runtime_error("the user asked to stop");
        wishes = 1;
    };
    CHECK(b.shop().clean_up().empty());
    CHECK(b.service.ids("DropTable").size() == 1);
}

TEST_CASE("a server that takes only the other digest of a chunker gets that one") {
    bench b;
    int asked = 0;
    b.service.instead = [&](std::string_view operation, auto const&) -> std::optional<lancespec::http::response> {
        if (operation != "CreateMaterializedView") return std::nullopt;
        return ++asked == 1 ? canned::error(400, 13) : canned::json(200, "{}");
    };
    auto const table = b.shop().make_table(b.by, "t");
    REQUIRE(table);
    CHECK(b.shop().make_view(b.by, *table, "c", lancespec::model::materialized_view_kind::chunker));
    CHECK(asked == 2);
    auto const bodies = b.service.requests();
    CHECK(bodies[bodies.size() - 1].request.body != bodies[bodies.size() - 2].request.body);
}

// Whole runs.

/// Every request of @p service that could have written is about what the run made, or was refused.
void expect_only_own(watched_service const& service, std::string_view run_id) {
    std::size_t writes = 0;
    auto const own = "lancespec" + std::string(run_id);
    for (auto const& one : service.requests()) {
        if (one.operation == nullptr || one.operation->does == lancespec::contract::effect::read) continue;
        INFO(one.operation->id << " of " << one.id << ": " << one.status);
        CHECK((one.id.starts_with(own) || one.status >= 400));
        // What is refused must not have been able to do harm either: a job on what is not there, or is not its kind.
        if (one.operation->does == lancespec::contract::effect::write) CHECK(one.id.starts_with(own));
        ++writes;
    }
    CHECK(writes > 20);
}

/// Small letters and digits, three at least: what every catalog takes.
bool is_plain_name(std::string_view name) {
    bool const fits = name.size() >= 3 && name.size() <= 31 && name.front() >= 'a' && name.front() <= 'z';
    return fits && std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

TEST_CASE("names of objects are small letters and digits, those of what does not exist too") {
    for (bool const namespaces : {true, false}) {
        watched_service service;
        if (!namespaces)
            service.instead = [](std::string_view operation, auto const&) -> std::optional<lancespec::http::response> {
                return operation == "CreateNamespace" ? std::optional(canned::error(406, 0)) : std::nullopt;
            };
        auto options = canned::options();
        options.set_up = true;
        options.profile = "auto";
        options.wait = std::chrono::seconds(5);
        canned::run(service.handler(), options);
        std::size_t seen = 0;
        for (auto const& one : service.requests()) {
            if (one.operation == nullptr || !one.operation->has_id() || one.status >= 400) continue;
            if (one.id.starts_with("demo") || one.id.find('~') != std::string::npos) continue;
            if (one.operation->object == lancespec::contract::object_kind::transaction)
                continue;  // the server names it
            for (std::size_t at = 0; at <= one.id.size(); ++seen) {
                auto const end = std::min(one.id.find('$', at), one.id.size());
                INFO(one.operation->id << " of " << one.id);
                CHECK((one.id == "$" || is_plain_name(std::string_view(one.id).substr(at, end - at))));
                at = one.id == "$" ? 2 : end + 1;
            }
        }
        CHECK(seen > 100);
    }
}

TEST_CASE("a run that writes touches nothing outside what it made, and leaves nothing") {
    for (bool const namespaces : {true, false})
        for (unsigned const jobs : {1U, 8U}) {
            watched_service service;
            if (!namespaces)
                service.instead = [](std::string_view operation,
                                     auto const&) -> std::optional<lancespec::http::response> {
                    return operation == "CreateNamespace" ? std::optional(canned::error(406, 0)) : std::nullopt;
                };
            auto options = canned::options();
            options.set_up = true;
            options.jobs = jobs;
            options.wait = std::chrono::seconds(5);
            auto const run = canned::run(service.handler(), options);
            CHECK(lc::status_of(run) == lc::exit_status::conforms);
            CHECK(run.left_behind.empty());
            CHECK(run.made.size() > 3);
            expect_only_own(service, "canned00");
            // Everything that was made was dropped, and nothing twice.
            auto drops = service.ids("DropTable");
            std::ranges::sort(drops);
            CHECK(std::ranges::adjacent_find(drops) == drops.end());
            CHECK(drops.size() + (namespaces ? 1 : 0) == run.made.size());
        }
}

TEST_CASE("a run that may not write sends nothing that does, and one without set-up makes nothing") {
    watched_service service(true);
    auto options = canned::options();
    options.set_up = false;
    auto run = canned::run(service.handler(), options);
    CHECK(run.made.empty());
    for (auto const& one : service.requests())
        if (one.operation != nullptr) CHECK(one.operation->does != lancespec::contract::effect::write);
    watched_service reading(true);
    options.read_only = true;
    run = canned::run(reading.handler(), options);
    CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
    for (auto const& one : reading.requests())
        if (one.operation != nullptr) CHECK(one.operation->does == lancespec::contract::effect::read);
}

}  // namespace fixtures_test
