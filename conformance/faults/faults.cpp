// SPDX-License-Identifier: Apache-2.0
#include "conformance/faults/faults.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace lancespec::conformance::faults {
namespace {

http::response json(int status, boost::json::object const& members) {
    return {status, {{"content-type", "application/json"}}, boost::json::serialize(members)};
}

std::optional<boost::json::value> parse(std::string_view text) {
    boost::system::error_code error;
    auto value = boost::json::parse(text, error);
    if (error) return std::nullopt;
    return value;
}

std::optional<asked> take_apart(operation const& op, http::request const& request) {
    auto where = parse_route(op, request.target);
    if (!where) return std::nullopt;
    asked a{op, request, std::move(*where), {}};
    if (auto body = parse(request.body)) {
        a.is_json = true;
        if (auto* object = body->if_object()) {
            a.is_object = true;
            a.members = std::move(*object);
        }
    }
    return a;
}

}  // namespace

std::string asked::text(std::string_view member) const {
    auto const* value = members.if_contains(member);
    return value && value->is_string() ? std::string(std::string_view(value->get_string())) : std::string{};
}

fault on_request(operation const& op, std::string summary, trigger when, substitute then) {
    fault f;
    f.summary = std::move(summary);
    f.answer = [&op, when = std::move(when), then = std::move(then)](http::request const& request,
                                                                     handler const& next) {
        auto const a = take_apart(op, request);
        return a && when(*a) ? then(*a, next) : next(request);
    };
    return f;
}

fault on_response(operation const& op, std::string summary, std::function<bool(http::response const&)> when,
                  std::function<void(http::response&)> change) {
    fault f;
    f.summary = std::move(summary);
    f.answer = [&op, when = std::move(when), change = std::move(change)](http::request const& request,
                                                                         handler const& next) {
        auto response = next(request);
        if (parse_route(op, request.target) && when(response)) change(response);
        return response;
    };
    return f;
}

fault quietly(fault f) {
    f.what = "quietly";
    f.shows = outcome::warn;
    return f;
}

std::vector<fault> both_ways(operation const& op, trigger const& when, fault_behaviour loud, fault_behaviour quiet) {
    return {on_request(op, std::move(loud.summary), when, std::move(loud.then)),
            quietly(on_request(op, std::move(quiet.summary), when, std::move(quiet.then)))};
}

fault twentieth_crashes(operation const& op) {
    fault f;
    f.summary = "crashes when requests come at the same time";
    f.needs_load = true;
    f.answer = [&op, inside = std::make_shared<std::atomic<int>>(0)](http::request const& request,
                                                                     handler const& next) {
        if (!parse_route(op, request.target)) return next(request);
        auto const others = (*inside)++;
        // Long enough for the others to arrive.
        if (others == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        auto response = others > 0 ? crash() : next(request);
        --*inside;
        return response;
    };
    return f;
}

http::request with_members(asked const& a, boost::json::object const& members) {
    auto changed = a.request;
    changed.body = boost::json::serialize(members);
    return changed;
}

http::request with_route(asked const& a, route const& where) {
    auto changed = a.request;
    changed.target = target_of(a.op, where);
    return changed;
}

boost::json::object members_of(http::response const& response) {
    auto body = parse(response.body);
    return body && body->is_object() ? body->get_object() : boost::json::object{};
}

void set_members(http::response& response, boost::json::object const& members) {
    response.body = boost::json::serialize(members);
}

http::response accept_blindly(operation const& op) {
    return json(op.success_status, {{"job_id", "job-that-does-not-exist"}});
}

http::response accept_carelessly(operation const& op) {
    return json(op.success_status, {});
}

http::response crash() {
    return {500, {{"content-type", "text/html"}}, "<html><body><h1>500 Internal Server Error</h1></body></html>"};
}

http::response refuse(int status, int code, std::string_view message) {
    return json(status, {{"error", message}, {"code", code}});
}

http::response fail_inside() {
    return refuse(500, 18, "something went wrong");
}

substitute blindly() {
    return [](asked const& a, handler const&) { return accept_blindly(a.op); };
}

substitute carelessly() {
    return [](asked const& a, handler const&) { return accept_carelessly(a.op); };
}

substitute crashing() {
    return [](asked const&, handler const&) { return crash(); };
}

substitute failing_inside() {
    return [](asked const&, handler const&) { return fail_inside(); };
}

substitute where_refused(std::vector<int> codes, substitute then) {
    return [codes = std::move(codes), then = std::move(then)](asked const& a, handler const& next) {
        auto response = next(a.request);
        auto const members = members_of(response);
        auto const* code = response.status >= 400 ? members.if_contains("code") : nullptr;
        bool const one = code && std::ranges::any_of(codes, [code](int c) { return *code == c; });
        return one ? then(a, next) : response;
    };
}

substitute refusing(int status, int code, std::string message) {
    return [=](asked const&, handler const&) { return refuse(status, code, message); };
}

}  // namespace lancespec::conformance::faults
