// SPDX-License-Identifier: Apache-2.0
#include "tests/support/behaviour.hpp"

#include "conformance/serve/built_in.hpp"
#include "conformance/transport/curl_transport.hpp"
#include "tests/support/catch.hpp"

namespace behaviour_test {

namespace lc = lancespec::conformance;

TEST_CASE("The reference server answers every kind of request over HTTP as the table says") {
    for (auto const kind :
         {behaviour::server_kind::open, behaviour::server_kind::guarded, behaviour::server_kind::unavailable}) {
        lc::built_in_options options;
        options.demo = true;
        options.service = behaviour::options_of(kind);
        auto const server = lc::built_in_server::start(options);
        REQUIRE(server.has_value());
        lc::curl_transport transport(*lc::parse_base_url((*server)->http().url()));
        for (auto const& asked : behaviour::table()) {
            if (asked.server != kind) continue;
            auto fields = asked.fields;
            fields.add("content-type", "application/json");
            auto const got = transport.exchange({"POST", asked.target, fields, asked.body});
            CAPTURE(asked.what, got.reason, got.response.body);
            CHECK(got.status == lc::exchange_status::answered);
            CHECK(behaviour::complaint(asked, got.response) == "");
        }
    }
}

}  // namespace behaviour_test
