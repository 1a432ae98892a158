// SPDX-License-Identifier: Apache-2.0
// The object that a request is about: ids that disagree, objects that do not exist; and bodies that are no JSON.
#include "conformance/checks/derived_checks.hpp"
#include "conformance/setup/requests.hpp"

#include <fmt/format.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace lancespec::conformance::checks {
namespace {

definition malformed_json(operation const& op) {
    // A read that ignores its body has acted on nothing.
    auto const strength = op.does == contract::effect::read ? level::should : level::must;
    auto f = derived_faults::accepts_broken(op, "reads a body that is no JSON as if all were well",
                                            [](rule r) { return r == rule::malformed; });
    return {
        {
            .id = id_of(op, "malformed_json"),
            .operation = std::string(op.id),
            .strength = strength,
            .clause = of_operation(op, "response 400: unexpected body format, such as invalid JSON"),
            .summary = strength == level::must ? "A body that is no JSON changes nothing; it should be answered 400."
                                               : "A body that is no JSON is refused; it should be answered 400.",
            .rationale = strength == level::must
                             ? "MUST not succeed, since nothing of the request could be understood; SHOULD be 400, "
                               "which the document describes with this example."
                             : "SHOULD: a read that ignores its body has acted on nothing; 400 is described for it.",
            .run =
                [strength](probe& p) {
                    request_sender ask(p);
                    for (auto const* body : {"{\"lancespec\": ", "lancespec=1&more=2"}) {
                        p.variant(body[0] == '{' ? "cut off" : "form fields");
                        auto request = ask.request();
                        request.body = body;
                        request.fields.set("content-type", "application/json");
                        auto const a = ask.send_broken(std::move(request));
                        if (p.expect(strength, !a.accepted(), "a body that is no JSON is not acted on", a,
                                     "the body is ignored, or read only in part"))
                            p.should(a.refused(), "a body that is no JSON is answered 400", a);
                    }
                },
        },
        {strength == level::must ? std::move(f) : derived_faults::softly(std::move(f))},
    };
}

definition id_mismatch(operation const& op) {
    auto const is_mismatch = [](rule r) { return r == rule::route_body; };
    bool const has_index = std::ranges::any_of(op.parameters, [](auto const& one) { return one.name == "index_name"; });
    return {
        {
            .id = id_of(op, "id_mismatch"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = "REST catalog page, information in route and body",
            .summary = has_index ? "A body whose `id` or `index_name` differs from the route is answered 400."
                                 : "A body whose `id` differs from the route is answered 400.",
            .rationale = "A plain must of the REST document. SHOULD carry code 13 (InvalidInput). Lance's RestAdapter "
                         "lets the route win, and so works on an object that the body did not name.",
            .run =
                [has_index](probe& p) {
                    request_sender ask(p);
                    auto const send = [&](std::string name, std::string_view member, boost::json::value differs) {
                        p.variant(std::move(name));
                        auto request = ask.request();
                        auto body = boost::json::parse(request.body.empty() ? "{}" : request.body);
                        body.as_object()[member] = std::move(differs);
                        request.body = boost::json::serialize(body);
                        request.fields.set("content-type", "application/json");
                        auto const a = ask.send_broken(std::move(request));
                        auto const* hint = a.accepted()        ? "the route won silently: compare the two first"
                                           : a.status() == 404 ? "the body won: compare it with the route first"
                                                               : "";
                        if (p.must(a.status() == 400,
                                   fmt::format("`{}` of the body, where it differs from the route, is answered 400",
                                               member),
                                   a, hint))
                            p.should(!a.code() || a.code() == 13, "the error has code 13 (InvalidInput)", a);
                    };
                    auto const other = missing_sibling(ask.thing().names, p.run().run_id());
                    send("another id", "id", boost::json::array(other.begin(), other.end()));
                    if (has_index) send("another index", "index_name", "lancespecnone");
                },
        },
        {derived_faults::accepts_broken(op, "lets the route win over the body", is_mismatch)},
    };
}

/// The codes that say of what a request is about that it is not there.
std::vector<std::int64_t> not_found_codes(operation const& op) {
    switch (op.object) {
        case contract::object_kind::namespace_: return {1};
        case contract::object_kind::transaction: return {10};
        default: return {4};
    }
}

definition unknown_object(operation const& op) {
    bool const listed = op.codes_listed && !op.error_codes.empty();
    bool const exists = op.id.ends_with("Exists");
    auto const codes = not_found_codes(op);
    auto const code = to_error_code(codes.front());
    auto const strength = listed ? level::must : level::should;
    auto f = derived_faults::accepts(
        op, fmt::format("answers a success for a {} that does not exist", noun_of(op)),
        [](faults::asked const& a) { return a.where.id.find("lancespecnone") != std::string::npos; });
    return {
        {
            .id = id_of(op, "unknown_object"),
            .operation = std::string(op.id),
            .strength = strength,
            .clause =
                listed ? fmt::format("errors page, {}: {}", op.id, name(*code)) : of_operation(op, "response 404"),
            .summary = exists ? fmt::format("A {} that does not exist is answered 404.", noun_of(op))
                              : fmt::format("A {} that does not exist is refused; it should be with 404 and code {}.",
                                            noun_of(op), codes.front()),
            .rationale = exists ? "MUST be 404: the status is the whole answer."
                         : op.id == "DropNamespace"
                             ? "MUST be refused with code 1; the documents say both 400 and 404."
                             : "MUST be refused, with that code, where the errors page or the REST catalog page lists "
                               "it for the "
                               "operation, else SHOULD. A code that is not sent at all is told by error_body.",
            .run =
                [strength, exists, codes](probe& p) {
                    request_sender ask(p);
                    auto const& about = ask.thing();
                    auto const a = ask.send_broken(write_members(p.op(), missing_sibling(about.names, p.run().run_id()),
                                                                 about.members, p.options().delimiter, about.rows));
                    if (exists) {
                        p.must(a.status() == 404,
                               fmt::format("a {} that does not exist is answered 404", noun_of(p.op())), a,
                               "clients read any other answer as one that it is there, or as a failure");
                        return;
                    }
                    if (!p.expect(strength, !a.accepted(),
                                  fmt::format("a {} that does not exist is refused", noun_of(p.op())), a))
                        return;
                    auto const sent = a.code();
                    bool const fits = sent && std::ranges::find(codes, *sent) != codes.end();
                    auto const* const hint = "clients create the object, or say that it is missing, on this code alone";
                    // Another code than the one that is listed; what a server that fails sends is told as it is.
                    bool const must = strength == level::must && sent && a.refused();
                    if (p.expect(must ? level::must : level::should, fits,
                                 fmt::format("the answer has code {}", codes.front()), a, hint))
                        p.should(a.status() == 404 || (p.op().id == "DropNamespace" && a.status() == 400),
                                 "the answer is 404", a);
                },
        },
        {strength == level::must ? std::move(f) : derived_faults::softly(std::move(f))},
    };
}

}  // namespace

definitions derived_objects(operation const& op) {
    definitions out;
    if (takes_json(op)) out.push_back(malformed_json(op));
    if (has_id_in_body(op)) out.push_back(id_mismatch(op));
    if (needs_existing_object(op)) out.push_back(unknown_object(op));
    return out;
}

}  // namespace lancespec::conformance::checks
