#include "conformance/transport/in_process_transport.hpp"

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

TEST_CASE("a handler that throws is an interrupted exchange") {
    lc::in_process_transport t([](http::request const& r) -> http::response {
        if (r.target == "/int") throw 1;
        throw std::runtime_error("why");
    });
    CHECK(t.exchange({"GET", "/int", {}, ""}).status == lc::exchange_status::interrupted);
    CHECK_THAT(t.exchange({"GET", "/", {}, ""}).reason, Catch::Contains("why"));
}

}  // namespace in_process_transport_test
