// SPDX-License-Identifier: Apache-2.0
// The rules by which RFC 9112 and RFC 9110 keep two readers of one stream from seeing two requests, one row a rule.
#include "conformance/serve/server.hpp"
#include "tests/conformance/sockets.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

#include <string>
#include <vector>

namespace framing_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;
using lancespec_test::connect_to;
using lancespec_test::tcp_peer;

/// Answers with what it was asked.
http::response echo(http::request const& request) {
    return {
        200, {{"content-type", "text/plain"}}, "<" + request.method + " " + request.target + " " + request.body + ">"};
}

struct row {
    char const* rule;   ///< section of RFC 9112 (or "9110, N"), and what it says
    std::string bytes;  ///< the request
    int status;         ///< what is answered; 200 with what the handler saw
    std::string seen = {};
};

std::string const get = "GET /a HTTP/1.1\r\nHost: h\r\n";
std::string const post = "POST /a HTTP/1.1\r\nHost: h\r\n";
std::string const chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
/// What follows each request: a reader that ends the request elsewhere answers this one.
std::string const smuggled = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n";

std::vector<row> rows() {
    using namespace std::string_literals;
    return {
        {"2.2: an empty line before a request is ignored", "\r\n" + get + "\r\n", 200, "<GET /a >"},
        {"2.2: several too", "\r\n\r\n\r\n" + get + "\r\n", 200, "<GET /a >"},
        {"2.2: LF alone ends no line", "GET /a HTTP/1.1\nHost: h\n\n", 400},
        {"2.2: nor one line among others", "GET /a HTTP/1.1\r\nHost: h\nX: y\r\n\r\n", 400},
        {"2.2: nor does LF LF end a head", "GET /a HTTP/1.1\r\nHost: h\n\n", 400},
        {"2.2: CR alone is invalid", "GET /a HTTP/1.1\r\nHost: h\rX: y\r\n\r\n", 400},
        {"2.2: CR CR LF too", "GET /a HTTP/1.1\r\r\nHost: h\r\n\r\n", 400},
        {"2.2: no whitespace before the first field", "GET /a HTTP/1.1\r\n Host: h\r\n\r\n", 400},
        {"2.3: another major version", "GET /a HTTP/2.0\r\nHost: h\r\n\r\n", 505},
        {"2.3: the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        {"2.3: HTTP/0.9 has no version", "GET /a\r\n\r\n", 400},
        {"2.3: the name is in capitals", "GET /a http/1.1\r\nHost: h\r\n\r\n", 400},
        {"2.3: one digit each", "GET /a HTTP/1.10\r\nHost: h\r\n\r\n", 400},
        {"2.3: digits", "GET /a HTTP/1.x\r\nHost: h\r\n\r\n", 400},
        {"9110, 2.5: a later minor version is read as HTTP/1.1", "GET /a HTTP/1.7\r\nHost: h\r\n\r\n", 200,
         "<GET /a >"},
        {"3: one space after the method", "GET  /a HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"3: one space before the version", "GET /a  HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"3: no tab for a space", "GET\t/a\tHTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"3: nothing after the version", "GET /a HTTP/1.1 \r\nHost: h\r\n\r\n", 400},
        {"3.1: a method is a token", "G(T /a HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"3.1: a method that nobody knows is not the framing's matter", "FOO /a HTTP/1.1\r\nHost: h\r\n\r\n", 200,
         "<FOO /a >"},
        {"3.2: no Host", "GET /a HTTP/1.1\r\n\r\n", 400},
        {"3.2: two Hosts", get + "Host: h\r\n\r\n", 400},
        {"3.2: a list is no Host", "GET /a HTTP/1.1\r\nHost: a, b\r\n\r\n", 400},
        {"3.2: nor is a URL", "GET /a HTTP/1.1\r\nHost: http://h/\r\n\r\n", 400},
        {"3.2: nor a user", "GET /a HTTP/1.1\r\nHost: u@h\r\n\r\n", 400},
        {"3.2: a port is a number", "GET /a HTTP/1.1\r\nHost: h:x\r\n\r\n", 400},
        {"3.2: a name and a port", "GET /a HTTP/1.1\r\nHost: h.example:80\r\n\r\n", 200, "<GET /a >"},
        {"3.2: an address in brackets", "GET /a HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 200, "<GET /a >"},
        {"3.2: HTTP/1.0 needs no Host", "GET /a HTTP/1.0\r\n\r\n", 200, "<GET /a >"},
        {"3.2: but has no two", "GET /a HTTP/1.0\r\nHost: h\r\nHost: h\r\n\r\n", 400},
        {"3.2: a target has no fragment", "GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"3.2: a target has no control character", "GET /a\x01 HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"3.2.1: a path begins with a slash", "GET a HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"3.2.2: an absolute target is taken, whatever Host says", "GET http://x:1/a?b HTTP/1.1\r\nHost: h\r\n\r\n",
         200, "<GET /a?b >"},
        {"3.2.2: without a path too", "GET http://x?b HTTP/1.1\r\nHost: h\r\n\r\n", 200, "<GET /?b >"},
        {"3.2.2: Host is needed all the same", "GET http://x/a HTTP/1.1\r\n\r\n", 400},
        {"9110, 4.2.1: an http URL has a host", "GET http:///a HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"9110, 4.2.4: and no user", "GET http://u@x/a HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"3.2.2: another scheme is not served", "GET ftp://x/a HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"3.2.3: a name and port are for CONNECT, which no server has", "CONNECT x:1 HTTP/1.1\r\nHost: h\r\n\r\n", 501},
        {"3.2.4: an asterisk is for OPTIONS", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", 204},
        {"3.2.4: and for nothing else", "GET * HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"5: a field has a colon", get + "bad header\r\n\r\n", 400},
        {"5: a field has a name", get + ": x\r\n\r\n", 400},
        {"5: a name is a token", get + "a(b: x\r\n\r\n", 400},
        {"5.1: no space before the colon", post + "Content-Length : 0\r\n\r\n", 400},
        {"5.1: nor a tab", post + "Content-Length\t: 0\r\n\r\n", 400},
        {"5.2: no folded line", get + "X: a\r\n b\r\n\r\n", 400},
        {"5.2: in Transfer-Encoding", post + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", 400},
        {"9110, 5.5: no NUL in a value", get + "X: a\0b\r\n\r\n"s, 400},
        {"9110, 5.5: nor another control character", get + "X: a\x0b\r\n\r\n", 400},
        {"9110, 5.5: a tab may be", get + "X: a\tb\r\n\r\n", 200, "<GET /a >"},
        {"9110, 5.5: bytes over 0x7f may be", get + "X: \xff\r\n\r\n", 200, "<GET /a >"},
        {"6.1: identity is no coding", post + "Transfer-Encoding: identity\r\n\r\n", 400},
        {"6.1: chunked comes once", post + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 400},
        {"6.1: in two fields as well",
         post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        {"6.1: a coding that is not known", post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501},
        {"6.1: in two fields", post + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501},
        {"6.1: identity before chunked", post + "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n", 501},
        {"6.1: chunked comes last", post + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", 400},
        {"6.1: what is not chunked", post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400},
        {"6.1: nothing", post + "Transfer-Encoding:\r\n\r\n0\r\n\r\n", 400},
        {"6.1: in quotes", post + "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n", 400},
        {"7: with a parameter", post + "Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n", 400},
        {"6.1: an empty item", post + "Transfer-Encoding: ,chunked\r\n\r\n0\r\n\r\n", 501},
        {"6.1: any case", post + "transfer-ENCODING: \t CHUNKED \t\r\n\r\n1\r\nx\r\n0\r\n\r\n", 200, "<POST /a x>"},
        {"6.1: not in HTTP/1.0", "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        {"6.3: not with Content-Length", post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         400},
        {"6.3: in the other order", post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400},
        {"6.2: a sign", post + "Content-Length: +1\r\n\r\nx", 400},
        {"6.2: a minus", post + "Content-Length: -1\r\n\r\nx", 400},
        {"6.2: another base", post + "Content-Length: 0x1\r\n\r\nx", 400},
        {"6.2: a fraction", post + "Content-Length: 1.0\r\n\r\nx", 400},
        {"6.2: two numbers", post + "Content-Length: 1 1\r\n\r\nx", 400},
        {"6.2: nothing", post + "Content-Length:\r\n\r\nx", 400},
        {"6.3: a list of the same", post + "Content-Length: 1, 1\r\n\r\nx", 400},
        {"6.3: two of the same", post + "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx", 400},
        {"6.3: two that differ", post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy", 400},
        {"9110, 8.6: more than any integer", post + "Content-Length: 99999999999999999999\r\n\r\nx", 413},
        {"9110, 8.6: two to the 64th and one", post + "Content-Length: 18446744073709551617\r\n\r\nx", 413},
        {"6.2: zeros in front", post + "Content-Length: 0001\r\n\r\nx", 200, "<POST /a x>"},
        {"6.3: no length is no body", post + "\r\n", 200, "<POST /a >"},
        {"6.2: GET may have a body", get + "Content-Length: 1\r\n\r\nx", 200, "<GET /a x>"},
        {"7.1: chunks", chunked + "3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n", 200, "<POST /a abcd>"},
        {"7.1: a size in any case with zeros", chunked + "00A\r\n0123456789\r\n0\r\n\r\n", 200, "<POST /a 0123456789>"},
        {"7.1: a size is hexadecimal", chunked + "zz\r\n", 400},
        {"7.1: without a prefix", chunked + "0x1\r\nx\r\n0\r\n\r\n", 400},
        {"7.1: without a sign", chunked + "+1\r\nx\r\n0\r\n\r\n", 400},
        {"7.1: a size is there", chunked + "\r\nx\r\n0\r\n\r\n", 400},
        {"7.1: a size that no integer holds", chunked + "10000000000000001\r\nx\r\n0\r\n\r\n", 400},
        {"7.1: LF alone ends no size", chunked + "1\nx\r\n0\r\n\r\n", 400},
        {"7.1: CR LF ends the data", chunked + "1\r\nxy\r\n0\r\n\r\n", 400},
        {"7.1.1: an extension is ignored", chunked + "1;a=b;c=\"d\"\r\nx\r\n0;e\r\n\r\n", 200, "<POST /a x>"},
        {"7.1.1: an extension has no LF", chunked + "1;a\nb\r\nx\r\n0\r\n\r\n", 400},
        {"7.1.2: a trailer is not merged", chunked + "1\r\nx\r\n0\r\nX-Trailer: t\r\n\r\n", 200, "<POST /a x>"},
        {"7.1.2: its lines are fields", chunked + "1\r\nx\r\n0\r\nbad trailer\r\n\r\n", 400},
        {"9110, 6.5.1: no framing in a trailer", chunked + "1\r\nx\r\n0\r\nContent-Length: 9\r\n\r\n", 400},
        {"9110, 6.5.1: nor another coding", chunked + "1\r\nx\r\n0\r\nTransfer-Encoding: gzip\r\n\r\n", 400},
        {"9110, 10.1.1: another expectation", post + "Expect: miracles\r\nContent-Length: 1\r\n\r\nx", 417},
        {"9110, 10.1.1: no 100 to HTTP/1.0", "POST /a HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx",
         200, "<POST /a x>"},
        {"9110, 10.1.1: no 100 where there is no body", get + "Expect: 100-continue\r\n\r\n", 200, "<GET /a >"},
        {"9110, 10.1.1: nor where it has come already", post + "Expect: 100-Continue\r\nContent-Length: 1\r\n\r\nx",
         200, "<POST /a x>"},
        {"9110, 7.8: an upgrade may be declined", get + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
         200, "<GET /a >"},
    };
}

TEST_CASE("Every rule of HTTP's framing is kept, and after a doubtful request nothing more is read") {
    auto made = lc::server::start(echo);
    REQUIRE(made.has_value());
    auto const& server = **made;
    for (auto const& r : rows()) {
        INFO(r.rule);
        tcp_peer const peer(connect_to(server.port()));
        bool const good = r.status < 300;
        bool const old = r.bytes.find("HTTP/1.0") != std::string::npos;
        // The end of the connection is asked for where the server would keep it.
        peer.send(r.bytes + (good && !old ? "GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" : smuggled));
        auto const answer = peer.receive();
        INFO(answer);
        CHECK(answer.starts_with("HTTP/1." + std::string(old ? "0 " : "1 ") + std::to_string(r.status) + " "));
        CHECK(answer.find("smuggled") == std::string::npos);
        CHECK(answer.find("100 Continue") == std::string::npos);
        if (good) {
            CHECK(answer.find(r.seen) != std::string::npos);
            CHECK((answer.find("<GET /last >") != std::string::npos) == !old);
            continue;
        }
        CHECK(answer.find("<") == std::string::npos);
        CHECK((old || answer.find("Connection: close") != std::string::npos));
        auto const body = lancespec::parse_json(answer.substr(answer.find("\r\n\r\n") + 4));
        REQUIRE(body.has_value());
        CHECK(body->at("code") == 13);
        CHECK(body->at("status") == r.status);
    }
}

TEST_CASE("What is wrong is found however the bytes come") {
    auto made = lc::server::start(echo);
    REQUIRE(made.has_value());
    for (auto const& r : rows()) {
        INFO(r.rule);
        if (r.status < 300 && r.bytes.find("Expect") != std::string::npos) continue;  // a 100 is due to a slow client
        tcp_peer const peer(connect_to((*made)->port()));
        for (char const c : r.bytes)
            if (!peer.send(std::string_view(&c, 1))) break;
        peer.send(smuggled);
        auto const answer = r.status < 300 ? peer.receive(r.seen.empty() ? "\r\n\r\n" : r.seen) : peer.receive();
        INFO(answer);
        CHECK(answer.find(" " + std::to_string(r.status) + " ") != std::string::npos);
        if (r.status >= 300) CHECK(answer.find("smuggled") == std::string::npos);
    }
}

TEST_CASE("Trailers, extensions and lines without end are bounded") {
    lc::server_options options;
    options.header_bytes = 4'000;
    auto made = lc::server::start(echo, options);
    REQUIRE(made.has_value());
    for (auto const& endless :
         {chunked + "1;" + std::string(300'000, 'x'), chunked + "0\r\nX: " + std::string(300'000, 'x'),
          get + "X: " + std::string(8'000, 'x'), "GET /" + std::string(8'000, 'x')}) {
        tcp_peer const peer(connect_to((*made)->port()));
        peer.send(endless);
        auto const answer = peer.receive();
        CHECK(answer.starts_with("HTTP/1.1 431 "));
    }
}

}  // namespace framing_test
