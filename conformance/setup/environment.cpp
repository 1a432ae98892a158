// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/environment.hpp"

#include "conformance/setup/survey_operation.hpp"

namespace lancespec::conformance {
namespace {

environment& environment_of(session& run) {
    return dynamic_cast<environment&>(run.set_up());
}

}  // namespace

survey environment::survey_operation(session& run, operation const& op) {
    return conformance::survey_operation(run, op);
}

exchange_record environment::note(http::request request, bool of_a_check,
                                  std::function<exchange_record(http::request)> const& send) {
    auto const what = made_.will_send(request);
    auto out = send(std::move(request));
    made_.was_answered(what, out, of_a_check);
    return out;
}

bool environment::has_sure_request(operation const& op) const {
    return starts_job(op) || !sample_of(op.id).uncertain;
}

fixtures& fixtures_of(session& run) {
    return environment_of(run).made();
}

test_objects& test_objects_of(session& run) {
    return environment_of(run).objects();
}

}  // namespace lancespec::conformance
