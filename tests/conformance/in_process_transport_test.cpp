// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/in_process_transport.hpp"

#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <stdexcept>

namespace in_process_transport_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;

TEST_CASE("the in-process transport gives what the handler answers") {
    lc::in_process_transport t([](http::request const& r) { return http::response{201, {}, r.method + r.target}; });
    CHECK(t.exchange({"POST", "/x", {}, ""}).response.body == "POST/x");
    auto const head = t.exchange({"HEAD", "/x", {}, ""});
    CHECK(head.response.status == 201);
    CHECK(head.response.body.empty());
    CHECK_FALSE(t.base_url().empty());
}

TEST_CASE("a body in a coding that nobody asked for is not decoded in process: each check that reads it says so") {
    std::string const packed(
        "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xab\x56\xca\xca\x4f\x8a\xcf\x4c\x51\xb2\x52\x50\xca\x52"
        "\xaa\x05\x00\xdb\xa6\xa2\x53\x0f\x00\x00\x00",
        35);
    auto corrupt = packed;
    for (std::size_t i = 10; i < 20; ++i) corrupt[i] = '\xff';
    for (auto const& body : {packed, packed.substr(0, 20), packed.substr(0, 1), corrupt}) {
        INFO(body.size() << " bytes");
        auto const run = canned::run([&](lancespec::http::request const&) {
            return lancespec::http::response{
                202, {{"content-type", "application/json"}, {"content-encoding", "gzip"}}, body};
        });
        CHECK(lancespec::conformance::status_of(run) == lancespec::conformance::exit_status::must_failed);
        CHECK(count(run, lancespec::conformance::outcome::suite_error) == 0);
        auto const& told = canned::result_of(run, "backfill_column.response_schema");
        REQUIRE(!told.findings.empty());
        CHECK_THAT(told.findings[0].actual, Catch::Contains("Content-Encoding gzip, which nobody asked for"));
    }
}

TEST_CASE("a handler that throws is an interrupted exchange") {
    lc::in_process_transport t([](http::request const& r) -> http::response {
        if (r.target == "/int") throw 1;
        throw std::runtime_error("why");
    });
    CHECK(t.exchange({"GET", "/int", {}, ""}).status == lc::exchange_status::interrupted);
    CHECK_THAT(t.exchange({"GET", "/", {}, ""}).reason, Catch::Contains("why"));
}

}  // namespace in_process_transport_test
