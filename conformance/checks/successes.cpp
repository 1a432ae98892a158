// What a success is: its status, schema, media type and job id.
#include "conformance/checks/checks.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>

namespace lancespec::conformance::checks {
namespace {

bool succeeded(http::response const& response) {
    return response.status >= 200 && response.status < 300;
}

definition accepted(operation const& op) {
    return {
        {
            .id = id_of(op, "accepted"),
            .operation = std::string(op.id()),
            .strength = level::must,
            .clause = of_operation(op, "response 202"),
            .summary = "A plain request is answered with exactly 202: accepted, and a job will do it.",
            .rationale = "The only declared success. The generated Python client silently returns nothing on any "
                         "other one; Lance's RestAdapter passes.",
            .run =
                [](probe& p) {
                    auto const& a = p.plain();
                    // A success with another status is told by the rule of every answer.
                    if (!a.accepted()) p.must(false, fmt::format("a plain {} is answered 202", p.op().id()), a);
                },
            .about = {std::string(rules::success_status)},
        },
        {faults::on_response(op, "answers 200 instead of 202", succeeded, [](http::response& r) { r.status = 200; })},
    };
}

definition response_schema(operation const& op) {
    return {
        {
            .id = id_of(op, "response_schema"),
            .operation = std::string(op.id()),
            .strength = level::must,
            .clause = of_schema(fmt::format("{}Response", op.id()), "job_id"),
            .summary = "A success carries an object with the string `job_id`; `context`, when there, holds strings.",
            .rationale = "`job_id` is required by the schema; every client decodes the body strictly.",
            .run = [](probe& p) { p.plain(); },
            .about = {std::string(rules::success_schema)},
        },
        {faults::on_response(op, "calls the job id `jobId`", succeeded,
                             [](http::response& r) {
                                 auto members = faults::members_of(r);
                                 members["jobId"] = members["job_id"];
                                 members.erase("job_id");
                                 faults::set_members(r, members);
                             })},
    };
}

definition response_media_type(operation const& op) {
    return {
        {
            .id = id_of(op, "response_media_type"),
            .operation = std::string(op.id()),
            .strength = level::must,
            .clause = of_operation(op, "response 202, content"),
            .summary = "A success is sent as application/json.",
            .rationale = "The only declared content. Generated clients choose their decoder by it.",
            .run =
                [](probe& p) {
                    auto const& a = p.plain();
                    if (!a.accepted()) return;
                    auto const type = a.record.result.response.fields.find("content-type");
                    p.must(type && http::media_type(*type) == "application/json",
                           fmt::format("a success has the Content-Type application/json; this one has {}",
                                       type ? fmt::format("`{}`", *type) : "none"),
                           a, "generated clients choose their decoder by it, and fail or return nothing");
                },
        },
        {faults::on_response(op, "sends its JSON as text/plain", succeeded,
                             [](http::response& r) { r.fields.set("content-type", "text/plain"); })},
    };
}

definition job_id_not_empty(operation const& op) {
    return {
        {
            .id = id_of(op, "job_id_not_empty"),
            .operation = std::string(op.id()),
            .strength = level::should,
            .clause = of_schema(fmt::format("{}Response", op.id()), "job_id"),
            .summary = "The job id is not empty: it is there for tracking the job.",
            .rationale = "SHOULD: the schema states no least length, but nothing can be tracked by an empty id.",
            .run =
                [](probe& p) {
                    auto const& a = p.plain();
                    if (auto const job_id = a.job_id())
                        p.should(!job_id->empty(), "the job id tracks the job, so it is not empty", a);
                },
        },
        {faults::on_response(op, "hands out an empty job id, and a context that is no object", succeeded,
                             [](http::response& r) {
                                 faults::set_members(r, {{"job_id", ""}, {"context", 1}});
                             })},
    };
}

definition job_ids_distinct(operation const& op) {
    return {
        {
            .id = id_of(op, "job_ids_distinct"),
            .operation = std::string(op.id()),
            .strength = level::info,
            .clause = of_schema(fmt::format("{}Response", op.id()), "job_id"),
            .summary = "Two submissions: is the job id another one?",
            .rationale = "INFO: a server may join equal jobs into one.",
            .run =
                [](probe& p) {
                    auto const first = p.plain().job_id();
                    auto const a = p.send(p.request());
                    p.observe(first && first == a.job_id() ? "a second submission gets the job id of the first"
                                                           : "a second submission gets a job id of its own",
                              a);
                },
        },
        {faults::on_response(op, "numbers its jobs, and all of them 1", succeeded,
                             [](http::response& r) {
                                 faults::set_members(r, {{"job_id", 1}});
                             })},
    };
}

}  // namespace

definitions successes(operation const& op) {
    return {accepted(op), response_schema(op), response_media_type(op), job_id_not_empty(op), job_ids_distinct(op)};
}

}  // namespace lancespec::conformance::checks
