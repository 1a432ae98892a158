#include "conformance/engine/operation.hpp"

#include <lancespec/contract/operations.hpp>
#include <lancespec/core/percent.hpp>
#include <lancespec/http/target.hpp>

namespace lancespec::conformance {
namespace {

constexpr std::string_view placeholder = "{id}";

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

template <class Request>
operation describe_operation(std::string_view prefix, std::string_view noun, std::string_view option) {
    operation op{&contract::operation_for<Request>(), prefix, noun, option, {}};
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

operation const* find_operation(std::string_view id) noexcept {
    for (auto const* op : {&backfill_column(), &refresh_materialized_view()})
        if (op->id() == id) return op;
    return nullptr;
}

std::string target_of(operation const& op, route const& where) {
    std::string target(op.row->path);
    target.replace(target.find(placeholder), placeholder.size(), percent_encode(where.id));
    if (where.trailing_slash) target += '/';
    if (where.delimiter) http::append_query(target, "delimiter", *where.delimiter);
    return target;
}

std::optional<route> parse_route(operation const& op, std::string_view target) {
    auto const parts = http::parse_target(target);
    auto path = parts.path;
    route found;
    if (path.ends_with('/')) {
        found.trailing_slash = true;
        path.remove_suffix(1);
    }
    auto const before = op.row->path.substr(0, op.row->path.find(placeholder));
    auto const after = op.row->path.substr(before.size() + placeholder.size());
    if (path.size() < before.size() + after.size() || !path.starts_with(before) || !path.ends_with(after))
        return std::nullopt;
    path.remove_prefix(before.size());
    path.remove_suffix(after.size());
    auto id = percent_decode(path);
    if (!id || path.find('/') != std::string_view::npos) return std::nullopt;
    found.id = std::move(*id);
    if (auto const delimiter = parts.find("delimiter")) found.delimiter = std::string(*delimiter);
    return found;
}

}  // namespace lancespec::conformance
