// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/operation.hpp"

#include <lancespec/core/ascii.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

#include <algorithm>

namespace lancespec::conformance {
namespace {

field_type type_of(reflect::value_kind kind) {
    switch (kind) {
        case reflect::value_kind::int64: return field_type::integer;
        case reflect::value_kind::float64: return field_type::number;
        case reflect::value_kind::array: return field_type::names;
        case reflect::value_kind::object:
        case reflect::value_kind::map: return field_type::object;
        default: return field_type::string;
    }
}

/// `ListTableTags` as `list_table_tags`.
std::string snake_case(std::string_view id) {
    std::string out;
    for (char const c : id) {
        if (c >= 'A' && c <= 'Z' && !out.empty()) out += '_';
        out += ascii_lower(c);
    }
    return out;
}

std::string_view noun_of(contract::object_kind kind) {
    switch (kind) {
        case contract::object_kind::namespace_: return "namespace";
        case contract::object_kind::table: return "table";
        case contract::object_kind::materialized_view: return "materialized view";
        case contract::object_kind::transaction: return "transaction";
        case contract::object_kind::none: break;
    }
    return "catalog";
}

/// By the verdicts: public servers answer a creation with 201 too, and a question of existence with 204.
success_statuses statuses_of(operation const& op) {
    success_statuses out{false, {op.success_status}, op.success_status};
    if (op.success_status != 200) return out;
    if (op.response_body == contract::body_kind::none || op.id == "DropNamespace") out.allowed.push_back(204);
    for (auto const* word : {"Create", "Register", "Declare", "BatchCreate"})
        if (op.id.starts_with(word)) out.any = true;
    return out;
}

std::vector<request_field> optional_members_of(operation const& op) {
    std::vector<request_field> out;
    for (auto const& field : op.request().fields)
        if (!field.is_required)
            out.push_back({field.name, type_of(field.type().kind), field.nullable != reflect::null_spelling::none});
    return out;
}

/// What follows from a row, made once.
struct known_operation {
    std::string prefix;
    success_statuses statuses;
    std::vector<request_field> optional;
};

known_operation const& known(operation const& op) {
    static auto const all = [] {
        std::vector<known_operation> out;
        for (auto const& row : contract::operations())
            out.push_back({&row == &backfill_column() ? "backfill_column" : snake_case(row.id), statuses_of(row),
                           optional_members_of(row)});
        return out;
    }();
    return all[static_cast<std::size_t>(&op - contract::operations().data())];
}

}  // namespace

operation const& backfill_column() {
    return contract::operation_for<model::alter_table_backfill_columns_request>();
}

operation const& refresh_materialized_view() {
    return contract::operation_for<model::refresh_materialized_view_request>();
}

std::span<operation const* const> all_operations() noexcept {
    static auto const all = [] {
        std::vector<operation const*> out;
        for (auto const& op : contract::operations()) out.push_back(&op);
        std::ranges::stable_partition(out, [](auto const* op) { return starts_job(*op); });
        // The first of those that start a job has been the backfill since the first release.
        std::ranges::stable_partition(out, [](auto const* op) { return op == &backfill_column(); });
        return out;
    }();
    return all;
}

std::string const& check_prefix(operation const& op) {
    return known(op).prefix;
}

std::string first_check(operation const& op) {
    return check_prefix(op) + (starts_job(op) ? ".accepted" : ".success_status");
}

std::string_view noun_of(operation const& op) noexcept {
    return noun_of(op.object);
}

std::string_view option_of(operation const& op) noexcept {
    if (op.object == contract::object_kind::materialized_view) return "--view";
    return op.object == contract::object_kind::table ? "--table" : std::string_view{};
}

std::span<request_field const> optional_members(operation const& op) {
    return known(op).optional;
}

success_statuses const& success_statuses_of(operation const& op) {
    return known(op).statuses;
}

violations response_violations(operation const& op, http::response const& answer) {
    reflect::instance value(op.response());
    auto const broken = http::read_response(op, answer, value.write(), {});
    return broken ? broken->broken : violations{};
}

std::string target_of(operation const& op, route const& where) {
    auto target = http::write_route(op, where.id);
    if (where.trailing_slash) target += '/';
    if (where.delimiter) http::append_query(target, "delimiter", *where.delimiter);
    return target;
}

std::optional<route> parse_route(operation const& op, std::string_view target) {
    auto const parts = http::parse_target(target);
    auto match = http::match_route(op.method, parts.path);
    if (match.operation != &op || !match.broken.empty()) return std::nullopt;
    route found;
    found.trailing_slash = parts.path.ends_with('/');
    found.id = std::move(match.id);
    if (auto const delimiter = parts.find("delimiter")) found.delimiter = std::string(*delimiter);
    return found;
}

}  // namespace lancespec::conformance
