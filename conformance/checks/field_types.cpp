// SPDX-License-Identifier: Apache-2.0
// The JSON type of each member of a request: one check for each member, with a variant for each type that it is not.
#include "conformance/checks/checks.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace lancespec::conformance::checks {
namespace {

using boost::json::value;

bool is_of(value const& v, field_type type) {
    switch (type) {
        case field_type::string: return v.is_string();
        case field_type::integer: return v.is_int64() || v.is_uint64();
        case field_type::number: return v.is_number();
        case field_type::names:
            return v.is_array() && std::ranges::all_of(v.get_array(), [](value const& one) { return one.is_string(); });
        case field_type::object: return v.is_object();
    }
    return false;
}

/// A value of each JSON type that @p field is not. Null is a matter of its own.
std::vector<value> wrong_values(request_field const& field) {
    std::vector<value> out;
    for (auto v : {value("x"), value(7), value(1.5), value(true), value(boost::json::array{7}),
                   value(boost::json::object{{"k", 7}})})
        if (!is_of(v, field.type)) out.push_back(std::move(v));
    return out;
}

/// All members but the named ones, each with a wrong value: a server that accepts this looks at no type.
boost::json::object every_type_wrong(operation const& op) {
    boost::json::object out;
    for (auto const& field : optional_members(op))
        if (field.name != "where" && field.name != "identity") out[field.name] = wrong_values(field).front();
    return out;
}

std::string_view words(field_type type) {
    switch (type) {
        case field_type::string: return "a string";
        case field_type::integer: return "an integer";
        case field_type::number: return "a number";
        case field_type::names: return "an array of strings";
        case field_type::object: return "an object";
    }
    return "a value";
}

void ask_each(probe& p, request_field const& field) {
    // A filter that is not understood might be taken for none, and change every row.
    if (field.name == "where" && p.objects().named)
        p.leave_out("a `where` of a wrong type might be taken for none, on an object that you named");
    auto const required =
        fmt::format("`{}` is {}: a value of another type is refused with a 4xx", field.name, words(field.type));
    if (field.name != "where" && field.name != "identity") {
        auto const& all = p.once("every type wrong", p.request().with(every_type_wrong(p.op())));
        if (all.accepted() && !p.options().load) {
            p.variant("every member of a wrong type at once");
            p.should(false, required, all, "the server looks at no type; --load asks for each member alone");
            return;
        }
    }
    auto const all = wrong_values(field);
    auto left = all.size();
    for (auto const& wrong : all) {
        p.variant(fmt::format("/{} = {}", field.name, boost::json::serialize(wrong)));
        auto const a = p.send({{field.name, wrong}});
        p.should(a.refused(), required, a);
        if (!p.go_on_after(a, --left)) return;
    }
}

definition type_of(operation const& op, request_field const& field) {
    auto const has_wrong_type = [field](faults::asked const& a) {
        auto const* member = a.members.if_contains(field.name);
        return member && !member->is_null() && !is_of(*member, field.type);
    };
    return {
        {
            .id = id_of(op, fmt::format("type_of_{}", field.name)),
            .operation = std::string(op.id),
            .strength = level::should,
            .clause = of_request(op, field.name),
            .summary = fmt::format("`{}` is {}; a value of another type is refused with a 4xx.", field.name,
                                   words(field.type)),
            .rationale =
                "SHOULD: no sentence obliges a server to look at the type of every member; one that does saves "
                "its clients a job that quietly did something else.",
            .needs = need::object,
            .run = [field](probe& p) { ask_each(p, field); },
        },
        {faults::quietly(faults::on_request(op, fmt::format("does not look at the type of `{}`", field.name),
                                            has_wrong_type, faults::blindly()))},
    };
}

}  // namespace

definitions field_types(operation const& op) {
    definitions out;
    if (&op == &backfill_column()) out.push_back(type_of(op, {"column", field_type::string, false}));
    for (auto const& field : optional_members(op)) out.push_back(type_of(op, field));
    return out;
}

}  // namespace lancespec::conformance::checks
