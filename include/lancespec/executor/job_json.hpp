// SPDX-License-Identifier: Apache-2.0
// A job's state as JSON: what `GET /lancespec/jobs/{job_id}` answers.
#pragma once

#include <lancespec/executor/job.hpp>

#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {

/// `{"job_id": …, "kind": "backfill", "state": "succeeded", …}`: the members of job_snapshot under their names; an
/// error as `{"code": …, "error": …, "detail": …}`; absent members are left out. Times are milliseconds since
/// 1970-01-01T00:00:00Z.
LANCESPEC_DECL std::string to_json(job_snapshot const& job);

}  // namespace executor
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/executor/impl/job_json.ipp>
#endif
