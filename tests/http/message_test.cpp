// SPDX-License-Identifier: Apache-2.0
#include <lancespec/http/message.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/text.hpp>
#include <lancespec/http/target.hpp>

namespace message_test {

namespace http = lancespec::http;

TEST_CASE("Header names are compared without regard to case, and the first of a name is found") {
    http::headers fields{{"Accept", "a"}, {"accept", "b"}};
    CHECK(fields.find("ACCEPT") == "a");
    CHECK(!fields.find("accept-encoding"));
    fields.set("aCCEPT", "c");
    CHECK(fields.size() == 1);
    CHECK(fields.find("accept") == "c");
    fields.erase("Accept");
    CHECK(fields.size() == 0);
}

TEST_CASE("A media type is compared without its parameters") {
    CHECK(http::media_type("Application/JSON; charset=utf-8") == "application/json");
    CHECK(http::media_type(" text/plain ") == "text/plain");
    CHECK(http::media_type("").empty());
    CHECK(http::media_type(";x").empty());
}

TEST_CASE("A target is taken apart into its path and its decoded query") {
    auto const parts = http::parse_target("/v1/a%24b?delimiter=%24&x&=y&&a=b=c+d#frag?z");
    CHECK(parts.path == "/v1/a%24b");
    CHECK(parts.find("delimiter") == "$");
    CHECK(parts.find("x") == "");
    CHECK(parts.find("a") == "b=c+d");
    CHECK(!parts.find("z"));
    CHECK(!parts.bad_escape);
    CHECK(http::parse_target("/?a=%zz&b=1").bad_escape == "a=%zz");
}

TEST_CASE("Law: a query parameter is read back as it was appended") {
    rc::prop("target/query", [] {
        auto const name = *lancespec::arbitrary::bytes();
        auto const value = *lancespec::arbitrary::bytes();
        std::string target = *rc::gen::element<std::string>("/a", "/a?b=c");
        http::append_query(target, name, value);
        auto const parts = http::parse_target(target);
        RC_ASSERT(parts.query.back() == std::pair(name, value));
    });
}

}  // namespace message_test
