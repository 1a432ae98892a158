// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/trace_transport.hpp"

#include "conformance/transport/recorded_transport.hpp"

#include "tests/conformance/canned.hpp"
#include "tests/conformance/scratch.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

#include <filesystem>
#include <thread>

namespace trace_transport_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;

/// Sends each of @p requests to a server that answers them all with @p answer, and traces it into @p folder.
void trace(std::string const& folder, std::vector<http::request> const& requests, http::response const& answer,
           lc::secrets hidden = {}) {
    lc::in_process_transport inner([&](http::request const&) { return answer; }, "http://h:1/base");
    lc::trace_transport traced(inner, folder, std::move(hidden));
    REQUIRE(traced.prepare().empty());
    for (auto const& request : requests) CHECK(traced.exchange(request).response == answer);
    CHECK(traced.problem().empty());
}

http::request request_of(std::string id, std::string body = "{}") {
    return {"POST",
            "/v1/table/t/backfill_column",
            {{"x-request-id", "lancespec-canned00-" + std::move(id)}},
            std::move(body)};
}

std::vector<boost::json::value> lines(std::string const& text) {
    std::vector<boost::json::value> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(lancespec::parse_json(line).value());
    return out;
}

TEST_CASE("the id of a request is the same in every run") {
    CHECK(lc::id_within_run("lancespec-canned00-backfill_column.accepted-1") == "backfill_column.accepted-1");
    CHECK(lc::id_within_run("lancespec-k3v9x2ab-set_up-12") == "set_up-12");
    for (std::string const other : {"", "mine", "lancespec-", "lancespec-canned00-", "lancespec-canned00"})
        CHECK(lc::id_within_run(other) == other);
}

TEST_CASE("each exchange is a file for people and a line for programs") {
    lancespec_test::scratch const here;
    auto const folder = here.path("deep/folder");
    trace(folder, {request_of("a.b-1", R"({"x":1})"), request_of("a.b-2"), request_of("a.b-1")},
          canned::json(202, R"({"job_id":"j"})"));
    auto const text = here.read("deep/folder/a.b-1.http");
    CHECK_THAT(text, Catch::StartsWith("# curl -sS") && Catch::Contains("http://h:1/base/v1/table/t/backfill_column") &&
                         Catch::Contains("POST /v1/table/t/backfill_column HTTP/1.1\n") &&
                         Catch::Contains("\n{\"x\":1}\n") && Catch::Contains("HTTP/1.1 202\n") &&
                         Catch::Contains("content-type: application/json") && Catch::Contains(R"({"job_id":"j"})"));
    CHECK(std::filesystem::exists(folder + "/a.b-2.http"));
    CHECK(std::filesystem::exists(folder + "/a.b-1-again-2.http"));
    auto const all = lines(here.read("deep/folder/exchanges.jsonl"));
    REQUIRE(all.size() == 3);
    CHECK(all[0].at("id") == "a.b-1");
    CHECK(all[1].at("id") == "a.b-2");
    CHECK(all[0].at("request").at("body") == R"({"x":1})");
    CHECK(all[0].at("answer").at("http_status") == 202);
}

TEST_CASE("a second run into the same folder begins anew") {
    lancespec_test::scratch const here;
    trace(here.path(), {request_of("a-1"), request_of("a-2")}, canned::json(200, "{}"));
    (void)here.file("mine.http", "GET http://localhost/\n");
    trace(here.path(), {request_of("a-1")}, canned::json(200, "{}"));
    CHECK(lines(here.read("exchanges.jsonl")).size() == 1);
    CHECK_FALSE(std::filesystem::exists(here.path("a-2.http")));
    CHECK(here.read("mine.http") == "GET http://localhost/\n");
}

TEST_CASE("a folder that no run has written to keeps its files") {
    lancespec_test::scratch const here;
    (void)here.file("a-2.http", "# curl -sS http://localhost/\n");
    trace(here.path(), {request_of("a-1")}, canned::json(200, "{}"));
    CHECK(std::filesystem::exists(here.path("a-2.http")));
}

TEST_CASE("the files of a trace are their owner's alone") {
    lancespec_test::scratch const here;
    trace(here.path(), {request_of("a-1")}, canned::json(200, "{}"));
    using std::filesystem::perms;
    for (auto const* file : {"a-1.http", "exchanges.jsonl"})
        CHECK(std::filesystem::status(here.path(file)).permissions() == (perms::owner_read | perms::owner_write));
}

TEST_CASE("the name of a file is safe whatever the request's id, and names outside the folder are not reached") {
    lancespec_test::scratch const here;
    std::filesystem::create_directory(here.path("trace"));
    trace(here.path("trace"),
          {request_of("../../escaped"), request_of("a/b\\c:d\x1b"), request_of(std::string(5000, 'x'))},
          canned::json(200, "{}"));
    std::size_t files = 0;
    for (auto const& entry : std::filesystem::directory_iterator(here.path("trace"))) {
        ++files;
        auto const name = entry.path().filename().string();
        CHECK(name.size() < 200);
        CHECK(name.find_first_of("\\:\x1b") == std::string::npos);
    }
    CHECK(files == 4);
    CHECK(std::distance(std::filesystem::directory_iterator(here.path()), {}) == 1);
}

