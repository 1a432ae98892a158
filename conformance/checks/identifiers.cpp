// SPDX-License-Identifier: Apache-2.0
// The object of a request: its id in route and body, and objects that do not exist.
#include "conformance/checks/checks.hpp"
#include "conformance/engine/traits.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>

namespace lancespec::conformance::checks {
namespace {

definition id_in_body_agrees(operation const& op) {
    return {
        {
            .id = id_of(op, "id_in_body_agrees"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = "REST catalog page, information in route and body",
            .summary = "A body whose `id` agrees with the route is accepted.",
            .rationale = "The schema has `id`, and Lance's Rust client sends it in the body of every request.",
            .run =
                [](probe& p) {
                    if (auto const* a = p.shown(traits::id_in_body))
                        p.accepts(level::must, "an `id` of the body that agrees with the route is accepted", *a,
                                  "Lance's Rust client, and with it Python and Node, sends the id in route and body");
                },
        },
        {faults::on_request(
            op, "refuses a body that names the object of the route", [](faults::asked const& a) { return a.has("id"); },
            [](faults::asked const& a, handler const& next) {
                auto const response = next(a.request);
                return response.status == a.op.success_status ? faults::refuse(400, 13, "id comes with the route")
                                                              : response;
            })},
    };
}

definition id_mismatch(operation const& op) {
    return {
        {
            .id = id_of(op, "id_mismatch"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = "REST catalog page, information in route and body",
            .summary = "A body whose `id` differs from the route is answered 400.",
            .rationale = "A plain must of the REST document. SHOULD carry code 13 (InvalidInput). Lance's RestAdapter "
                         "lets the route win, and so starts the job on an object that the body did not name.",
            .needs = need::object,
            .run =
                [](probe& p) {
                    auto const send = [&](std::string name, std::vector<std::string> const& id, std::size_t left) {
                        p.variant(std::move(name));
                        auto const a = p.send(p.request().with_id(id));
                        auto const* hint = a.accepted()        ? "the route won silently: compare the two first"
                                           : a.status() == 404 ? "the body's id won: compare it with the route first"
                                                               : "";
                        if (p.must(a.status() == 400, "an `id` of the body that differs from the route is answered 400",
                                   a, hint))
                            p.should(!a.code() || a.code() == 13, "the error has code 13 (InvalidInput)", a);
                        return p.go_on_after(a, left);
                    };
                    auto deeper = p.names();
                    deeper.emplace_back("lancespec");
                    if (send("another last name", p.unknown_sibling(), 1)) send("one name more", deeper, 0);
                },
        },
        {faults::on_request(
            op, "lets the route win over the body's `id`",
            [](faults::asked const& a) {
                auto const* id = a.members.if_contains("id");
                return id && id->is_array();
            },
            [](faults::asked const& a, handler const& next) {
                auto members = a.members;
                members.erase("id");
                return next(faults::with_members(a, members));
            })},
    };
}

definition unknown_object(operation const& op, std::string_view name) {
    return {
        {
            .id = id_of(op, name),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_operation(op, "response 404"),
            .summary =
                fmt::format("A {} that does not exist is refused; it should be with 404 and code 4.", noun_of(op)),
            .rationale = "MUST be refused: 404 is described as the answer for a resource that cannot be found. SHOULD "
                         "be 404 with code 4 (TableNotFound, for views too: they have no code of their own).",
            .needs = need::nothing,
            .run =
                [](probe& p) {
                    auto const a = p.send(p.request().on(p.unknown_sibling()));
                    // Where the object beside it is missing too, nobody knows that their namespace exists.
                    bool const namespace_may_be_missing = p.run().survey_of(p.op()).state == presence::absent;
                    bool const told = a.code() == 4 || (namespace_may_be_missing && a.code() == 1);
                    if (p.must(!a.accepted(), fmt::format("a {} that does not exist is refused", noun_of(p.op())), a))
                        p.should(a.status() == 404 && told, "the answer is 404 with code 4 (TableNotFound)", a,
                                 "clients create the object, or say that it is missing, on this code alone");
                },
        },
        {faults::on_request(
             op, "accepts an object that does not exist", [](faults::asked const&) { return true; },
             [](faults::asked const& a, handler const& next) {
                 auto const response = next(a.request);
                 auto const members = faults::members_of(response);
                 auto const* code = members.if_contains("code");
                 return response.status == 404 && code && *code == 4 ? faults::accept_blindly(a.op) : response;
             }),
         faults::quietly(faults::on_response(
             op, "says that the namespace is missing where the object is",
             [](http::response const& r) {
                 auto const members = faults::members_of(r);
                 auto const* code = members.if_contains("code");
                 return r.status == 404 && code && *code == 4;
             },
             [](http::response& r) {
                 auto members = faults::members_of(r);
                 members["code"] = 1;
                 faults::set_members(r, members);
             }))},
    };
}

definition unknown_namespace(operation const& op) {
    return {
        {
            .id = id_of(op, "unknown_namespace"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_operation(op, "response 404"),
            .summary = fmt::format(
                "A {} in a namespace that does not exist is refused; it should be with 404 and code 1 or 4.",
                noun_of(op)),
            .rationale = "As for an unknown object. Which of the two is missing is not for a server to tell: codes 1 "
                         "and 4 both pass.",
            .needs = need::nothing,
            .run =
                [](probe& p) {
                    p.require_namespace();
                    auto names = p.names();
                    names.front() = p.unknown_sibling().back();
                    auto const a = p.send(p.request().on(names));
                    if (p.must(!a.accepted(),
                               fmt::format("a {} in a namespace that does not exist is refused", noun_of(p.op())), a))
                        p.should(a.status() == 404 && (a.code() == 4 || a.code() == 1),
                                 "the answer is 404 with code 1 (NamespaceNotFound) or 4 (TableNotFound)", a);
                },
        },
        {faults::on_request(
            op, "looks at the last name only when the namespace does not exist",
            [](faults::asked const& a) {
                return a.where.id.find(a.where.delimiter.value_or("$")) != std::string::npos;
            },
            faults::where_refused({1}, faults::blindly()))},
    };
}

}  // namespace

definitions identifiers(operation const& op) {
    return {id_in_body_agrees(op), id_mismatch(op),
            unknown_object(op, &op == &backfill_column() ? "unknown_table" : "unknown_view"), unknown_namespace(op)};
}

}  // namespace lancespec::conformance::checks
