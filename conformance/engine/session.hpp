// What the checks of one run share: the server, and what is known of it.
#pragma once

#include "conformance/engine/answer.hpp"
#include "conformance/engine/check.hpp"
#include "conformance/engine/operation.hpp"
#include "conformance/engine/options.hpp"
#include "conformance/engine/request_draft.hpp"

#include <atomic>
#include <map>
#include <string>
#include <string_view>

namespace lancespec::conformance {

/// What the plain request of an operation showed.
enum class presence : std::uint8_t {
    accepted,      ///< a success status
    refused,       ///< the object is there, but the request was turned down (the column is not a virtual one, say)
    absent,        ///< no such table, view or namespace
    declined,      ///< the server does not do this operation
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
};

/// One run. Thread-safe but for survey_of(), which is called before the checks start.
class session {
public:
    session(transport& server, run_options const& options, std::string run_id);

    [[nodiscard]] run_options const& options() const noexcept { return options_; }
    [[nodiscard]] std::string const& run_id() const noexcept { return run_id_; }
    [[nodiscard]] bool has_credentials() const noexcept { return options_.token || options_.api_key; }
    [[nodiscard]] std::size_t requests() const noexcept { return requests_; }

    /// The names of the fixture that @p op works on.
    [[nodiscard]] std::vector<std::string> const& names_of(operation const& op) const noexcept;

    /// Whether somebody says that this object is on the server.
    [[nodiscard]] bool is_vouched_for(operation const& op) const noexcept;

    /// A plain request on the fixture: a backfill of no row, or a refresh.
    [[nodiscard]] request_draft plain_request(operation const& op) const;

    /// Sends @p draft as request @p number of @p check_id. A busy server is asked again, twice, after a pause.
    answer send(request_draft const& draft, std::string_view check_id, std::size_t number);

    /// Looks at @p op once; later calls return the same.
    survey const& survey_of(operation const& op);

    /// Why nothing more is sent, or empty: the server has not answered several times.
    [[nodiscard]] std::string given_up() const;

private:
    survey look_at(operation const& op);

    transport& server_;
    run_options const& options_;
    std::string run_id_;
    std::map<std::string_view, survey> surveys_;
    std::atomic<std::size_t> requests_{0};
    std::atomic<unsigned> unanswered_{0};  ///< in a row
    std::atomic<unsigned> unanswered_total_{0};
};

}  // namespace lancespec::conformance
