// SPDX-License-Identifier: Apache-2.0
// What a run of the suite found: the one value that every report is written from.
#pragma once

#include "conformance/engine/known_failures.hpp"
#include "conformance/engine/outcome.hpp"
#include "conformance/transport/exchange.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lancespec::conformance {

/// One expectation that was not met, or one thing observed.
struct finding {
    level strength = level::must;
    std::string rule;  ///< the rule of every answer that was broken, `error.code`; empty: the check's own clause
    std::vector<std::string> subjects;  ///< which variants of the check (`/concurrency = "x"`); empty: the only one
    std::string expected;               ///< what the contract asks for, as a sentence
    std::string actual;                 ///< what the server did, as a sentence
    std::string hint;                   ///< what usually mends it, or which clients it breaks; may be empty
    std::optional<exchange_record> exchange;
    bool explained = false;  ///< a cause of the run tells it already, so it does not count here
    std::size_t cause = 0;   ///< the cause of the run that tells it, from 1; 0: none. It counts unless it is explained

    /// The subjects, joined by ", ".
    [[nodiscard]] std::string subject() const;
};

/// One variant of a check that covers many fields or inputs.
struct sub_result {
    std::string name;  ///< `/concurrency = "x"`
    outcome result = outcome::pass;
    outcome base = outcome::pass;  ///< what is said of it beside the findings
};

/// What came of one check.
struct check_result {
    std::string id;         ///< `backfill_column.id_mismatch`
    std::string operation;  ///< operationId
    level strength = level::must;
    std::string clause;   ///< document and section
    std::string summary;  ///< what the check asserts, as a sentence of the contract
    outcome result = outcome::not_run;
    std::string reason;                  ///< for blocked, unsupported, disabled, not-run, suite-error: why
    outcome base = outcome::not_run;     ///< what is said beside the findings
    std::optional<known_failure> known;  ///< somebody knows that it fails, so that it does not fail the run
    std::vector<sub_result> variants;
    std::size_t not_asked = 0;  ///< cases left out after one that was accepted, since each may start a job
    std::vector<finding> findings;
    std::size_t cause = 0;  ///< the cause of the run that keeps it from being judged, from 1; 0: none
    std::chrono::microseconds elapsed{0};
    bool reads_effects = false;  ///< it reads back what a request did
    bool owns_rules = false;     ///< it is about rules of every answer: a breach of them is told here
};

/// One thing that is wrong and shows in many checks. Told once, before them.
struct cause {
    std::string id;         ///< `unauthorized`, `no_route`, or the check that is about it: `backfill_column.error_code`
    std::string operation;  ///< operationId, or empty: all
    std::string what;       ///< a sentence
    std::string hint;       ///< what usually mends it; may be empty
    std::optional<exchange_record> exchange;
    std::vector<std::string> explains;       ///< ids of checks that it fails, warns of or keeps from being judged
    outcome makes = outcome::blocked;        ///< the gravest of what it makes of them
    std::string clause = {};                 ///< of the check that is about it; empty: there is none
    std::string expected = {};               ///< what the findings that it tells ask for, all alike; empty: see the id
    level strength = level::must;            ///< and how strongly
    std::vector<std::string> shows_in = {};  ///< ids of other checks that met it, and would be passed without it
};

/// What a run can say of an operation.
enum class standing : std::uint8_t {
    judged,    ///< its good request was taken, its success read and its effect read back; or it failed
    declined,  ///< the server does not have it
    unjudged,  ///< nobody could exercise it
};

/// An operation whose checks were looked at.
struct operation_standing {
    std::string id;  ///< operationId
    standing what = standing::judged;
    std::string why = {};  ///< of one that is not judged, as a sentence, with the server's words
    bool claimed = false;  ///< the user said that the server has it
    /// Every server that has the operation takes the suite's request, so one that does not is no verdict.
    bool owed = true;
};

/// A whole run.
struct run_result {
    std::string target;                 ///< the base URL, or a name for the built-in server
    std::string run_id;                 ///< eight characters, in every x-request-id
    std::string profile = "auto";       ///< the one that was asked for
    std::vector<std::string> profiles;  ///< profiles looked at: `jobs`
    std::vector<operation_standing> operations;
    std::vector<std::string> declined;  ///< operations that the server declines
    std::vector<cause> causes;
    std::vector<check_result> checks;  ///< in the order of the registry, those not run too
    bool reachable = true;
    std::string unreachable_reason;
    bool partial = false;      ///< checks were left out by --only or --skip, or blocked
    bool interrupted = false;  ///< stopped by a signal
    std::size_t requests = 0;
    std::size_t jobs = 0;                         ///< submissions that were accepted
    std::vector<std::string> made;                ///< objects that the suite made on the server, in order
    std::vector<std::string> kept;                ///< objects that were to be kept, and may be there
    std::vector<std::string> left_behind;         ///< those of them that could not be removed, each with why
    std::vector<std::string> may_be_left_behind;  ///< what may have been made and was not removed, each with why
    std::string started_at;                       ///< RFC 3339, UTC
    std::chrono::microseconds elapsed{0};
};

/// Exit statuses of `lancespec check`, first that holds.
enum class exit_status : int {
    conforms = 0,
    must_failed = 1,
    usage = 2,
    unreachable = 3,
    suite_failed = 4,
    no_verdict = 5,
    stale_known_failures = 6,
};

/// The status of a run: unreachable, suite_failed, must_failed, stale_known_failures (a check that is known to fail
/// passed), no_verdict (nothing ran, or what the verdict needs was not judged), conforms.
exit_status status_of(run_result const& run);

/// The verdict as a sentence: `conforms to jobs; inconclusive: metadata (RegisterTable: …); declined: nothing`.
std::string verdict_of(run_result const& run);

/// How many checks have outcome @p o.
std::size_t count(run_result const& run, outcome o);

}  // namespace lancespec::conformance
