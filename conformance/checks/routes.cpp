// SPDX-License-Identifier: Apache-2.0
// Spellings of the route that the documents leave open.
#include "conformance/checks/checks.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>

namespace lancespec::conformance::checks {
namespace {

definition trailing_slash(operation const& op) {
    return {
        {
            .id = id_of(op, "trailing_slash"),
            .operation = std::string(op.id),
            .strength = level::info,
            .clause = of_operation(op, "path"),
            .summary = "The route with a slash at its end: is it the same?",
            .rationale = "INFO: the documents spell routes both ways. LanceDB's remote client ends every table route "
                         "with a slash.",
            .run =
                [](probe& p) {
                    // Of an object that does not exist, so that no job is started.
                    auto const a = p.send(p.request().on(p.unknown_sibling()).trailing_slash());
                    bool const same = a.code() == 4 || a.code() == 1 || a.accepted();
                    bool const other = a.unrouted() || a.declined() || a.is_redirect();
                    p.observe(same    ? "the route with a slash at its end is the same route"
                              : other ? "the route with a slash at its end is another route"
                                      : "whether the route with a slash at its end is the same cannot be told",
                              a, other ? "LanceDB's remote client ends every table route with a slash" : "");
                },
        },
        {faults::on_request(
            op, "crashes on a slash at the end", [](faults::asked const& a) { return a.where.trailing_slash; },
            faults::crashing())},
    };
}

definition wrong_method(operation const& op) {
    return {
        {
            .id = id_of(op, "wrong_method"),
            .operation = std::string(op.id),
            .strength = level::info,
            .clause = of_operation(op, "method"),
            .summary = "GET on the route: what is answered?",
            .rationale = "INFO: nothing is said about other methods. Lance's RestAdapter answers 405 without a body.",
            .run =
                [](probe& p) {
                    auto const a = p.send(p.request().method("GET"));
                    p.observe(fmt::format("GET is answered {}", a.status()), a);
                },
        },
        {faults::on_request(
            op, "crashes on GET", [](faults::asked const& a) { return a.request.method == "GET"; },
            faults::crashing())},
    };
}

}  // namespace

definitions routes(operation const& op) {
    return {trailing_slash(op), wrong_method(op)};
}

}  // namespace lancespec::conformance::checks
