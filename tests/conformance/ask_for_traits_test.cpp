// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/ask_for_traits.hpp"
#include "conformance/setup/environment.hpp"

#include "conformance/engine/traits.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace ask_for_traits_test {

namespace lc = lancespec::conformance;
using names = std::set<std::string>;

/// What there is to see of a request, each a line.
names facts_of(lc::operation const& op, lancespec::http::request const& request) {
    names out{"method " + request.method};
    for (auto const& [name, value] : request.fields) out.insert("field " + name + ": " + value);
    if (auto const where = lc::parse_route(op, request.target)) {
        out.insert("id " + where->id);
        out.insert("delimiter " + where->delimiter.value_or("none"));
        if (where->trailing_slash) out.insert("slash");
    }
    if (request.body.empty()) out.insert("no body");
    auto const body = boost::json::parse(request.body.empty() ? "{}" : request.body);
    for (auto const& member : body.as_object())
        out.insert("member " + std::string(member.key()) + ": " + boost::json::serialize(member.value()));
    return out;
}

lc::run_options options(bool load) {
    auto out = canned::options();
    out.token = "secret";
    out.load = load;
    return out;
}

/// By a trait's name, what a request that has it shows and a plain one does not. One that does not show is left out.
using signatures = std::map<std::string, names>;

signatures const& signatures_of(lc::operation const& op) {
    static std::map<std::string_view, signatures> known;
    if (auto const found = known.find(op.id); found != known.end()) return found->second;
    lc::in_process_transport way(canned::server{});
    lc::session_with_set_up run(way, options(true), "traits00");
    auto& out = known[op.id];
    for (auto const& round : lc::traits_of(run, op)) {
        auto const plain = facts_of(op, run.plain_request(op, round.names).build());
        for (auto const& t : round.traits)
            for (auto const& fact : facts_of(op, t.add(run.plain_request(op, round.names)).build()))
                if (!plain.contains(fact)) out[t.name].insert(fact);
    }
    return out;
}

/// The traits that @p request has.
names traits_in(lc::operation const& op, lancespec::http::request const& request) {
    names out;
    auto const facts = facts_of(op, request);
    for (auto const& [trait, shown] : signatures_of(op))
        if (std::ranges::includes(facts, shown)) out.insert(trait);
    return out;
}

/// Accepts everything, but that it refuses every request that has one of these traits.
class fussy {
public:
    fussy(lc::operation const& op, names refused) : op_(op), refused_(std::move(refused)) {}

    lancespec::http::response operator()(lancespec::http::request const& request) {
        ++requests;
        for (auto const& trait : traits_in(op_, request))
            if (refused_.contains(trait)) return canned::error(400, 13);
        ++jobs[lc::parse_route(op_, request.target)->id.substr(5)];
        return canned::json(202, R"({"job_id": "j"})");
    }

    std::map<std::string, int> jobs;  ///< accepted, by the object's last name
    int requests = 0;

private:
    lc::operation const& op_;
    names refused_;
};

struct asked {
    lc::trait_answers answers;
    std::map<std::string, int> jobs;
    int requests;
};

/// What is found of a server that refuses @p refused, after a first plain request if @p looked.
asked ask(lc::operation const& op, names const& refused, bool load, bool looked = false) {
    fussy server(op, refused);
    lc::in_process_transport way([&](auto const& request) { return server(request); });
    lc::session_with_set_up run(way, options(load), "traits00");
    if (looked) (void)run.survey_of(op);
    auto answers = lc::ask_for_traits(run, op);
    return {std::move(answers), server.jobs, server.requests};
}

/// All traits that a server can tell from a plain request.
std::vector<std::string> all_of(lc::operation const& op) {
    std::vector<std::string> out;
    for (auto const& [trait, shown] : signatures_of(op)) out.push_back(trait);
    return out;
}

names refused_among(lc::trait_answers const& answers) {
    names out;
    for (auto const& [name, a] : answers)
        if (a.got && a.got->refused()) out.insert(name);
    return out;
}

std::size_t rounds_of(lc::operation const& op) {
    lc::in_process_transport way(canned::server{});
    lc::session_with_set_up run(way, options(true), "traits00");
    return lc::traits_of(run, op).size();
}

TEST_CASE("when all traits are accepted, there is one request a round") {
    for (auto const* op : {&lc::backfill_column(), &lc::refresh_materialized_view()})
        for (bool const load : {false, true}) {
            auto const got = ask(*op, {}, load);
            CHECK(got.requests == static_cast<int>(rounds_of(*op)));
            CHECK(got.answers.size() >= all_of(*op).size());
            for (auto const& [name, a] : got.answers) {
                INFO(name);
                REQUIRE(a.got);
                CHECK(a.got->accepted());
            }
        }
}

