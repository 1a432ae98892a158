#include "conformance/engine/session.hpp"

#include "conformance/engine/ask_for_traits.hpp"
#include "conformance/setup/workshop.hpp"

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/identifier.hpp>

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <thread>

namespace lancespec::conformance {
namespace {

// A server that hangs costs the whole time allowed for a request each time.
constexpr unsigned unanswered_in_a_row = 3;
constexpr unsigned unanswered_in_all = 10;
constexpr unsigned busy_in_a_row = 3;  // each time, the request was sent three times
constexpr unsigned busy_in_all = 10;
constexpr std::array busy_factors{1, 4};  // of the pause that the options name
constexpr unsigned most_jobs = 3;         // on one object, on a server that was not said to take a load

std::string display(std::vector<std::string> const& names) {
    return object_identifier(names).display();
}

/// Header fields that say who asks.
bool is_credential(std::string_view name) {
    for (std::string_view const one : {"authorization", "x-api-key", "cookie"})
        if (equal_ignoring_ascii_case(name, one)) return true;
    return false;
}

/// An error that the operation itself may have sent: it has a code, or is a framework's bare 400.
bool is_result(answer const& a) {
    return a.code() || (!a.body && (a.status() == 400 || a.status() == 413 || a.status() == 415 || a.status() == 422));
}

/// A redirect, or a page for people.
bool is_web_page(answer const& a) {
    if (a.status() >= 300 && a.status() < 400) return true;
    auto const type = a.record.result.response.fields.find("content-type");
    return a.accepted() && !a.body && type && http::media_type(*type) == "text/html";
}

}  // namespace

session::session(transport& server, run_options options, std::string run_id)
    : shop_(std::make_unique<workshop>(*this)),
      server_(server),
      options_(std::move(options)),
      run_id_(std::move(run_id)) {}

session::~session() = default;

std::vector<std::string> const& session::names_of(operation const& op) const noexcept {
    return &op == &backfill_column() ? options_.objects.table : options_.objects.view;
}

bool session::is_vouched_for(operation const& op) const noexcept {
    return &op == &backfill_column() ? options_.objects.table_exists : options_.objects.view_exists;
}

request_draft session::plain_request(operation const& op, std::vector<std::string> const& names) const {
    boost::json::object members;
    if (&op == &backfill_column()) {
        members["column"] = options_.objects.column;
        members["where"] = "false";  // no row: a job that changes nothing
    }
    members["concurrency"] = 1;
    request_draft draft(op, names, std::move(members));
    // Names that hold a delimiter need another one.
    for (std::string const& delimiter : {options_.delimiter, std::string("$"), std::string("~"), std::string("|")})
        if (object_identifier(names).to_string(delimiter)) return std::move(draft).delimiter(delimiter);
    return draft;
}

answer session::send(request_draft const& draft, std::string_view check_id, std::size_t number) {
    auto a = read_answer(send(draft.build(), check_id, number, draft.sends_credentials()));
    if (a.accepted() && draft.op().row->does == contract::effect::submit) ++jobs_;
    bool const by_the_operation = a.status() >= 400 && a.status() != 401 && a.status() != 403 && !a.busy();
    if (by_the_operation && draft.how() == routing::ordinary) {
        std::lock_guard const lock(counting_);
        refusing_.insert(draft.op().id());
    }
    return a;
}

answer session::start_job(request_draft const& draft, std::string_view check_id, std::size_t number) {
    auto a = send(draft, check_id, number);
    if (!a.accepted()) return a;
    std::lock_guard const lock(counting_);
    ++jobs_on_[draft.names()];
    return a;
}

exchange_record session::send(http::request request, std::string_view check_id, std::size_t number,
                              bool with_credentials) {
    auto const add = [&](std::string name, std::string value) {
        if (!request.fields.find(name)) request.fields.add(std::move(name), std::move(value));
    };
    add("x-request-id", fmt::format("lancespec-{}-{}-{}", run_id_, check_id, number));
    if (with_credentials) {
        if (options_.token) add("authorization", "Bearer " + *options_.token);
        if (options_.api_key) add("x-api-key", *options_.api_key);
    }
    for (auto const& [name, value] : options_.headers)
        if (with_credentials || !is_credential(name)) add(name, value);
    for (std::size_t attempt = 0;; ++attempt) {
        ++requests_;
        auto result = server_.exchange(request);
        bool const answered = result.status == exchange_status::answered;
        if (answered) {
            unanswered_ = 0;
        } else {
            ++unanswered_;
            ++unanswered_total_;
        }
        bool const busy = answered && (result.response.status == 429 || result.response.status == 503);
        if (answered && !busy) busy_ = 0;
        if (!busy || attempt == busy_factors.size() || !given_up().empty())
            return {std::move(request), std::move(result)};
        std::this_thread::sleep_for(options_.busy_pause * busy_factors[attempt]);
    }
}

bool session::may_start_job(std::vector<std::string> const& names) const {
    if (options_.load) return true;
    std::lock_guard const lock(counting_);
    auto const found = jobs_on_.find(names);
    return found == jobs_on_.end() || found->second < most_jobs;
}

bool session::refuses_nothing(operation const& op) const {
    std::lock_guard const lock(counting_);
    return !refusing_.contains(op.id());
}

survey const& session::survey_of(operation const& op) {
    std::lock_guard const lock(looking_);
    auto& seen = known_[op.id()];
    if (!seen.looked) seen.looked = look_at(op);
    return *seen.looked;
}

survey const* session::survey_if_any(operation const& op) {
    std::lock_guard const lock(looking_);
    auto& seen = known_[op.id()];
    return seen.looked ? &*seen.looked : nullptr;
}

answer session::once(operation const& op, std::string_view name, request_draft const& draft) {
    std::lock_guard const lock(looking_);
    auto& asked = known_[op.id()].once;
    auto found = asked.find(name);
    if (found == asked.end()) {
        auto const id = fmt::format("{}.once", op.prefix);
        found = asked.emplace(std::string(name), send(draft, id, asked.size() + 1)).first;
    }
    return found->second;
}

trait_answer session::shown(operation const& op, std::string_view name) {
    std::lock_guard const lock(looking_);
    auto& seen = known_[op.id()];
    if (!seen.traits) seen.traits = ask_for_traits(*this, op);
    auto const found = seen.traits->find(name);
    return found == seen.traits->end() ? trait_answer{} : found->second;
}

survey session::look_at(operation const& op) {
    auto const id = fmt::format("{}.accepted", op.prefix);
    survey s{presence::broken, start_job(plain_request(op), id, 1), {}, {}};
    auto const& a = s.plain;
    auto const object = display(names_of(op));
    auto const was = [&](presence state, std::string reason, std::string hint = {}) {
        s.state = state;
        s.reason = std::move(reason);
        s.hint = std::move(hint);
    };
    if (a.record.result.status != exchange_status::answered) {
        s.reason = fmt::format("the plain request on `{}` got no answer: {}", object, a.record.result.reason);
    } else if (is_web_page(a)) {
        auto const to = a.record.result.response.fields.find("location");
        was(presence::foreign,
            to && !a.accepted()
                ? fmt::format("the server redirects ({}) to {}", a.status(), *to)
                : fmt::format("the server answers with a web page ({}), not as the contract says", describe(a)),
            "is there a login page in front, or another server at this address? Name the final URL, and credentials "
            "with --token or --header");
    } else if (a.accepted()) {
        was(presence::accepted, {});
    } else if (a.declined() && a.status() != 404) {
        was(presence::declined, fmt::format("the server declines {}: it answers {}", op.id(), describe(a)));
    } else if ((a.declined() || a.unrouted()) && (a.declined() || a.bodyless() || !is_vouched_for(op))) {
        was(presence::unrouted, fmt::format("the server has no route for {}: it answers {}", op.id(), describe(a)),
            "is the base URL right? It is what stands before /v1");
    } else if (a.status() == 401) {
        was(presence::unauthorized,
            has_credentials() ? "the server refuses the credentials given (401)"
                              : "the server asks for credentials (401)",
            has_credentials() ? "check the token or key given with --token or --api-key, and its expiry"
                              : "pass --token TOKEN or --api-key KEY");
    } else if (a.status() == 403) {
        was(presence::forbidden, fmt::format("the server forbids {} on `{}` (403)", op.id(), object),
            "pass credentials that may do it");
    } else if (a.status() == 407) {
        was(presence::forbidden, "a proxy in front of the server asks for credentials (407)",
            "give the proxy's credentials in http_proxy or https_proxy, or go around it with no_proxy");
    } else if (a.busy()) {
        was(presence::busy, fmt::format("the server is busy or not ready, three times in a row: {}", describe(a)));
    } else if (a.refused() && (a.code() == 1 || a.code() == 4)) {
        was(presence::absent, fmt::format("there is no {} `{}` on the server ({}): name an existing one with {}{}",
                                          op.noun, object, describe(a), op.option, why_not_made(op)));
    } else if (a.refused() && is_result(a)) {
        was(presence::refused,
            &op == &backfill_column()
                ? fmt::format("the server refused the backfill of `{}` in `{}` ({}): name a virtual or computed column "
                              "with --column; if it is one, the server must answer 202{}",
                              options_.objects.column, object, describe(a), why_not_made(op))
                : fmt::format("the server refused the refresh of `{}` ({}): name a materialized view with {}; if it is "
                              "one, the server must answer 202{}",
                              object, describe(a), op.option, why_not_made(op)));
    } else if (a.code() && a.status() >= 500 && !is_vouched_for(op)) {
        // Some servers fail where they lack the operation, or the object: nothing says which of the two this is.
        was(presence::failing,
            fmt::format("the plain request on `{}` fails inside the server ({})", object, describe(a)),
            fmt::format("if it has {}, name an existing {} with {}; if not, code 0 with 406 says so{}", op.id(),
                        op.noun, op.option, why_not_made(op)));
    } else {
        s.reason = fmt::format("the plain request on `{}` was answered {}; see {}", object, describe(a), id);
    }
    return s;
}

std::string session::why_not_made(operation const& op) const {
    auto const& why = &op == &backfill_column() ? options_.objects.table_not_made : options_.objects.view_not_made;
    return why.empty() ? std::string{} : fmt::format("; the suite could not make one itself: {}", why);
}

std::string session::given_up() const {
    if (interrupted()) return "the run was interrupted";
    if (unanswered_ >= unanswered_in_a_row)
        return fmt::format("the server has left {} requests in a row without an answer", unanswered_in_a_row);
    if (unanswered_total_ >= unanswered_in_all)
        return fmt::format("the server has left {} requests without an answer", unanswered_in_all);
    if (busy_ >= busy_in_a_row)
        return fmt::format("the server was busy or not ready {} times in a row, each time after two pauses",
                           busy_in_a_row);
    if (busy_total_ >= busy_in_all)
        return fmt::format("the server was busy or not ready {} times, each time after two pauses", busy_in_all);
    return {};
}

}  // namespace lancespec::conformance
