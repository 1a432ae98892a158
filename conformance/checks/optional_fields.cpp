// SPDX-License-Identifier: Apache-2.0
// The optional members of a request: accepted when good, null where the schema says so, refused when of another type.
#include "conformance/checks/checks.hpp"
#include "conformance/engine/traits.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace lancespec::conformance::checks {
namespace {

using boost::json::value;

definition optional_fields_accepted(operation const& op) {
    return {
        {
            .id = id_of(op, "optional_fields_accepted"),
            .operation = std::string(op.id),
            .strength = level::should,
            .clause = of_request(op, "optional members"),
            .summary = "Each optional override with a modest value is accepted.",
            .rationale = "SHOULD: the schema has these members, but no sentence obliges a server to follow each "
                         "override. Members that name something (cluster, manifest, a version) are left out.",
            .run =
                [](probe& p) {
                    for (auto const& field : optional_members(p.op())) {
                        auto const good = modest_value(field);
                        if (!good) continue;
                        p.variant(fmt::format("/{} = {}", field.name, boost::json::serialize(*good)));
                        if (auto const* a = p.shown(value_trait(field.name)))
                            p.accepts(level::should, "a modest value of this optional member is accepted", *a,
                                      "a client that tunes its jobs cannot use this server");
                    }
                },
        },
        faults::both_ways(op,
                          [](faults::asked const& a) {
                              auto const* member = a.members.if_contains("intra_applier_concurrency");
                              return member && member->is_int64();
                          },
                          {"crashes on `intra_applier_concurrency`", faults::crashing()},
                          {"refuses `intra_applier_concurrency`", faults::refusing(400, 13, "not supported")}),
    };
}

definition optional_fields_null(operation const& op) {
    return {
        {
            .id = id_of(op, "optional_fields_null"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_request(op, "members of type [..., \"null\"]"),
            .summary = "null is accepted wherever the schema lists it as a type, and means the same as no member.",
            .rationale = "The schema lists null as a type of these members, and the generated Python and Java clients "
                         "send it for every option that is not set.",
            .run =
                [](probe& p) {
                    for (auto const& field : optional_members(p.op())) {
                        if (!field.nullable || field.name == "where") continue;
                        p.variant(fmt::format("/{} = null", field.name));
                        if (auto const* a = p.shown(null_trait(field.name)))
                            p.accepts(level::must, "null is one of this member's types, and is accepted", *a,
                                      "clients send null for every option that is not set");
                    }
                },
        },
        {faults::on_request(
            op, "refuses null where the schema allows it",
            [](faults::asked const& a) {
                return std::ranges::any_of(a.members, [](auto const& member) { return member.value().is_null(); });
            },
            faults::refusing(400, 13, "null is not allowed"))},
    };
}

definition number_out_of_range(operation const& op) {
    return {
        {
            .id = id_of(op, "number_out_of_range"),
            .operation = std::string(op.id),
            .strength = level::info,
            .clause = of_request(op, "concurrency"),
            .summary = "`concurrency` of 0 and of -1: accepted, or refused?",
            .rationale = "INFO: the schema states no bounds.",
            .run =
                [](probe& p) {
                    for (int const number : {0, -1}) {
                        p.variant(fmt::format("/concurrency = {}", number));
                        auto const a = p.send({{"concurrency", number}});
                        p.observe(
                            a.accepted() || a.refused()
                                ? fmt::format("concurrency {} is {}", number, a.accepted() ? "accepted" : "refused")
                                : fmt::format("whether concurrency {} is accepted cannot be told", number),
                            a);
                        if (!p.go_on_after(a, number == 0 ? 1 : 0)) break;
                    }
                },
        },
        {faults::on_request(
            op, "crashes on a concurrency of 0",
            [](faults::asked const& a) {
                auto const* member = a.members.if_contains("concurrency");
                return member && member->is_int64() && member->get_int64() == 0;
            },
            faults::crashing())},
    };
}

}  // namespace

definitions optional_fields(operation const& op) {
    return {optional_fields_accepted(op), optional_fields_null(op), number_out_of_range(op)};
}

}  // namespace lancespec::conformance::checks
