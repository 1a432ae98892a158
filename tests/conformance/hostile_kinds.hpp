// SPDX-License-Identifier: Apache-2.0
// The kinds of hostile server that the suite is tested with. Each does one thing no server should.
#pragma once

#include "tests/conformance/canned.hpp"
#include "tests/conformance/hostile_server.hpp"

#include <boost/json/object.hpp>

namespace hostile {

using namespace std::chrono_literals;

struct kind {
    std::string name;
    std::string says;  ///< words of the report that tell a person what the server does
    script run;
    bool answers = true;        ///< false: no request gets a whole HTTP response, so the suite soon gives up
    std::size_t failures = 10;  ///< checks that may fail without a cause of the run that explains them
    bool harmless = false;      ///< its answers are right; the suite must not be misled by the rest
    bool waits = false;         ///< nothing but the client's own time-out ends a request
};

inline std::string const accepted_head = "HTTP/1.1 202 Accepted\r\ncontent-type: application/json\r\n";
inline std::string const accepted_body = R"({"job_id": "j1"})";

inline std::string accepted_with(std::string const& fields) {
    return accepted_head + fields + "\r\n" + accepted_body;
}

inline std::string json_body(int status, std::string body) {
    return wire(canned::json(status, std::move(body)));
}

// What the tests authenticate with: characters that URLs, JSON, HTML and Base64 write in other ways.
inline std::string const token = "S3cr3t+/t0ken\"=A~z&q";
inline std::string const api_key = "k3y-n0body/sees==";

/// Answers as the documents say, to those with the credentials.
inline lancespec::conformance::handler right() {
    return [server = canned::server{}](http::request const& request) {
        auto const bearer = request.fields.find("authorization");
        auto const key = request.fields.find("x-api-key");
        bool const admitted = (bearer && *bearer == "Bearer " + token) || (key && *key == api_key);
        return admitted ? server(request) : canned::error(401, 16);
    };
}

/// Answers as the documents say, and then @p spoil changes the bytes.
inline script right_but(std::function<std::string(std::string)> spoil) {
    return answering([right = right(), spoil = std::move(spoil)](http::request const& request) {
        return spoil(wire(right(request)));
    });
}

/// Answers as the documents say, but what it accepts with this body.
inline script accepting_with(std::string body) {
    return answering([right = right(), body = std::move(body)](http::request const& request) {
        auto response = right(request);
        if (response.status == 202) response.body = body;
        return wire(response);
    });
}

/// The same of what it refuses.
inline script refusing_with(std::string body) {
    return answering([right = right(), body = std::move(body)](http::request const& request) {
        auto response = right(request);
        if (response.status >= 400) response.body = body;
        return wire(response);
    });
}

/// Answers as the documents say to so many requests, and to all later ones with @p bytes; none: it closes.
inline script right_until(int count, std::string bytes) {
    auto const left = std::make_shared<std::atomic<int>>(count);
    return answering([right = right(), left, bytes = std::move(bytes)](http::request const& request) {
        return (*left)-- > 0 ? wire(right(request)) : bytes;
    });
}

/// Sends @p head once it was asked, and then @p piece as long as somebody takes it.
inline script endless(std::string head, std::string piece, std::chrono::milliseconds pause = 0ms) {
    return [head = std::move(head), piece = std::move(piece), pause](connection& c) {
        if (c.request().empty() || !c.send(head)) return;
        while (c.send(piece) && (pause == 0ms || c.pause(pause))) {
        }
    };
}

/// @p text as an HTTP chunk.
inline std::string chunk(std::string const& text) {
    char size[20];
    std::snprintf(size, sizeof size, "%zx\r\n", text.size());
    return size + text + "\r\n";
}

/// Ten megabytes of zeros in gzip are ten kilobytes; this is the beginning of such a thing.
inline std::string gzip_start() {
    std::string out("\x1f\x8b\x08\0\0\0\0\0\x02\xff\xec\xc1\x01\x01", 13);
    return out + std::string(10'000, '\0');
}

inline std::vector<kind> kinds_of_ending() {
    std::string const closed = "the server closed the connection without an answer";
    return {
        {"closes at accept", "onnection", [](connection&) {}, false},
        {"closes after the request", closed, [](connection& c) { c.request(); }, false},
        {"resets at accept", "onnect", [](connection& c) { c.reset(); }, false},
        {"resets after the request", "reset",
         [](connection& c) {
             c.request();
             c.reset();
         },
         false},
        {"resets within the body", "reset",
         [](connection& c) {
             c.request();
             c.send(accepted_head + "content-length: 1000\r\n\r\n{");
             c.pause(20ms);
             c.reset();
         },
         false},
        {"half a status line", "closed", once("HTTP/1."), false},
        {"half a header", "within the header fields", once("HTTP/1.1 202 Accepted\r\ncontent-le"), false},
        {"header without end", "within the header fields", once("HTTP/1.1 202 Accepted\r\na: b\r\n"), false},
        {"content-length too long", "within the body", once(accepted_with("content-length: 1000\r\n")), false},
        {"cut off within a chunk", "closed",
         once(accepted_head + "transfer-encoding: chunked\r\n\r\n100\r\n" + accepted_body), false},
        {"dies at once", "closed", right_until(1, {})},
        {"dies after seven requests", "closed", right_until(7, {})},
        {"dies after forty requests", "closed", right_until(40, {})},
        {"closes every third time", "closed",
         answering([right = right(), n = std::make_shared<std::atomic<int>>(0)](http::request const& r) {
             return ++*n % 3 == 0 ? std::string() : wire(right(r));
         })},
    };
}

inline std::vector<kind> kinds_of_waiting() {
    std::string const slow = "no whole answer within";
    auto const silence = [](connection& c) {
        if (!c.request().empty()) c.pause(1h);
    };
    std::vector<kind> out{
        {"silence", slow, silence, false},
        {"never reads", slow, [](connection& c) { c.pause(1h); }, false},
        {"header, then silence", slow, endless("HTTP/1.1 202 Accepted\r\na: b\r\n", {}, 1h), false},
        {"half the body, then silence", slow, endless(accepted_head + "content-length: 99\r\n\r\n{", {}, 1h), false},
        {"100 Continue, then silence", slow, endless("HTTP/1.1 100 Continue\r\n\r\n", {}, 1h), false},
        {"WebSocket upgrade", "101",
         endless("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n", "\x81\x02hi",
                 20ms),
         false},
        {"header drips", slow, endless("HTTP/1.1 202 Accepted\r\na: ", "x", 20ms), false},
        {"body drips", slow, endless(accepted_head + "\r\n", " ", 20ms), false},
        {"chunks drip", slow, endless(accepted_head + "transfer-encoding: chunked\r\n\r\n", chunk(" "), 20ms), false},
        {"1xx drip", slow, endless({}, "HTTP/1.1 103 Early Hints\r\n\r\n", 20ms), false},
    };
    for (auto& one : out) one.waits = true;
    return out;
}

inline std::vector<kind> kinds_of_size() {
    std::string const kilobyte(1000, 'x');
    std::string const large = "the answer is too large";
    auto const block = std::make_shared<std::string>(200'000, ' ');
    std::string const chunked = "transfer-encoding: chunked\r\n\r\n";
    return {
        {"endless headers", large, endless("HTTP/1.1 202 Accepted\r\n", "x-a: " + kilobyte + "\r\n"), false},
        {"endless header line", large, endless("HTTP/1.1 202 Accepted\r\nx-a: ", kilobyte), false},
        {"endless status line", "the answer", endless("HTTP/1.1 202 ", kilobyte), false},
        {"endless 1xx", large, endless({}, "HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n"), false},
        {"endless body", "body", endless(accepted_head + "\r\n", *block), false},
        {"endless chunks", "body", endless(accepted_head + chunked, chunk(*block)), false},
        {"endless trailer", "the answer",
         endless(accepted_head + chunked + chunk(accepted_body) + "0\r\n", "x-a: " + kilobyte + "\r\n"), false},
        {"endless chunk extension", "answer", endless(accepted_head + chunked + "5;x=", kilobyte), false, 10, false,
         true},
        {"body of a gigabyte announced", "the answer", once(accepted_head + "content-length: 1000000000\r\n\r\n"),
         false},
        {"a body of blanks each time", "job_id", accepting_with(R"({"job_id": 7})" + *block)},
        {"job ids of 200000 letters", "conforms", accepting_with(R"({"job_id": ")" + std::string(200'000, 'j') + "\"}"),
         true, 0, true},
    };
}

inline std::vector<kind> kinds_of_framing() {
    std::string const no_http = "what came is not HTTP";
    auto const with = [](std::string const& fields) { return always(accepted_with(fields)); };
    return {
        {"garbage", no_http, once("\x01\x02 garbage\r\n\r\n \xff"), false},
        {"another protocol", no_http, once("SSH-2.0-OpenSSH_9.2\r\n"), false},
        {"TLS alert", no_http, once(std::string("\x15\x03\x01\x00\x02\x02\x16", 7)), false},
        {"echoes what comes", no_http,
         [](connection& c) {
             for (auto r = c.request(); !r.empty() && c.send(r); r = c.request()) {
             }
         },
         false},
        {"HTTP/0.9", no_http, once(accepted_body), false},
        {"HTTP/9.7", no_http, always("HTTP/9.7 202 Accepted\r\ncontent-length: 0\r\n\r\n"), false},
        {"HTTP/2 without asking", no_http, always("HTTP/2 202\r\ncontent-length: 0\r\n\r\n"), false},
        {"status of two digits", no_http, always("HTTP/1.1 20 OK\r\ncontent-length: 0\r\n\r\n"), false},
        {"status of four digits", no_http, always("HTTP/1.1 2020 OK\r\ncontent-length: 0\r\n\r\n"), false},
        {"status of words", no_http, always("HTTP/1.1 OK\r\ncontent-length: 0\r\n\r\n"), false},
        {"content-length negative", no_http, with("content-length: -5\r\n"), false},
        {"content-length no number", no_http, with("content-length: many\r\n"), false},
        {"content-length past 64 bits", "too large", with("content-length: 99999999999999999999999\r\n"), false},
        {"content-length twice, differing", no_http, with("content-length: 5\r\ncontent-length: 16\r\n"), false},
        {"content-length as a list", no_http, with("content-length: 16, 5\r\n"), false},
        {"chunk size no number", "chunk", with("transfer-encoding: chunked\r\n"), false},
        {"chunk size past 64 bits", "chunk",
         always(accepted_head + "transfer-encoding: chunked\r\n\r\nfffffffffffffffffffff\r\n"), false},
        {"chunked twice and gzip", "", with("transfer-encoding: gzip, chunked\r\n"), false},
        {"NUL in a header", no_http, with(std::string("x: a\0b\r\ncontent-length: 16\r\n", 29)), false},
        {"content-length too short", "no JSON", with("content-length: 5\r\n")},
        {"header without colon", "", right_but([](std::string bytes) {
             return bytes.insert(bytes.find("\r\n"), "\r\nno colon here at all\r\ncontent-length: 3");
         }),
         false},
    };
}

inline std::vector<kind> kinds_of_body() {
    std::string nested(100'000, '[');
    std::string const no_json = "no JSON";
    std::string deep = R"({"job_id": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
    return {
        {"invalid UTF-8", no_json, accepting_with("{\"job_id\": \"\xc3\x28\xff\"}")},
        {"NUL bytes", no_json, accepting_with(std::string("{\0\"job_id\": \"a\"}\0", 18))},
        {"UTF-16", no_json, accepting_with(std::string("\xff\xfe{\0}\0", 6))},
        {"100000 brackets", no_json, accepting_with(nested)},
        {"nested 100000 deep and closed", no_json, accepting_with(deep)},
        {"errors nested 10000 deep", no_json, refusing_with(std::string(10'000, '[') + std::string(10'000, ']'))},
        {"number of 20000 digits", "job_id", accepting_with("{\"job_id\": " + std::string(20'000, '9') + "}")},
        {"number past every range", "job_id", accepting_with(R"({"job_id": 1e999999})")},
        {"code past every range", "code", refusing_with(R"({"code": 1e308})")},
        {"code twice", "code", refusing_with(R"({"code": 4, "code": "x"})")},
        {"job id twice", "job_id", accepting_with(R"({"job_id": "a", "job_id": 7})")},
        {"nothing", "empty", always("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n")},
        {"204 for all", "204", always("HTTP/1.1 204 No Content\r\n\r\n")},
        {"HTML for all", "web page", always(wire(canned::text(200, "<html>Welcome</html>", "text/html")))},
        {"HTML errors for all", "500", always(wire(canned::text(500, "<html>Oops</html>", "text/html")))},
        {"gzip bomb", "Content-Encoding", answering([right = right()](http::request const& request) {
             auto response = right(request);
             if (response.status != 202) return wire(response);
             response.fields.add("content-encoding", "gzip");
             response.body = gzip_start();
             return wire(response);
         })},
        {"terminal escapes", "code",
         refusing_with("{\"code\": \"\", \"error\": \"\\u001b[2J\\u202e\x1b[31m\\r\\n::error::\"}")},
        {"accepts everything", "accepted", always(wire(canned::json(202, accepted_body)))},
        {"status 999", "999", always("HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n")},
    };
}

inline std::vector<kind> kinds_of_refusal() {
    auto const refusing = [](int status, int code, std::string const& name, std::string const& value) {
        auto response = canned::error(status, code);
        response.fields.add(name, value);
        return wire(response);
    };
    return {
        {"401 for all", "401", always(refusing(401, 16, "www-authenticate", "Negotiate"))},
        {"403 for all", "403", always(refusing(403, 15, "retry-after", "9999"))},
        {"407 for all", "407", always(refusing(407, 16, "proxy-authenticate", "Basic realm=\"x\""))},
        {"429 for all", "busy", always(refusing(429, 21, "retry-after", "9999"))},
        {"503 for all", "busy", always(refusing(503, 17, "retry-after", "9999"))},
        {"429 from the eighth on", "busy", right_until(7, refusing(429, 21, "retry-after", "9999"))},
        {"503 from the second on", "busy", right_until(1, refusing(503, 17, "retry-after", "9999"))},
        {"500 from the eighth on", "500", right_until(7, wire(canned::error(500, 18)))},
    };
}

/// @p other is the address of another host, to which nothing may go.
inline std::vector<kind> kinds_of_misleading(std::string const& other) {
    auto const redirect = [](std::string const& to) {
        return always(wire({307, {{"location", to}, {"refresh", "0; url=" + to}}, {}}));
    };
    return {
        {"redirects to itself", "redirects (307)", answering([](http::request const& r) {
             return wire({307, {{"location", r.target}}, {}});
         })},
        {"redirects to another host", "redirects (307) to http://" + other, redirect("http://" + other + "/v1")},
        {"redirects to credentials", "redirects (307)", redirect("http://user:password@" + other + "/")},
        {"redirects to a file", "redirects (307)", redirect("file:///etc/passwd")},
        {"names another host for later", "401",
         always(wire({401,
                      {{"alt-svc", "h2=\"" + other + "\"; ma=9999"},
                       {"set-cookie", "a=b"},
                       {"strict-transport-security", "max-age=9999"},
                       {"content-type", "application/json"}},
                      R"({"code": 16})"}))},
        {"answers before it is asked", "no JSON",
         [](connection& c) {
             c.send("HTTP/1.1 202 Accepted\r\ncontent-length: 1\r\n\r\n?");
             c.pause(1h);
         },
         true, 10, false, true},
        {"leaves another answer behind", "",
         right_but([](std::string bytes) { return bytes + wire(canned::json(202, R"({"job_id": 666})")); }), true, 0,
         true},
        {"answers another request first", "job_id",
         [right = right()](connection& c) {
             auto const wrong = wire(canned::json(202, R"({"job_id": 666})"));
             bool first = true;  // of the connection
             for (auto r = c.request(); !r.empty(); r = c.request()) {
                 if (!c.send((first ? std::string() : wrong) + wire(right(parsed(r))))) return;
                 first = false;
             }
         },
         true, 40},
    };
}

inline std::vector<kind> all_kinds(std::string const& other) {
    std::vector<kind> out;
    for (auto& group : {kinds_of_ending(), kinds_of_waiting(), kinds_of_size(), kinds_of_framing(), kinds_of_body(),
                        kinds_of_refusal(), kinds_of_misleading(other)})
        out.insert(out.end(), group.begin(), group.end());
    return out;
}

}  // namespace hostile
