// SPDX-License-Identifier: Apache-2.0
// Asks a server for the traits of an operation, in as few accepted requests as it can.
#pragma once

#include "conformance/engine/session.hpp"

namespace lancespec::conformance {

/// What came of each trait of @p op. All traits of a round are asked for together; when that is refused, requests with
/// fewer of them tell which it was. Refused requests cost nothing; accepted ones count against
/// session::may_start_job(), and what cannot be asked within that has no answer.
trait_answers ask_for_traits(session& run, operation const& op);

}  // namespace lancespec::conformance
