// SPDX-License-Identifier: Apache-2.0
// What the engine asks of set-up, which makes the objects that checks are about: an interface, so that nothing in the
// engine depends on how they are made.
#pragma once

#include "conformance/engine/operation.hpp"
#include "conformance/engine/survey.hpp"
#include "conformance/transport/exchange.hpp"

#include <functional>

namespace lancespec::conformance {

class session;

/// Thread-safe.
class set_up {
public:
    virtual ~set_up() = default;

    /// Sends a request of @p op that should be accepted, and says what its answer means for the checks of @p op.
    /// Called once for each operation.
    virtual survey survey_operation(session& run, operation const& op) = 0;

    /// Sends @p request by @p send, exactly once. What it may make is noted before, and what it made after it.
    /// @p of_a_check: a check sends it, not set-up.
    virtual exchange_record note(http::request request, bool of_a_check,
                                 std::function<exchange_record(http::request)> const& send) = 0;

    /// Whether every server that has @p op takes the good request that is known of it, so that one which refuses it
    /// leaves the operation unjudged.
    [[nodiscard]] virtual bool has_sure_request(operation const& op) const = 0;
};

}  // namespace lancespec::conformance
