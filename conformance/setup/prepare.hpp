// SPDX-License-Identifier: Apache-2.0
// Finds or makes the objects that plain requests are about.
#pragma once

#include "conformance/engine/session.hpp"

namespace lancespec::conformance {

/// Objects that nobody named are looked for in this order: the demo data's, if they are there; then the suite's own,
/// made for this run; where a server cannot make those, the demo data's names all the same, with why in
/// `table_not_made` and `view_not_made`.
///
/// Sends nothing when the options forbid set-up, or when both objects are named.
void prepare_objects(session& run);

}  // namespace lancespec::conformance
