#include "conformance/engine/session.hpp"

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
constexpr std::array busy_factors{1, 4};  // of the pause that the options name

std::string display(std::vector<std::string> const& names) {
    return object_identifier(names).display();
}

/// An error that the operation itself may have sent: it has a code, or is a framework's bare 400.
bool is_result(answer const& a) {
    return a.code() || (!a.body && (a.status() == 400 || a.status() == 413 || a.status() == 415 || a.status() == 422));
}

/// What a web framework answers where it has no such route: without a code, and often with words or a page of its own.
bool is_unrouted(answer const& a) {
    return !a.code() && (a.status() == 404 || a.status() == 405 || a.status() == 501);
}

}  // namespace

session::session(transport& server, run_options const& options, std::string run_id)
    : server_(server), options_(options), run_id_(std::move(run_id)) {}

std::vector<std::string> const& session::names_of(operation const& op) const noexcept {
    return &op == &backfill_column() ? options_.objects.table : options_.objects.view;
}

bool session::is_vouched_for(operation const& op) const noexcept {
    return &op == &backfill_column() ? options_.objects.table_exists : options_.objects.view_exists;
}

request_draft session::plain_request(operation const& op) const {
    boost::json::object members;
    if (&op == &backfill_column()) {
        members["column"] = options_.objects.column;
        members["where"] = "false";  // no row: a job that changes nothing
    }
    members["concurrency"] = 1;
    request_draft draft(op, names_of(op), std::move(members));
    // Names that hold a `$` need another delimiter.
    for (std::string const delimiter : {"$", "~", "|", "::"})
        if (object_identifier(names_of(op)).to_string(delimiter)) return std::move(draft).delimiter(delimiter);
    return draft;
}

answer session::send(request_draft const& draft, std::string_view check_id, std::size_t number) {
    auto request = draft.build();
    auto const add = [&](std::string name, std::string value) {
        if (!request.fields.find(name)) request.fields.add(std::move(name), std::move(value));
    };
    add("x-request-id", fmt::format("lancespec-{}-{}-{}", run_id_, check_id, number));
    if (draft.sends_credentials()) {
        if (options_.token) add("authorization", "Bearer " + *options_.token);
        if (options_.api_key) add("x-api-key", *options_.api_key);
    }
    for (std::size_t attempt = 0;; ++attempt) {
        ++requests_;
        auto a = read_answer({request, server_.exchange(request)});
        if (a.record.result.status == exchange_status::answered) {
            unanswered_ = 0;
        } else {
            ++unanswered_;
            ++unanswered_total_;
        }
        if (a.record.result.status != exchange_status::answered || !a.busy() || attempt == busy_factors.size())
            return a;
        std::this_thread::sleep_for(options_.busy_pause * busy_factors[attempt]);
    }
}

survey const& session::survey_of(operation const& op) {
    auto found = surveys_.find(op.id());
    if (found == surveys_.end()) found = surveys_.emplace(op.id(), look_at(op)).first;
    return found->second;
}

survey session::look_at(operation const& op) {
    auto const id = fmt::format("{}.accepted", op.prefix);
    survey s{presence::broken, send(plain_request(op), id, 1), {}};
    auto const& a = s.plain;
    auto const object = display(names_of(op));
    auto const was = [&](presence state, std::string reason) {
        s.state = state;
        s.reason = std::move(reason);
    };
    if (a.record.result.status != exchange_status::answered) {
        s.reason = fmt::format("the plain request on `{}` got no answer: {}", object, a.record.result.reason);
    } else if (a.accepted()) {
        was(presence::accepted, {});
    } else if (a.declined()) {
        was(presence::declined, fmt::format("the server declines {}: it answers {}", op.id(), describe(a)));
    } else if (is_unrouted(a) && (a.bodyless() || !is_vouched_for(op))) {
        was(presence::declined, fmt::format("the server has no route for {}: it answers {}; if it should have one, is "
                                            "the base URL right?",
                                            op.id(), describe(a)));
    } else if (a.status() == 401) {
        was(presence::unauthorized,
            has_credentials() ? "the server refuses the credentials given (401): check the token or key, and its expiry"
                              : "the server asks for credentials (401): pass --token TOKEN or --api-key KEY");
    } else if (a.status() == 403) {
        was(presence::forbidden,
            fmt::format("the server forbids {} on `{}` (403): pass credentials that may do it", op.id(), object));
    } else if (a.busy()) {
        was(presence::busy, fmt::format("the server is busy or not ready, three times in a row: {}", describe(a)));
    } else if (a.refused() && (a.code() == 1 || a.code() == 4)) {
        was(presence::absent, fmt::format("there is no {} `{}` on the server ({}): name an existing one with {}",
                                          op.noun, object, describe(a), op.option));
    } else if (a.refused() && is_result(a)) {
        was(presence::refused,
            &op == &backfill_column()
                ? fmt::format("the server refused the backfill of `{}` in `{}` ({}): name a virtual or computed column "
                              "with --column; if it is one, the server must answer 202",
                              options_.objects.column, object, describe(a))
                : fmt::format("the server refused the refresh of `{}` ({}): name a materialized view with {}; if it is "
                              "one, the server must answer 202",
                              object, describe(a), op.option));
    } else if (a.code() && a.status() >= 500 && !is_vouched_for(op)) {
        // Some servers fail where they lack the operation, or the object: nothing says which of the two this is.
        was(presence::failing,
            fmt::format("the plain request on `{}` fails inside the server ({}): if it has {}, name an existing {} "
                        "with {}; if not, code 0 with 406 says so",
                        object, describe(a), op.id(), op.noun, op.option));
    } else {
        s.reason = fmt::format("the plain request on `{}` was answered {}; see {}", object, describe(a), id);
    }
    return s;
}

std::string session::given_up() const {
    if (unanswered_ >= unanswered_in_a_row)
        return fmt::format("the server has left {} requests in a row without an answer", unanswered_in_a_row);
    if (unanswered_total_ >= unanswered_in_all)
        return fmt::format("the server has left {} requests without an answer", unanswered_in_all);
    return {};
}

}  // namespace lancespec::conformance
