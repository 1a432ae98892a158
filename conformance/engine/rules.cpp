#include "conformance/engine/rules.hpp"

#include <lancespec/core/error_code.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lancespec::conformance {
namespace {

using boost::json::value;

constexpr std::string_view needs_code =
    "Lance's Rust client, and with it Python and Node, tells errors apart by the integer `code` alone";

bool one_of(int status, std::initializer_list<int> list) {
    return std::ranges::find(list, status) != list.end();
}

void judge_success(operation const& op, answer const& a, std::vector<breach>& out) {
    if (a.status() != op.success_status())
        out.push_back({rules::success_status, level::must,
                       fmt::format("{} answers a success with {}", op.id(), op.success_status()),
                       "the generated Python client returns nothing, without an error, on any other success status"});
    for (auto const& v : op.response_violations(a.record.result.response.body))
        out.push_back(
            {rules::success_schema, level::must,
             fmt::format("the body of a {} follows {}Response: {}", op.success_status(), op.id(), to_string(v)),
             "clients decode the body strictly: none of them gets a job id from this answer"});
}

/// Statuses with which a framework or proxy in front of the server may answer in its own words.
bool may_be_uncoded(answer const& a) {
    if (one_of(a.status(), {401, 403, 407, 413, 415, 422, 429, 431})) return true;
    return a.status() == 400 && !a.body;
}

/// Whether public servers agree that @p status goes with @p code.
bool agreed(std::int64_t code, int status) {
    // 400, and what frameworks send in its place.
    bool const bad_request = one_of(status, {400, 413, 415, 422, 431});
    switch (code) {
        case 0: return one_of(status, {406, 501});
        case 1:
        case 3: return one_of(status, {400, 404, 409});  // the documents say two things on DropNamespace
        case 12:
        case 13: return bad_request || status == 404;  // either way for field paths
        case 20: return bad_request;
        case 18: return status >= 500;
        case 21: return one_of(status, {429, 503});
        default: break;
    }
    auto const known = to_error_code(code);
    return !known || http_status(*known) == status;
}

void judge_status(answer const& a, std::int64_t code, std::vector<breach>& out) {
    auto const known = to_error_code(code);
    if (!known) {
        out.push_back({rules::error_status,
                       level::info,
                       fmt::format("the specification lists the codes 0 to 23, the server sent {}", code),
                       {}});
        return;
    }
    if (agreed(code, a.status())) return;
    bool const described = code == 15 || code == 16 || code == 17;
    out.push_back({rules::error_status, described ? level::must : level::should,
                   fmt::format("code {} ({}) travels with status {}", code, name(*known), http_status(*known)),
                   described ? "the documents describe 401, 403 and 503 as the statuses of 16, 15 and 17"
                             : "clients that look at the status first take this for another error"});
}

/// The shape of the documents' error examples, which lacks the schema's `code`.
bool is_documented_example(answer const& a) {
    auto const* title = a.member("title");
    auto const* status = a.member("status");
    return title && title->is_string() && status && as_integer(*status) == a.status();
}

void judge_error(answer const& a, expectations const& asked, std::vector<breach>& out) {
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
        out.push_back(
            {rules::error_code, level::must, fmt::format("the body of an error is {}", what),
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
    if (number && *number >= 0) judge_status(a, *number, out);
}

}  // namespace

std::vector<breach> breaches(operation const& op, answer const& a, expectations const& asked, routing how) {
    std::vector<breach> out;
    if (a.record.result.status != exchange_status::answered) {
        out.push_back({rules::transport, level::must, "a request is answered with a whole HTTP response",
                       "see the server's log of that moment; a crash or a stuck handler looks like this"});
        return out;
    }
    if (how == routing::off_route) {
        if (a.status() < 400 || one_of(a.status(), {404, 405, 501})) return out;
    }
    if (a.accepted()) {
        judge_success(op, a, out);
    } else if (a.status() >= 400 && a.status() < 600) {
        judge_error(a, asked, out);
    } else {
        out.push_back({rules::status, level::must,
                       fmt::format("{} answers {} or an error (4xx, 5xx)", op.id(), op.success_status()),
                       "a redirect often leads to a login page, or from http to https: name the final URL"});
    }
    return out;
}

}  // namespace lancespec::conformance
