// SPDX-License-Identifier: Apache-2.0
// What it takes to send a request of a run again once the run has removed what it made.
#pragma once

#include "conformance/engine/run_result.hpp"

namespace lancespec::conformance {

class session;

/// Fills in exchange_record::needs of every finding and cause that counts: the requests of set-up that made what the
/// request is about, and those that remove it. Nothing where it is about objects that were there before.
void add_reproductions(run_result& out, session& run);

}  // namespace lancespec::conformance
