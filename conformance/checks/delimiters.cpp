// SPDX-License-Identifier: Apache-2.0
// How the id of the route is split into names.
#include "conformance/checks/checks.hpp"
#include "conformance/engine/traits.hpp"
#include "conformance/faults/faults.hpp"

#include <lancespec/core/identifier.hpp>

#include <fmt/format.h>

namespace lancespec::conformance::checks {
namespace {

definition default_delimiter_check(operation const& op) {
    return {
        {
            .id = id_of(op, "default_delimiter"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = "spec 0.11.1, parameter delimiter",
            .summary = "Without the `delimiter` parameter the id is split at `$`.",
            .rationale = "A plain must of the parameter's description.",
            .run =
                [](probe& p) {
                    p.require_namespace();
                    if (!object_identifier(p.names()).to_string()) p.leave_out("needs names without `$`");
                    if (auto const* a = p.shown(traits::no_delimiter))
                        p.accepts(level::must, "an id joined by `$` is understood without the `delimiter` parameter",
                                  *a, "`$` arrives as %24: decode the path before splitting it");
                },
        },
        {faults::on_request(
            op, "splits at a dot when no delimiter is given", [](faults::asked const& a) { return !a.where.delimiter; },
            [](faults::asked const& a, handler const& next) {
                auto where = a.where;
                where.delimiter = ".";
                return next(faults::with_route(a, where));
            })},
    };
}

definition custom_delimiter(operation const& op) {
    return {
        {
            .id = id_of(op, "custom_delimiter"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = "spec 0.11.1, parameter delimiter",
            .summary = "An id joined by another delimiter, named in the `delimiter` parameter, is understood.",
            .rationale = "The parameter is declared on this operation. Lance's Rust client always sends it.",
            .run =
                [](probe& p) {
                    p.require_namespace();
                    if (auto const* a = p.shown(traits::other_delimiter))
                        p.accepts(level::must, "an id joined by another delimiter than `$` is understood", *a,
                                  "split at the parameter's value, after percent-decoding both");
                },
        },
        {faults::on_request(
            op, "ignores the `delimiter` parameter",
            [](faults::asked const& a) { return a.where.delimiter.has_value(); },
            [](faults::asked const& a, handler const& next) {
                auto where = a.where;
                where.delimiter.reset();
                return next(faults::with_route(a, where));
            })},
    };
}

definition delimiter_not_split(operation const& op) {
    return {
        {
            .id = id_of(op, "delimiter_not_split"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = "spec 0.11.1, parameter delimiter",
            .summary = "With another delimiter, `$` is an ordinary character of a name.",
            .rationale = "A server that splits at `$` all the same acts on another object than the one named.",
            .run =
                [](probe& p) {
                    p.require_namespace();
                    auto const joined = object_identifier(p.names()).to_string();
                    if (!joined || joined->find('~') != std::string::npos)
                        p.leave_out("needs names without `$` and `~`");
                    auto const a = p.send(p.request().delimiter("~").route_id(*joined));
                    p.must(!a.accepted(),
                           fmt::format("with delimiter=~ the id `{}` is one name, and no such {} exists", *joined,
                                       noun_of(p.op())),
                           a, "the id was split at `$` although another delimiter was named");
                },
        },
        {faults::on_request(
            op, "splits at `$` whatever the delimiter is",
            [](faults::asked const& a) { return a.where.delimiter && *a.where.delimiter != "$"; },
            [](faults::asked const& a, handler const& next) {
                auto where = a.where;
                if (where.id.find('$') != std::string::npos) where.delimiter = "$";
                return next(faults::with_route(a, where));
            })},
    };
}

}  // namespace

definitions delimiters(operation const& op) {
    return {default_delimiter_check(op), custom_delimiter(op), delimiter_not_split(op)};
}

}  // namespace lancespec::conformance::checks
