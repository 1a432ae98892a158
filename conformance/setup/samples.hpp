// SPDX-License-Identifier: Apache-2.0
// For each operation, what a good request is and what it is about: the one thing that the contract's tables cannot say.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lancespec::conformance {

/// What a request names in its route.
enum class place : std::uint8_t {
    nothing,        ///< the route has no id
    run_namespace,  ///< the namespace of the run, or the root where none can be made
    shared_table,   ///< a table that is only read: the suite's own, or the user's
    shared_name,    ///< the same, of which no rows are needed: a declared one will do
    own_table,      ///< a table of the suite's own with rows, for this operation alone
    own_name,       ///< the same, for which a declared one will do
    own_namespace,  ///< a namespace of the suite's own, empty
    new_table,      ///< a name that nothing has yet
    new_view,
    new_namespace,
    transaction,  ///< one that the server names when an index is made; else one that nobody has heard of
};

/// A request that prepares another on the same object.
struct step {
    std::string_view operation;
    std::string_view members;  ///< as sample::members
};

/// A good request.
struct sample {
    std::string_view operation;  ///< operationId
    place on = place::shared_table;
    /// The request's members as a JSON object. `$N` in a text is a number that no other request of the run has,
    /// `"$TABLE"` the names of the object, `"$VIEW_SCHEMA"` the Arrow schema of a view. No path is made up:
    /// `"$LOCATION"` is where the server had a table that it was then told to forget, `"$MANIFEST"` the object's latest
    /// manifest.
    std::string_view members = "{}";
    std::span<step const> before{};  ///< what is sent first, with the same numbers
    bool consumes = false;           ///< what it is about is gone after it
    std::string_view otherwise{};    ///< members for servers that refuse the first; empty: none
    bool uncertain = false;          ///< a server may have the operation and refuse this: it wants files, say
};

/// The good request of the operation with that operationId. Each operation that does not start a job has one.
sample const& sample_of(std::string_view operation);

}  // namespace lancespec::conformance
