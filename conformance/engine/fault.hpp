// SPDX-License-Identifier: Apache-2.0
// A fault: a way of breaking one clause on purpose, to prove that the check of that clause notices.
#pragma once

#include "conformance/engine/outcome.hpp"
#include "conformance/transport/handler.hpp"

#include <lancespec/http/message.hpp>

#include <functional>
#include <string>

namespace lancespec::conformance {

/// One broken clause. `answer` stands in front of the true service: it may change the request, change the
/// response, or answer by itself, and touches only what `summary` names.
struct fault {
    std::string what;     ///< last part of the id when a check has several faults; empty: the check's id is the fault's
    std::string summary;  ///< what the server does wrong, as a sentence
    std::function<http::response(http::request const&, handler const& next)> answer;
    bool needs_authentication = false;  ///< shows only on a server that asks for credentials
    bool needs_load = false;            ///< shows only with `check --load`
    bool needs_set_up = false;          ///< shows only on a server that lets the suite make tables and views
    bool needs_stub = false;            ///< of an operation that the built-in server may answer by example only
    /// What becomes of its check: fail, warn when only a SHOULD is broken (it fails with --strict), or observed when
    /// nothing is broken and another thing is recorded.
    outcome shows = outcome::fail;
    std::string id = {};      ///< `backfill_column.id_mismatch`
    std::string check = {};   ///< id of the check that must notice
    std::string clause = {};  ///< that check's clause
};

/// What a server with @p broken answers: @p next is the true service.
inline http::response apply(fault const& broken, http::request const& request, handler const& next) {
    return broken.answer(request, next);
}

}  // namespace lancespec::conformance
