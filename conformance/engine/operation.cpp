#include "conformance/engine/operation.hpp"

#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/operations.hpp>
#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

#include <array>

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

/// Null counts as absent, and members that the schema does not have are free: clients read answers so.
template <class Response>
violations response_violations(std::string_view body) {
    auto read = contract::decode<Response>(body);
    return read ? violations{} : std::move(read.error());
}

template <class Request>
operation describe_operation(std::string_view prefix, std::string_view noun, std::string_view option) {
    operation op{&contract::operation_for<Request>(),
                 prefix,
                 noun,
                 option,
                 {},
                 &response_violations<contract::response_for<Request>>};
    Request object{};
    for (auto const& field : reflect::type_of<Request>().fields)
        if (!field.is_required)
            op.fields.push_back({field.name, type_of(field.access(&object).type->kind),
                                 field.nullable != reflect::null_spelling::none});
    return op;
}

}  // namespace

operation const& backfill_column() {
    static auto const op =
        describe_operation<model::alter_table_backfill_columns_request>("backfill_column", "table", "--table");
    return op;
}

operation const& refresh_materialized_view() {
    static auto const op = describe_operation<model::refresh_materialized_view_request>("refresh_materialized_view",
                                                                                        "materialized view", "--view");
    return op;
}

std::span<operation const* const> all_operations() noexcept {
    static std::array const all{&backfill_column(), &refresh_materialized_view()};
    return all;
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
