// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/traits.hpp"

#include "conformance/engine/session.hpp"

#include <lancespec/core/identifier.hpp>

#include <fmt/format.h>

namespace lancespec::conformance {
namespace {

using boost::json::object;
using boost::json::value;

trait member(std::string name, std::string_view key, value v) {
    return {std::move(name), [key = std::string(key), v = std::move(v)](request_draft draft) {
                return std::move(draft).with({{key, v}});
            }};
}

/// Another delimiter than the plain request's, which none of the names holds.
std::optional<std::string> another_delimiter(session const& run, operation const& op) {
    for (std::string const d : {"~", "|", "::"})
        if (d != run.options().delimiter && object_identifier(run.names_of(op)).to_string(d)) return d;
    return std::nullopt;
}

bool splits_into_names(std::string const& path) {
    return path.find('.') != std::string::npos && path.find('`') == std::string::npos;
}

/// The id written otherwise, null for every option, members that nobody knows: what clients send that set nothing.
std::vector<trait> what_clients_send(session const& run, operation const& op) {
    std::vector<trait> out;
    auto const& names = run.names_of(op);
    out.push_back(
        {std::string(traits::id_in_body), [names](request_draft draft) { return std::move(draft).with_id(names); }});
    if (auto const d = another_delimiter(run, op); d && names.size() > 1)
        out.push_back({std::string(traits::other_delimiter),
                       [d = *d](request_draft draft) { return std::move(draft).delimiter(d); }});
    out.push_back(member(std::string(traits::unknown_member), "lancespec_unknown", object{{"nested", 1}}));
    auto const& options = run.options();
    if (options.token || options.api_key) {
        object wrong;
        if (options.token) wrong["auth_token"] = "lancespec-no-such-credential";
        if (options.api_key) wrong["api_key"] = "lancespec-no-such-credential";
        out.push_back(member(std::string(traits::wrong_identity), "identity", std::move(wrong)));
    }
    out.push_back({std::string(traits::charset), [](request_draft draft) {
                       return std::move(draft).header("content-type", "application/json; charset=utf-8");
                   }});
    auto const& column = options.objects.column;
    if (&op == &backfill_column() && column.find('`') == std::string::npos)
        out.push_back(member(std::string(traits::quoted_column), "column", value(quote_each(column))));
    for (auto const& field : optional_members(op))
        if (field.nullable && field.name != "where") out.push_back(member(null_trait(field.name), field.name, nullptr));
    return out;
}

/// As little as can be said about the id, and a modest value for every option; or no body at all, where that will do.
std::vector<trait> what_is_optional(session const& run, operation const& op) {
    std::vector<trait> out;
    auto const& names = run.names_of(op);
    if (names.size() > 1 && object_identifier(names).to_string())
        out.push_back({std::string(traits::no_delimiter),
                       [](request_draft draft) { return std::move(draft).without_delimiter(); }});
    if (op.request_body == contract::body_kind::optional_json) {
        out.push_back(
            {std::string(traits::no_body), [](request_draft draft) { return std::move(draft).body(std::string{}); }});
        return out;
    }
    auto const& nested = run.options().objects.nested_column;
    if (&op == &backfill_column() && splits_into_names(nested))
        out.push_back(member(std::string(traits::nested_column), "column", value(nested)));
    for (auto const& field : optional_members(op))
        if (auto good = modest_value(field)) out.push_back(member(value_trait(field.name), field.name, *good));
    return out;
}

}  // namespace

std::vector<trait_round> traits_of(session const& run, operation const& op) {
    auto const& names = run.names_of(op);
    std::vector<trait_round> rounds{{names, what_clients_send(run, op)}, {names, what_is_optional(run, op)}};
    if (op.request_body == contract::body_kind::optional_json) {
        // A request cannot be without a body and have members. Another view, where there is one, keeps within what may
        // be started on each object.
        auto const& other = run.options().objects.chunker_view;
        std::vector<trait> values;
        for (auto const& field : optional_members(op))
            if (auto good = modest_value(field)) values.push_back(member(value_trait(field.name), field.name, *good));
        rounds.push_back({other.empty() ? names : other, std::move(values)});
    }
    return rounds;
}

std::string null_trait(std::string_view field) {
    return fmt::format("null:/{}", field);
}

std::string value_trait(std::string_view field) {
    return fmt::format("value:/{}", field);
}

std::optional<value> modest_value(request_field const& field) {
    if (field.name == "context") return object{{"lancespec", "check"}};
    for (auto const* bound : {"max_checkpoint_size", "checkpoint_size", "task_size", "max_rows_per_fragment"})
        if (field.name == bound) return 4096;
    // What names something (a cluster, a version) has no value that any server can live with.
    if (field.name.ends_with("_version") || field.name == "output_limit" || field.name == "source_task_size")
        return std::nullopt;
    if (field.type == field_type::integer) return 1;
    if (field.type == field_type::number) return 1.5;
    return std::nullopt;
}

std::string quote_each(std::string_view path) {
    std::string out = "`";
    for (char const c : path) out += c == '.' ? std::string("`.`") : std::string(1, c);
    return out + '`';
}

}  // namespace lancespec::conformance
