// SPDX-License-Identifier: Apache-2.0
// Jobs: what a backfill or refresh was asked to do, how far it is, and how it ended.
#pragma once

#include <lancespec/config.hpp>
#include <lancespec/core/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {

enum class job_kind : std::uint8_t {
    backfill,
    refresh
};
enum class job_state : std::uint8_t {
    queued,
    running,
    succeeded,
    failed,
    cancelled  ///< ended by catalog::cancel() or with the catalog; what was committed before stays
};

LANCESPEC_DECL std::string_view name(job_kind kind) noexcept;    ///< `backfill`, `refresh`
LANCESPEC_DECL std::string_view name(job_state state) noexcept;  ///< `queued`, `running`, …

/// A job at one moment. The specification names a job id "for tracking" but no operation that takes one; this is
/// what the reference server's own `GET /lancespec/jobs/{job_id}` shows.
struct job_snapshot {
    std::string id;
    job_kind kind = job_kind::backfill;
    job_state state = job_state::queued;
    std::string object;  ///< the table's or view's names joined by `$`
    std::string column;  ///< backfill: the canonical field path
    std::int64_t tasks_total = 0;
    std::int64_t tasks_done = 0;
    std::int64_t rows_computed = 0;
    std::int64_t checkpoints = 0;
    std::int64_t commits = 0;
    std::optional<std::int64_t> version;   ///< the table version of the last commit
    std::optional<namespace_error> error;  ///< failed or cancelled: why, with the row
    std::int64_t submitted_at_millis = 0;  ///< of the catalog's clock, since 1970-01-01T00:00:00Z
    std::optional<std::int64_t> finished_at_millis;
};

}  // namespace executor
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/executor/impl/job.ipp>
#endif
