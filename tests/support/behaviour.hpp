// SPDX-License-Identifier: Apache-2.0
// What the reference server answers to each kind of request, as a table: run in process by the service's test and over
// real HTTP by the program's.
#pragma once

#include <lancespec/core/json.hpp>
#include <lancespec/executor/catalog.hpp>
#include <lancespec/executor/service.hpp>
#include <lancespec/http/message.hpp>

#include <boost/json/object.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace behaviour {

/// How the server that gets the request was started.
enum class server_kind {
    open,
    guarded,  ///< asks for the token `right` or the key `key`; the token `reader` may only read
    unavailable
};

inline lancespec::executor::service_options options_of(server_kind kind) {
    lancespec::executor::service_options options;
    if (kind == server_kind::guarded) {
        options.token = "right";
        options.api_key = "key";
        options.read_only_token = "reader";
    }
    options.unavailable = kind == server_kind::unavailable;
    return options;
}

constexpr int accepted = -1;  ///< in place of a code: 202 with a job id

struct request_case {
    std::string what;
    std::string target;
    std::string body;
    int status;
    int code;
    server_kind server = server_kind::open;
    lancespec::http::headers fields = {};
};

inline std::vector<request_case> table() {
    std::string const items = "/v1/table/demo%24items/backfill_column";
    std::string const view = "/v1/materialized_view/demo%24cheap/refresh";
    std::string const good = R"({"column":"doubled"})";
    std::vector<request_case> out{
        {"backfill", items, good, 202, accepted},
        {"backfill of a quoted path, with options", items, R"({"column":"`doubled`","where":"id > 3","concurrency":2})",
         202, accepted},
        {"backfill of a nested column", items, R"({"column":"stats.area"})", 202, accepted},
        {"backfill with every nullable field null", items,
         R"({"column":"doubled","where":null,"concurrency":null,"task_size":null,"cluster":null,"manifest":null})", 202,
         accepted},
        {"refresh", view, "{}", 202, accepted},
        {"refresh without a body", view, "", 202, accepted},
        {"refresh with null", view, "null", 202, accepted},
        {"refresh of a chunker with a limit", "/v1/materialized_view/demo%24chunks/refresh", R"({"output_limit":5})",
         202, accepted},

        {"column neither virtual nor computed", items, R"({"column":"price"})", 400, 13},
        {"id in path and body differ", items, R"({"column":"doubled","id":["demo","other"]})", 400, 13},
        {"output_limit on a view that is no chunker", view, R"({"output_limit":5})", 400, 13},

        {"unresolved path", items, R"({"column":"no.such"})", 404, 12},
        {"a nested field's leaf name alone", items, R"({"column":"area"})", 404, 12},
        {"one segment that looks like a nested path", items, R"({"column":"`stats.area`"})", 404, 12},
        {"unknown table", "/v1/table/demo%24nope/backfill_column", good, 404, 4},
        {"unknown view", "/v1/materialized_view/demo%24nope/refresh", "{}", 404, 4},
        {"unknown namespace", "/v1/table/nope%24items/backfill_column", good, 404, 1},
        {"unknown branch", items, R"({"column":"doubled","branch":"nope"})", 404, 22},
        {"unknown read_version", items, R"({"column":"doubled","read_version":999999})", 404, 11},
        {"unknown src_version", view, R"({"src_version":999999})", 404, 11},
        {"refresh of a table that is no view", "/v1/materialized_view/demo%24items/refresh", "{}", 404, 4},

        {"no credentials", items, good, 401, 16, server_kind::guarded},
        {"a wrong token", items, good, 401, 16, server_kind::guarded, {{"authorization", "Bearer wrong"}}},
        {"a wrong key", items, good, 401, 16, server_kind::guarded, {{"x-api-key", "wrong"}}},
        {"credentials without the right",
         items,
         good,
         403,
         15,
         server_kind::guarded,
         {{"authorization", "Bearer reader"}}},
        {"the token", items, good, 202, accepted, server_kind::guarded, {{"authorization", "Bearer right"}}},
        {"the key", items, good, 202, accepted, server_kind::guarded, {{"x-api-key", "key"}}},
        {"a right header over a wrong body",
         items,
         R"({"column":"doubled","identity":{"auth_token":"wrong"}})",
         202,
         accepted,
         server_kind::guarded,
         {{"authorization", "Bearer right"}}},
        {"a wrong header over a right body",
         items,
         R"({"column":"doubled","identity":{"auth_token":"right"}})",
         401,
         16,
         server_kind::guarded,
         {{"authorization", "Bearer wrong"}}},
        {"told to be unavailable", items, good, 503, 17, server_kind::unavailable},
    };
    for (auto const* body : {"",
                             "{",
                             "nonsense",
                             "[]",
                             "7",
                             "null",
                             R"({"column":7})",
                             R"({"column":null})",
                             "{}",
                             R"({"column":""})",
                             R"({"column":"a..b"})",
                             R"({"column":"`doubled"})",
                             R"({"column":"doubled","where":"id >"})",
                             R"({"column":"doubled","where":"id = 'x'"})",
                             R"({"column":"doubled","where":"nope = 1"})",
                             R"({"column":"doubled","where":"id"})",
                             R"({"column":"doubled","where":7})",
                             R"({"column":"doubled","concurrency":0})",
                             R"({"column":"doubled","concurrency":"8"})",
                             R"({"column":"doubled","task_size":1.5})",
                             R"({"column":"doubled","checkpoint_size":9223372036854775808})",
                             R"({"column":"doubled","batch_checkpoint_flush_interval_seconds":-1})",
                             R"({"column":"doubled","min_checkpoint_size":5,"max_checkpoint_size":4})"})
        out.push_back({std::string("a bad backfill: ") + body, items, body, 400, 13});
    for (auto const* body :
         {"{", "[]", R"({"concurrency":"8"})", R"({"source_task_size":0})", R"({"id":["demo","chunks"]})"})
        out.push_back({std::string("a bad refresh: ") + body, view, body, 400, 13});
    return out;
}

/// What is wrong with @p answer to @p asked; empty when nothing is. An error must have both documented shapes.
inline std::string complaint(request_case const& asked, lancespec::http::response const& answer) {
    if (answer.status != asked.status) return "status " + std::to_string(answer.status);
    if (answer.fields.find("content-type") != "application/json") return "not sent as application/json";
    auto const body = lancespec::parse_json(answer.body);
    if (!body || !body->is_object()) return "the body is no JSON object";
    auto const& object = body->get_object();
    auto const is_string = [&](char const* member) { return object.contains(member) && object.at(member).is_string(); };
    if (asked.code == accepted) {
        if (!is_string("job_id") || object.at("job_id").get_string().empty()) return "no job_id";
        return {};
    }
    for (auto const* member : {"error", "detail", "instance", "type", "title"})
        if (!is_string(member)) return std::string(member) + " is no string";
    if (!object.contains("code") || object.at("code") != asked.code) return "another code";
    if (!object.contains("status") || object.at("status") != asked.status) return "another status in the body";
    if (asked.code == 17 && !answer.fields.find("retry-after")) return "no Retry-After";
    return {};
}

}  // namespace behaviour
