// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/base_url.hpp"

#include "tests/support/catch.hpp"

namespace base_url_test {

using lancespec::conformance::parse_base_url;

std::string problem(std::string_view text) {
    auto const parsed = parse_base_url(text);
    return parsed ? std::string{} : parsed.error();
}

TEST_CASE("a base URL keeps its path and loses its trailing slashes") {
    CHECK(parse_base_url("http://localhost:2333/")->text == "http://localhost:2333");
    CHECK(parse_base_url("https://example.org/api/lance//")->text == "https://example.org/api/lance");
    CHECK(parse_base_url("HTTP://example.org")->text == "HTTP://example.org");
    CHECK(parse_base_url("http://example.org/a/../b%2Fc")->text == "http://example.org/a/../b%2Fc");
}

TEST_CASE("a server on this machine is known as such, so that no proxy is used for it") {
    for (auto const* url : {"http://localhost:1", "http://LocalHost", "http://127.0.0.1:80", "http://127.1.2.3/x",
                            "http://[::1]:2333", "http://a.localhost"})
        CHECK(parse_base_url(url)->loopback);
    for (auto const* url : {"http://example.org", "http://localhost.example.org", "http://128.0.0.1", "http://[::2]",
                            "http://127.0.0.1.example.org"})
        CHECK_FALSE(parse_base_url(url)->loopback);
}

TEST_CASE("a URL that cannot be a server's base is refused with what to change") {
    CHECK_THAT(problem(""), Catch::Contains("empty"));
    CHECK_THAT(problem("localhost:2333"), Catch::Contains("http://localhost:2333"));
    CHECK_THAT(problem("ftp://example.org"), Catch::Contains("ftp") && Catch::Contains("http and https"));
    CHECK_THAT(problem("file:///etc/passwd"), Catch::Contains("file"));
    CHECK_THAT(problem("http://"), Catch::Contains("not a URL") || Catch::Contains("no host"));
    CHECK_THAT(problem("http:///x"), Catch::Contains("not a URL") || Catch::Contains("no host"));
    CHECK_THAT(problem("http://h:99999"), Catch::Contains("port"));
    CHECK_THAT(problem("http://h:0"), Catch::Contains("port"));
    CHECK_THAT(problem("http://h/?a=b"), Catch::Contains("query"));
    CHECK_THAT(problem("http://h/#a"), Catch::Contains("fragment"));
    CHECK_THAT(problem("http://h/a b"), Catch::Contains("space"));
    CHECK_THAT(problem("http://h/a\r\nx: y"), Catch::Contains("control"));
    CHECK_THAT(problem(std::string_view("http://h\0x", 10)), Catch::Contains("control"));
}

TEST_CASE("credentials in a URL are refused and not repeated") {
    for (auto const* url : {"http://user:hunter2@example.org", "https://hunter2@example.org/", "user:hunter2@host"}) {
        CHECK_FALSE(problem(url).empty());
        CHECK_THAT(problem(url), !Catch::Contains("hunter2"));
    }
}

TEST_CASE("no text makes the reader of URLs crash") {
    rc::prop("any bytes", [](std::string const& text) {
        auto const parsed = parse_base_url("http://" + text);
        RC_ASSERT(parsed.has_value() || !parsed.error().empty());
    });
}

}  // namespace base_url_test
