// SPDX-License-Identifier: Apache-2.0
// What every success of an operation is, and every error: its status, media type and body, by the tables.
#include "conformance/checks/derived_checks.hpp"
#include "conformance/engine/rules.hpp"
#include "conformance/faults/stub.hpp"
#include "conformance/setup/requests.hpp"

#include <fmt/format.h>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

namespace lancespec::conformance::checks {
namespace {

using contract::body_kind;

void look_at_plain(probe& p) {
    p.plain();
}

definition success_status(operation const& op) {
    auto const& statuses = success_statuses_of(op);
    auto const exactly = fmt::format("{}", fmt::join(statuses.allowed, " or "));
    auto broken = statuses.any ? derived_faults::softly(derived_faults::spoils(
                                     op, "answers a creation with 201", [](http::response& r) { r.status = 201; }))
                               : derived_faults::spoils(op, "answers a success with 206",
                                                        [](http::response& r) { r.status = 206; });
    return {
        {
            .id = id_of(op, "success_status"),
            .operation = std::string(op.id),
            .strength = statuses.any ? level::should : level::must,
            .clause = of_operation(op, fmt::format("response {}", op.success_status)),
            .summary =
                statuses.any
                    ? fmt::format("A success is answered with {}; every other 2xx passes, with a warning.",
                                  op.success_status)
                    : fmt::format("A success is answered with {}, and whatever else happens with an error.", exactly),
            .rationale =
                statuses.any ? "Any 2xx is a success, and SHOULD be the declared one: Lance's RestAdapter answers "
                               "several creations with 201, and clients that know 200 alone return nothing."
                : statuses.allowed.size() > 1
                    ? "The documents and public servers answer both ways; any other success status is not declared."
                    : "The only declared success. The generated Python client silently returns nothing on any other.",
            .run = look_at_plain,
            .about = {std::string(rules::success_status), std::string(rules::status), std::string(rules::transport)},
        },
        {std::move(broken)},
    };
}

/// Spoils the first member of a JSON success, or all of another body.
void spoil_body(operation const& op, http::response& response) {
    auto const& row = op;
    if (row.response_body == body_kind::json) {
        auto members = faults::members_of(response);
        auto const& field = row.response().fields.front();
        members[field.name] =
            field.type().kind == reflect::value_kind::array ? boost::json::value("none") : boost::json::array{7};
        faults::set_members(response, members);
    } else if (row.response_body == body_kind::member) {
        response.body = carries_text(op) ? "{}" : R"({"wrapped": [1]})";
    } else {
        response.body = row.response_body == body_kind::none ? "{}" : "no rows";
    }
}

definition response_schema(operation const& op) {
    auto const kind = op.response_body;
    bool const soft = kind == body_kind::none;
    auto f = derived_faults::spoils(op,
                                    kind == body_kind::json
                                        ? fmt::format("sends `{}` as another type", op.response().fields.front().name)
                                    : kind == body_kind::none ? "sends an object where there is no content"
                                                              : "sends something else than its schema says",
                                    [&op](http::response& r) { spoil_body(op, r); });
    auto const summary =
        kind == body_kind::json
            ? "The body of a success has every required member, each member of its type and within its bounds."
        : kind == body_kind::none ? "A success has no body."
        : kind == body_kind::member
            ? fmt::format("The body of a success is the JSON of `{}` alone.", op.response_member)
            : "The body of a success is Arrow IPC data.";
    return {
        {
            .id = id_of(op, "response_schema"),
            .operation = std::string(op.id),
            .strength = soft ? level::should : level::must,
            .clause = of_schema(fmt::format("{}Response", op.id), ""),
            .summary = summary,
            .rationale = soft ? "SHOULD: no content is declared, and no client looks at it."
                              : "Clients decode the body strictly, and lose all of it when one member is wrong. Null "
                                "counts as absent, and members beyond the schema are free.",
            .run = look_at_plain,
            .about = {std::string(rules::success_schema)},
        },
        {soft ? derived_faults::softly(std::move(f)) : std::move(f)},
    };
}

definition response_media_type(operation const& op) {
    bool const is_arrow = op.response_body == body_kind::arrow_file;
    bool const soft = carries_text(op);
    auto f = derived_faults::spoils(op, "sends its body as application/octet-stream", [](http::response& r) {
        r.fields.set("content-type", "application/octet-stream");
    });
    return {
        {
            .id = id_of(op, "response_media_type"),
            .operation = std::string(op.id),
            .strength = soft ? level::should : level::must,
            .clause = of_operation(op, fmt::format("response {}, content", op.success_status)),
            .summary = is_arrow ? "The Content-Type of the rows is that of their framing, file or stream; it should be "
                                  "a file."
                                : "A success is sent as application/json.",
            .rationale = is_arrow
                             ? "A file is declared, and prose allows a stream; a reader that is chosen by the type "
                               "must be able to read what comes."
                         : soft ? "SHOULD: the documents speak of a plain string, the schema of JSON."
                                : "The only declared content. Generated clients choose their decoder by it.",
            .run = look_at_plain,
            .about = {std::string(rules::success_media_type)},
        },
        {soft ? derived_faults::softly(std::move(f)) : std::move(f)},
    };
}

/// Requests that break one thing each. Leaves the check out when none is refused.
void provoke(probe& p) {
    bool any = false;
    request_sender ask(p);
    auto const send = [&](std::string name, http::request request) {
        p.variant(std::move(name));
        auto const a = ask.send_broken(std::move(request));
        any = any || (a.status() >= 400 && !a.declined());
    };
    if (needs_existing_object(p.op()))
        send(fmt::format("unknown {}", noun_of(p.op())),
             write_members(p.op(), missing_sibling(ask.thing().names, p.run().run_id()), ask.thing().members,
                           p.options().delimiter, ask.thing().rows));
    if (takes_json(p.op())) {
        auto request = ask.request();
        request.body = "{\"cut off\": ";
        request.fields.set("content-type", "application/json");
        send("body that is no JSON", std::move(request));
    }
    auto const broken = broken_requests(p.op(), ask.thing().members);
    if (!broken.empty())
        send(broken.front().what,
             write_members(p.op(), ask.thing().names, broken.front().members, p.options().delimiter, ask.thing().rows));
    if (!any) p.leave_out("none of the requests that break something was answered with an error");
}

/// An error whose status is that of no code: the page maps none to 402.
fault other_status(operation const& op, std::function<bool(http::response const&)> when) {
    auto f = faults::on_response(op, "answers every error with 402", std::move(when),
                                 [](http::response& r) { r.status = 402; });
    f.what = "status";
    return f;
}

definition error_body(operation const& op) {
    auto const is_error = [](http::response const& r) {
        auto const members = faults::members_of(r);
        auto const* code = members.if_contains("code");
        return r.status >= 400 && r.status < 500 && code && code->is_int64() && *code != 0;
    };
    return {
        {
            .id = id_of(op, "error_body"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_schema("ErrorResponse", ""),
            .summary = "Every error carries an object with an integer `code`; `error`, `detail` and `instance` are "
                       "strings, null or absent; the status belongs to the code.",
            .rationale = "`code` is the schema's one required member, and what Lance's Rust, Python and Node clients "
                         "tell errors apart by. The REST catalog page maps the codes 0 to 21 to statuses: "
                         "MUST; SHOULD for 22 and 23, which no page maps.",
            .run = provoke,
            .about = {std::string(rules::error_code), std::string(rules::error_members),
                      std::string(rules::error_status)},
        },
        {faults::on_response(op, "sends the code of an error as a string", is_error,
                             [](http::response& r) {
                                 auto members = faults::members_of(r);
                                 members["code"] = boost::json::serialize(members["code"]);
                                 faults::set_members(r, members);
                             }),
         other_status(op, is_error)},
    };
}

}  // namespace

definitions derived_successes(operation const& op) {
    definitions out;
    out.push_back(success_status(op));
    out.push_back(response_schema(op));
    if (op.response_body != body_kind::none) out.push_back(response_media_type(op));
    bool const can_break =
        needs_existing_object(op) || takes_json(op) || !broken_requests(op, example_members(op)).empty();
    if (can_break) out.push_back(error_body(op));
    return out;
}

}  // namespace lancespec::conformance::checks
