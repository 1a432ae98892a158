// SPDX-License-Identifier: Apache-2.0
// The in-memory catalog in place of a server in a unit test: no port, no thread, jobs that are done when the call
// returns.
#define CATCH_CONFIG_MAIN
#include <lancespec/executor.hpp>

#include <catch2/catch.hpp>

namespace executor = lancespec::executor;
namespace model = lancespec::model;

// What is tested: code of yours that talks to a catalog.
static std::size_t number_of_teams(executor::catalog& behind, std::vector<std::string> const& company) {
    model::list_namespaces_request request;
    request.id = company;
    auto const answer = behind.execute(request);
    return answer ? answer->namespaces.size() : 0;
}

TEST_CASE("a namespace below is counted") {
    executor::catalog_options options;
    options.inline_jobs = true;
    executor::catalog catalog(options);

    model::create_namespace_request company;
    company.id = {"acme"};
    REQUIRE(catalog.execute(company).has_value());
    CHECK(number_of_teams(catalog, {"acme"}) == 0);

    model::create_namespace_request team;
    team.id = {"acme", "vision"};
    REQUIRE(catalog.execute(team).has_value());
    CHECK(number_of_teams(catalog, {"acme"}) == 1);
}

TEST_CASE("an unknown namespace is an error with the contract's code") {
    executor::catalog catalog{executor::catalog_options{}};
    model::describe_namespace_request request;
    request.id = {"nowhere"};
    auto const answer = catalog.execute(request);
    REQUIRE(answer.has_error());
    CHECK(answer.error().code == lancespec::error_code::namespace_not_found);
}
