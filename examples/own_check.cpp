// SPDX-License-Identifier: Apache-2.0
// A check of one's own beside those of lancespec, with the fault that proves it: a server that is broken in that one
// way must fail the check, and nothing else must.
#define CATCH_CONFIG_MAIN
#include <conformance/conformance.hpp>
#include <lancespec/executor.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

namespace conformance = lancespec::conformance;
namespace faults = lancespec::conformance::faults;
namespace executor = lancespec::executor;

// "Every answer of ours about tables names the region": a rule of a company, not of the contract.
static conformance::definition names_the_region() {
    auto const& op = *conformance::find_operation("ListTables");
    return {
        {
            .id = "example.names_the_region",
            .operation = "ListTables",
            .strength = conformance::level::must,
            .clause = "our handbook, page 12",
            .summary = "A list of tables carries the header x-region.",
            .rationale = "Our proxies route by it.",
            .run =
                [](conformance::probe& p) {
                    conformance::client by(p.run(), p.id());
                    lancespec::model::list_tables_request request;
                    request.id = std::vector<std::string>{};
                    auto const listed = by.call(request);
                    p.must(listed.a.record.result.response.fields.find("x-region").has_value(),
                           "an answer has the header x-region", listed.a);
                },
        },
        {faults::on_response(
            op, "forgets the region", [](auto const&) { return true; },
            [](lancespec::http::response& response) { response.fields.erase("x-region"); })},
    };
}

static conformance::suite with_ours() {
    auto all = conformance::standard_suite();
    all.add({names_the_region()});
    return all;
}

// The server, and in front of it a fault or none.
static conformance::run_result run(conformance::suite const& checks, conformance::fault const* broken) {
    executor::catalog catalog{executor::catalog_options{}};
    executor::service service(catalog, {});
    conformance::handler const honest = [&](auto const& request) {
        auto response = service.handle(request);
        response.fields.set("x-region", "eu");
        return response;
    };
    conformance::in_process_transport way(
        [&](auto const& request) { return broken ? apply(*broken, request, honest) : honest(request); });
    conformance::run_options options;
    options.only = {"example.*", "list_tables.*"};
    return run_checks(way, options, checks.checks());
}

static conformance::outcome outcome_of(conformance::run_result const& run, std::string_view id) {
    auto const found = std::ranges::find(run.checks, id, &conformance::check_result::id);
    REQUIRE(found != run.checks.end());
    return found->result;
}

TEST_CASE("the check passes on the server as it is") {
    CHECK(outcome_of(run(with_ours(), nullptr), "example.names_the_region") == conformance::outcome::pass);
}

TEST_CASE("the check notices its fault, and no other check does") {
    auto const all = with_ours();
    auto const broken = run(all, all.find_fault("example.names_the_region"));
    CHECK(outcome_of(broken, "example.names_the_region") == conformance::outcome::fail);
    CHECK(count(broken, conformance::outcome::fail) == 1);
}
