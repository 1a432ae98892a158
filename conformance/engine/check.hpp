// SPDX-License-Identifier: Apache-2.0
// A check: one clause of the contract, how strongly it is asked for, and the function that looks at a server.
#pragma once

#include "conformance/engine/fault.hpp"
#include "conformance/engine/outcome.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lancespec::conformance {

class probe;

/// What must be known of the server before a check can say anything.
enum class need : std::uint8_t {
    nothing,      ///< the operation is not declined
    object,       ///< the table or view of the fixture exists
    accepted,     ///< a plain request on the fixture was accepted
    credentials,  ///< the server has authentication on
    own_objects,  ///< nothing but what the check makes itself
};

/// One clause of the contract and how to look at it.
///
/// `run` may state expectations at several levels: a MUST check may warn. It never asserts the text of a message.
struct check {
    std::string id;         ///< stable: `backfill_column.unresolved_path`
    std::string operation;  ///< operationId
    level strength = level::must;
    std::string clause;     ///< document and section
    std::string summary;    ///< what a server does that keeps the clause, one sentence
    std::string rationale;  ///< why this level, and which real clients break otherwise
    need needs = need::accepted;
    std::function<void(probe&)> run;
    /// Rules of every answer (engine/rules.hpp) that this check is about: a breach is its own finding.
    std::vector<std::string> about = {};
};

/// A check together with the faults that it must notice. Files of checks hold lists of these.
struct definition {
    conformance::check check;
    std::vector<fault> faults;  ///< ids, check and clause are filled in by the registry
};

}  // namespace lancespec::conformance
