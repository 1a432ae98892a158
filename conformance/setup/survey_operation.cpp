// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/survey_operation.hpp"

#include "conformance/setup/creations.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/requests.hpp"
#include "conformance/setup/test_objects.hpp"

#include <lancespec/core/identifier.hpp>

#include <fmt/format.h>

namespace lancespec::conformance {
namespace {

std::string display(std::vector<std::string> const& names) {
    return object_identifier(names).display();
}

/// An error that the operation itself may have sent: it has a code, or is a framework's bare 400.
bool is_result(answer const& a) {
    return a.code() || (!a.body && (a.status() == 400 || a.status() == 413 || a.status() == 415 || a.status() == 422));
}

/// Why set-up made no object for @p op, as the end of a sentence, or empty.
std::string why_not_made(session const& run, operation const& op) {
    auto const& objects = run.options().objects;
    bool const is_view = op.object == contract::object_kind::materialized_view;
    auto const& why = is_view ? objects.view_not_made : objects.table_not_made;
    return why.empty() ? std::string{} : fmt::format("; the suite could not make one itself: {}", why);
}

class surveying {
public:
    surveying(session& run, operation const& op) : run_(run), op_(op) {}

    survey at_job() {
        names_ = run_.names_of(op_);
        found_.plain = run_.start_job(run_.plain_request(op_), first_check(op_), 1);
        if (!is_settled()) settle_job();
        return std::move(found_);
    }

    survey at_derived() {
        auto thing = test_objects_of(run_).next(op_);
        if (thing) thing = ask(std::move(*thing));
        if (!thing) {
            if (is_declined_anyway()) return std::move(found_);
            // Nothing to ask about; the reason is a sentence about another operation.
            was(thing.error().status == 401 ? presence::unauthorized : presence::absent,
                fmt::format("there is nothing to try {} on: {}", op_.id, thing.error().why));
            found_.root = thing.error().why;
            return std::move(found_);
        }
        if (!is_settled()) settle_derived();
        return std::move(found_);
    }

private:
    void was(presence state, std::string reason, std::string hint = {}) {
        found_.state = state;
        found_.reason = std::move(reason);
        found_.hint = std::move(hint);
    }

    /// Whether the server does not have the operation, whatever it is asked about.
    bool is_declined_anyway() {
        if (!run_.given_up().empty()) return false;
        // Not the name of which checks say that nothing has it: a lax server makes what it is asked for.
        names_ = {"lancespectried" + run_.run_id()};
        auto request = write_members(op_, names_, example_members(op_, names_), run_.options().delimiter);
        if (!run_.options().may_make() && !creations_of(request).empty()) return false;
        found_.plain = run_.send(op_, std::move(request), first_check(op_), 1);
        return is_settled() && (found_.state == presence::declined || found_.state == presence::unrouted);
    }

    /// Sends the good request about @p thing, and the other one if that is refused.
    result<test_object, not_made> ask(test_object thing) {
        auto const send = [&](std::size_t number) {
            names_ = thing.names;
            auto request = write_members(op_, thing.names, thing.members, run_.options().delimiter, thing.rows);
            found_.plain = run_.send(op_, std::move(request), first_check(op_), number);
            test_objects_of(run_).settle(op_, found_.plain);
            if (found_.plain.busy()) run_.note_busy();
        };
        send(1);
        auto const& a = found_.plain;
        if (!a.refused() || a.declined() || !is_result(a) || !test_objects_of(run_).try_otherwise(op_)) return thing;
        auto other = test_objects_of(run_).next(op_);
        if (!other) return other;
        thing = std::move(*other);
        send(2);
        return thing;
    }

    /// The answer to the plain request sent with another method, and below @p path when there is one.
    answer with_other_method(std::string_view path) {
        auto request = found_.plain.record.request;
        bool const was_get = request.method == "GET";
        request.method = was_get ? "POST" : "GET";
        if (!was_get) request.body.clear();
        if (!path.empty()) request.target = path;
        request.fields.erase("x-request-id");
        return run_.send(op_, std::move(request), first_check(op_), path.empty() ? 3 : 4, routing::off_route);
    }

    /// Whether a 404 in a framework's own words comes from the operation: the same path with another method is answered
    /// otherwise, and a path that nobody has is not.
    bool is_routed_all_the_same() {
        auto const& a = found_.plain;
        if (a.status() != 404 || a.bodyless() || a.declined()) return false;
        auto const other = with_other_method({});
        if (other.status() != 405 && !(other.code() && *other.code() != 0)) return false;
        auto const nowhere = with_other_method("/v1/lancespecnone");
        return nowhere.status() != other.status();
    }

