// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/curl_transport.hpp"

#include "tests/conformance/sockets.hpp"
#include "tests/support/becomes.hpp"
#include "tests/support/catch.hpp"

#include <cstdlib>

namespace curl_transport_test {

using namespace std::chrono_literals;
namespace lc = lancespec::conformance;
namespace http = lancespec::http;
using lancespec_test::becomes;
using lancespec_test::scripted_server;
using lancespec_test::tcp_peer;
using lc::exchange_status;

lc::curl_transport client_of(std::string const& url, lc::curl_options options = {}) {
    auto const parsed = lc::parse_base_url(url);
    REQUIRE(parsed.has_value());
    return lc::curl_transport(*parsed, options);
}

lc::curl_options bounded() {
    lc::curl_options options;
    options.timeout = 60s;
    options.body_bytes = 100'000;
    options.header_bytes = 10'000;
    return options;
}

/// For peers that give no answer, however long one waits.
lc::curl_options hurried() {
    auto options = bounded();
    options.timeout = 300ms;
    return options;
}

/// Answers each connection's first request with @p bytes, then closes.
scripted_server::script answering(std::string bytes) {
    return [bytes = std::move(bytes)](tcp_peer& peer) {
        peer.receive("\r\n\r\n");
        peer.send(bytes);
    };
}

/// The bytes of a request as they arrive on the wire.
std::string wire_of(http::request const& request, std::string const& path = "") {
    std::string seen;
    {
        scripted_server const server([&](tcp_peer& peer) {
            seen = peer.receive_request();
            peer.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
            seen += peer.receive();
        });
        auto client = client_of(server.url() + path);
        CHECK(client.exchange(request).status == exchange_status::answered);
    }
    return seen;
}

TEST_CASE("the target is sent byte for byte, below the path of the base URL") {
    auto const seen = wire_of({"GET", "/v1/a%24b/../c/./%2e%2E/d?x=%2f&y=+&z", {}, ""}, "/base/..%2f");
    CHECK_THAT(seen, Catch::StartsWith("GET /base/..%2f/v1/a%24b/../c/./%2e%2E/d?x=%2f&y=+&z HTTP/1.1\r\n"));
}

TEST_CASE("no header field is added but Host, User-Agent, Content-Length, and that the body should come as it is") {
    auto const get = wire_of({"GET", "/", {}, ""});
    CHECK_THAT(get, Catch::Contains("User-Agent: lancespec/") && Catch::Contains("Accept-Encoding: identity\r\n") &&
                        !Catch::Contains("Accept:") && !Catch::Contains("ontent-"));
    auto const post = wire_of({"POST", "/", {}, "{}"});
    CHECK_THAT(post, Catch::Contains("Content-Length: 2\r\n") && Catch::EndsWith("\r\n\r\n{}") &&
                         !Catch::Contains("ontent-Type"));
}

TEST_CASE("a body that a server compresses all the same is decoded, and one that is not what it says is no answer") {
    std::string const packed(
        "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xab\x56\xca\xca\x4f\x8a\xcf\x4c\x51\xb2\x52\x50\xca\x52"
        "\xaa\x05\x00\xdb\xa6\xa2\x53\x0f\x00\x00\x00",
        35);
    auto const answered = [](std::string const& coding, std::string const& body) {
        scripted_server const server(answering("HTTP/1.1 202 Accepted\r\ncontent-encoding: " + coding +
                                               "\r\ncontent-length: " + std::to_string(body.size()) + "\r\n\r\n" +
                                               body));
        return client_of(server.url()).exchange({"GET", "/", {}, ""});
    };
    auto const got = answered("gzip", packed);
    CHECK(got.status == exchange_status::answered);
    CHECK(got.response.body == R"({"job_id": "j"})");
    CHECK_FALSE(got.response.fields.find("content-encoding"));
    auto const broken = answered("gzip", "{}");
    CHECK(broken.status == exchange_status::interrupted);
    CHECK_THAT(broken.reason, Catch::Contains("Content-Encoding"));
    auto corrupt = packed;
    for (std::size_t i = 10; i < 20; ++i) corrupt[i] = '\xff';
    CHECK(answered("gzip", corrupt).status == exchange_status::interrupted);
    // libcurl does not miss an end that is cut off: what came before it is decoded, and no more.
    std::string_view const whole = R"({"job_id": "j"})";
    for (std::size_t size = 1; size < packed.size(); ++size) {
        INFO(size << " of " << packed.size() << " bytes");
        auto const cut = answered("gzip", packed.substr(0, size));
        CHECK((cut.status == exchange_status::interrupted || whole.starts_with(cut.response.body)));
    }
}

TEST_CASE("a POST without a body says that its length is 0") {
    auto const bare = wire_of({"POST", "/", {}, ""});
    CHECK_THAT(bare, Catch::Contains("Content-Length: 0\r\n") && !Catch::Contains("ontent-Type"));
    auto const typed = wire_of({"POST", "/", {{"content-type", "application/json"}}, ""});
    CHECK_THAT(typed,
               Catch::Contains("content-type: application/json\r\n") && Catch::Contains("Content-Length: 0\r\n"));
}

TEST_CASE("the fields of the request are sent as they are, empty and repeated ones too") {
    auto const seen = wire_of({"POST", "/", {{"x-a", "1"}, {"X-A", "2"}, {"x-empty", ""}, {"user-agent", "me"}}, "b"});
    CHECK_THAT(seen,
               Catch::Contains("x-a: 1\r\nX-A: 2\r\nx-empty:\r\nuser-agent: me\r\n") && !Catch::Contains("lancespec/"));
}

TEST_CASE("methods are sent by their name, with and without a body") {
    CHECK_THAT(wire_of({"DELETE", "/", {}, ""}), Catch::StartsWith("DELETE / "));
    CHECK_THAT(wire_of({"GET", "/", {}, "body"}), Catch::StartsWith("GET / ") && Catch::EndsWith("body"));
    CHECK_THAT(wire_of({"PUT", "/", {}, ""}), Catch::StartsWith("PUT / ") && Catch::Contains("Content-Length: 0"));
    std::string const bytes("\0\r\n\xff", 4);
    CHECK_THAT(wire_of({"POST", "/", {}, bytes}), Catch::EndsWith("\r\n\r\n" + bytes));
    CHECK_THAT(wire_of({"POST", "/", {}, std::string(2'000'000, 'x')}), !Catch::Contains("Expect"));
}

TEST_CASE("a request that would break the message is not sent") {
    auto client = client_of("http://127.0.0.1:" + std::to_string(lancespec_test::closed_port()));
    for (auto const& request : std::vector<http::request>{{"GET", "/a b", {}, ""},
                                                          {"GET", "/a\r\nx: y", {}, ""},
                                                          {"GET", "v1", {}, ""},
                                                          {"GET", "/#f", {}, ""},
                                                          {"GE T", "/", {}, ""},
                                                          {"GET", "/", {{"x", "a\r\nb: c"}}, ""},
                                                          {"GET", "/", {{"x:y", "a"}}, ""}}) {
        auto const got = client.exchange(request);
        CHECK(got.status == exchange_status::unreachable);
        CHECK_THAT(got.reason, Catch::Contains("cannot be sent"));
    }
}

TEST_CASE("an answer comes with status, fields and body; fields of a 1xx before it are not its own") {
    scripted_server const server(
        answering("HTTP/1.1 103 Early\r\nx-early: 1\r\n\r\nHTTP/1.1 202 Accepted\r\nX-B:  two words \r\nx-none:\r\n"
                  "content-length: 3\r\n\r\na\0b" +
                  std::string("\0b", 2)));
    auto client = client_of(server.url());
    auto const got = client.exchange({"POST", "/", {}, ""});
    REQUIRE(got.status == exchange_status::answered);
    CHECK(got.response.status == 202);
    CHECK(got.response.fields.find("x-b") == "two words");
    CHECK(got.response.fields.find("x-none") == "");
    CHECK_FALSE(got.response.fields.find("x-early"));
    CHECK(got.response.body.size() == 3);
    CHECK(got.elapsed != std::chrono::microseconds::zero());
}

TEST_CASE("redirects are answers and are not followed") {
    scripted_server const server(
        answering("HTTP/1.1 302 Found\r\nlocation: http://203.0.113.1/\r\ncontent-length: 0\r\n\r\n"));
    auto client = client_of(server.url());
    CHECK(client.exchange({"GET", "/", {{"authorization", "Bearer x"}}, ""}).response.status == 302);
    CHECK(server.accepted() == 1);
}

TEST_CASE("no connection is unreachable") {
    auto refused = client_of("http://127.0.0.1:" + std::to_string(lancespec_test::closed_port()));
    auto const got = refused.exchange({"POST", "/", {}, "b"});
    CHECK(got.status == exchange_status::unreachable);
    CHECK_THAT(got.reason, Catch::Contains("no connection"));
    auto unknown = client_of("http://no-such-host.invalid", hurried());
    CHECK(unknown.exchange({"GET", "/", {}, ""}).status == exchange_status::unreachable);
}

TEST_CASE("a TLS handshake that fails is unreachable") {
    scripted_server const server([](tcp_peer& peer) { peer.send("HTTP/1.1 400 Bad Request\r\n\r\n"); });
    auto client = client_of("https://127.0.0.1:" + std::to_string(server.port()), bounded());
    auto const got = client.exchange({"GET", "/", {}, ""});
    CHECK(got.status == exchange_status::unreachable);
    CHECK_THAT(got.reason, Catch::Contains("TLS") && Catch::Contains("http or https?"));
}

TEST_CASE("a peer that never accepts is unreachable, one that never answers timed out") {
    scripted_server const full(nullptr, 0);  // its queue of connections holds one
    int const first = lancespec_test::connect_to(full.port());
    auto waiting = client_of(full.url(), hurried());
    auto const silent = waiting.exchange({"POST", "/", {}, "b"});
    CHECK(silent.status != exchange_status::answered);
    ::close(first);

    scripted_server const mute([](tcp_peer& peer) { (void)peer.sees_the_end(); });
    auto client = client_of(mute.url(), hurried());
    auto const got = client.exchange({"POST", "/", {}, "b"});
    CHECK(got.status == exchange_status::timed_out);
    CHECK_THAT(got.reason, Catch::Contains("0.3 s") && Catch::Contains("not even a status"));
}

TEST_CASE("a peer that drips its body times out as a whole") {
    int const all = 6000;  // five minutes of it
    int sent = 0;
    {
        scripted_server const server([&](tcp_peer& peer) {
            (void)peer.receive_request();
            peer.send("HTTP/1.1 200 OK\r\ncontent-length: " + std::to_string(all) + "\r\n\r\n");
            for (; sent < all && peer.send("x"); ++sent) std::this_thread::sleep_for(50ms);
        });
        auto client = client_of(server.url(), hurried());
        auto const got = client.exchange({"GET", "/", {}, ""});
        CHECK(got.status == exchange_status::timed_out);
        CHECK_THAT(got.reason, Catch::Contains("status 200"));
    }
    CHECK(sent < all);
}

TEST_CASE("what is not HTTP, and what ends too early, is interrupted") {
    for (auto const* bytes :
         {"", "garbage\r\n", "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\ncontent-le",
          "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort",
          "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab",
          "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
          "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
          "HTTP/1.1 200 OK\r\ncontent-length: 2, 1\r\n\r\nab", "HTTP/1.1 200 OK\r\ncontent-length: 2 bytes\r\n\r\nab",
          "HTTP/2 200\r\ncontent-length: 2\r\n\r\nab"}) {
        scripted_server const server(answering(bytes));
        auto client = client_of(server.url(), bounded());
        auto const got = client.exchange({"POST", "/", {}, ""});
        INFO(bytes << " | " << got.reason);
        CHECK(got.status == exchange_status::interrupted);
        CHECK_FALSE(got.reason.empty());
    }
}

TEST_CASE("one length of the body said twice is one length") {
    for (auto const* fields : {"content-length: 2\r\nContent-Length: 2\r\n", "content-length: 2, 2\r\n"}) {
        scripted_server const server(answering(std::string("HTTP/1.1 200 OK\r\n") + fields + "\r\nab"));
        auto client = client_of(server.url(), bounded());
        CHECK(client.exchange({"POST", "/", {}, ""}).response.body == "ab");
    }
}

TEST_CASE("bodies, fields and single lines past their bounds are too large") {
    std::string const head = "HTTP/1.1 200 OK\r\n";
    std::string many;
    for (int i = 0; i < 1000; ++i) many += "x-field: some value\r\n";
    for (auto const& bytes :
         {head + "\r\n" + std::string(200'000, 'x'),
          head + "content-length: 200000\r\n\r\n" + std::string(200'000, 'x'), head + many + "\r\n",
          head + "x: " + std::string(50'000, 'x') + "\r\n\r\n", head + "x: " + std::string(200'000, 'x') + "\r\n\r\n",
          head + "content-length: 200000\r\n\r\n", head + "content-length: 99999999999999999999999\r\n\r\nab"}) {
        scripted_server const server(answering(bytes));
        auto client = client_of(server.url(), bounded());
        auto const got = client.exchange({"POST", "/", {}, ""});
        INFO(got.reason);
        CHECK(got.status == exchange_status::too_large);
    }
}

TEST_CASE("connections are kept, and a dead one is noticed before a request is sent on it") {
    int requests = 0;
    scripted_server const server([&](tcp_peer& peer) {
        for (int i = 0; i < 3; ++i) {  // three requests to a connection
            if (peer.receive("\r\n\r\n").empty()) return;
            ++requests;
            peer.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
        }
    });
    auto client = client_of(server.url());
    for (int i = 0; i < 6; ++i) {
        CHECK(client.exchange({"POST", "/", {}, ""}).status == exchange_status::answered);
        if (i == 2) REQUIRE(becomes([&] { return server.closed() == 1; }));
    }
    CHECK(server.accepted() == 2);
    CHECK(requests == 6);
}

TEST_CASE("a POST whose kept connection dies under it is not sent again, a GET is") {
    for (std::string const method : {"POST", "GET"})
        for (std::string const body : {"", "body"}) {
            if (method == "GET" && !body.empty()) continue;
            std::atomic<int> requests = 0;
            scripted_server const server([&](tcp_peer& peer) {
                for (int i = 0; i < 2; ++i) {
                    if (peer.receive("\r\n\r\n").empty()) return;
                    if (++requests == 2) return;  // taken, and never answered
                    peer.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
                }
            });
            auto client = client_of(server.url());
            CHECK(client.exchange({method, "/", {}, body}).status == exchange_status::answered);
            auto const got = client.exchange({method, "/", {}, body});
            INFO(method << " " << got.reason);
            CHECK(got.status == (method == "GET" ? exchange_status::answered : exchange_status::interrupted));
            CHECK(requests == (method == "GET" ? 3 : 2));
        }
}

TEST_CASE("proxies of the environment are not used for this machine") {
    scripted_server const server(answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    ::setenv("http_proxy", "http://127.0.0.1:1", 1);
    auto client = client_of(server.url());
    CHECK(client.exchange({"GET", "/", {}, ""}).status == exchange_status::answered);
    ::unsetenv("http_proxy");
}

}  // namespace curl_transport_test
