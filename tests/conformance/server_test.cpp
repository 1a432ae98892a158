// SPDX-License-Identifier: Apache-2.0
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

TEST_CASE("what passes a bound gets 431 or 413") {
    lc::server_options options;
    options.header_bytes = 1000;
    options.body_bytes = 1000;
    auto const s = started(options);
    check_error(raw(*s, "GET / HTTP/1.1\r\nx: " + std::string(2000, 'x') + "\r\n\r\n"), 431);
    check_error(raw(*s, "GET /" + std::string(2000, 'x') + " HTTP/1.1\r\n\r\n"), 431);
    check_error(raw(*s, "POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 1001\r\n\r\n" + std::string(1001, 'x')), 413);
    check_error(
        raw(*s, "POST / HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\n7d0\r\n" + std::string(2000, 'x')),
        413);
    CHECK_THAT(raw(*s, "POST / HTTP/1.1\r\nhost: h\r\nconnection: close\r\ncontent-length: 1000\r\n\r\n" +
                           std::string(1000, 'x')),
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
    peer.send("POST / HTTP/1.1\r\nhost: h\r\nexpect: 100-continue\r\ncontent-length: 10\r\n\r\n");
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

TEST_CASE("a connection past the bound takes the place of the one that has waited longest for a request") {
    std::atomic<bool> go = false;
    lc::server_options options;
    options.connections = 2;
    options.idle = options.transfer = 1h;
    auto const made = lc::server::start(
        [&](http::request const& request) {
            if (request.target == "/slow") (void)becomes([&] { return go.load(); });
            return echo(request);
        },
        options);
    REQUIRE(made.has_value());
    auto const& s = *made;
    tcp_peer const busy(connect_to(s->port()));
    busy.send("GET /slow HTTP/1.1\r\nhost: h\r\n\r\n");
    REQUIRE(becomes([&] { return s->handlers() == 1; }));
    tcp_peer const first(connect_to(s->port()));
    first.send("GET /first HTTP/1.1\r\nhost: h\r\n\r\n");
    CHECK_THAT(first.receive("GET /first"), Catch::Contains("200"));
    REQUIRE(becomes([&] { return s->waiting() == 1; }));  // the client has the answer before the server waits again
    // A request that has only begun waits too: otherwise a byte from each connection would shut the others out.
    tcp_peer const second(connect_to(s->port()));
    CHECK(first.sees_the_end());
    second.send("GET /second HT");
    tcp_peer const third(connect_to(s->port()));
    CHECK(second.sees_the_end());
    third.send("GET /slow HTTP/1.1\r\nhost: h\r\n\r\n");
    REQUIRE(becomes([&] { return s->handlers() == 2; }));
    tcp_peer const fourth(connect_to(s->port()));
    CHECK(fourth.sees_the_end());  // nobody waits: the new one goes
    go = true;
    CHECK_THAT(busy.receive("GET /slow"), Catch::Contains("200"));
    CHECK_THAT(third.receive("GET /slow"), Catch::Contains("200"));
}

/// Holds every request to `/held` until it is let go.
struct held_handlers {
    std::atomic<bool> go = false;
    std::atomic<int> stopped = 0;  ///< handlers that saw their token stopped

    lc::server_calls calls() {
        lc::server_calls out;
        out.answer = [this](http::request const& request, std::stop_token const& stop) {
            if (request.target == "/held") (void)becomes([this] { return go.load(); });
            if (request.target == "/obedient") stopped += becomes([&] { return stop.stop_requested(); });
            return echo(request);
        };
        return out;
    }
};

TEST_CASE(
    "handlers that do not return keep their workers: others are accepted, answered and refused, and stop returns") {
    held_handlers held;
    lc::server_options options;
    options.threads = 1;
    options.workers = 3;
    options.queue = 2;
    options.queue_wait = 1h;
    options.drain = options.grace = 50ms;
    auto const made = lc::server::start(held.calls(), options);
    REQUIRE(made.has_value());
    auto const& s = *made;
    auto const request = [](std::string const& target) { return "GET " + target + " HTTP/1.1\r\nhost: h\r\n\r\n"; };
    std::vector<std::unique_ptr<tcp_peer>> peers;
    auto const send = [&](std::string const& target) {
        peers.push_back(std::make_unique<tcp_peer>(connect_to(s->port())));
        peers.back()->send(request(target));
    };
    send("/held");
    send("/held");
    REQUIRE(becomes([&] { return s->handlers() == 2; }));
    tcp_peer const other(connect_to(s->port()));
    for (int i = 0; i < 20; ++i) {  // one worker is left
        other.send(request("/other"));
        CHECK_THAT(other.receive("GET /other"), Catch::Contains("200"));
    }
    send("/obedient");
    REQUIRE(becomes([&] { return s->handlers() == 3; }));
    // Two may wait; the third that comes is told so, and may come again on the same connection.
    for (int i = 0; i < 3; ++i) send("/queued");
    tcp_peer* refused = nullptr;
    std::string answer;
    CHECK(becomes([&] {
        for (auto at = peers.end() - 3; at != peers.end() && refused == nullptr; ++at)
            if ((*at)->has_something()) refused = at->get();
        return refused != nullptr;
    }));
    REQUIRE(refused != nullptr);
    answer = refused->receive("}");
    CHECK_THAT(answer, Catch::StartsWith("HTTP/1.1 503") && Catch::Contains("retry-after: 1") &&
                           Catch::Contains("\"code\":17") && !Catch::Contains("Connection: close"));
    refused->send(request("/more"));
    CHECK_THAT(refused->receive("}"), Catch::StartsWith("HTTP/1.1 503"));
    CHECK_THAT(raw(*s, "GET /x HTTP/1.1\r\n\r\n"), Catch::Contains("400"));  // reading goes on
    s->stop();
    CHECK(held.go == false);
    CHECK(s->handlers() >= 2);
    CHECK(becomes([&] { return held.stopped == 1; }));
    CHECK(connect_to(s->port()) < 0);
    held.go = true;  // the server's end waits for its handlers
}

TEST_CASE("a request that waits too long for a worker is told so") {
    held_handlers held;
    lc::server_options options;
    options.workers = 1;
    options.queue_wait = 20ms;
    auto const made = lc::server::start(held.calls(), options);
    REQUIRE(made.has_value());
    tcp_peer const first(connect_to((*made)->port()));
    first.send("GET /held HTTP/1.1\r\nhost: h\r\n\r\n");
    REQUIRE(becomes([&] { return (*made)->handlers() == 1; }));
    CHECK_THAT(raw(**made, "GET /x HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n"),
               Catch::StartsWith("HTTP/1.1 503") && Catch::Contains("\"code\":17"));
    held.go = true;
    CHECK_THAT(first.receive("GET /held"), Catch::Contains("200"));
}

TEST_CASE("a client that closes its connection stops its handler, and no other") {
    std::atomic<int> begun{0};
    std::atomic<int> stopped{0};
    std::atomic<bool> leave{false};
    lc::server_calls calls;
    calls.answer = [&](http::request const&, std::stop_token token) {
        ++begun;
        while (!token.stop_requested() && !leave) std::this_thread::yield();
        if (token.stop_requested()) ++stopped;
        return http::response{200, {}, "done"};
    };
    lc::server_options options;
    options.gone = 0ms;
    auto const s = std::move(*lc::server::start(std::move(calls), options));
    tcp_peer const stays(connect_to(s->port()));
    tcp_peer leaves(connect_to(s->port()));
    for (auto const* peer : {&stays, static_cast<tcp_peer const*>(&leaves)})
        REQUIRE(peer->send("GET / HTTP/1.1\r\nhost: h\r\n\r\n"));
    REQUIRE(becomes([&] { return begun == 2; }));
    // What a client sends meanwhile is its next request, no end.
    REQUIRE(stays.send("GET / HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n"));
    leaves.close();
    CHECK(becomes([&] { return s->handlers() == 1; }));
    CHECK(stopped == 1);
    leave = true;
    auto const answers = stays.receive();
    CHECK(answers.find("done") != answers.rfind("done"));
    CHECK(stopped == 1);
}

TEST_CASE("a client that closes its sending side alone gets its answer") {
    auto const s = started();
    int const fd = connect_to(s->port());
    tcp_peer const peer(fd);
    REQUIRE(peer.send("GET /half HTTP/1.1\r\nhost: h\r\n\r\n"));
    REQUIRE(::shutdown(fd, SHUT_WR) == 0);
    CHECK_THAT(peer.receive(), Catch::Contains("GET /half"));
}

TEST_CASE("a long body is read only as far as the request is worth, which its head tells") {
    std::atomic<int> asked = 0;
    std::atomic<int> with_body = 0;
    lc::server_calls calls;
    calls.answer = [](http::request const& r, std::stop_token const&) {
        return http::response{200, {}, "got " + std::to_string(r.body.size())};
    };
    calls.admit = [&](http::request const& head) {
        ++asked;
        with_body += head.body.empty() ? 0 : 1;
        http::admission out;
        if (head.fields.find("authorization") != "Bearer right") out = {100'000, {401, {}, "who are you?"}};
        if (head.target == "/none") out = {0, {404, {}, "no such thing"}};
        return out;
    };
    auto const made = lc::server::start(std::move(calls));
    REQUIRE(made.has_value());
    auto const& s = **made;
    auto const post = [](std::string const& target, std::string const& more, std::size_t bytes) {
        return "POST " + target + " HTTP/1.1\r\nhost: h\r\nconnection: close\r\n" + more +
               "content-length: " + std::to_string(bytes) + "\r\n\r\n";
    };
    // Nothing of the body was sent: the answer does not wait for it.
    CHECK_THAT(raw(s, post("/none", "", 60'000'000)), Catch::StartsWith("HTTP/1.1 404"));
    CHECK_THAT(raw(s, post("/a", "", 60'000'000)), Catch::StartsWith("HTTP/1.1 401"));
    CHECK_THAT(raw(s, post("/a", "expect: 100-continue\r\n", 60'000'000)), Catch::StartsWith("HTTP/1.1 401"));
    CHECK(s.bodies_bytes() == 0);
    std::string const piece = "8000\r\n" + std::string(0x8000, 'x') + "\r\n";
    CHECK_THAT(
        raw(s, "POST /a HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\n" + piece + piece + piece + piece),
        Catch::StartsWith("HTTP/1.1 401"));
    CHECK(asked == 4);
    CHECK_THAT(raw(s, post("/none", "", 100) + std::string(100, 'x')), Catch::Contains("got 100"));
    CHECK(asked == 4);  // a short body is read at once
    CHECK_THAT(raw(s, post("/a", "", 90'000) + std::string(90'000, 'x')), Catch::Contains("got 90000"));
    CHECK_THAT(raw(s, post("/a", "authorization: Bearer right\r\n", 200'000) + std::string(200'000, 'x')),
               Catch::Contains("got 200000"));
    CHECK(with_body == 0);
    CHECK(becomes([&] { return s.bodies_bytes() == 0; }));
}

TEST_CASE("all bodies that are held at once have one bound") {
    lc::server_options options;
    options.bodies_bytes = 1'000'000;
    options.idle = options.transfer = 1h;
    auto const s = started(options);
    auto const head = [](std::size_t bytes) {
        return "POST /a HTTP/1.1\r\nhost: h\r\nconnection: close\r\ncontent-length: " + std::to_string(bytes) +
               "\r\n\r\n";
    };
    tcp_peer const holder(connect_to(s->port()));
    holder.send(head(900'000) + std::string(890'000, 'x'));
    REQUIRE(becomes([&] { return s->bodies_bytes() > 800'000; }));
    tcp_peer const second(connect_to(s->port()));
    second.send(head(400'000));
    std::jthread sending([&] { second.send(std::string(400'000, 'y')); });
    CHECK_THAT(second.receive(), Catch::StartsWith("HTTP/1.1 503") && Catch::Contains("\"code\":17"));
    CHECK_THAT(raw(*s, head(10'000) + std::string(10'000, 'z')), Catch::StartsWith("HTTP/1.1 200"));
    holder.send(std::string(10'000, 'x'));
    CHECK_THAT(holder.receive(), Catch::StartsWith("HTTP/1.1 200"));
    CHECK(becomes([&] { return s->bodies_bytes() == 0; }));
}

}  // namespace server_test
