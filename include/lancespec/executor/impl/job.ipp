// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/job.hpp.
#pragma once

#include <lancespec/executor/job.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {

LANCESPEC_DECL std::string_view name(job_kind kind) noexcept {
    return kind == job_kind::backfill ? "backfill" : "refresh";
}

LANCESPEC_DECL std::string_view name(job_state state) noexcept {
    switch (state) {
        case job_state::queued: return "queued";
        case job_state::running: return "running";
        case job_state::succeeded: return "succeeded";
        case job_state::failed: return "failed";
        case job_state::cancelled: return "cancelled";
    }
    return "unknown";
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
