// SPDX-License-Identifier: Apache-2.0
// What a success is: its status, schema, media type and job id.
#include "conformance/checks/checks.hpp"
#include "conformance/engine/traits.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <thread>

namespace lancespec::conformance::checks {
namespace {

bool succeeded(http::response const& response) {
    return response.status >= 200 && response.status < 300;
}

definition accepted(operation const& op) {
    return {
        {
            .id = id_of(op, "accepted"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_operation(op, "response 202"),
            .summary = "A plain request is answered with exactly 202: accepted, and a job will do it.",
            .rationale = "The only declared success. The generated Python client silently returns nothing on any "
                         "other one; Lance's RestAdapter passes.",
            .run =
                [](probe& p) {
                    auto const& a = p.plain();
                    p.look_at_shared();
                    // A success with another status is told by the rule of every answer.
                    if (!a.accepted()) p.must(false, fmt::format("a plain {} is answered 202", p.op().id), a);
                },
            .about = {std::string(rules::success_status)},
        },
        {faults::on_response(op, "answers 200 instead of 202", succeeded, [](http::response& r) { r.status = 200; })},
    };
}

definition answered(operation const& op) {
    return {
        {
            .id = id_of(op, "answered"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_operation(op, "responses"),
            .summary = "Requests are answered with a whole HTTP response: the declared success, or an error.",
            .rationale = "Nothing else is declared: no redirect, no closed connection, no silence.",
            .needs = need::nothing,
            .run =
                [](probe& p) {
                    p.plain();
                    p.look_at_shared();
                    p.send(p.request().on(p.unknown_sibling()));
                },
            .about = {std::string(rules::status), std::string(rules::transport)},
        },
        {faults::on_request(
            op, "redirects what it does not find to a start page", [](faults::asked const&) { return true; },
            faults::where_refused({1, 4},
                                  [](faults::asked const&, handler const&) {
                                      return http::response{302, {{"location", "/"}}, {}};
                                  }))},
    };
}

definition response_schema(operation const& op) {
    return {
        {
            .id = id_of(op, "response_schema"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_schema(fmt::format("{}Response", op.id), "job_id"),
            .summary = "A success carries an object with the string `job_id`; `context`, when there, holds strings.",
            .rationale = "`job_id` is required by the schema; every client decodes the body strictly.",
            .run =
                [](probe& p) {
                    p.plain();
                    p.look_at_shared();
                },
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
            .operation = std::string(op.id),
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
            .operation = std::string(op.id),
            .strength = level::should,
            .clause = of_schema(fmt::format("{}Response", op.id), "job_id"),
            .summary = "The job id is not empty: it is there for tracking the job.",
            .rationale = "SHOULD: the schema states no least length, but nothing can be tracked by an empty id.",
            .run =
                [](probe& p) {
                    auto const& a = p.plain();
                    if (auto const job_id = a.job_id())
                        p.should(!job_id->empty(), "the job id tracks the job, so it is not empty", a);
                },
        },
        {faults::quietly(faults::on_response(op, "hands out an empty job id", succeeded,
                                             [](http::response& r) {
                                                 faults::set_members(r, {{"job_id", ""}});
                                             }))},
    };
}

fault one_id_for_all(operation const& op) {
    auto f = faults::on_response(op, "gives every job the same id", succeeded, [](http::response& r) {
        faults::set_members(r, {{"job_id", "job-1"}});
    });
    f.shows = outcome::observed;
    return f;
}

definition job_ids_distinct(operation const& op) {
    return {
        {
            .id = id_of(op, "job_ids_distinct"),
            .operation = std::string(op.id),
            .strength = level::info,
            .clause = of_schema(fmt::format("{}Response", op.id), "job_id"),
            .summary = "Two submissions: is the job id another one?",
            .rationale = "INFO: a server may join equal jobs into one.",
            .run =
                [](probe& p) {
                    auto const first = p.plain().job_id();
                    // Of a request that the run sends anyway.
                    auto const* second = p.shown(traits::unknown_member);
                    if (second == nullptr || !second->accepted()) p.leave_out("no second submission was accepted");
                    auto const other = second->job_id();
                    p.observe(!first || !other ? "whether a second submission gets a job id of its own cannot be told"
                              : first == other ? "a second submission gets the job id of the first"
                                               : "a second submission gets a job id of its own",
                              first ? *second : p.plain());
                },
        },
        {one_id_for_all(op)},
    };
}

/// So many plain requests at the same time.
std::vector<answer> submit_at_once(probe& p, std::size_t count) {
    std::vector<answer> out(count);
    {
        std::vector<std::jthread> clients;
        for (auto& a : out)
            clients.emplace_back([&p, &a, number = clients.size() + 1] { a = p.send_unjudged(p.request(), number); });
    }
    for (auto const& a : out) p.judge(a);
    return out;
}

definition twenty_at_once(operation const& op) {
    return {
        {
            .id = id_of(op, "twenty_at_once"),
            .operation = std::string(op.id),
            .strength = level::info,
            .clause = of_schema(fmt::format("{}Response", op.id), "job_id"),
            .summary = "Twenty submissions at the same time: how many are accepted, and with how many job ids?",
            .rationale = "INFO: a server may join equal jobs, or answer 409, 429 or 503. Only with --load.",
            .run =
                [](probe& p) {
                    p.require_load("it starts twenty jobs at once");
                    auto const answers = submit_at_once(p, 20);
                    std::set<std::string> ids;
                    auto const accepted = std::ranges::count_if(answers, &answer::accepted);
                    for (auto const& a : answers)
                        if (auto id = a.job_id()) ids.insert(*id);
                    auto const odd = std::ranges::find_if(answers, [](answer const& a) { return !a.accepted(); });
                    p.observe(fmt::format("of twenty submissions at once {} are accepted, with {} different job ids",
                                          accepted, ids.size()),
                              odd == answers.end() ? answers.front() : *odd);
                },
        },
        {faults::twentieth_crashes(op)},
    };
}

}  // namespace

definitions successes(operation const& op) {
    return {accepted(op),         answered(op),         response_schema(op), response_media_type(op),
            job_id_not_empty(op), job_ids_distinct(op), twenty_at_once(op)};
}

}  // namespace lancespec::conformance::checks
