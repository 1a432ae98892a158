// SPDX-License-Identifier: Apache-2.0
// What every error body is, whatever went wrong.
#include "conformance/checks/checks.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>

namespace lancespec::conformance::checks {
namespace {

/// Requests that break one thing each, and need nothing of the server. Ends the check when none is refused.
void provoke(probe& p) {
    bool any = false;
    auto const send = [&](std::string name, request_draft const& draft) {
        p.variant(std::move(name));
        any = p.send(draft).status() >= 400 || any;
    };
    send(fmt::format("unknown {}", noun_of(p.op())), p.request().on(p.unknown_sibling()));
    send("body that is no object", p.request().body("[]"));
    send("id of the body differs", p.request().with({{"id", {"lancespecnone"}}}));
    if (!any) p.leave_out("none of the requests that break something was answered with an error");
}

/// The answer about an object that does not exist.
bool is_not_found(http::response const& response) {
    auto const members = faults::members_of(response);
    auto const* code = members.if_contains("code");
    return response.status == 404 && code && *code == 4;
}

fault named(std::string what, fault f) {
    f.what = std::move(what);
    return f;
}

definition about(operation const& op, std::string_view name, std::string clause, std::string summary,
                 std::string rationale, std::string_view rule, std::vector<fault> broken) {
    return {
        {
            .id = id_of(op, name),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = std::move(clause),
            .summary = std::move(summary),
            .rationale = std::move(rationale),
            .needs = need::nothing,
            .run = provoke,
            .about = {std::string(rule)},
        },
        std::move(broken),
    };
}

definition error_code_integer(operation const& op) {
    return about(
        op, "error_code_integer", of_schema("ErrorResponse", "code"),
        "Every error carries a JSON object with an integer `code` of at least 0.",
        "`code` is the schema's one required member, and what Lance's Rust, Python and Node clients tell "
        "errors apart by. text/plain from middleware passes on a 400, and nothing else does: bare 401, 403 and "
        "429 are a proxy's.",
        rules::error_code,
        {faults::on_response(op, "sends code 4 as a string", is_not_found,
                             [](http::response& r) {
                                 auto members = faults::members_of(r);
                                 members["code"] = "4";
                                 faults::set_members(r, members);
                             }),
         named("web_page",
               faults::on_response(
                   op, "answers a bad request with a web page", [](http::response const& r) { return r.status == 400; },
                   [](http::response& r) {
                       r.fields.set("content-type", "text/html");
                       r.body = "<html><body>400 Bad Request</body></html>";
                   })),
         named("text", faults::on_response(op, "says in plain text that something is not found", is_not_found,
                                           [](http::response& r) {
                                               r.fields.set("content-type", "text/plain");
                                               r.body = "Not Found";
                                           }))});
}

definition error_members(operation const& op) {
    return about(op, "error_members", of_schema("ErrorResponse", "error, detail, instance"),
                 "`error`, `detail` and `instance` of an error are strings, null or absent; other members are free.",
                 "A typed client that meets another type loses the whole body, and the code with it.",
                 rules::error_members,
                 {faults::on_response(op, "sends `detail` as an object when something is not found", is_not_found,
                                      [](http::response& r) {
                                          auto members = faults::members_of(r);
                                          members["detail"] = boost::json::object{{"trace", boost::json::array{}}};
                                          faults::set_members(r, members);
                                      })});
}

definition error_status(operation const& op) {
    return about(
        op, "error_status", "REST catalog page, error mapping",
        "An error's status is the one that the REST catalog page maps its code to: 4 to 404, 13 to 400, and so on.",
        "MUST: implementations must map the codes 0 to 21 so. 501 passes with code 0, 404 and 400 with 12 and 13 for "
        "field "
        "paths, 413, 415, 422 and 431 of a framework in place of 400. SHOULD for 22 (404) and 23 (409), which no page "
        "maps. Lance's RestAdapter keeps it.",
        rules::error_status,
        {faults::on_response(op, "says with a 404 that it is unavailable (17)", is_not_found,
                             [](http::response& r) {
                                 auto members = faults::members_of(r);
                                 members["code"] = 17;
                                 faults::set_members(r, members);
                             }),
         named("bad_request", faults::on_response(op, "says with a 400 that something is not found", is_not_found,
                                                  [](http::response& r) { r.status = 400; }))});
}

}  // namespace

definitions errors(operation const& op) {
    return {error_code_integer(op), error_members(op), error_status(op)};
}

}  // namespace lancespec::conformance::checks
