// SPDX-License-Identifier: Apache-2.0
// The members of a backfill request: `column`, `where`, `branch`, `read_version`.
#include "conformance/checks/checks.hpp"
#include "conformance/faults/faults.hpp"

#include <lancespec/language/where.hpp>

#include <fmt/format.h>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace lancespec::conformance::checks {
namespace {

operation const& op() {
    return backfill_column();
}

definition column_missing() {
    return {
        {
            .id = id_of(op(), "column_missing"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "column, required"),
            .summary = "A request without `column` starts nothing; it should be refused with a 4xx.",
            .rationale = "`column` is the schema's one required member: without it there is nothing to compute.",
            .needs = need::nothing,
            .run =
                [](probe& p) {
                    auto const a = p.send(p.request().without("column"));
                    if (p.must(!a.accepted(), "a request without `column` starts no job", a,
                               "an absent member is read as an empty one, or as all columns"))
                        p.should(a.refused(), "a request without `column` is refused with a 4xx", a);
                },
        },
        {faults::on_request(
            op(), "accepts a request without `column`",
            [](faults::asked const& a) { return a.is_object && !a.has("column"); }, faults::blindly())},
    };
}

definition column_empty() {
    return {
        {
            .id = id_of(op(), "column_empty"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "column, minLength 1"),
            .summary = "An empty `column` is refused with a 4xx.",
            .rationale = "SHOULD: the schema asks for one character at least, and the empty text is no field path.",
            .needs = need::object,
            .run =
                [](probe& p) {
                    auto const a = p.send({{"column", ""}});
                    p.should(a.refused(), "an empty `column` is refused with a 4xx", a);
                },
        },
        faults::both_ways(op(), [](faults::asked const& a) { return a.has("column") && a.members.at("column") == ""; },
                          {"accepts an empty `column`, and answers without a job id", faults::carelessly()},
                          {"accepts an empty `column`", faults::blindly()}),
    };
}

constexpr char const* bad_clauses[] = {"price >", "(("};

bool does_not_parse(faults::asked const& a) {
    auto const clause = a.text("where");
    return !clause.empty() && !where::parse(clause);
}

definition where_malformed() {
    return {
        {
            .id = id_of(op(), "where_malformed"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "where"),
            .summary = "A `where` that does not parse is refused with 400, or the job fails later.",
            .rationale = "SHOULD: nothing is said about it. 400 and 202 pass; other answers leave a client guessing.",
            .run =
                [](probe& p) {
                    if (p.objects().named)
                        p.leave_out(
                            "a `where` that does not parse might be taken for none, on an object that you named");
                    auto left = std::size(bad_clauses);
                    for (auto const* where : bad_clauses) {
                        p.variant(fmt::format("/where = \"{}\"", where));
                        auto const a = p.send({{"where", where}});
                        if (p.should(a.refused() || a.accepted(),
                                     "a `where` that does not parse is answered 400, or 202 and the job fails", a))
                            p.observe(a.accepted() ? "`where` is not parsed before the job is accepted"
                                                   : "`where` is parsed when the job is submitted",
                                      a);
                        if (!p.go_on_after(a, --left)) break;
                    }
                },
        },
        faults::both_ways(op(), does_not_parse, {"crashes on a `where` that does not parse", faults::crashing()},
                          {"fails inside, and says so, on a `where` that does not parse", faults::failing_inside()}),
    };
}

definition where_null() {
    return {
        {
            .id = id_of(op(), "where_null"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "where, string or null"),
            .summary = "`where: null` is treated as a good value.",
            .rationale = "SHOULD here, since it is asked of a table that does not exist, so that no row is computed: "
                         "the answer is that of any request on such a table.",
            .needs = need::nothing,
            .run =
                [](probe& p) {
                    auto const with_text = p.send(p.request().on(p.unknown_sibling()));
                    auto const with_null = p.send(p.request().on(p.unknown_sibling()).with({{"where", nullptr}}));
                    p.should(with_null.status() == with_text.status(),
                             fmt::format("`where: null` on an unknown table is answered {}, as any `where` is",
                                         with_text.status()),
                             with_null, "null is one of this member's types");
                },
        },
        faults::both_ways(op(),
                          [](faults::asked const& a) { return a.has("where") && a.members.at("where").is_null(); },
                          {"crashes on `where: null`", faults::crashing()},
                          {"refuses `where: null`", faults::refusing(400, 13, "where is no string")}),
    };
}

constexpr char const* no_such_branch = "lancespec-no-such-branch";

definition unknown_branch() {
    return {
        {
            .id = id_of(op(), "unknown_branch"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "branch"),
            .summary = "A branch that does not exist is refused with 404 or 400, or the job fails later.",
            .rationale = "SHOULD: nothing says that a branch is looked at before the job runs.",
            .run =
                [](probe& p) {
                    auto const a = p.send({{"branch", no_such_branch}});
                    bool const open = a.accepted() || a.declined() || refused_or_uncoded(a, {22, 13});
                    if (p.should(
                            open,
                            "an unknown branch is answered 404 with code 22, 400 with 13, or 202 and the job fails", a))
                        p.observe(a.accepted()   ? "the branch is not looked up before the job is accepted"
                                  : a.declined() ? "branches are declined"
                                                 : "the branch is looked up when the job is submitted",
                                  a);
                },
        },
        faults::both_ways(op(), [](faults::asked const& a) { return a.has("branch"); },
                          {"crashes on a branch that does not exist", faults::where_refused({22}, faults::crashing())},
                          {"fails inside, and says so, on a branch that does not exist",
                           faults::where_refused({22}, faults::failing_inside())}),
    };
}

definition unknown_read_version() {
    return {
        {
            .id = id_of(op(), "unknown_read_version"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "read_version"),
            .summary = "A version that does not exist is refused with 404 or 400, or the job fails later.",
            .rationale = "SHOULD: nothing says that a version is looked at before the job runs.",
            .run =
                [](probe& p) {
                    auto const a = p.send({{"read_version", 987654321}});
                    bool const open = a.accepted() || a.declined() || refused_or_uncoded(a, {11, 13});
                    if (p.should(open,
                                 "an unknown version is answered 404 with code 11, 400 with 13, or 202 and the job "
                                 "fails",
                                 a))
                        p.observe(a.accepted()   ? "the version is not looked up before the job is accepted"
                                  : a.declined() ? "versions are declined"
                                                 : "the version is looked up when the job is submitted",
                                  a);
                },
        },
        faults::both_ways(
            op(),
            [](faults::asked const& a) {
                auto const* version = a.members.if_contains("read_version");
                return version && version->is_int64();
            },
            {"crashes on a version that does not exist", faults::crashing()},
            {"calls the table missing on a version that does not exist", faults::refusing(404, 4, "no table")}),
    };
}

}  // namespace

definitions backfill_request() {
    return {column_missing(), column_empty(),   where_malformed(),
            where_null(),     unknown_branch(), unknown_read_version()};
}

}  // namespace lancespec::conformance::checks
