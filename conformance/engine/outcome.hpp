// SPDX-License-Identifier: Apache-2.0
// Levels and outcomes: how strongly a check is required, and what came of it.
#pragma once

#include <string_view>

namespace lancespec::conformance {

/// How strongly the documents ask for what a check asserts.
enum class level {
    must,    ///< a server that does otherwise does not conform
    should,  ///< a server that does otherwise is warned
    info,    ///< recorded only
};

/// What came of a check, from harmless to grave: a check with sub-results has the gravest of theirs.
enum class outcome {
    pass,
    observed,     ///< an INFO check: what the server does is recorded
    disabled,     ///< the server has the feature turned off (authentication, for example)
    unsupported,  ///< the server declines the operation or feature, as it may
    not_run,      ///< left out by the user's choice, or it needs something the user did not give
    blocked,      ///< its set-up failed, so nothing can be said
    warn,         ///< a SHOULD not kept
    fail,         ///< a MUST not kept
    suite_error,  ///< the suite itself failed
};

std::string_view name(level l) noexcept;    ///< `MUST`, `SHOULD`, `INFO`
std::string_view name(outcome o) noexcept;  ///< `pass`, `not-run`, `suite-error`, …

/// What an expectation of that strength makes of a check when it is not kept.
constexpr outcome outcome_of(level strength, bool strict) noexcept {
    if (strength == level::info) return outcome::pass;
    return strength == level::must || strict ? outcome::fail : outcome::warn;
}

/// The graver of two outcomes.
constexpr outcome worst(outcome a, outcome b) noexcept {
    return a < b ? b : a;
}

}  // namespace lancespec::conformance
