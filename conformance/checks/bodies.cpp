// SPDX-License-Identifier: Apache-2.0
// Request bodies as a whole: text that is no JSON, JSON that is no object, members beyond the schema.
#include "conformance/checks/checks.hpp"
#include "conformance/engine/traits.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lancespec::conformance::checks {
namespace {

constexpr std::string_view bad_request_sentence = "response 400: unexpected body format, such as invalid JSON";

definition malformed_json(operation const& op) {
    return {
        {
            .id = id_of(op, "malformed_json"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_operation(op, bad_request_sentence),
            .summary = "A body that is no JSON starts nothing; it should be answered 400.",
            .rationale = "MUST not succeed, since nothing of the request could be understood; SHOULD be 400, which the "
                         "document describes with this example. What some parsers let pass (text after the object, "
                         "bytes that are no UTF-8) is a SHOULD.",
            .needs = need::nothing,
            .run =
                [](probe& p) {
                    std::size_t left = 4;
                    auto const send = [&](std::string name, level strength, std::string body) {
                        p.variant(std::move(name));
                        auto const a = p.send(p.request().body(std::move(body)));
                        if (p.expect(strength, !a.accepted(), "a body that is no JSON starts no job", a,
                                     "the body is ignored, or read only in part"))
                            p.should(a.refused(), "a body that is no JSON is answered 400", a);
                        return p.go_on_after(a, --left);
                    };
                    (void)(send("cut off", level::must, R"({"column": "lancespec", "concurrency": )") &&
                           send("form fields", level::must, "column=lancespec&concurrency=1") &&
                           send("text after the object", level::should, R"({"column": "lancespec"} lancespec)") &&
                           send("bytes that are no UTF-8", level::should, "{\"column\": \"\xff\xfe\"}"));
                },
        },
        {faults::on_request(
            op, "reads a body that is no JSON as if all were well",
            [](faults::asked const& a) { return !a.is_json && !a.request.body.empty(); }, faults::blindly())},
    };
}

std::vector<fault> without_object(operation const& op, level strength) {
    std::string const what = "takes an array, a string or a number for an empty object";
    auto const is_other = [](faults::asked const& a) { return a.is_json && !a.is_object && a.request.body != "null"; };
    if (strength == level::must) return {faults::on_request(op, what, is_other, faults::blindly())};
    return faults::both_ways(op, is_other, {what + ", and answers without a job id", faults::carelessly()},
                             {what, faults::blindly()});
}

definition body_not_object(operation const& op) {
    auto const strength = op.request_body == contract::body_kind::json ? level::must : level::should;
    return {
        {
            .id = id_of(op, "body_not_object"),
            .operation = std::string(op.id),
            .strength = strength,
            .clause = of_request(op, ""),
            .summary = "A JSON body that is no object is refused; it should be with a 4xx.",
            .rationale = strength == level::must
                             ? "MUST not succeed: such a body has no `column`, so there is nothing to backfill."
                             : "SHOULD: the body is optional, but one that is there is an object.",
            .needs = need::nothing,
            .run =
                [strength](probe& p) {
                    std::size_t left = strength == level::must ? 5 : 3;
                    auto const send = [&](std::string name, std::string body) {
                        p.variant(std::move(name));
                        auto const a = p.send(p.request().body(std::move(body)));
                        if (p.expect(strength, !a.accepted(), "a body that is no object starts no job", a))
                            p.should(a.refused(), "a body that is no object is refused with a 4xx", a);
                        return p.go_on_after(a, --left);
                    };
                    bool const on = send("array", "[]") && send("string", R"("lancespec")") && send("number", "7");
                    // Without a required body, real clients send null for none.
                    if (on && strength == level::must) (void)(send("null", "null") && send("no body", ""));
                },
        },
        without_object(op, strength),
    };
}

bool has_unknown_member(faults::asked const& a) {
    auto const& type = a.op.request();
    return std::ranges::any_of(a.members,
                               [&](auto const& member) { return type.find(member.key()) >= type.fields.size(); });
}

definition unknown_member(operation const& op) {
    return {
        {
            .id = id_of(op, "unknown_member"),
            .operation = std::string(op.id),
            .strength = level::should,
            .clause = of_request(op, ""),
            .summary = "A member that the schema does not have is ignored.",
            .rationale = "SHOULD: the schema does not close the object, and clients of a later version send more "
                         "members.",
            .run =
                [](probe& p) {
                    if (auto const* a = p.shown(traits::unknown_member))
                        p.accepts(level::should, "a request with a member that the schema does not have is accepted",
                                  *a, "clients of later versions of the specification send more members");
                },
        },
        faults::both_ways(op, has_unknown_member, {"crashes on a member that it does not know", faults::crashing()},
                          {"refuses a member that it does not know", faults::refusing(400, 13, "unknown member")}),
    };
}

definition content_type_charset(operation const& op) {
    auto const has_charset = [](faults::asked const& a) {
        auto const type = a.request.fields.find("content-type");
        return type && type->find("charset") != std::string_view::npos;
    };
    return {
        {
            .id = id_of(op, "content_type_charset"),
            .operation = std::string(op.id),
            .strength = level::should,
            .clause = of_operation(op, "request body, application/json"),
            .summary = "A body sent as `application/json; charset=utf-8` is read as JSON.",
            .rationale = "SHOULD: the declared media type with a parameter that HTTP libraries add is the same type.",
            .run =
                [](probe& p) {
                    if (auto const* a = p.shown(traits::charset))
                        p.accepts(level::should, "`application/json; charset=utf-8` is accepted as JSON", *a,
                                  "compare the media type without its parameters");
                },
        },
        {faults::quietly(faults::on_request(op, "compares the whole Content-Type", has_charset,
                                            faults::refusing(415, 13, "unsupported media type")))},
    };
}

definition other_content_types(operation const& op) {
    return {
        {
            .id = id_of(op, "other_content_types"),
            .operation = std::string(op.id),
            .strength = level::info,
            .clause = of_operation(op, "request body, application/json"),
            .summary = "A JSON body without a Content-Type, and one sent as text/plain: refused for that, or read?",
            .rationale = "INFO: only application/json is declared; some clients send no Content-Type.",
            .needs = need::nothing,
            .run =
                [](probe& p) {
                    // Of an object that does not exist, so that no job is started.
                    for (std::string const type : {"", "text/plain"}) {
                        auto const* name = type.empty() ? "no Content-Type" : "Content-Type: text/plain";
                        p.variant(name);
                        auto const a = p.send(p.request().on(p.unknown_sibling()).header("content-type", type));
                        bool const read = a.accepted() || a.status() == 404 || a.code() == 1 || a.code() == 4;
                        bool const refused = a.refused() && a.status() != 401 && a.status() != 403;
                        p.observe(
                            read || refused
                                ? fmt::format("a JSON body with {} is {}", name, read ? "read" : "refused for that")
                                : fmt::format("whether a JSON body with {} is read cannot be told", name),
                            a);
                    }
                },
        },
        {faults::on_request(
            op, "crashes on text/plain",
            [](faults::asked const& a) { return a.request.fields.find("content-type") == "text/plain"; },
            faults::crashing())},
    };
}

}  // namespace

definitions request_media_types(operation const& op) {
    return {content_type_charset(op), other_content_types(op)};
}

definitions bodies(operation const& op) {
    return {malformed_json(op), body_not_object(op), unknown_member(op)};
}

}  // namespace lancespec::conformance::checks
