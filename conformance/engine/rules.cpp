// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/rules.hpp"

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/contract/error_statuses.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/core/error_code.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace lancespec::conformance {
namespace {

using boost::json::value;

constexpr std::string_view needs_code =
    "Lance's Rust client, and with it Python and Node, tells errors apart by the integer `code` alone";

bool one_of(int status, std::initializer_list<int> list) {
    return std::ranges::find(list, status) != list.end();
}

/// `200 or 204`.
std::string listed(std::vector<int> const& statuses) {
    return fmt::format("{}", fmt::join(statuses, " or "));
}

void judge_success_status(operation const& op, answer const& a, std::vector<breach>& out) {
    auto const& declared = success_statuses_of(op);
    bool const allowed = std::ranges::find(declared.allowed, a.status()) != declared.allowed.end();
    if (allowed) return;
    if (declared.any)
        out.push_back({rules::success_status, level::should,
                       fmt::format("a success is answered with {}", declared.declared),
                       "it is the only declared success: the generated clients return nothing on another one"});
    else
        out.push_back({rules::success_status, level::must,
                       fmt::format("a success is answered with {}", listed(declared.allowed)),
                       "the generated Python client returns nothing, without an error, on any other success status"});
}

bool carries_arrow(operation const& op) {
    return op.response_body == contract::body_kind::arrow_file || op.response_body == contract::body_kind::arrow_stream;
}

/// `/items/*/name` of `/items/17/name`.
std::string without_indices(std::string_view pointer) {
    std::string out;
    while (!pointer.empty()) {
        auto const end = std::min(pointer.find('/', 1), pointer.size());
        auto const token = pointer.substr(1, end - 1);
        bool const is_index = !token.empty() && token.find_first_not_of("0123456789") == std::string_view::npos;
        out += '/';
        out += is_index ? "*" : token;
        pointer.remove_prefix(end);
    }
    return out;
}

void judge_success_body(operation const& op, answer const& a, std::vector<breach>& out) {
    auto const& body = a.record.result.response.body;
    auto const& allowed = success_statuses_of(op).allowed;
    bool const may_be_empty = a.status() == 204 && std::ranges::find(allowed, 204) != allowed.end();
    if (may_be_empty || op.response_body == contract::body_kind::none) {
        if (!body.empty())
            out.push_back({rules::success_schema, level::should, "a success has no body",
                           "no content is declared, and clients do not look at it"});
        return;
    }
    if (carries_arrow(op)) {
        auto const read = columnar::read_ipc(body);
        if (!read && read.error().code != columnar::ipc_errc::unsupported)
            out.push_back(
                {rules::success_schema, level::must,
                 fmt::format("the body of a {} is an Arrow IPC file: {}", a.status(), to_string(read.error())),
                 "clients hand it to an Arrow reader as it is"});
        return;
    }
    if (carries_text(op) && !a.body) {
        out.push_back({rules::success_schema, level::should,
                       fmt::format("the body of a {} is the text as a JSON string, in quotes", a.status()),
                       "the generated Python, Java and Rust clients parse it as JSON, and fail on bare text"});
        return;
    }
    auto const hint = !starts_job(op) ? "clients decode the body strictly, and lose all of it when one member is wrong"
                                      : "clients decode the body strictly: none of them gets a job id from this answer";
    std::set<std::string> told;
    for (auto const& v : response_violations(op, a.record.result.response)) {
        // Items of one list that are wrong in the same way are one thing.
        if (!told.insert(without_indices(v.pointer) + std::string(name(v.broken))).second) continue;
        out.push_back({rules::success_schema, level::must,
                       op.response_body == contract::body_kind::json
                           ? fmt::format("the body of a {} follows {}Response: {}", a.status(), op.id, to_string(v))
                           : fmt::format("the body of a {} is the `{}` of {}Response alone: {}", a.status(),
                                         op.response_member, op.id, to_string(v)),
                       hint});
    }
}

void judge_success_media_type(operation const& op, answer const& a, std::vector<breach>& out) {
    auto const& response = a.record.result.response;
    if (response.body.empty() || op.response_body == contract::body_kind::none) return;
    auto const type = response.fields.find("content-type");
    auto const sent = type ? std::string(http::media_type(*type)) : std::string{};
    auto const was = type ? fmt::format("`{}`", *type) : "none";
    if (!carries_arrow(op)) {
        if (sent != "application/json")
            out.push_back({rules::success_media_type, carries_text(op) ? level::should : level::must,
                           fmt::format("a success has the Content-Type application/json; this one has {}", was),
                           "generated clients choose their decoder by it, and fail or return nothing"});
        return;
    }
    bool const is_file = response.body.starts_with("ARROW1");
    auto const framing = is_file ? "application/vnd.apache.arrow.file" : "application/vnd.apache.arrow.stream";
    if (sent != framing)
        out.push_back(
            {rules::success_media_type, level::must,
             fmt::format("the Content-Type of Arrow rows is that of their framing, {}; this one has {}", framing, was),
             "a client that chooses its reader by the type cannot read the rows"});
    if (!is_file)
        out.push_back({rules::success_media_type, level::should, "rows come as an Arrow IPC file, not as a stream",
                       "application/vnd.apache.arrow.file is the declared content"});
}

void judge_success(operation const& op, answer const& a, std::vector<breach>& out) {
    judge_success_status(op, a, out);
    judge_success_body(op, a, out);
    // Those of jobs have a check of their own.
    if (!starts_job(op)) judge_success_media_type(op, a, out);
}

/// Statuses with which a framework or proxy in front of the server may answer in its own words.
bool may_be_uncoded(answer const& a) {
    if (one_of(a.status(), {401, 403, 407, 413, 415, 422, 429, 431})) return true;
    auto const type = a.record.result.response.fields.find("content-type");
    return a.status() == 400 && !a.body && type && equal_ignoring_ascii_case(http::media_type(*type), "text/plain");
}

/// Whether a value of the type, or of what is within it to a depth that every request has, is a field path.
bool takes_field_paths(reflect::type_info const& type, unsigned depth = 4) {
    return depth > 0 && std::ranges::any_of(type.fields, [&](reflect::field_info const& field) {
               if (field.text == reflect::text_rule::field_path) return true;
               auto const* inner = &field.type();
               while (inner->element != nullptr) inner = &inner->element();
               return inner->kind == reflect::value_kind::object && takes_field_paths(*inner, depth - 1);
           });
}

/// Whether @p status may come with @p code, by the REST catalog page or the verdicts on real servers.
bool may_travel(operation const& op, contract::error_statuses const& mapped, int status) {
    if (status == mapped.status || std::ranges::find(mapped.also, status) != mapped.also.end()) return true;
    switch (mapped.code) {
        // The documents say two things on DropNamespace.
        case error_code::namespace_not_found: return op.id == "DropNamespace" && status == 400;
        // Either way for field paths.
        case error_code::table_column_not_found: return status == 400 && takes_field_paths(op.request());
        case error_code::invalid_input:
            if (status == 404 && takes_field_paths(op.request())) return true;
            [[fallthrough]];
        // What frameworks send in place of 400.
        case error_code::table_schema_validation_error: return one_of(status, {413, 415, 422, 431});
        default: return false;
    }
}

void judge_status(operation const& op, answer const& a, std::int64_t code, std::vector<breach>& out) {
    auto const known = to_error_code(code);
    if (!known) {
        out.push_back({rules::error_status,
                       level::info,
                       fmt::format("the specification lists the codes 0 to 23, the server sent {}", code),
                       {}});
        return;
    }
    auto const mapped = contract::statuses_of(*known);
    if (may_travel(op, mapped, a.status())) return;
    out.push_back({rules::error_status, mapped.is_stated ? level::must : level::should,
                   fmt::format("code {} ({}) travels with status {}", code, name(*known), mapped.status),
                   mapped.is_stated ? "the REST catalog page obliges implementations to map codes to statuses so"
                                    : "no page maps this code; public servers agree on the status"});
}

/// The shape of the documents' error examples, which lacks the schema's `code`.
bool is_documented_example(answer const& a) {
    auto const* title = a.member("title");
    auto const* status = a.member("status");
    return title && title->is_string() && status && as_integer(*status) == a.status();
}

void judge_error(operation const& op, answer const& a, expectations const& asked, std::vector<breach>& out) {
    auto const* code = a.member("code");
    if (!code && asked.documented_error_body && is_documented_example(a)) return;
    auto const number = a.code();
    bool const integer = (number && *number >= 0) || (code && code->is_uint64());
    if (!code && may_be_uncoded(a)) {
        out.push_back({rules::error_code, level::info,
                       fmt::format("a {} without `code` passes as the words of a framework or proxy", a.status()),
                       std::string(needs_code)});
        return;
    }
    if (!integer) {
        auto const what = !a.body || !a.body->is_object() ? "a JSON object with an integer `code`"
                          : !code                         ? "an object with `code`, which is required"
                                                          : "an object whose `code` is an integer of at least 0";
        // Of a question of existence the status is the whole answer.
        bool const told = a.status() == 404 && op.id.ends_with("Exists") && a.bodyless();
        out.push_back(
            {rules::error_code, told ? level::should : level::must, fmt::format("the body of an error is {}", what),
             !code && is_documented_example(a)
                 ? fmt::format("{}; --error-body=documented accepts the shape of the documents' examples", needs_code)
                 : std::string(needs_code)});
    }
    for (auto const* name : {"error", "detail", "instance"}) {
        auto const* member = a.member(name);
        if (member && !member->is_string() && !member->is_null())
            out.push_back({rules::error_members, level::must,
                           fmt::format("`{}` of an error, when there is one, is a string", name),
                           "a typed client fails to decode the body, and loses the code with it"});
    }
    if (number && *number >= 0) judge_status(op, a, *number, out);
}

/// What usually keeps an answer from coming, where the reason does not say it.
std::string hint_of(exchange_result const& result) {
    bool const ended = result.status == exchange_status::timed_out ||
                       (result.status == exchange_status::interrupted && !result.reason.starts_with(not_http_reason));
    if (ended) return "see the server's log of that moment; a crash or a stuck handler looks like this";
    return result.status == exchange_status::unreachable ? "does the server still run?" : std::string{};
}

}  // namespace

bool carries_text(operation const& op) {
    if (op.response_body != contract::body_kind::member) return false;
    auto const& type = op.response();
    auto const at = type.find(op.response_member);
    return at < type.fields.size() && type.fields[at].type().kind == reflect::value_kind::string;
}

std::vector<breach> breaches(operation const& op, answer const& a, expectations const& asked, routing how) {
    std::vector<breach> out;
    if (a.record.result.status != exchange_status::answered) {
        out.push_back({rules::transport, level::must, "a request is answered with a whole HTTP response",
                       hint_of(a.record.result)});
        return out;
    }
    if (how == routing::off_route) {
        if (a.status() < 400 || one_of(a.status(), {404, 405, 501})) return out;
    }
    if (a.accepted()) {
        // It may echo what was wrong, and is told by the check that asked for a refusal.
        if (how != routing::refusable) judge_success(op, a, out);
    } else if (a.status() >= 400 && a.status() < 600) {
        judge_error(op, a, asked, out);
    } else {
        out.push_back({rules::status, level::must, "a request is answered with a success (2xx) or an error (4xx, 5xx)",
                       "a redirect often leads to a login page, or from http to https: name the final URL"});
    }
    return out;
}

}  // namespace lancespec::conformance
