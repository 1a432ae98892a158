#include "conformance/serve/server.hpp"

#include "conformance/transport/curl_transport.hpp"
#include "tests/conformance/sockets.hpp"
#include "tests/support/becomes.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

#include <future>
#include <stdexcept>
#include <thread>

namespace server_test {

using namespace std::chrono_literals;
namespace lc = lancespec::conformance;
namespace http = lancespec::http;
using lancespec_test::becomes;
using lancespec_test::connect_to;
using lancespec_test::tcp_peer;

/// Answers with what it was asked; `/throw` throws.
http::response echo(http::request const& request) {
    if (request.target == "/throw") throw std::runtime_error("secret of the handler");
    if (request.target == "/split") return {200, {{"x-a", "b\r\nset-cookie: evil"}}, ""};
    if (request.target == "/nothing") return {204, {}, "dropped"};
    return {200, {{"content-type", "text/plain"}}, request.method + " " + request.target + " " + request.body};
}

std::unique_ptr<lc::server> started(lc::server_options options = {}) {
    auto made = lc::server::start(echo, options);
    REQUIRE(made.has_value());
    return std::move(*made);
}

/// One raw exchange on a connection of its own; the server is expected to close.
std::string raw(lc::server const& s, std::string_view bytes) {
    tcp_peer const peer(connect_to(s.port()));
    peer.send(bytes);
    return peer.receive();
}

void check_error(std::string const& answer, int status) {
    CHECK_THAT(answer, Catch::StartsWith("HTTP/1.1 " + std::to_string(status) + " "));
    CHECK_THAT(answer, Catch::Contains("Connection: close"));
    auto const body = answer.substr(answer.find("\r\n\r\n") + 4);
    auto const json = lancespec::parse_json(body);
    REQUIRE(json.has_value());
    CHECK(json->at("code") == 13);
    CHECK(json->at("status") == status);
    for (auto const* member : {"error", "detail", "instance", "type", "title"}) CHECK(json->at(member).is_string());
}

lc::curl_transport client_of(lc::server const& s) {
    return lc::curl_transport(*lc::parse_base_url(s.url()));
}

TEST_CASE("a server listens on a free port of the loopback and answers what the handler says") {
    auto const s = started();
    CHECK(s->port() != 0);
    CHECK(s->url() == "http://127.0.0.1:" + std::to_string(s->port()));
    auto client = client_of(*s);
    auto const got = client.exchange({"POST", "/v1/x?y=%24", {}, "body"});
    CHECK(got.response.status == 200);
    CHECK(got.response.body == "POST /v1/x?y=%24 body");
    CHECK(got.response.fields.find("Content-Length") == "21");
    CHECK(s->requests() == 1);
}

TEST_CASE("several requests are answered in order on one connection, pipelined ones too") {
    auto const s = started();
    tcp_peer const peer(connect_to(s->port()));
    peer.send("GET /1 HTTP/1.1\r\nhost: h\r\n\r\nGET /2 HTTP/1.1\r\nhost: h\r\n\r\n");
    auto const first = peer.receive("GET /2");
    CHECK(first.find("GET /1") < first.find("GET /2"));
    peer.send("GET /3 HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n");
    CHECK_THAT(peer.receive(), Catch::Contains("GET /3") && Catch::Contains("Connection: close"));
}

TEST_CASE("an HTTP/1.0 client without keep-alive gets its answer and the end of the connection") {
    auto const s = started();
    CHECK_THAT(raw(*s, "GET /old HTTP/1.0\r\n\r\n"), Catch::Contains("GET /old"));
}

TEST_CASE("HEAD gets the length of the body and not the body") {
    auto const s = started();
    auto const answer = raw(*s, "HEAD /h HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n");
    CHECK_THAT(answer, Catch::Contains("Content-Length: 8") && Catch::EndsWith("\r\n\r\n"));
}

TEST_CASE("a 204 has neither body nor length") {
    auto const s = started();
    auto const answer = raw(*s, "GET /nothing HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n");
    CHECK_THAT(answer, Catch::EndsWith("\r\n\r\n") && !Catch::Contains("Content-Length"));
}

TEST_CASE("a client that expects 100-continue is told to go on") {
    auto const s = started();
    tcp_peer const peer(connect_to(s->port()));
    peer.send("POST /e HTTP/1.1\r\nhost: h\r\nexpect: 100-continue\r\ncontent-length: 4\r\n\r\n");
    CHECK_THAT(peer.receive("\r\n\r\n"), Catch::StartsWith("HTTP/1.1 100 Continue"));
    peer.send("body");
    CHECK_THAT(peer.receive("body"), Catch::Contains("POST /e body"));
}

TEST_CASE("chunked bodies and absolute targets are read") {
    auto const s = started();
    CHECK_THAT(raw(*s,
                   "POST http://h:1/c?d HTTP/1.1\r\nhost: h\r\nconnection: close\r\ntransfer-encoding: "
                   "chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
               Catch::Contains("POST /c?d abc"));
}

TEST_CASE("what is not HTTP gets 400 with an error body of the contract") {
    auto const s = started();
    for (auto const* bytes : {"hello\r\n\r\n", "GET / HTTP/9.7\r\n\r\n", "GET / HTTP/1.1\r\nbad header\r\n\r\n",
                              "GET / HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
                              "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"})
        check_error(raw(*s, bytes), 400);
}

TEST_CASE("what passes a bound gets 431 or 413") {
    lc::server_options options;
    options.header_bytes = 1000;
    options.body_bytes = 1000;
    auto const s = started(options);
    check_error(raw(*s, "GET / HTTP/1.1\r\nx: " + std::string(2000, 'x') + "\r\n\r\n"), 431);
    check_error(raw(*s, "GET /" + std::string(2000, 'x') + " HTTP/1.1\r\n\r\n"), 431);
    check_error(raw(*s, "POST / HTTP/1.1\r\ncontent-length: 1001\r\n\r\n" + std::string(1001, 'x')), 413);
    check_error(raw(*s, "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n7d0\r\n" + std::string(2000, 'x')), 413);
    CHECK_THAT(raw(*s, "POST / HTTP/1.1\r\nconnection: close\r\ncontent-length: 1000\r\n\r\n" + std::string(1000, 'x')),
               Catch::StartsWith("HTTP/1.1 200"));
}

TEST_CASE("a handler that throws, or answers what cannot be sent, is a 500 with code 18 that tells nothing") {
    auto const s = started();
    auto client = client_of(*s);
    for (auto const* target : {"/throw", "/split"}) {
        auto const got = client.exchange({"GET", target, {}, ""});
        CHECK(got.response.status == 500);
        CHECK_THAT(got.response.body, Catch::Contains("\"code\":18") && !Catch::Contains("secret"));
        CHECK_FALSE(got.response.fields.find("set-cookie"));
    }
    CHECK(client.exchange({"GET", "/after", {}, ""}).response.status == 200);
}

TEST_CASE("fifty clients at once keep their connections and get their own answers") {
    auto const s = started();
    auto client = client_of(*s);
    std::vector<std::future<int>> all;
    for (int c = 0; c < 50; ++c)
        all.push_back(std::async(std::launch::async, [&client, c] {
            int right = 0;
            for (int i = 0; i < 20; ++i) {
                auto const body = std::to_string(c * 100 + i);
                right += client.exchange({"POST", "/c", {}, body}).response.body == "POST /c " + body;
            }
            return right;
        }));
    for (auto& one : all) CHECK(one.get() == 20);
    CHECK(s->requests() == 1000);
}

/// Connections of which each other one has sent half a request line, the rest nothing.
std::vector<std::unique_ptr<tcp_peer>> slow_clients(lc::server const& s) {
    std::vector<std::unique_ptr<tcp_peer>> out;
    for (int i = 0; i < 20; ++i) {
        out.push_back(std::make_unique<tcp_peer>(connect_to(s.port())));
        if (i % 2 == 0) out.back()->send("GET / HT");
    }
    return out;
}

TEST_CASE("clients that drip or stay silent do not hold others up") {
    lc::server_options options;
    options.threads = 2;
    options.idle = options.transfer = 1h;
    auto const s = started(options);
    auto const slow = slow_clients(*s);
    auto client = client_of(*s);
    CHECK(client.exchange({"GET", "/quick", {}, ""}).response.status == 200);
    slow[0]->send("TP/1.1\r\nhost: h\r\n\r\n");  // the slow ones are still there
    CHECK_THAT(slow[0]->receive("GET /"), Catch::StartsWith("HTTP/1.1 200"));
}

TEST_CASE("clients that drip or stay silent are dropped") {
    lc::server_options options;
    options.idle = options.transfer = 200ms;
    auto const s = started(options);
    for (auto const& peer : slow_clients(*s)) CHECK(peer->sees_the_end());
}

TEST_CASE("a byte now and then does not move the deadline of a request") {
    lc::server_options options;
    options.transfer = 300ms;
    auto const s = started(options);
    tcp_peer const peer(connect_to(s->port()));
    peer.send("GET /");
    int sent = 0;
    for (; sent < 6000 && peer.send("x"); ++sent) std::this_thread::sleep_for(20ms);
    CHECK(sent < 6000);
    CHECK(s->requests() == 0);
}

TEST_CASE("stop lets a request in flight finish, closes idle connections, and listens no more") {
    std::atomic<bool> begun = false;
    std::atomic<bool> go = false;
    lc::server_options options;
    options.drain = 1h;  // stop() returns since the request is finished, not because it has waited enough
    auto const made = lc::server::start(
        [&](http::request const& request) {
            if (request.target == "/slow") {
                begun = true;
                (void)becomes([&] { return go.load(); });
            }
            return echo(request);
        },
        options);
    REQUIRE(made.has_value());
    auto const& s = *made;
    tcp_peer const idle(connect_to(s->port()));
    tcp_peer const busy(connect_to(s->port()));
    idle.send("GET /1 HTTP/1.1\r\nhost: h\r\n\r\n");
    CHECK_THAT(idle.receive("GET /1"), Catch::Contains("200"));
    busy.send("GET /slow HTTP/1.1\r\nhost: h\r\n\r\n");
    REQUIRE(becomes([&] { return begun.load(); }));
    auto const port = s->port();
    std::jthread stopping([&] { s->stop(); });
    CHECK(idle.sees_the_end());
    CHECK(becomes([&] { return tcp_peer(connect_to(port)).is_closed(); }));
    go = true;
    CHECK_THAT(busy.receive(), Catch::Contains("GET /slow") && Catch::Contains("Connection: close"));
    stopping.join();
    s->stop();
}

TEST_CASE("stop waits no longer than it was told for a client that does not finish its request") {
    lc::server_options options;
    options.drain = 200ms;
    options.idle = options.transfer = 1h;
    auto const s = started(options);
    tcp_peer const peer(connect_to(s->port()));
    peer.send("POST / HTTP/1.1\r\nexpect: 100-continue\r\ncontent-length: 10\r\n\r\n");
    CHECK_THAT(peer.receive("\r\n\r\n"), Catch::Contains("100 Continue"));  // the server has begun to read
    peer.send("abc");
    s->stop();
    CHECK(s->requests() == 0);
}

TEST_CASE("a port in use and an unknown host are clear errors") {
    auto const s = started();
    lc::server_options options;
    options.port = s->port();
    auto const taken = lc::server::start(echo, options);
    REQUIRE_FALSE(taken.has_value());
    CHECK_THAT(taken.error(), Catch::Contains(std::to_string(s->port())) && Catch::Contains("in use"));
    options.host = "203.0.113.7";  // of no machine
    options.port = 0;
    auto const elsewhere = lc::server::start(echo, options);
    REQUIRE_FALSE(elsewhere.has_value());
    CHECK_THAT(elsewhere.error(), Catch::Contains("203.0.113.7"));
}

TEST_CASE("connections past the bound are closed and the others go on") {
    lc::server_options options;
    options.connections = 2;
    auto const s = started(options);
    tcp_peer const a(connect_to(s->port()));
    tcp_peer const b(connect_to(s->port()));
    a.send("GET /a HTTP/1.1\r\n\r\n");
    CHECK_THAT(a.receive("GET /a"), Catch::Contains("200"));
    b.send("GET /b HTTP/1.1\r\n\r\n");
    CHECK_THAT(b.receive("GET /b"), Catch::Contains("200"));
    tcp_peer const c(connect_to(s->port()));
    CHECK(c.sees_the_end());
    a.send("GET /a2 HTTP/1.1\r\n\r\n");
    CHECK_THAT(a.receive("GET /a2"), Catch::Contains("200"));
}

}  // namespace server_test
