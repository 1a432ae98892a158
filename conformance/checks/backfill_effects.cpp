// SPDX-License-Identifier: Apache-2.0
// What a backfill does to a table, read back by counting rows: of the suite's own table, with values it knows.
#include "conformance/checks/checks.hpp"
#include "conformance/faults/faults.hpp"
#include "conformance/setup/own_table.hpp"

#include <fmt/format.h>
#include <boost/json/serialize.hpp>

#include <chrono>
#include <thread>

namespace lancespec::conformance::checks {
namespace {

operation const& op() {
    return backfill_column();
}

constexpr std::string_view is_null = "c_computed IS NULL";
constexpr std::string_view is_right = "c_computed = id * 2";

std::string seconds(probe& p) {
    return fmt::format("{} s", std::chrono::duration<double>(p.options().wait).count());
}

/// Expects @p wanted rows now.
bool must_count(probe& p, own_table& table, answer const& job, std::string_view predicate, std::int64_t wanted,
                std::string required, std::optional<std::string> const& branch = {}) {
    auto const n = table.count(predicate, branch);
    return p.must_find(n == wanted, std::move(required),
                       fmt::format("{} rows are so, not {}: `{}`{}", n, wanted, predicate,
                                   branch ? fmt::format(" on branch {}", *branch) : std::string{}),
                       job);
}

/// Faults of the members of a backfill: one is dropped before the true service sees it.
fault dropping(std::string summary, std::string member, faults::trigger when) {
    auto f = faults::on_request(op(), std::move(summary), std::move(when),
                                [member](faults::asked const& a, handler const& next) {
                                    auto members = a.members;
                                    members.erase(member);
                                    return next(faults::with_members(a, members));
                                });
    f.needs_set_up = true;
    return f;
}

bool is_own(faults::asked const& a) {
    return a.text("column") == "c_computed";
}

definition where_selects() {
    return {
        {
            .id = id_of(op(), "where_selects"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "where"),
            .summary = "A backfill with `where` computes the rows that it selects, and leaves the others as they were.",
            .rationale = "`where` is described as a filter, and a computed column as filled by backfill from its "
                         "expression. Read back with CountTableRows.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "ownwhere");
                    auto const job = table.backfill({{"where", "x >= 40"}});
                    // Three of the six rows; a server that computes all of them passes three on its way.
                    if (!table.becomes("c_computed IS NOT NULL AND x >= 40", 3)) table.no_effect("a backfill");
                    table.let_jobs_pass();  // the row with id 1
                    must_count(p, table, job, is_right, 4, "a computed column holds the value of its expression");
                    must_count(p, table, job, is_null, 2, "rows that `where` does not select keep their values");
                },
        },
        {dropping("ignores `where`", "where",
                  [](faults::asked const& a) { return is_own(a) && a.text("where") == "x >= 40"; })},
    };
}

definition where_false() {
    return {
        {
            .id = id_of(op(), "where_false_changes_nothing"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "where"),
            .summary = "A backfill whose `where` selects no row changes no value.",
            .rationale =
                "As for any filter. A client that starts one to see whether it may must be able to rely on it.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "ownfalse");
                    auto const job = table.backfill({{"where", "false"}});
                    table.let_jobs_pass();
                    must_count(p, table, job, is_null, 5, "a backfill with `where: \"false\"` changes no value");
                },
        },
        {dropping("takes `where: \"false\"` for none", "where",
                  [](faults::asked const& a) { return is_own(a) && a.text("where") == "false"; })},
    };
}

/// Requests that no server can act on as they stand.
std::vector<std::pair<std::string, boost::json::object>> misunderstood() {
    return {{"a `where` that does not parse", {{"where", "(("}}},
            {"a `where` on a column that does not exist", {{"where", "lancespec_none > 0"}}},
            {"a branch that does not exist", {{"branch", "lancespec_none"}}}};
}

