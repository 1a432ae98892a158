// SPDX-License-Identifier: Apache-2.0
// What the first look at an operation shows: whether the server has it, and a plain request of it that is accepted.
#pragma once

#include "conformance/engine/answer.hpp"

#include <cstdint>
#include <string>

namespace lancespec::conformance {

/// What the plain request of an operation showed.
enum class presence : std::uint8_t {
    accepted,      ///< a success status
    refused,       ///< the object is there, but the request was turned down (the column is not a virtual one, say)
    absent,        ///< no such table, view or namespace
    declined,      ///< the server says that it does not do this operation
    unrouted,      ///< it answers as a server does that has no such route
    foreign,       ///< a redirect or a web page: most likely another server, or a login page before it
    unauthorized,  ///< 401
    forbidden,     ///< 403
    busy,          ///< 429 or 503
    failing,       ///< a coded 5xx, on an object of which nobody says that it exists
    broken,        ///< no answer, or one that no rule allows
};

struct survey {
    presence state = presence::broken;
    answer plain;
    std::string reason;  ///< why checks cannot go on, as a sentence; empty when accepted
    std::string hint;    ///< what usually mends that; may be empty
    std::string root;  ///< why set-up made nothing to try it on, when that is the reason; the same for many operations
    bool in_words = false;  ///< declined with 500 and code 18, where 406 with code 0 says so

    /// Both, for a check that cannot go on.
    [[nodiscard]] std::string why() const { return hint.empty() ? reason : reason + ": " + hint; }
};

}  // namespace lancespec::conformance
