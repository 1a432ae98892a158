// SPDX-License-Identifier: Apache-2.0
// The bodies of lancespec::executor, for separate compilation; see src.hpp.
#pragma once

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#error "lancespec/executor_src.hpp is for separate compilation: define LANCESPEC_SEPARATE_COMPILATION"
#endif

#include <lancespec/executor.hpp>

#include <lancespec/columnar/impl/ipc_read.ipp>
#include <lancespec/columnar/impl/ipc_write.ipp>
#include <lancespec/executor/impl/catalog.ipp>
#include <lancespec/executor/impl/demo.ipp>
#include <lancespec/executor/impl/job.ipp>
#include <lancespec/executor/impl/job_json.ipp>
#include <lancespec/executor/impl/service.ipp>
