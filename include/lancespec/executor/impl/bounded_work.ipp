// SPDX-License-Identifier: Apache-2.0
// What a request's or job's work may cost, and the errors of work that had to end.
#pragma once

#include <lancespec/core/result.hpp>
#include <lancespec/core/work.hpp>
#include <lancespec/executor/catalog.hpp>

#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

inline work_bounds bounds_of_request(catalog_options const& options) noexcept {
    return {options.request_steps, options.output_rows, options.output_bytes};
}
inline work_bounds bounds_of_job(catalog_options const& options) noexcept {
    return {options.job_steps, options.output_rows, options.output_bytes};
}

/// The error of @p what, "the predicate", whose work ended for the reason @p why. Names the option that bounds it, of
/// which @p steps_option bounds the steps.
inline namespace_error work_error(std::string const& what, work_end why, work_bounds const& bounds,
                                  char const* steps_option) {
    if (why == work_end::stopped) return {error_code::service_unavailable, what + " was stopped", {}, {}};
    auto const* option = why == work_end::rows ? "output_rows" : why == work_end::bytes ? "output_bytes" : steps_option;
    return {error_code::invalid_input, what + ": " + message(why, bounds) + " (the option " + option + ")", {}, {}};
}

inline constexpr char const* request_steps_option = "request_steps";
inline constexpr char const* job_steps_option = "job_steps";

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
