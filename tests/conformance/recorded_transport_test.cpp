// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/recorded_transport.hpp"

#include "conformance/report/trace_transport.hpp"
#include "conformance/serve/built_in.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/conformance/scratch.hpp"
#include "tests/support/catch.hpp"

namespace recorded_transport_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;

http::request asking(std::string id) {
    return {"POST", "/v1/table/t/backfill_column", {{"x-request-id", "lancespec-otherrun-" + std::move(id)}}, {}};
}

/// What a recording with these lines is, or the sentence without the file's folder.
lancespec::result<std::unique_ptr<lc::recorded_transport>, std::string> recording_of(std::string const& text) {
    lancespec_test::scratch const here;
    auto read = lc::recorded_transport::read(here.file("r.jsonl", text));
    if (!read) return read.error().substr(here.path().size() + 1);
    return std::move(*read);
}

TEST_CASE("a run against the built-in service, traced and replayed with its run id, has equal results") {
    for (bool const demo : {true, false}) {
        lancespec_test::scratch const here;
        lc::built_in_options built_in;
        built_in.demo = demo;
        built_in.service.token = "secret-1";
        lc::built_in_service service(built_in);
        lc::in_process_transport inner([&](http::request const& request) { return service.handle(request); });
        auto options = canned::options();
        options.token = "secret-1";
        options.set_up = true;
        options.wait = std::chrono::seconds(5);
        lc::trace_transport traced(inner, here.path(), {options.token, {}});
        REQUIRE(traced.prepare().empty());
        auto const first = lc::run_checks(traced, options);
        CHECK(lc::status_of(first) == lc::exit_status::conforms);

        auto const recorded = lc::recorded_transport::read(here.path("exchanges.jsonl"));
        REQUIRE(recorded);
        auto const again = lc::run_checks(**recorded, options);
        CHECK(again.requests == first.requests);
        CHECK(again.jobs == first.jobs);
        CHECK(again.made == first.made);
        CHECK(again.left_behind == first.left_behind);
        CHECK(lc::verdict_of(again) == lc::verdict_of(first));
        REQUIRE(again.checks.size() == first.checks.size());
        for (std::size_t i = 0; i < first.checks.size(); ++i) {
            auto const& a = first.checks[i];
            auto const& b = again.checks[i];
            INFO(a.id << ": " << b.reason);
            CHECK(a.result == b.result);
            CHECK(a.reason == b.reason);
            REQUIRE(a.findings.size() == b.findings.size());
            for (std::size_t f = 0; f < a.findings.size(); ++f) {
                CHECK(a.findings[f].expected == b.findings[f].expected);
                CHECK(a.findings[f].actual == b.findings[f].actual);
            }
        }
    }
}

TEST_CASE("any answer survives being traced and replayed, but for what is no text in its header fields") {
    rc::prop("random statuses and bytes", [](std::string const& body, int status, std::string const& reason) {
        lancespec_test::scratch const here;
        http::response const sent{
            100 + std::abs(status % 500), {{"content-type", "application/x"}, {"x-a", "b"}}, body};
        bool const breaks = reason.size() % 3 == 0;
        lc::in_process_transport inner([&](http::request const&) -> http::response {
            if (breaks) throw std::runtime_error(reason);
            return sent;
        });
        lc::trace_transport traced(inner, here.path(), {});
        RC_ASSERT(traced.prepare().empty());
        auto const before = traced.exchange(asking("a-1"));
        auto const recorded = lc::recorded_transport::read(here.path("exchanges.jsonl"));
        RC_ASSERT(recorded.has_value());
        auto const after = (*recorded)->exchange(asking("a-1"));
        RC_ASSERT(after.status == before.status);
        if (!breaks) RC_ASSERT(after.response == sent);
    });
}

TEST_CASE("bodies that are no text are kept byte for byte") {
    auto const recorded = recording_of(
        R"({"id":"a-1","request":{},"answer":{"status":"answered","http_status":200,"body_base64":"AP8="}})");
    REQUIRE(recorded);
    CHECK((*recorded)->exchange(asking("a-1")).response.body == std::string("\0\xff", 2));
}

TEST_CASE("answers to one id come in the order of the recording, the last one for ever after") {
    std::string text = "# recorded in June\n\n";
    for (int const status : {503, 503, 200})
        text += R"({"id":"a-1","request":{},"answer":{"status":"answered","http_status":)" + std::to_string(status) +
                "}}\n";
    auto const recorded = recording_of(text);
    REQUIRE(recorded);
    for (int const status : {503, 503, 200, 200, 200})
        CHECK((*recorded)->exchange(asking("a-1")).response.status == status);
}

TEST_CASE("what was not recorded is answered as by a server that breaks off") {
    auto const recorded = recording_of("");
    REQUIRE(recorded);
    auto const got = (*recorded)->exchange(asking("a-1"));
    CHECK(got.status == lc::exchange_status::interrupted);
    CHECK(got.reason == "the recording has no answer to a-1");
    CHECK((*recorded)->exchange({"GET", "/", {}, {}}).status == lc::exchange_status::interrupted);
    // A run of nothing but that ends, and says that the server breaks off.
    auto const run = lc::run_checks(**recorded, canned::options());
    CHECK(canned::result_of(run, "backfill_column.accepted").result == lc::outcome::fail);
}

TEST_CASE("a line that is no exchange is told by file, line and rule") {
    auto const good = R"({"id":"a","request":{},"answer":{"status":"timed-out","reason":"late"}})";
    CHECK(recording_of(good).has_value());
    for (auto const& [line, says] : std::vector<std::pair<std::string, std::string>>{
             {"{", "incomplete"},
             {"[]", "an exchange is an object with request and answer"},
             {"{}", "an exchange is an object with request and answer"},
             {R"({"request":{},"answer":[]})", "an exchange is an object with request and answer"},
             {R"({"id":"a","request":{},"answer":{}})", "an answer has no status ``"},
             {R"({"id":"a","request":{},"answer":{"status":"bored"}})", "an answer has no status `bored`"},
             {R"({"id":"a","request":{},"answer":{"status":"answered"}})", "an answer needs http_status"},
             {R"({"request":{},"answer":{"status":"timed-out"}})", "an exchange needs an id"},
             {R"({"id":1,"request":{},"answer":{"status":"timed-out"}})", "an exchange needs an id"}}) {
        auto const read = recording_of(std::string(good) + "\n" + line + "\n");
        INFO(line);
        REQUIRE_FALSE(read);
        CHECK_THAT(read.error(), Catch::StartsWith("r.jsonl, line 2: ") && Catch::Contains(says));
    }
    CHECK_THAT(lc::recorded_transport::read("/nonexistent/r.jsonl").error(), Catch::Contains("cannot be read"));
}

}  // namespace recorded_transport_test
