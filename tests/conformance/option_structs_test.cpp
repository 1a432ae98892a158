// SPDX-License-Identifier: Apache-2.0
// As tests/executor/option_structs_test.cpp, of the suite: each option by its name, without a warning.
#include "conformance/engine/options.hpp"
#include "conformance/report/console.hpp"
#include "conformance/report/trace_transport.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/serve/server.hpp"
#include "conformance/transport/curl_transport.hpp"
#include "tests/support/catch.hpp"

namespace option_structs_test {

namespace lc = lancespec::conformance;

TEST_CASE("every option of the suite can be set alone, by its name") {
    CHECK(lc::fixture{.view_not_made = "why"}.column == "doubled");
    CHECK_FALSE(lc::expectations{.required = {"CreateTable"}}.strict);
    CHECK(lc::run_options{.interrupts = nullptr}.profile == "auto");
    CHECK(lc::run_options{.token = "sesame"}.jobs == 1);
    CHECK_FALSE(lc::console_options{.verbose = true}.colour);
    CHECK(lc::trace_bounds{.total = 3}.body == 1u << 20);
    CHECK(lc::curl_options{.interrupts = nullptr}.ca_file.empty());
    CHECK(lc::server_options{.grace = std::chrono::milliseconds(3)}.host == "127.0.0.1");
    CHECK_FALSE(lc::built_in_options{.listen = {.port = 0}}.demo);
}

}  // namespace option_structs_test
