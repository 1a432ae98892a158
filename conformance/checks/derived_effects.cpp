// What some operations do beyond their answer, or because of one parameter: written for each by hand.
#include "conformance/checks/derived_checks.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/requests.hpp"
#include "conformance/setup/workshop.hpp"

#include <lancespec/model/branches.hpp>
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
            .operation = std::string(op.id()),
            .strength = level::must,
            .clause = fmt::format("spec 0.11.1, DescribeTable, parameter {}", parameter),
            .summary = fmt::format("With `?{}` the answer has {}.", asked, fmt::join(members, ", ")),
            .rationale = "MUST honour the query parameter when the body is silent; what is answered without it is left "
                         "open. A server that declines it with code 0 passes.",
            .run =
                [parameter, members, asked](probe& p) {
                    // Of a table that is only declared there is no more to tell.
                    bool const may_make = p.options().set_up && !p.options().read_only;
                    if (may_make && p.run().survey_of(*find_operation("CreateTable")).state != presence::accepted)
                        p.leave_out("it needs a table with rows, and the server makes none");
                    asker ask(p);
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
            .operation = std::string(op.id()),
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

/// The request without the branch that it names.
http::request on_main(http::request request) {
    auto const at = request.target.find("branch=");
    if (at != std::string::npos) {
        auto const end = request.target.find('&', at);
        request.target.erase(at - 1, end == std::string::npos ? std::string::npos : end - at + 1);
    }
    return request;
}

/// A write of one branch leaves main as it was.
definition branch_alone(operation const& op) {
    return {
        {
            .id = id_of(op, "branch_alone"),
            .operation = std::string(op.id()),
            .strength = level::must,
            .clause = "spec 0.11.1, parameter branch",
            .summary = "What is written to a branch changes the branch, and leaves main alone.",
            .rationale = "MUST on a server that has branches: absent means main, so that a branch that is named means "
                         "another one. Lance's RestAdapter writes to main.",
            .run =
                [](probe& p) {
                    auto const& branches = p.run().survey_of(*find_operation("CreateTableBranch"));
                    if (branches.state != presence::accepted)
                        p.unsupported("the server has no branches: " + branches.reason);
                    asker ask(p);
                    auto const about = ask.thing();
                    client by(p.run(), p.id() + ".own");
                    model::create_table_branch_request branch;
                    branch.id = about.names;
                    branch.name = "lancespecbranch";
                    if (auto const made = by.call(branch); !made.ok)
                        p.block("it needs a branch of its own: " + made.why);
                    auto const before = by.count(about.names, {});
                    if (!before) p.block("effects cannot be read back: " + before.error());
                    auto members = about.members;
                    members["branch"] = branch.name;
                    if (members.contains("predicate")) members["predicate"] = "id > 0";  // rows that are there
                    auto const a = ask.send(members);
                    if (!p.accepts(level::must, "a branch that exists is written to", a)) return;
                    auto const main = by.count(about.names, {});
                    if (!main) p.block("effects cannot be read back: " + main.error());
                    p.must_find(*main == *before, "main is as it was",
                                fmt::format("main had {} rows, and has {}", *before, *main), a);
                    auto const there = by.count(about.names, {}, branch.name);
                    if (there)
                        p.must_find(*there != *before, "the branch has changed",
                                    fmt::format("the branch has {} rows, as before", *there), a);
                },
        },
        {faults::on_request(
            op, "writes to main whatever the branch is",
            [](faults::asked const& a) {
                return a.request.target.find("branch=lancespecbranch") != std::string::npos ||
                       a.text("branch") == "lancespecbranch";
            },
            [](faults::asked const& a, handler const& next) {
                auto changed = on_main(a.request);
                if (a.is_object) {
                    auto members = a.members;
                    members.erase("branch");
                    changed.body = faults::with_members(a, members).body;
                }
                return next(changed);
            })},
    };
}

}  // namespace

definitions derived_effects(operation const& op) {
    definitions out;
    if (op.id() == "DescribeTable") {
        out.push_back(flag(op, "load_detailed_metadata", {"version", "schema", "stats"}));
        out.push_back(flag(op, "with_table_uri", {"table_uri"}));
    }
    if (op.id() == "DropNamespace") out.push_back(not_empty(op));
    if (op.id() == "InsertIntoTable" || op.id() == "DeleteFromTable") out.push_back(branch_alone(op));
    return out;
}

}  // namespace lancespec::conformance::checks
