// SPDX-License-Identifier: Apache-2.0
// Requests that break one rule of their field table each: a member left out, of another type, out of its bounds.
#include "conformance/checks/derived_checks.hpp"
#include "conformance/setup/requests.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lancespec::conformance::checks {
namespace {

bool is_missing(rule r) {
    return r == rule::required;
}

bool is_type(rule r) {
    return r == rule::type;
}

bool is_bound(rule r) {
    return r != rule::required && r != rule::type && r != rule::malformed && r != rule::route_body &&
           r != rule::identifier;
}

/// One family of rules.
struct theme {
    std::string_view name;
    bool (*holds)(rule);
    std::string_view summary;
    std::string_view required;
    std::string_view fault;
};

constexpr theme themes[] = {
    {"required_fields", is_missing, "A request that lacks a required member is refused with a 4xx.",
     "a request without a required member is refused with a 4xx", "does not miss a required member"},
    {"field_types", is_type, "A member of another type than its own is refused with a 4xx.",
     "a member of another type is refused with a 4xx", "does not look at the types of members"},
    {"field_bounds", is_bound,
     "A value out of its bounds, a word outside a vocabulary, a path or clause that does not parse: refused with a "
     "4xx.",
     "a value that its field does not allow is refused with a 4xx", "does not look at the bounds of members"},
};

void ask_each(probe& p, theme const& about) {
    request_sender ask(p);
    auto const count = broken_requests(p.op(), ask.thing().members).size();
    // The requests of each round are about the object that is there then; their order is always the same.
    for (std::size_t i = 0; i < count; ++i) {
        auto const broken = broken_requests(p.op(), ask.thing().members);
        if (i >= broken.size() || !about.holds(broken[i].broken)) continue;
        p.variant(broken[i].what);
        auto const a = ask.send_broken(broken[i].members);
        p.should(a.refused() || a.declined(), std::string(about.required), a);
    }
}

definition refusal(operation const& op, theme const& about) {
    return {
        {
            .id = id_of(op, about.name),
            .operation = std::string(op.id),
            .strength = level::should,
            .clause = of_request(op, ""),
            .summary = std::string(about.summary),
            .rationale = "SHOULD: no sentence obliges a server to look at every member; one that does tells its "
                         "clients of a mistake at once, where another quietly does something else.",
            .run = [&about](probe& p) { ask_each(p, about); },
        },
        {derived_faults::softly(derived_faults::accepts_broken(op, std::string(about.fault), about.holds))},
    };
}

}  // namespace

definitions derived_refusals(operation const& op) {
    definitions out;
    auto const broken = broken_requests(op, example_members(op));
    for (auto const& about : themes)
        if (std::ranges::any_of(broken, about.holds, &broken_request::broken)) out.push_back(refusal(op, about));
    return out;
}

}  // namespace lancespec::conformance::checks
