// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/session.hpp"

#include "conformance/engine/ask_for_traits.hpp"

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/identifier.hpp>

#include <fmt/format.h>

#include <algorithm>
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

/// Header fields that say who asks.
bool is_credential(std::string_view name) {
    for (std::string_view const one : {"authorization", "x-api-key", "cookie"})
        if (equal_ignoring_ascii_case(name, one)) return true;
    return false;
}

}  // namespace

session::session(transport& server, run_options options, std::string run_id, std::span<check const> checks)
    : server_(server), options_(std::move(options)), run_id_(std::move(run_id)) {
    for (auto const& one : checks) checks_.insert(one.id);
}

bool session::has_credentials() const {
    return options_.token || options_.api_key ||
           std::ranges::any_of(options_.headers, [](auto const& field) { return is_credential(field.first); });
}

std::vector<std::string> const& session::names_of(operation const& op) const noexcept {
    return op.object == contract::object_kind::materialized_view ? options_.objects.view : options_.objects.table;
}

bool session::is_vouched_for(operation const& op) const noexcept {
    return op.object == contract::object_kind::materialized_view ? options_.objects.view_exists
                                                                 : options_.objects.table_exists;
}

request_draft session::plain_request(operation const& op, std::vector<std::string> const& names) const {
    boost::json::object members;
    if (&op == &backfill_column()) {
        members["column"] = options_.objects.column;
        members["where"] = "false";  // no row: a job that changes nothing
    }
    if (auto const& type = op.request(); type.find("concurrency") < type.fields.size()) members["concurrency"] = 1;
    request_draft draft(op, names, std::move(members));
    // Names that hold a delimiter need another one.
    for (std::string const& delimiter : {options_.delimiter, std::string("$"), std::string("~"), std::string("|")})
        if (object_identifier(names).to_string(delimiter)) return std::move(draft).delimiter(delimiter);
    return draft;
}

answer session::send(request_draft const& draft, std::string_view check_id, std::size_t number) {
    return send(draft.op(), draft.build(), check_id, number, draft.how(), draft.sends_credentials());
}

answer session::send(operation const& op, http::request request, std::string_view check_id, std::size_t number,
                     routing how, bool with_credentials) {
    auto a = read_answer(send(std::move(request), check_id, number, with_credentials));
    if (a.accepted() && !a.is_web_page() && op.does == contract::effect::submit) ++jobs_;
    bool const by_the_operation = a.status() >= 400 && a.status() != 401 && a.status() != 403 && !a.busy();
    if (by_the_operation && how == routing::ordinary) {
        std::lock_guard const lock(counting_);
        refusing_.insert(op.id);
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

void session::add_fields(http::request& request, bool with_credentials) const {
    auto const add = [&](std::string name, std::string value) {
        if (!request.fields.find(name)) request.fields.add(std::move(name), std::move(value));
    };
    if (with_credentials) {
        if (options_.token) add("authorization", "Bearer " + *options_.token);
        if (options_.api_key) add("x-api-key", *options_.api_key);
    }
    for (auto const& [name, value] : options_.headers)
        if (with_credentials || !is_credential(name)) add(name, value);
}

exchange_record session::send(http::request request, std::string_view check_id, std::size_t number,
                              bool with_credentials) {
    if (!request.fields.find("x-request-id"))
        request.fields.add("x-request-id", fmt::format("lancespec-{}-{}-{}", run_id_, check_id, number));
    add_fields(request, with_credentials);
    auto const send = [this](http::request ready) { return send_until_ready(std::move(ready)); };
    if (set_up_ == nullptr) return send(std::move(request));
    return set_up_->note(std::move(request), checks_.contains(check_id), send);
}

exchange_record session::send_until_ready(http::request request) {
    for (std::size_t attempt = 0;; ++attempt) {
        auto const sent = ++requests_;
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
            return {std::move(request), std::move(result), sent};
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
    return !refusing_.contains(op.id);
}

survey const& session::survey_of(operation const& op) {
    std::lock_guard const lock(looking_);
    auto& seen = known_[op.id];
    if (!seen.looked) seen.looked = set_up_->survey_operation(*this, op);
    return *seen.looked;
}

survey const* session::survey_if_any(operation const& op) {
    std::lock_guard const lock(looking_);
    auto& seen = known_[op.id];
    return seen.looked ? &*seen.looked : nullptr;
}

answer session::once(operation const& op, std::string_view name, request_draft const& draft) {
    std::lock_guard const lock(looking_);
    auto& asked = known_[op.id].once;
    auto found = asked.find(name);
    if (found == asked.end()) {
        auto const id = fmt::format("{}.once", check_prefix(op));
        found = asked.emplace(std::string(name), send(draft, id, asked.size() + 1)).first;
    }
    return found->second;
}

trait_answer session::shown(operation const& op, std::string_view name) {
    std::lock_guard const lock(looking_);
    auto& seen = known_[op.id];
    if (!seen.traits) seen.traits = ask_for_traits(*this, op);
    auto const found = seen.traits->find(name);
    return found == seen.traits->end() ? trait_answer{} : found->second;
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
