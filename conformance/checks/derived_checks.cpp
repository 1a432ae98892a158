// SPDX-License-Identifier: Apache-2.0
#include "conformance/checks/derived_checks.hpp"

#include "conformance/faults/stub.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/requests.hpp"

#include <algorithm>

namespace lancespec::conformance::checks {

using contract::body_kind;

definitions derived(operation const& op) {
    definitions out;
    for (auto* list :
         {&derived_successes, &derived_refusals, &derived_objects, &derived_parts, &derived_effects, &derived_branches})
        for (auto& one : list(op)) out.push_back(std::move(one));
    for (auto& one : out)
        for (auto& broken : one.faults) broken.needs_stub = true;
    return out;
}

bool takes_json(operation const& op) {
    auto const kind = op.request_body;
    return op.method != "GET" &&
           (kind == body_kind::json || kind == body_kind::optional_json || kind == body_kind::member);
}

bool has_id_in_body(operation const& op) {
    auto const kind = op.request_body;
    return op.has_id() && op.method != "GET" && (kind == body_kind::json || kind == body_kind::optional_json);
}

bool needs_existing_object(operation const& op) {
    if (!op.has_id()) return false;
    auto const on = sample_of(op.id).on;
    return on != place::new_table && on != place::new_view && on != place::new_namespace;
}

std::string clause_of_branch(operation const& op) {
    bool const in_query =
        std::ranges::any_of(op.parameters, [](auto const& parameter) { return parameter.name == "branch"; });
    return in_query ? "spec 0.11.1, parameter branch" : of_request(op, "branch");
}

std::vector<std::string> missing_sibling(std::vector<std::string> names, std::string_view run_id) {
    auto name = "lancespecnone" + std::string(run_id);
    if (names.empty())
        names.push_back(std::move(name));
    else
        names.back() = std::move(name);
    return names;
}

test_object const& request_sender::thing() {
    if (thing_) return *thing_;
    p_.stop_if_given_up();
    auto next = test_objects_of(p_.run()).next(p_.op());
    if (!next) p_.block("nothing is left to try it on: " + next.error().why);
    return thing_.emplace(std::move(*next));
}

http::request request_sender::request() {
    auto const& about = thing();
    return write_members(p_.op(), about.names, about.members, p_.options().delimiter, about.rows);
}

answer request_sender::send(boost::json::object const& members, routing how) {
    auto const& about = thing();
    return send(write_members(p_.op(), about.names, members, p_.options().delimiter, about.rows), how);
}

answer request_sender::send(http::request request, routing how) {
    (void)thing();
    thing_.reset();
    auto a = p_.send_as_written(std::move(request), how);
    test_objects_of(p_.run()).settle(p_.op(), a);
    return a;
}

namespace derived_faults {

fault accepts(operation const& op, std::string summary, faults::trigger when) {
    return faults::on_request(op, std::move(summary), std::move(when),
                              [](faults::asked const& a, handler const&) { return example_answer(a.op); });
}

fault accepts_broken(operation const& op, std::string summary, std::function<bool(rule)> is_of) {
    return accepts(op, std::move(summary), [is_of = std::move(is_of)](faults::asked const& a) {
        auto const broken = violations_of(a.op, a.request);
        return !broken.empty() && is_of(broken.front().broken);
    });
}

fault spoils(operation const& op, std::string summary, std::function<void(http::response&)> change) {
    return faults::on_response(
        op, std::move(summary), [](http::response const& r) { return r.status >= 200 && r.status < 300; },
        std::move(change));
}

fault softly(fault f) {
    f.shows = outcome::warn;
    return f;
}

}  // namespace derived_faults

}  // namespace lancespec::conformance::checks
