// SPDX-License-Identifier: Apache-2.0
// What a check is given: ways to ask the server, and words for what the contract expects of the answers.
#pragma once

#include "conformance/engine/check.hpp"
#include "conformance/engine/session.hpp"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Ends a check early. Thrown by the probe, caught by the runner.
struct check_ended {
    outcome result;  ///< pass: what was found so far decides
    std::string reason;
};

/// One check's view of the server.
///
/// Every answer is also held against the rules of every answer (engine/rules.hpp). A request that gets no answer
/// fails the check and ends it.
class probe {
public:
    probe(session& run, check const& what, operation const& op, check_result& out)
        : run_(run), check_(what), op_(op), out_(out) {}

    [[nodiscard]] session& run() noexcept { return run_; }
    [[nodiscard]] std::string const& id() const noexcept { return check_.id; }

    /// Ends the check when the server has been given up, or the user has asked to stop.
    void stop_if_given_up();

    // Asking.

    [[nodiscard]] operation const& op() const noexcept { return op_; }
    [[nodiscard]] fixture const& objects() const noexcept { return run_.options().objects; }
    [[nodiscard]] run_options const& options() const noexcept { return run_.options(); }

    /// The names of the table or view that plain requests are about.
    [[nodiscard]] std::vector<std::string> const& names() const noexcept { return run_.names_of(op_); }

    /// An object that does not exist, beside the fixture.
    [[nodiscard]] std::vector<std::string> unknown_sibling() const;

    /// A plain request on the fixture, to be changed and sent.
    [[nodiscard]] request_draft request() const { return run_.plain_request(op_); }

    answer send(request_draft const& draft);

    /// As send(), of a request that somebody else has written.
    answer send_as_written(http::request request, routing how = routing::ordinary);

    /// The answer to @p draft, which every check that calls it @p name shares: sent once in a run.
    answer const& once(std::string_view name, request_draft const& draft);

    /// A plain request with these members of the body set.
    answer send(boost::json::object const& members) { return send(request().with(members)); }

    /// As send(), from any thread; the answer is not held against anything until judge() is called.
    answer send_unjudged(request_draft const& draft, std::size_t number) { return run_.send(draft, check_.id, number); }

    /// Holds @p a against the rules of every answer, or against those that the check is about.
    void judge(answer const& a, routing how = routing::ordinary, bool own_rules_only = false);

    /// The answer to the plain request with which the run began, so that checks of answers cost no further job.
    answer const& plain();

    /// The answer to a request with the trait called @p name (engine/traits.hpp). Null, and the variant or check is
    /// not run, when asking would have started one job too many.
    answer const* shown(std::string_view name);

    /// Holds the answers that checks share against the rules of every answer: what is wrong with them is then told by
    /// the check of that rule, and explained everywhere else.
    void look_at_shared();

    /// Whether one more job may be started on the object of plain requests.
    [[nodiscard]] bool may_start_job() const { return run_.may_start_job(names()); }

    /// Leaves the check out unless the user said that the server can take a load.
    void require_load(std::string_view what);

    /// After an input that should have been refused was accepted: whether the others, @p left of them, may still be
    /// asked. Each of them may start a job.
    [[nodiscard]] bool go_on_after(answer const& a, std::size_t left);

    // Expecting. Each returns whether the expectation was kept; @p expected is a sentence of the contract.

    bool must(bool kept, std::string expected, answer const& a, std::string hint = {}) {
        return expect(level::must, kept, std::move(expected), a, std::move(hint));
    }
    bool should(bool kept, std::string expected, answer const& a, std::string hint = {}) {
        return expect(level::should, kept, std::move(expected), a, std::move(hint));
    }
    bool expect(level strength, bool kept, std::string expected, answer const& a, std::string hint = {});

    /// As expect(), of something else than an answer: @p found says what was, after the request that led to @p a.
    bool find(level strength, bool kept, std::string expected, std::string found, answer const& a);
    bool must_find(bool kept, std::string expected, std::string found, answer const& a) {
        return find(level::must, kept, std::move(expected), std::move(found), a);
    }

    /// As expect(), that the request was accepted. A server that declines the feature (code 0) makes the check, or this
    /// variant, unsupported.
    bool accepts(level strength, std::string expected, answer const& a, std::string hint = {});

    /// Records what the server does where the documents leave it open: @p looked_at says what that is.
    void observe(std::string looked_at, answer const& a, std::string hint = {});

    /// What follows belongs to this variant of the check.
    void variant(std::string name);

    // Ending early.

    [[noreturn]] void block(std::string reason) { end(outcome::blocked, std::move(reason)); }
    [[noreturn]] void disabled(std::string reason) { end(outcome::disabled, std::move(reason)); }
    [[noreturn]] void unsupported(std::string reason) { end(outcome::unsupported, std::move(reason)); }
    [[noreturn]] void leave_out(std::string reason) { end(outcome::not_run, std::move(reason)); }

    /// Blocks the check unless the plain request was accepted.
    void require_accepted();

    /// Leaves the check out unless the object is inside a namespace.
    void require_namespace();

private:
    /// Holds @p a against the rules of every answer; ends the check when it says nothing.
    answer looked_at(answer a, routing how);
    [[noreturn]] static void end(outcome result, std::string reason) { throw check_ended{result, std::move(reason)}; }
    void add(finding f);
    void mark(outcome o, std::string reason);

    session& run_;
    check const& check_;
    operation const& op_;
    check_result& out_;
    std::size_t sent_ = 0;
    bool plain_judged_ = false;
    std::deque<std::shared_ptr<answer const>> kept_;  ///< those whose addresses were handed out
};

}  // namespace lancespec::conformance
