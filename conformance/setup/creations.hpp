// SPDX-License-Identifier: Apache-2.0
// Which objects a request may make on a server, whatever is right or wrong with it.
#pragma once

#include "conformance/setup/journal.hpp"

#include <lancespec/contract/operation.hpp>
#include <lancespec/http/message.hpp>

#include <string>
#include <vector>

namespace lancespec::conformance {

/// Whether a success of @p op says that an object was made: CreateTable and its like, RenameTable too.
bool makes_objects(contract::operation const& op) noexcept;

/// The objects that @p request may make: those that its route or its body names, when it writes and does not only take
/// something away. A server that lets the body win over the route, or that inserts into a table which is not there,
/// makes one where a strict one refuses. Nothing of a request that no route of the contract takes.
std::vector<made_object> creations_of(http::request const& request);

/// All that @p request is about: what its route and its body name, and the table that a view reads.
std::vector<std::vector<std::string>> objects_of(http::request const& request);

}  // namespace lancespec::conformance
