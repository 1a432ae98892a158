// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/mask.hpp"

#include "tests/support/catch.hpp"

#include <chrono>

namespace mask_test {

namespace lc = lancespec::conformance;
using lc::mask;
using lc::mask_field;

lc::secrets hidden() {
    return {"tok/en+4\"2", "key-99"};
}

TEST_CASE("a secret is masked wherever it stands and however it is written") {
    auto const h = hidden();
    CHECK(mask("a tok/en+4\"2 b", h) == "a $LANCESPEC_TOKEN b");
    CHECK(mask("key-99key-99", h) == "$LANCESPEC_API_KEY$LANCESPEC_API_KEY");
    CHECK(mask("?t=tok%2Fen%2b4%222&k=key%2d99", h) == "?t=***&k=***");
    CHECK(mask(R"("tok\/en\u002B4\"2")", h) == R"("***")");
    CHECK(mask("nothing here", h) == "nothing here");
    CHECK(mask("tok/en+4", h) == "tok/en+4");
    CHECK(mask("an excerpt: tok/en+…", h) == "an excerpt: ***…");
    CHECK(mask("cut off in an escape: tok%2…, tok\\u00…, tok%2fen&#…", h) ==
          "cut off in an escape: tok%2…, tok\\u00…, ***&#…");
    CHECK(mask("JSON in JSON: tok\\\\/en\\\\u002b4\\\\\\\"2", h) == "JSON in JSON: ***");
    CHECK(mask("tok&#47;en&#x2B;4&quot;2, tok&#x2f;en+4&#34;2", h) == "***, ***");
    CHECK(mask("tok&#47;en&#x2B;5&quot;2 &#; &#x; &", h) == "tok&#47;en&#x2B;5&quot;2 &#; &#x; &");
    CHECK(mask("", h).empty());
    CHECK(mask("key-99", {}) == "key-99");
}

TEST_CASE("a secret in Base64 is masked whatever stands before it") {
    lc::secrets const h{"opensesame", {}};
    // Base64 of "opensesame", "a:opensesame", "ab:opensesame", "abc:opensesame!".
    for (std::string const text :
         {"b3BlbnNlc2FtZQ==", "b3BlbnNlc2F…", "YTpvcGVuc2VzYW1l", "YWI6b3BlbnNlc2FtZQ==", "YWJjOm9wZW5zZXNhbWUh"}) {
        auto const shown = mask(text, h);
        INFO(shown);
        CHECK(shown.size() < text.size());
        CHECK_THAT(shown, Catch::Contains("***"));
    }
}

TEST_CASE("the longer of two secrets is masked first, and very short ones only in their fields") {
    CHECK(mask("abcdefgh abcd", {"abcd", "abcdefgh"}) == "$LANCESPEC_API_KEY $LANCESPEC_TOKEN");
    CHECK(mask("abc", {"abc", {}}) == "abc");
    CHECK(mask_field("authorization", "Bearer abc", {"abc", {}}) == "Bearer $LANCESPEC_TOKEN");
}

TEST_CASE("a field is secret when its name speaks of what is") {
    for (auto const* name : {"Authorization", "X-Auth", "x-amz-security-token", "X-Session-Id", "Credential",
                             "x_secret", "X-Signature", "Set-Cookie", "x-api-key", "DB-Password"})
        CHECK(lc::is_secret_field(name));
    for (auto const* name : {"content-type", "x-request-id", "WWW-Authenticate", "Proxy-Authenticate", "x-tenant"})
        CHECK_FALSE(lc::is_secret_field(name));
}

TEST_CASE("fields that carry credentials keep nothing but their scheme") {
    auto const h = hidden();
    CHECK(mask_field("Authorization", "Bearer tok/en+4\"2", h) == "Bearer $LANCESPEC_TOKEN");
    CHECK(mask_field("authorization", "Bearer other", h) == "Bearer ***");
    CHECK(mask_field("authorization", "rawtoken", h) == "***");
    CHECK(mask_field("authorization", "no=scheme x", h) == "***");
    CHECK(mask_field("Proxy-Authorization", "Basic dXNlcg==", h) == "Basic ***");
    CHECK(mask_field("X-API-Key", "key-99", h) == "$LANCESPEC_API_KEY");
    CHECK(mask_field("x-api-key", "wrong", h) == "***");
    CHECK(mask_field("x-api-key", "", h).empty());
    CHECK(mask_field("Set-Cookie", "sid=123; Path=/", h) == "***");
    CHECK(mask_field("cookie", "sid=123", h) == "***");
    CHECK(mask_field("content-type", "application/json", h) == "application/json");
    CHECK(mask_field("x-echo", "Bearer tok/en+4\"2", h) == "Bearer $LANCESPEC_TOKEN");
}

TEST_CASE("members of JSON that carry credentials are masked, in broken JSON too") {
    lc::secrets const h{"tttt-1111", {}};
    CHECK(mask(R"({"identity":{"auth_token":"tttt-1111","api_key" : "x\"y"},"column":"auth_token"})", h) ==
          R"({"identity":{"auth_token":"$LANCESPEC_TOKEN","api_key" : "***"},"column":"auth_token"})");
    CHECK(mask(R"({"storage_options":{"aws_secret":"abc","n":5,"deep":{"k":["v",true]},"none":null},"z":"keep"})", h) ==
          R"({"storage_options":{"aws_secret":"***","n":"***","deep":{"k":["***","***"]},"none":null},"z":"keep"})");
    CHECK(mask(R"({"apiKey":12345,"authToken":null,"STORAGE-OPTIONS":{}})", h) ==
          R"({"apiKey":"***","authToken":null,"STORAGE-OPTIONS":{}})");
    CHECK(mask(R"({"\u0061pi_key":"s"})", h) == R"({"\u0061pi_key":"***"})");
    CHECK(mask(R"(the answer {"api_key":"s3cr)", h) == R"(the answer {"api_key":"***")");
    CHECK(mask(R"("api_key":)", h) == R"("api_key":)");
    CHECK(mask(R"("api_key":})", h) == R"("api_key":})");
    CHECK(mask(R"({"storage_options":{"a":"b)", h) == R"({"storage_options":{"a":"***")");
    CHECK(mask(R"(say "hello" and "api_key": "s")", h) == R"(say "hello" and "api_key": "***")");
}

TEST_CASE("masking is idempotent, never fails, and leaves no secret") {
    auto const piece =
        rc::gen::element<std::string>("key-99", "tok/en+4\"2", "\"api_key\":", "\"storage_options\":", "{", "}", "[",
                                      "]", "\"", ",", ":", "\\", "%", " ", "a", "\xff", "null");
    rc::prop("texts of JSON's pieces and secrets", [&] {
        auto const parts = *rc::gen::container<std::vector<std::string>>(piece);
        std::string text;
        for (auto const& part : parts) text += part;
        auto const once = mask(text, hidden());
        RC_ASSERT(once.find("key-99") == std::string::npos);
        RC_ASSERT(once.find("tok/en+4\"2") == std::string::npos);
        RC_ASSERT(mask(once, hidden()) == once);
    });
}

TEST_CASE("masking a large body costs no more than its length") {
    // What looked at one of these texts again for each of its bytes would take hours.
    std::size_t const length = 300'000;
    std::string const quotes(length, '"');
    std::string const backslashes(length, '\\');
    std::string opens;
    std::string escaped;
    std::string blanks = "\"";
    while (opens.size() < length) opens += "\"api_key\":{";
    while (escaped.size() < length) escaped += "\\\"";
    while (blanks.size() < length) blanks += "\"" + std::string(1'000, ' ');
    for (auto const& text : {quotes, backslashes, '"' + backslashes, opens, '"' + escaped, blanks})
        CHECK(mask(text, hidden()).size() <= text.size());
}

TEST_CASE("every text of a run is masked") {
    std::string const secret = "s3cr3t-t0ken";
    lc::run_result run;
    run.target = "http://h/" + secret;
    run.unreachable_reason = secret;
    lc::finding f;
    f.subjects = {"x " + secret};
    f.expected = f.actual = f.hint = "x " + secret;
    f.exchange = lc::exchange_record{
        {"POST", "/" + secret, {{"authorization", "Bearer " + secret}, {"x-" + secret, secret}}, secret}, {}};
    f.exchange->result.reason = secret;
    f.exchange->result.response = {200, {{"set-cookie", secret}, {"x", secret}}, secret};
    lc::check_result c;
    c.reason = secret;
    c.variants = {{secret, lc::outcome::pass}};
    c.findings = {f};
    run.checks = {c};
    auto const shown = mask(run, {secret, {}});

    std::string all =
        shown.target + shown.unreachable_reason + shown.checks[0].reason + shown.checks[0].variants[0].name;
    auto const& g = shown.checks[0].findings[0];
    all += g.subject() + g.expected + g.actual + g.hint + g.exchange->request.target + g.exchange->request.body +
           g.exchange->result.reason + g.exchange->result.response.body;
    for (auto const& fields : {g.exchange->request.fields, g.exchange->result.response.fields})
        for (auto const& [name, value] : fields) all += name + value;
    CHECK_THAT(all, !Catch::Contains(secret));
}

}  // namespace mask_test