TEST_CASE("secrets are in no file of a trace") {
    lancespec_test::scratch const here;
    auto request = request_of("a-1", R"({"identity":{"auth_token":"tok-tok-1"},"x":"tok-tok-1"})");
    request.fields.add("authorization", "Bearer tok-tok-1");
    request.fields.add("x-api-key", "key-key-2");
    request.fields.add("cookie", "session=abcdef");
    auto answer = canned::json(401, R"({"error":"tok-tok-1 or key-key-2 is wrong"})");
    answer.fields.add("set-cookie", "session=abcdef");
    trace(here.path(), {request}, answer, {"tok-tok-1", "key-key-2"});
    for (auto const* file : {"a-1.http", "exchanges.jsonl"}) {
        auto const text = here.read(file);
        CHECK_THAT(text, Catch::Contains("$LANCESPEC_TOKEN"));
        for (auto const* secret : {"tok-tok-1", "key-key-2", "abcdef"}) CHECK_THAT(text, !Catch::Contains(secret));
    }
}

TEST_CASE("a request without an answer is written with why") {
    lancespec_test::scratch const here;
    lc::in_process_transport inner([](http::request const&) -> http::response { throw std::runtime_error("gone"); });
    lc::trace_transport traced(inner, here.path(), {});
    REQUIRE(traced.prepare().empty());
    CHECK(traced.exchange(request_of("a-1")).status == lc::exchange_status::interrupted);
    CHECK_THAT(here.read("a-1.http"), Catch::Contains("# interrupted: "));
    CHECK(lines(here.read("exchanges.jsonl"))[0].at("answer").at("status") == "interrupted");
}

TEST_CASE("a folder that cannot be written to is told, and does not end the exchange") {
    lancespec_test::scratch const here;
    lc::in_process_transport inner([](http::request const&) { return canned::json(200, "{}"); });
    auto const file = here.file("file", "");
    CHECK_THAT(lc::trace_transport(inner, file + "/x", {}).prepare(), Catch::Contains(file + "/x cannot be made"));
    CHECK_THAT(lc::trace_transport(inner, file, {}).prepare(), Catch::Contains(file));
    lc::trace_transport traced(inner, here.path("gone"), {});
    REQUIRE(traced.prepare().empty());
    std::filesystem::remove_all(here.path("gone"));
    CHECK(traced.exchange(request_of("a-1")).response.status == 200);
    CHECK_THAT(traced.problem(), Catch::Contains("is not whole"));
}

TEST_CASE("exchanges of many threads are whole lines") {
    lancespec_test::scratch const here;
    lc::in_process_transport inner([](http::request const&) { return canned::json(200, std::string(3000, 'b')); });
    lc::trace_transport traced(inner, here.path(), {});
    REQUIRE(traced.prepare().empty());
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t)
            threads.emplace_back([&traced, t] {
                for (int i = 0; i < 20; ++i)
                    (void)traced.exchange(request_of("t" + std::to_string(t) + "-" + std::to_string(i)));
            });
    }
    CHECK(lines(here.read("exchanges.jsonl")).size() == 160);
    CHECK(traced.problem().empty());
}

/// Bytes of all files of a folder.
std::size_t size_of(std::string const& folder) {
    std::size_t out = 0;
    for (auto const& file : std::filesystem::directory_iterator(folder)) out += file.file_size();
    return out;
}

TEST_CASE("of a long message the beginning is traced, and what is left out is said in both files") {
    lancespec_test::scratch const here;
    http::response answer{200, {{"content-type", "text/plain"}}, std::string(5000, 'b')};
    for (int i = 0; i < 50; ++i) answer.fields.add("x-long", std::string(100, 'f'));
    lc::in_process_transport inner([&](http::request const&) { return answer; }, "http://h:1");
    lc::trace_transport traced(inner, here.path(), {}, {.body = 1000, .fields = 300});
    REQUIRE(traced.prepare().empty());
    CHECK(traced.exchange(request_of("a-1", std::string(1500, 'r'))).response == answer);  // the caller gets all of it
    auto const text = here.read("a-1.http");
    CHECK_THAT(text, Catch::Contains("# left out: 500 bytes of the request's body, ") &&
                         Catch::Contains("4000 bytes of the answer's body") &&
                         Catch::Contains("bytes of the answer's header fields"));
    auto const all = lines(here.read("exchanges.jsonl"));
    REQUIRE(all.size() == 1);
    CHECK(all[0].at("answer").at("body_bytes") == 5000);
    CHECK(all[0].at("answer").at("body").as_string().size() == 1000);
    CHECK_THAT(std::string(all[0].at("left_out").as_string()), Catch::Contains("4000 bytes of the answer's body"));
}

TEST_CASE("a trace that is full names the exchanges, then counts them, and grows no more") {
    lancespec_test::scratch const here;
    lc::in_process_transport inner(
        [](http::request const&) {
            return http::response{200, {}, std::string(4000, 'b')};
        },
        "http://h:1");
    constexpr std::size_t total = 100'000;
    lc::trace_transport traced(inner, here.path(), {}, {.total = total});
    REQUIRE(traced.prepare().empty());
    for (int i = 0; i < 500; ++i) (void)traced.exchange(request_of("a-" + std::to_string(i)));
    CHECK(traced.problem().empty());
    CHECK(size_of(here.path()) < total + total / 4 + 20'000);
    auto const all = lines(here.read("exchanges.jsonl"));
    CHECK_THAT(std::string(all.back().at("left_out").as_string()), Catch::Contains("the trace holds its 100000 bytes"));
    CHECK_THAT(traced.left_out(),
               Catch::Contains("leaves out the last " + std::to_string(500 - all.size()) + " exchanges"));
}

}  // namespace trace_transport_test