definition misunderstood_changes_nothing() {
    auto widens = faults::on_request(
        op(), "takes a `where` that it does not understand for none",
        [](faults::asked const& a) { return is_own(a) && a.text("where") == "(("; },
        [](faults::asked const& a, handler const& next) {
            auto members = a.members;
            members.erase("where");
            return next(faults::with_members(a, members));
        });
    widens.what = "where";
    widens.needs_set_up = true;
    auto main_instead = dropping("works on main when the branch does not exist", "branch", [](faults::asked const& a) {
        return is_own(a) && a.text("branch") == "lancespec_none";
    });
    main_instead.what = "branch";
    return {
        {
            .id = id_of(op(), "misunderstood_changes_nothing"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "where, branch"),
            .summary = "What cannot be understood is not acted on: no value changes, whenever it is refused.",
            .rationale = "It may be refused at once or by the job. A filter that does not parse must not widen to all "
                         "rows, nor an unknown branch mean main.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "ownodd");
                    for (auto const& [name, members] : misunderstood()) {
                        p.variant(name);
                        auto const a = p.send(table.request(members));
                        if (a.accepted()) table.let_jobs_pass();
                        auto const untouched = a.accepted() ? 5 : 6;
                        auto const n = table.count(is_null);
                        if (n == untouched || n == 5) continue;
                        p.must_find(
                            false, "a request that cannot be understood changes no value",
                            fmt::format("it was answered {}, and then {} of 6 rows were still null", describe(a), n),
                            a);
                        return;  // the table is of no more use
                    }
                },
        },
        {std::move(widens), std::move(main_instead)},
    };
}

definition refused_changes_nothing() {
    auto acts = faults::on_request(
        op(), "refuses a backfill whose id differs, and does it all the same",
        [](faults::asked const& a) { return is_own(a) && a.has("id"); },
        [](faults::asked const& a, handler const& next) {
            auto members = a.members;
            members.erase("id");
            (void)next(faults::with_members(a, members));
            return next(a.request);
        });
    acts.needs_set_up = true;
    return {
        {
            .id = id_of(op(), "refused_changes_nothing"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_operation(op(), "response 400"),
            .summary = "A refused backfill changes no value and makes no version.",
            .rationale = "A client that is told no may try again, or do something else: it must find the table as it "
                         "was.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "ownrefused");
                    auto const before = table.version();
                    auto const refused = p.send(table.request({{"id", {"lancespecnone"}}}));
                    if (!refused.refused())
                        p.leave_out("a backfill whose id differs from the route was not refused; id_mismatch tells it");
                    auto const after = table.version();
                    table.let_jobs_pass();
                    must_count(p, table, refused, is_null, 5, "a refused backfill changes no value");
                    if (before && after)
                        p.must_find(*before == *after, "a refused backfill makes no version",
                                    fmt::format("the latest version was {} before and {} after", *before, *after),
                                    refused);
                },
        },
        {std::move(acts)},
    };
}

definition branch_alone() {
    return {
        {
            .id = id_of(op(), "branch_alone"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "branch"),
            .summary = "A backfill of a branch changes the branch, and leaves main alone.",
            .rationale =
                "`branch` is described as the branch to work on, with main where there is none. Looked at only "
                "where the server has branches.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "ownbranch");
                    table.add_branch("side");
                    auto const job = table.backfill({{"branch", "side"}, {"where", "id > 1"}});
                    bool const there = table.becomes(is_right, 5, "side");
                    table.let_jobs_pass();
                    if (must_count(p, table, job, is_null, 5, "a backfill of a branch leaves main alone") && !there)
                        p.block(
                            fmt::format("the backfill showed no effect within {}; --wait gives it more", seconds(p)));
                },
        },
        {dropping("works on main whatever the branch is", "branch",
                  [](faults::asked const& a) { return is_own(a) && a.text("branch") == "side"; })},
    };
}