TEST_CASE("a single refused trait is found, alone, and the others are shown") {
    for (auto const* op : {&lc::backfill_column(), &lc::refresh_materialized_view()})
        for (auto const& trait : all_of(*op))
            for (bool const load : {false, true}) {
                INFO(op->id << ": " << trait);
                auto const got = ask(*op, {trait}, load);
                CHECK(refused_among(got.answers) == names{trait});
                CHECK(got.answers.at(trait).alone);
                for (auto const& [name, a] : got.answers) CHECK(a.got != nullptr);
                for (auto const& [object, jobs] : got.jobs) CHECK(jobs <= 3);
            }
}

TEST_CASE("each pair and every twelfth triple of refused traits is found exactly when the server can take a load") {
    for (auto const* op : {&lc::backfill_column(), &lc::refresh_materialized_view()}) {
        auto const all = all_of(*op);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = i + 1; j < all.size(); ++j)
                for (std::size_t k = j; k < all.size(); ++k) {
                    if (k > j && (i + j + k) % 12 != 0) continue;  // random sets cover the others
                    names const refused{all[i], all[j], all[k]};
                    auto const got = ask(*op, refused, true);
                    if (refused_among(got.answers) == refused) continue;
                    FAIL_CHECK(op->id << ": " << all[i] << ", " << all[j] << ", " << all[k]);
                }
    }
}

TEST_CASE(
    "whatever is refused, it is found exactly under load; without, three jobs are the most and nothing is wrong") {
    rc::prop("random sets of refused traits", [] {
        auto const& op = *rc::gen::element(&lc::backfill_column(), &lc::refresh_materialized_view());
        auto const all = all_of(*op);
        names refused;
        for (auto const& trait : all)
            if (*rc::gen::inRange(0, 4) == 0) refused.insert(trait);
        auto const loaded = ask(*op, refused, true);
        RC_ASSERT(refused_among(loaded.answers) == refused);

        auto const gentle = ask(*op, refused, false, true);
        for (auto const& [object, jobs] : gentle.jobs) RC_ASSERT(jobs <= 3);
        for (auto const& [name, a] : gentle.answers)
            if (a.got) RC_ASSERT(a.got->refused() == refused.contains(name));
    });
}

TEST_CASE("two traits that are refused only together are told of one of them") {
    auto const& op = lc::backfill_column();
    lc::in_process_transport way([&](lancespec::http::request const& request) {
        auto const has = traits_in(op, request);
        bool const both = has.contains("unknown member") && has.contains("id in the body");
        return both ? canned::error(400, 13) : canned::guarded(canned::server{})(request);
    });
    lc::session_with_set_up run(way, options(true), "traits00");
    auto const found = refused_among(lc::ask_for_traits(run, op));
    CHECK(found.size() == 1);
    CHECK((found.contains("unknown member") || found.contains("id in the body")));
}

TEST_CASE("a second view that is not there says nothing of the traits") {
    auto const& op = lc::refresh_materialized_view();
    lc::in_process_transport way([&](lancespec::http::request const& request) {
        auto const where = lc::parse_route(op, request.target);
        return where && where->id == "demo$chunks" ? canned::error(404, 4) : canned::guarded(canned::server{})(request);
    });
    lc::session_with_set_up run(way, options(true), "traits00");
    auto const answers = lc::ask_for_traits(run, op);
    CHECK(refused_among(answers).empty());
    CHECK_FALSE(answers.at(lc::value_trait("concurrency")).got != nullptr);
    CHECK(answers.at(std::string(lc::traits::no_body)).got != nullptr);
}

TEST_CASE("a server that stops answering is left alone, and what was not shown has no answer") {
    for (int const healthy : {0, 1, 2, 5}) {
        int left = healthy;
        fussy server(lc::backfill_column(), {"unknown member"});
        lc::in_process_transport way([&](lancespec::http::request const& request) {
            if (left-- <= 0) throw std::runtime_error("gone");
            return server(request);
        });
        lc::session_with_set_up run(way, options(true), "traits00");
        auto const answers = lc::ask_for_traits(run, lc::backfill_column());
        CHECK(run.requests() <= static_cast<std::size_t>(healthy) + 4);
        for (auto const& [name, a] : answers)
            if (a.got && a.got->refused()) CHECK(name == "unknown member");
    }
}

}  // namespace ask_for_traits_test
