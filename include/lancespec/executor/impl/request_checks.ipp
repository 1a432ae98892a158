// SPDX-License-Identifier: Apache-2.0
// What both job requests share: the least value of their numbers, and a job that is checked and ready to submit.
#pragma once

#include <lancespec/executor/impl/job_pool.ipp>
#include <lancespec/executor/impl/table_state.ipp>

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

struct planned_job {
    job_snapshot shown;
    job_plan plan;
};

/// The first member below 1, as an error that names it.
inline std::optional<namespace_error> check_at_least_one(
    std::initializer_list<std::pair<char const*, std::optional<std::int64_t>>> numbers) {
    for (auto const& [member, value] : numbers)
        if (value && *value < 1)
            return fail(error_code::invalid_input,
                        std::string("/") + member + ": must be at least 1, not " + std::to_string(*value));
    return std::nullopt;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
