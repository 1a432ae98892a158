// SPDX-License-Identifier: Apache-2.0
// Building faults: when a request shows what a clause is about, something else than the truth is answered.
#pragma once

#include "conformance/engine/fault.hpp"
#include "conformance/engine/operation.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance::faults {

/// A request of an operation, taken apart.
struct asked {
    operation const& op;
    http::request const& request;
    route where;
    boost::json::object members;  ///< of the body; empty when it is no object
    bool is_json = false;         ///< the body is JSON
    bool is_object = false;

    [[nodiscard]] bool has(std::string_view member) const { return members.contains(member); }
    [[nodiscard]] std::string text(std::string_view member) const;  ///< a string member's value, else empty
};

using trigger = std::function<bool(asked const&)>;
using substitute = std::function<http::response(asked const&, handler const& next)>;

/// A fault that shows only on requests of @p op for which @p when holds.
fault on_request(operation const& op, std::string summary, trigger when, substitute then);

/// A fault that shows only on responses of @p op for which @p when holds.
fault on_response(operation const& op, std::string summary, std::function<bool(http::response const&)> when,
                  std::function<void(http::response&)> change);

/// A fault that keeps every MUST, and breaks a SHOULD only.
fault quietly(fault f);

/// What a server does wrong, and how.
struct fault_behaviour {
    std::string summary;
    substitute then;
};

/// The two faults of a SHOULD that show when @p when holds: one whose answer breaks a MUST as well, and a quiet one.
std::vector<fault> both_ways(operation const& op, trigger const& when, fault_behaviour loud, fault_behaviour quiet);

/// A fault that shows only when many requests come at the same time.
fault twentieth_crashes(operation const& op);

/// The request with other members, or another route.
http::request with_members(asked const& a, boost::json::object const& members);
http::request with_route(asked const& a, route const& where);

/// The members of a response's body; empty when it is no object.
boost::json::object members_of(http::response const& response);
void set_members(http::response& response, boost::json::object const& members);

/// An honest-looking success: 202 with a job id, whatever was asked.
http::response accept_blindly(operation const& op);

/// 202 with an empty object: what a handler returns that was never finished.
http::response accept_carelessly(operation const& op);

/// 500 with an HTML page: what a framework sends when a handler throws.
http::response crash();

/// An error in the contract's form.
http::response refuse(int status, int code, std::string_view message);

/// What a server says that fails inside and knows how to say so: 500 with code 18.
http::response fail_inside();

// The same as substitutes.
substitute blindly();
substitute carelessly();
substitute crashing();
substitute failing_inside();
substitute refusing(int status, int code, std::string message);

/// Does @p then where the true service refuses the request with one of @p codes, so that whoever sends such a request
/// meets the fault, and not the suite alone.
substitute where_refused(std::vector<int> codes, substitute then);

}  // namespace lancespec::conformance::faults
