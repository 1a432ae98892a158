#include "conformance/engine/operation.hpp"

#include <lancespec/contract/operations.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

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
success_statuses statuses_of(contract::operation const& row) {
    success_statuses out{false, {row.success_status}, row.success_status};
    if (row.success_status != 200) return out;
    if (row.response_body == contract::body_kind::none || row.id == "DropNamespace") out.allowed.push_back(204);
    for (auto const* word : {"Create", "Register", "Declare", "BatchCreate"})
        if (row.id.starts_with(word)) out.any = true;
    return out;
}

operation describe_operation(contract::operation const& row) {
    operation op{&row, snake_case(row.id), noun_of(row.object), {}, {}, statuses_of(row)};
    reflect::instance object(row.request());
    for (auto const& field : object.type().fields)
        if (!field.is_required)
            op.fields.push_back(
                {field.name, type_of(field.type().kind), field.nullable != reflect::null_spelling::none});
    return op;
}

operation with_names(operation op, std::string_view prefix, std::string_view option) {
    op.prefix = prefix;
    op.option = option;
    return op;
}

}  // namespace

operation const& backfill_column() {
    static auto const op =
        with_names(describe_operation(contract::operation_for<model::alter_table_backfill_columns_request>()),
                   "backfill_column", "--table");
    return op;
}

operation const& refresh_materialized_view() {
    static auto const op =
        with_names(describe_operation(contract::operation_for<model::refresh_materialized_view_request>()),
                   "refresh_materialized_view", "--view");
    return op;
}

std::span<operation const* const> all_operations() noexcept {
    static auto const derived = [] {
        std::vector<operation> out;
        for (auto const& row : contract::operations())
            if (row.does != contract::effect::submit) out.push_back(describe_operation(row));
        return out;
    }();
    static auto const all = [] {
        std::vector<operation const*> out{&backfill_column(), &refresh_materialized_view()};
        for (auto const& op : derived) out.push_back(&op);
        return out;
    }();
    return all;
}

violations response_violations(operation const& op, http::response const& answer) {
    reflect::instance value(op.row->response());
    auto const broken = http::read_response(*op.row, answer, value.write(), {});
    return broken ? broken->broken : violations{};
}

operation const* find_operation(std::string_view id) noexcept {
    for (auto const* op : all_operations())
        if (op->id() == id) return op;
    return nullptr;
}

std::string target_of(operation const& op, route const& where) {
    auto target = http::write_route(*op.row, where.id);
    if (where.trailing_slash) target += '/';
    if (where.delimiter) http::append_query(target, "delimiter", *where.delimiter);
    return target;
}

std::optional<route> parse_route(operation const& op, std::string_view target) {
    auto const parts = http::parse_target(target);
    auto match = http::match_route(op.row->method, parts.path);
    if (match.operation != op.row || !match.broken.empty()) return std::nullopt;
    route found;
    found.trailing_slash = parts.path.ends_with('/');
    found.id = std::move(match.id);
    if (auto const delimiter = parts.find("delimiter")) found.delimiter = std::string(*delimiter);
    return found;
}

}  // namespace lancespec::conformance
