// SPDX-License-Identifier: Apache-2.0
// What the checks of one run share: the server, what is known of it, and how many jobs may still be started.
#pragma once

#include "conformance/engine/answer.hpp"
#include "conformance/engine/check.hpp"
#include "conformance/engine/operation.hpp"
#include "conformance/engine/options.hpp"
#include "conformance/engine/request_draft.hpp"
#include "conformance/engine/set_up.hpp"
#include "conformance/engine/survey.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// What came of asking for one trait (engine/traits.hpp).
struct trait_answer {
    /// Nothing: not asked, since it would have started one job too many. One request may be the answer to many traits.
    std::shared_ptr<answer const> got;
    bool alone = true;  ///< the request had this trait only
};

using trait_answers = std::map<std::string, trait_answer, std::less<>>;

/// One run. Thread-safe.
class session {
public:
    /// @p checks: those of the run. Requests are sent, but nothing is made or surveyed, until use() gives it a set-up.
    session(transport& server, run_options options, std::string run_id, std::span<check const> checks = {});
    virtual ~session() = default;
    session(session const&) = delete;
    session& operator=(session const&) = delete;

    /// What makes the objects of this run. Called before anything is sent.
    void use(std::unique_ptr<conformance::set_up> how) { set_up_ = std::move(how); }
    /// Precondition: use() was called.
    [[nodiscard]] conformance::set_up& set_up() noexcept { return *set_up_; }

    /// Tests with these objects from now on. Called before the checks start.
    void use(fixture objects) { options_.objects = std::move(objects); }

    [[nodiscard]] run_options const& options() const noexcept { return options_; }
    [[nodiscard]] std::string const& run_id() const noexcept { return run_id_; }
    /// Whether requests carry credentials: a token, a key, or a header of the user's that holds some.
    [[nodiscard]] bool has_credentials() const;
    [[nodiscard]] std::size_t requests() const noexcept { return requests_; }

    /// The names of the fixture that @p op works on.
    [[nodiscard]] std::vector<std::string> const& names_of(operation const& op) const noexcept;

    /// Whether somebody says that this object is on the server.
    [[nodiscard]] bool is_vouched_for(operation const& op) const noexcept;

    /// A plain request on the fixture, or on the object called @p names: a backfill of no row, or a refresh.
    [[nodiscard]] request_draft plain_request(operation const& op) const { return plain_request(op, names_of(op)); }
    [[nodiscard]] request_draft plain_request(operation const& op, std::vector<std::string> const& names) const;

    /// Sends @p draft as request @p number of @p check_id. A busy server is asked again, twice, after a pause.
    answer send(request_draft const& draft, std::string_view check_id, std::size_t number);

    /// As send(), of a request of @p op that somebody else has written.
    answer send(operation const& op, http::request request, std::string_view check_id, std::size_t number,
                routing how = routing::ordinary, bool with_credentials = true);

    /// As send(), of a request that should be accepted; counted against may_start_job().
    answer start_job(request_draft const& draft, std::string_view check_id, std::size_t number);

    /// As send(), of a request of any operation, which starts no job.
    exchange_record send(http::request request, std::string_view check_id, std::size_t number,
                         bool with_credentials = true);

    /// Adds what the user asks to be sent with every request: headers, and credentials unless they are to be left out.
    void add_fields(http::request& request, bool with_credentials) const;

    /// Looks at @p op once; later calls return the same.
    survey const& survey_of(operation const& op);

    /// What survey_of() found, or null when nobody has asked yet.
    survey const* survey_if_any(operation const& op);

    /// The answer to @p draft, sent when the first asks for it by @p name.
    answer once(operation const& op, std::string_view name, request_draft const& draft);

    /// What came of asking for the trait called @p name: in a request together with others, and when that was refused
    /// then in one that tells which of them it was. Asked once; nothing of an unknown trait.
    trait_answer shown(operation const& op, std::string_view name);

    /// Submissions that were accepted.
    [[nodiscard]] std::size_t jobs() const noexcept { return jobs_; }

    /// Whether one more job may be started on the object with these names: three at most, unless the options say that
    /// the server can take a load.
    [[nodiscard]] bool may_start_job(std::vector<std::string> const& names) const;

    /// Whether the user has asked to stop.
    [[nodiscard]] bool interrupted() const noexcept {
        return options_.interrupts != nullptr && *options_.interrupts > 0;
    }

    /// Told of each request that a busy server turned down to the last.
    void note_busy() noexcept {
        ++busy_;
        ++busy_total_;
    }

    /// Whether @p op was accepted each time, with what should be refused too. What a gate or a router in front refuses
    /// does not count.
    [[nodiscard]] bool refuses_nothing(operation const& op) const;

    /// Why nothing more is sent, or empty: the server has not answered several times, or was busy, or the user has had
    /// enough.
    [[nodiscard]] std::string given_up() const;

private:
    /// Asks a busy server again, twice, after a pause.
    exchange_record send_until_ready(http::request request);

    struct known {
        std::optional<survey> looked;
        std::optional<trait_answers> traits;
        std::map<std::string, answer, std::less<>> once;
    };

    std::unique_ptr<conformance::set_up> set_up_;
    transport& server_;
    run_options options_;
    std::string run_id_;
    std::set<std::string_view> checks_;  ///< ids
    std::mutex looking_;                 ///< guards known_; held while the first to ask is asking
    std::map<std::string_view, known> known_;
    mutable std::mutex counting_;
    std::map<std::vector<std::string>, unsigned> jobs_on_;
    std::set<std::string_view> refusing_;  ///< operations that refused something
    std::atomic<std::size_t> jobs_{0};
    std::atomic<std::size_t> requests_{0};
    std::atomic<unsigned> unanswered_{0};  ///< in a row
    std::atomic<unsigned> unanswered_total_{0};
    std::atomic<unsigned> busy_{0};  ///< in a row
    std::atomic<unsigned> busy_total_{0};
};

}  // namespace lancespec::conformance
