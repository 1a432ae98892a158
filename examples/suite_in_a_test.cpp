// SPDX-License-Identifier: Apache-2.0
// The conformance suite as one of a project's own tests: on a server object, in process, without a port.
#define CATCH_CONFIG_MAIN
#include <conformance/conformance.hpp>
#include <lancespec/executor.hpp>

#include <catch2/catch.hpp>

namespace conformance = lancespec::conformance;
namespace executor = lancespec::executor;

// What is tested. Yours is whatever answers an http::request; here it is the catalog of the library.
class my_server {
public:
    my_server() : catalog_(executor::catalog_options{}), service_(catalog_, {}) {}
    lancespec::http::response answer(lancespec::http::request const& request) { return service_.handle(request); }

private:
    executor::catalog catalog_;
    executor::service service_;
};

TEST_CASE("the server keeps the contract of jobs") {
    my_server server;
    conformance::in_process_transport way([&](auto const& request) { return server.answer(request); });
    conformance::run_options options;
    options.profile = "jobs";

    auto const run = conformance::run_checks(way, options);

    // Mask what is shown: requests may carry credentials.
    INFO(conformance::console_report(conformance::mask(run, {})));
    CHECK(conformance::status_of(run) == conformance::exit_status::conforms);
}
