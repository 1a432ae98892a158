// SPDX-License-Identifier: Apache-2.0
// What some operations do beyond their answer, or because of one parameter: written for each by hand.
#include "conformance/checks/derived_checks.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/fixtures.hpp"
#include "conformance/setup/requests.hpp"

#include <lancespec/model/namespaces.hpp>
#include <lancespec/model/tables.hpp>

#include <fmt/format.h>

namespace lancespec::conformance::checks {
namespace {

/// A flag of DescribeTable that asks for members of the answer.
definition flag(operation const& op, std::string_view parameter, std::vector<std::string> members) {
    auto const asked = fmt::format("{}=true", parameter);
    return {
        {
            .id = id_of(op, parameter),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = fmt::format("spec 0.11.1, DescribeTableRequest.{0}, parameter {0}", parameter),
            .summary = fmt::format("With `?{}` the answer has {}.", asked, fmt::join(members, ", ")),
            .rationale = "MUST honour the query parameter when the body is silent; what is answered without it is left "
                         "open. A server that declines it with code 0 passes.",
            .run =
                [parameter, members, asked](probe& p) {
                    // Of a table that is only declared there is no more to tell.
                    bool const may_make = p.options().set_up && !p.options().read_only;
                    if (may_make && p.run().survey_of(*find_operation("CreateTable")).state != presence::accepted)
                        p.leave_out("it needs a table with rows, and the server makes none");
                    request_sender ask(p);
                    auto with = ask.thing().members;
                    with[parameter] = true;
                    auto const a = ask.send(with);
                    if (!p.accepts(level::must, fmt::format("`?{}` is accepted", asked), a)) return;
                    for (auto const& name : members) {
                        auto const* member = a.member(name);
                        p.must(member != nullptr && !member->is_null(), fmt::format("`?{}` answers `{}`", asked, name),
                               a, "the parameter is in the query, and may be in the body too: look at both");
                    }
                },
        },
        {faults::on_request(
            op, fmt::format("ignores `{}`", parameter),
            [asked](faults::asked const& a) { return a.request.target.find(asked) != std::string::npos; },
            [members](faults::asked const& a, handler const& next) {
                auto response = next(a.request);
                auto answered = faults::members_of(response);
                for (auto const& name : members) answered.erase(name);
                faults::set_members(response, answered);
                return response;
            })},
    };
}

/// A namespace of the check's own with something in it. Its names.
std::vector<std::string> full_namespace(probe& p, client& by) {
    auto& shop = fixtures_of(p.run());
    auto made = shop.make_namespace(by, "full");
    if (!made) p.block("it needs a namespace of its own: " + made.error().why);
    auto child = *made;
    child.emplace_back("child");
    model::create_namespace_request inner;
    inner.id = child;
    auto const nested = by.call(inner);
    if (nested.ok) return *made;
    model::declare_table_request table;
    table.id = child;
    auto const declared = by.call(table);
    if (!declared.ok) p.block("it needs something in a namespace: " + nested.why + "; " + declared.why);
    return *made;
}

definition not_empty(operation const& op) {
    return {
        {
            .id = id_of(op, "not_empty"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = "REST catalog page, DropNamespace; errors page: NamespaceNotEmpty",
            .summary = "A namespace that holds something is not dropped: 409 with code 3, and it is still there.",
            .rationale =
                "MUST: the behaviour is Restrict unless the request says Cascade, and both pages name the code.",
            .needs = need::nothing,
            .run =
                [](probe& p) {
                    if (!p.options().may_make())
                        p.leave_out("it needs a namespace of its own: --no-set-up forbids that");
                    client by(p.run(), p.id() + ".own");
                    auto const names = full_namespace(p, by);
                    auto const a = p.send_as_written(write_members(p.op(), names, {}, p.options().delimiter));
                    if (p.must(!a.accepted(), "a namespace that is not empty is not dropped", a,
                               "Restrict is the default: what is below is lost otherwise"))
                        p.must(a.code() == 3, "the answer has code 3 (NamespaceNotEmpty)", a);
                    model::describe_namespace_request describe_it;
                    describe_it.id = names;
                    auto const after = by.call(describe_it);
                    if (!a.accepted())
                        p.must(after.ok || after.declined, "after the refusal the namespace is still there", after.a);
                },
        },
        {faults::on_request(
            op, "drops a namespace with all that is in it",
            [](faults::asked const& a) { return a.where.id.ends_with("full"); },
            [](faults::asked const& a, handler const&) {
                (void)a;
                return http::response{200, {{"content-type", "application/json"}}, "{}"};
            })},
    };
}

}  // namespace

definitions derived_effects(operation const& op) {
    definitions out;
    if (op.id == "DescribeTable") {
        out.push_back(flag(op, "load_detailed_metadata", {"version", "schema", "stats"}));
        out.push_back(flag(op, "with_table_uri", {"table_uri"}));
    }
    if (op.id == "DropNamespace") out.push_back(not_empty(op));
    return out;
}

}  // namespace lancespec::conformance::checks
