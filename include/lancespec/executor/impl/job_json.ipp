// SPDX-License-Identifier: Apache-2.0
// Body of executor/job_json.hpp.
#pragma once

#include <lancespec/core/json.hpp>
#include <lancespec/executor/job_json.hpp>

#include <boost/json/object.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {

LANCESPEC_DECL std::string to_json(job_snapshot const& job) {
    boost::json::object out;
    out["job_id"] = job.id;
    out["kind"] = name(job.kind);
    out["state"] = name(job.state);
    out["object"] = job.object;
    if (!job.column.empty()) out["column"] = job.column;
    out["tasks_total"] = job.tasks_total;
    out["tasks_done"] = job.tasks_done;
    out["rows_computed"] = job.rows_computed;
    out["checkpoints"] = job.checkpoints;
    out["commits"] = job.commits;
    if (job.version) out["version"] = *job.version;
    if (job.error) {
        boost::json::object error;
        error["code"] = static_cast<std::int64_t>(job.error->code);
        error["error"] = job.error->message;
        error["detail"] = job.error->detail;
        out["error"] = std::move(error);
    }
    out["submitted_at_millis"] = job.submitted_at_millis;
    if (job.finished_at_millis) out["finished_at_millis"] = *job.finished_at_millis;
    return lancespec::to_json(boost::json::value(std::move(out)));
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