definition ordinary_unchanged() {
    auto damages = faults::on_request(
        op(), "accepts a column that it cannot compute, and overwrites a computed one",
        [](faults::asked const& a) { return a.text("column") == "x" && !a.text("where").empty(); },
        [](faults::asked const& a, handler const& next) {
            auto members = a.members;
            members["column"] = "c_computed";
            members.erase("where");
            return next(faults::with_members(a, members));
        });
    damages.needs_set_up = true;
    return {
        {
            .id = id_of(op(), "ordinary_unchanged"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_operation(op(), "description"),
            .summary = "A backfill of a column that is neither virtual nor computed changes no value.",
            .rationale =
                "The description says that the column must be virtual or computed. It may be refused at once or "
                "by the job; what may not happen is that values change.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "ownplain");
                    auto const a = p.send(table.request({{"column", "x"}, {"where", "true"}}));
                    table.let_jobs_pass();
                    must_count(p, table, a, "x = id * 10", 6, "an ordinary column keeps its values");
                    must_count(p, table, a, is_null, 5, "the other columns keep theirs");
                },
        },
        {std::move(damages)},
    };
}

/// Until the built-in server says that the job which @p accepted names has ended.
void wait_for_job(http::response const& accepted, http::request const& credentials, handler const& next) {
    auto const members = faults::members_of(accepted);
    auto const* id = members.if_contains("job_id");
    if (!id || !id->is_string()) return;
    http::request look;
    look.target = "/lancespec/jobs/" + std::string(std::string_view(id->get_string()));
    look.fields = credentials.fields;
    for (int i = 0; i < 1000; ++i) {
        auto const job = faults::members_of(next(look));
        auto const* state = job.if_contains("state");
        if (!state || (*state != "queued" && *state != "running")) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

definition appended_rows() {
    fault fills;
    fills.summary = "computes rows as they are inserted";
    fills.needs_set_up = true;
    fills.shows = outcome::observed;
    fills.answer = [](http::request const& request, handler const& next) {
        auto response = next(request);
        auto const at = request.target.find("/insert");
        if (response.status != 200 || at == std::string::npos) return response;
        auto backfill = request;
        backfill.target.replace(at, std::string_view("/insert").size(), "/backfill_column");
        backfill.target.erase(std::min(backfill.target.find('?'), backfill.target.size()));
        backfill.fields = {{"content-type", "application/json"}};
        for (auto const* name : {"authorization", "x-api-key"})
            if (auto const value = request.fields.find(name)) backfill.fields.add(name, std::string(*value));
        backfill.body = R"({"column": "c_computed", "where": "id > 6"})";
        wait_for_job(next(backfill), backfill, next);
        return response;
    };
    return {
        {
            .id = id_of(op(), "appended_rows"),
            .operation = std::string(op().id),
            .strength = level::info,
            .clause = of_schema("AddColumnsEntry", "computed"),
            .summary = "Rows that are inserted later: null until the next backfill, or computed at once? And does a "
                       "backfill without `where` compute them?",
            .rationale =
                "INFO: the documents say that rows are filled by backfill, and nothing of rows inserted later, "
                "nor of which rows a backfill without `where` computes.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "ownappend");
                    auto const first = table.backfill({{"where", "id <= 6"}});
                    if (!table.becomes(is_right, 6)) table.no_effect("a backfill");
                    table.insert(7, 2);
                    auto const computed = table.count("id > 6 AND c_computed IS NOT NULL");
                    p.variant("inserted");
                    p.observe(
                        computed == 0 ? "rows inserted later are null" : "rows inserted later are computed at once",
                        first);
                    p.variant("backfill without where");
                    auto const again = table.backfill({});
                    p.observe(table.becomes(is_right, 8) ? "a backfill without `where` computes them"
                                                         : "a backfill without `where` leaves them null",
                              again);
                },
        },
        {std::move(fills)},
    };
}

}  // namespace

definitions backfill_effects() {
    return {where_selects(),
            where_false(),
            misunderstood_changes_nothing(),
            refused_changes_nothing(),
            branch_alone(),
            ordinary_unchanged(),
            appended_rows()};
}

}  // namespace lancespec::conformance::checks
