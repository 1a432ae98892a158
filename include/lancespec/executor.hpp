// SPDX-License-Identifier: Apache-2.0
// Umbrella of lancespec::executor: the in-memory catalog, its jobs, Arrow IPC, and the HTTP service in front of it.
#pragma once

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/evaluate.hpp>
#include <lancespec/executor/catalog.hpp>
#include <lancespec/executor/demo.hpp>
#include <lancespec/executor/job.hpp>
#include <lancespec/executor/job_json.hpp>
#include <lancespec/executor/service.hpp>
#include <lancespec/lancespec.hpp>
