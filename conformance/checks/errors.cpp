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
    send(fmt::format("unknown {}", p.op().noun), p.request().on(p.unknown_sibling()));
    send("body that is no object", p.request().body("[]"));
    send("id of the body differs", p.request().with({{"id", {"lancespec_none"}}}));
    if (!any) p.leave_out("none of the requests that break something was answered with an error");
}

/// The answer about an object that does not exist.
bool is_not_found(http::response const& response) {
    auto const members = faults::members_of(response);
    auto const* code = members.if_contains("code");
    return response.status == 404 && code && *code == 4;
}

definition about(operation const& op, std::string_view name, std::string clause, std::string summary,
                 std::string rationale, std::string_view rule, fault broken) {
    return {
        {
            .id = id_of(op, name),
            .operation = std::string(op.id()),
            .strength = level::must,
            .clause = std::move(clause),
            .summary = std::move(summary),
            .rationale = std::move(rationale),
            .needs = need::nothing,
            .run = provoke,
            .about = {std::string(rule)},
        },
        {std::move(broken)},
    };
}

definition error_code_integer(operation const& op) {
    return about(op, "error_code_integer", of_schema("ErrorResponse", "code"),
                 "Every error carries a JSON object with an integer `code` of at least 0.",
                 "`code` is the schema's one required member, and what Lance's Rust, Python and Node clients tell "
                 "errors apart by. Plain text from middleware passes on a 400, bare 401, 403 and 429 from a proxy.",
                 rules::error_code,
                 faults::on_response(op, "sends code 4 as a string", is_not_found, [](http::response& r) {
                     auto members = faults::members_of(r);
                     members["code"] = "4";
                     faults::set_members(r, members);
                 }));
}

definition error_members(operation const& op) {
    return about(op, "error_members", of_schema("ErrorResponse", "error, detail, instance"),
                 "`error`, `detail` and `instance` of an error are strings, null or absent; other members are free.",
                 "A typed client that meets another type loses the whole body, and the code with it.",
                 rules::error_members,
                 faults::on_response(op, "sends `detail` as an object when something is not found", is_not_found,
                                     [](http::response& r) {
                                         auto members = faults::members_of(r);
                                         members["detail"] = boost::json::object{{"trace", boost::json::array{}}};
                                         faults::set_members(r, members);
                                     }));
}

definition error_status(operation const& op) {
    return about(
        op, "error_status", of_operation(op, "responses 401, 403, 503") + "; ErrorResponse.code",
        "An error's status belongs to its code: 16 to 401, 15 to 403, 17 to 503; and the others as public "
        "servers agree.",
        "MUST for the three that the documents describe; SHOULD for the rest, since no document maps codes "
        "to statuses.",
        rules::error_status,
        faults::on_response(op, "says with a 404 that it is unavailable (17)", is_not_found, [](http::response& r) {
            auto members = faults::members_of(r);
            members["code"] = 17;
            faults::set_members(r, members);
        }));
}

}  // namespace

definitions errors(operation const& op) {
    return {error_code_integer(op), error_members(op), error_status(op)};
}

}  // namespace lancespec::conformance::checks
