// SPDX-License-Identifier: Apache-2.0
// The set-up of a run: what makes objects, what checks ask about, and the first look at each operation.
#pragma once

#include "conformance/engine/session.hpp"
#include "conformance/setup/fixtures.hpp"
#include "conformance/setup/test_objects.hpp"

namespace lancespec::conformance {

/// Belongs to one run, which must outlive it.
class environment final : public set_up {
public:
    explicit environment(session& run) : made_(run), objects_(run) {}

    [[nodiscard]] fixtures& made() noexcept { return made_; }
    [[nodiscard]] test_objects& objects() noexcept { return objects_; }

    survey survey_operation(session& run, operation const& op) override;
    exchange_record note(http::request request, bool of_a_check,
                         std::function<exchange_record(http::request)> const& send) override;
    [[nodiscard]] bool has_sure_request(operation const& op) const override;

private:
    fixtures made_;
    test_objects objects_;
};

/// A session that can make objects and survey operations.
class session_with_set_up : public session {
public:
    session_with_set_up(transport& server, run_options options, std::string run_id, std::span<check const> checks = {})
        : session(server, std::move(options), std::move(run_id), checks) {
        use(std::make_unique<environment>(*this));
    }
};

/// What makes objects for checks. Precondition: @p run has an environment.
fixtures& fixtures_of(session& run);

/// What derived checks ask about. Precondition: @p run has an environment.
test_objects& test_objects_of(session& run);

}  // namespace lancespec::conformance
