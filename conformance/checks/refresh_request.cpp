// SPDX-License-Identifier: Apache-2.0
// A refresh: its optional body, `output_limit`, `src_version`, and what can be refreshed.
#include "conformance/checks/checks.hpp"
#include "conformance/engine/traits.hpp"
#include "conformance/faults/faults.hpp"

#include <lancespec/core/identifier.hpp>

#include <fmt/format.h>

namespace lancespec::conformance::checks {
namespace {

operation const& op() {
    return refresh_materialized_view();
}

/// Asks of a view that does not exist, so that no job is started: a request that is good in itself is answered as any
/// other one there.
void as_any_unknown(probe& p, level strength, request_draft draft, std::string_view sentence,
                    std::string_view hint = {}) {
    auto const plain = p.send(p.request().on(p.unknown_sibling()));
    auto const a = p.send(std::move(draft).on(p.unknown_sibling()));
    p.expect(
        strength, a.status() == plain.status(),
        fmt::format("{}; on a view that does not exist it is answered {}, as any other one", sentence, plain.status()),
        a, std::string(hint));
}

definition no_body() {
    return {
        {
            .id = id_of(op(), "no_body"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_operation(op(), "requestBody, not required"),
            .summary = "A refresh without a body is accepted.",
            .rationale = "The body is declared as not required. The generated Python client then sends a JSON content "
                         "type and a length of 0.",
            .run =
                [](probe& p) {
                    p.variant("no body, no Content-Type");
                    if (auto const* a = p.shown(traits::no_body))
                        p.accepts(level::must, "a refresh without a body is accepted", *a);
                    p.variant("no body, Content-Type application/json");
                    as_any_unknown(p, level::should, p.request().body("").header("content-type", "application/json"),
                                   "a refresh without a body but with a JSON Content-Type is accepted",
                                   "the generated Python client sends this");
                },
        },
        {faults::on_request(
            op(), "refuses a refresh without a body",
            [](faults::asked const& a) { return a.request.body.empty() && a.request.method == "POST"; },
            [](faults::asked const& a, handler const& next) {
                auto const response = next(a.request);
                return response.status == 202 ? faults::refuse(400, 13, "a body is required") : response;
            })},
    };
}

definition empty_object() {
    return {
        {
            .id = id_of(op(), "empty_object"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "no required members"),
            .summary = "A refresh with `{}` is accepted.",
            .rationale = "No member of the schema is required.",
            .run =
                [](probe& p) {
                    as_any_unknown(p, level::must, p.request().body("{}"),
                                   "a refresh with an empty object is accepted");
                },
        },
        {faults::on_request(
            op(), "asks for members that are optional",
            [](faults::asked const& a) { return a.is_object && a.members.empty(); },
            faults::refusing(400, 13, "id is required"))},
    };
}

definition not_a_view() {
    return {
        {
            .id = id_of(op(), "not_a_view"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_operation(op(), "description; responses 400, 404"),
            .summary = "A table that is no materialized view is not refreshed: 400 or 404.",
            .rationale = "SHOULD: the operation is for materialized views; what a server says of others is left open.",
            .needs = need::nothing,
            .run =
                [](probe& p) {
                    auto const a = p.send(p.request().on(p.objects().table));
                    p.should(a.status() == 400 || a.status() == 404,
                             fmt::format("the refresh of `{}`, which is no materialized view, is answered 400 or 404",
                                         object_identifier(p.objects().table).display()),
                             a, a.accepted() ? "right only if the object named with --table is a view" : "");
                },
        },
        faults::both_ways(op(), [](faults::asked const& a) { return a.where.id == "demo$items"; },
                          {"refreshes tables, and answers without a job id", faults::carelessly()},
                          {"refreshes tables", faults::blindly()}),
    };
}

definition output_limit_not_chunker() {
    return {
        {
            .id = id_of(op(), "output_limit_not_chunker"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "output_limit"),
            .summary = "`output_limit` on a view that is no chunker is answered 400.",
            .rationale = "A plain sentence of the description. SHOULD carry code 13. null counts as absent.",
            .run =
                [](probe& p) {
                    auto const a = p.send({{"output_limit", 5}});
                    if (p.must(a.status() == 400,
                               fmt::format("`output_limit` on `{}`, a view of kind query or udtf, is answered 400",
                                           object_identifier(p.names()).display()),
                               a, a.accepted() ? "right only if the view is a chunker: name another with --view" : ""))
                        p.should(!a.code() || a.code() == 13, "the error has code 13 (InvalidInput)", a);
                },
        },
        {faults::on_request(
            op(), "ignores `output_limit` where it does not apply",
            [](faults::asked const& a) { return a.has("output_limit") && !a.members.at("output_limit").is_null(); },
            [](faults::asked const& a, handler const& next) {
                auto members = a.members;
                members.erase("output_limit");
                return next(faults::with_members(a, members));
            })},
    };
}

definition output_limit_chunker() {
    return {
        {
            .id = id_of(op(), "output_limit_chunker"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "output_limit"),
            .summary = "`output_limit` on a chunker view is accepted.",
            .rationale = "The description says that it is valid there.",
            .run =
                [](probe& p) {
                    auto const& view = p.objects().chunker_view;
                    if (view.empty()) p.leave_out("needs a chunker view: name one with --chunker-view");
                    auto const a = p.send(p.request().on(view).with({{"output_limit", 5}}));
                    if (a.refused() && (a.code() == 4 || a.code() == 1))
                        p.block(
                            fmt::format("there is no view `{}` on the server ({}): name a chunker view with "
                                        "--chunker-view",
                                        object_identifier(view).display(), describe(a)));
                    p.accepts(level::must,
                              fmt::format("`output_limit` on the chunker view `{}` is accepted",
                                          object_identifier(view).display()),
                              a, "right only if the view named with --chunker-view is no chunker");
                },
        },
        {faults::on_request(
            op(), "refuses `output_limit` on every view",
            [](faults::asked const& a) { return a.has("output_limit") && !a.members.at("output_limit").is_null(); },
            faults::refusing(400, 13, "output_limit is not supported"))},
    };
}

definition unknown_src_version() {
    return {
        {
            .id = id_of(op(), "unknown_src_version"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "src_version"),
            .summary = "A source version that does not exist is refused with 404 or 400, or the job fails later.",
            .rationale = "SHOULD: nothing says that a version is looked at before the job runs.",
            .run =
                [](probe& p) {
                    auto const a = p.send({{"src_version", 987654321}});
                    bool const open = a.accepted() || a.declined() || refused_or_uncoded(a, {11, 13});
                    if (p.should(open,
                                 "an unknown source version is answered 404 with code 11, 400 with 13, or 202 and the "
                                 "job fails",
                                 a))
                        p.observe(a.accepted()   ? "the source version is not looked up before the job is accepted"
                                  : a.declined() ? "source versions are declined"
                                                 : "the source version is looked up when the job is submitted",
                                  a);
                },
        },
        faults::both_ways(
            op(),
            [](faults::asked const& a) {
                auto const* version = a.members.if_contains("src_version");
                return version && version->is_int64();
            },
            {"crashes on a source version that does not exist", faults::crashing()},
            {"calls the table missing on a source version that does not exist", faults::refusing(404, 4, "no table")}),
    };
}

}  // namespace

definitions refresh_request() {
    return {no_body(),
            empty_object(),
            not_a_view(),
            output_limit_not_chunker(),
            output_limit_chunker(),
            unknown_src_version()};
}

}  // namespace lancespec::conformance::checks
