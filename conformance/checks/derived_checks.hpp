// SPDX-License-Identifier: Apache-2.0
// The checks that follow from the contract's tables alone, with a fault for each: the same few rules for every
// operation.
#pragma once

#include "conformance/checks/checks.hpp"
#include "conformance/faults/faults.hpp"
#include "conformance/setup/test_objects.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lancespec::conformance::checks {

/// All that can be derived for @p op.
definitions derived(operation const& op);

definitions derived_successes(operation const& op);  ///< status, media type and schema of a success; what an error is
definitions derived_refusals(operation const& op);   ///< requests that break a rule of their field table
definitions derived_objects(operation const& op);    ///< ids that disagree, objects that do not exist

definitions derived_parts(operation const& op);     ///< versions, columns, branches, tags and indices that do not exist
definitions derived_effects(operation const& op);   ///< what a parameter asks for, and what a request leaves alone
definitions derived_branches(operation const& op);  ///< rows that are written to a branch, or beside one

/// Where the document says what a branch means to the operation.
std::string clause_of_branch(operation const& op);

/// Whether the body of a request is JSON.
bool takes_json(operation const& op);

/// Whether a request can name its object in the body as well as in the route.
bool has_id_in_body(operation const& op);

/// Whether the object must be there already, so that another name leads nowhere.
bool needs_existing_object(operation const& op);

/// The names of @p names with another last one, which nothing has.
std::vector<std::string> missing_sibling(std::vector<std::string> names, std::string_view run_id);

/// What is about one request: asks for it anew each time, since a server may have accepted the one before.
class request_sender {
public:
    explicit request_sender(probe& p) : p_(p) {}

    /// What the next request is about. Leaves the check out when there is nothing.
    test_object const& thing();

    /// Sends the good request about thing() with these members in place of its own.
    answer send(boost::json::object const& members, routing how = routing::ordinary);
    /// Sends @p request, which is about thing().
    answer send(http::request request, routing how = routing::ordinary);
    /// As send(), of a request that breaks something.
    template <class Request>
    answer send_broken(Request&& request) {
        return send(std::forward<Request>(request), routing::refusable);
    }
    /// The good request about thing().
    [[nodiscard]] http::request request();

private:
    probe& p_;
    std::optional<test_object> thing_;
};

namespace derived_faults {

/// Answers with a success whatever the request says, when @p when holds of it.
fault accepts(operation const& op, std::string summary, faults::trigger when);

/// The same when the request breaks one of @p rules of its field table.
fault accepts_broken(operation const& op, std::string summary, std::function<bool(rule)> is_of);

/// Changes every success.
fault spoils(operation const& op, std::string summary, std::function<void(http::response&)> change);

/// Marks @p f as one that breaks a SHOULD alone.
fault softly(fault f);

}  // namespace derived_faults

}  // namespace lancespec::conformance::checks