    /// What holds of every operation. Whether that was all.
    bool is_settled() {
        auto const& a = found_.plain;
        auto const object = display(names_);
        if (a.record.result.status != exchange_status::answered) {
            was(presence::broken,
                fmt::format("the plain request on `{}` got no answer: {}", object, a.record.result.reason));
        } else if (a.is_redirect() || a.is_web_page()) {
            auto const to = a.record.result.response.fields.find("location");
            was(presence::foreign,
                to && !a.accepted()
                    ? fmt::format("the server redirects ({}) to {}", a.status(), *to)
                    : fmt::format("the server answers with a web page ({}), not as the contract says", describe(a)),
                "is there a login page in front, or another server at this address? Name the final URL, and "
                "credentials with --token or --header");
        } else if (a.accepted()) {
            was(presence::accepted, {});
        } else if (a.declined() && a.status() != 404) {
            was(presence::declined, fmt::format("the server declines {}: it answers {}", op_.id, describe(a)));
        } else if (a.declined_in_words()) {
            was(presence::declined, fmt::format("the server declines {}: it answers {}", op_.id, describe(a)));
            found_.in_words = true;
        } else if ((a.declined() || a.unrouted()) && !is_routed_all_the_same() &&
                   (a.declined() || a.bodyless() || !starts_job(op_) || !run_.is_vouched_for(op_))) {
            was(presence::unrouted, fmt::format("the server has no route for {}: it answers {}", op_.id, describe(a)),
                "is the base URL right? It is what stands before /v1");
        } else if (a.status() == 401) {
            was(presence::unauthorized,
                run_.has_credentials() ? "the server refuses the credentials given (401)"
                                       : "the server asks for credentials (401)",
                run_.has_credentials() ? "check the token or key given with --token or --api-key, and its expiry"
                                       : "pass --token TOKEN or --api-key KEY");
        } else if (a.status() == 403) {
            was(presence::forbidden, fmt::format("the server forbids {} on `{}` (403)", op_.id, object),
                "pass credentials that may do it");
        } else if (a.status() == 407) {
            was(presence::forbidden, "a proxy in front of the server asks for credentials (407)",
                "give the proxy's credentials in http_proxy or https_proxy, or go around it with no_proxy");
        } else if (a.busy()) {
            was(presence::busy, fmt::format("the server is busy or not ready, three times in a row: {}", describe(a)));
        } else {
            return false;
        }
        return true;
    }

    void settle_job() {
        auto const& a = found_.plain;
        auto const object = display(names_);
        auto const none = why_not_made(run_, op_);
        bool const in_own_words = a.status() == 404 && !a.code() && !run_.is_vouched_for(op_);
        if (a.refused() && (a.code() == 1 || a.code() == 4 || in_own_words)) {
            was(presence::absent, fmt::format("there is no {} `{}` on the server ({}): name an existing one with {}{}",
                                              noun_of(op_), object, describe(a), option_of(op_), none));
        } else if (a.refused() && is_result(a)) {
            was(presence::refused,
                &op_ == &backfill_column()
                    ? fmt::format("the server refused the backfill of `{}` in `{}` ({}): name a virtual or computed "
                                  "column with --column; if it is one, the server must answer 202{}",
                                  run_.options().objects.column, object, describe(a), none)
                    : fmt::format("the server refused the refresh of `{}` ({}): name a materialized view with {}; if "
                                  "it is one, the server must answer 202{}",
                                  object, describe(a), option_of(op_), none));
        } else if (a.code() && a.status() >= 500 && !run_.is_vouched_for(op_)) {
            // Some servers fail where they lack the operation, or the object: nothing says which of the two this is.
            was(presence::failing,
                fmt::format("the plain request on `{}` fails inside the server ({})", object, describe(a)),
                fmt::format("if it has {}, name an existing {} with {}; if not, code 0 with 406 says so{}", op_.id,
                            noun_of(op_), option_of(op_), none));
        } else {
            found_.reason =
                fmt::format("the plain request on `{}` was answered {}; see {}", object, describe(a), first_check(op_));
        }
    }

    void settle_derived() {
        auto const& a = found_.plain;
        if (a.refused() && is_result(a))
            was(presence::refused, fmt::format("the suite knows no {} that this server accepts: {} is answered {}",
                                               op_.id, a.record.request.target, describe(a)));
        else if (a.code() && a.status() >= 500)
            was(presence::failing, fmt::format("{} fails inside the server ({})", op_.id, describe(a)));
        else
            found_.reason = fmt::format("a plain {} was answered {}; see {}", op_.id, describe(a), first_check(op_));
    }

    session& run_;
    operation const& op_;
    std::vector<std::string> names_;
    survey found_;
};

}  // namespace

survey survey_operation(session& run, operation const& op) {
    surveying at(run, op);
    return !starts_job(op) ? at.at_derived() : at.at_job();
}

}  // namespace lancespec::conformance
