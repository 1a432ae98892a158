// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/operation_list.hpp"

#include "conformance/report/json.hpp"

#include <lancespec/contract/openapi.hpp>
#include <lancespec/core/json.hpp>

#include <fmt/format.h>
#include <boost/json/array.hpp>

#include <algorithm>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;
using contract::body_kind;

std::string_view word(contract::effect does) {
    switch (does) {
        case contract::effect::read: return "read";
        case contract::effect::write: return "write";
        case contract::effect::submit: return "submit";
    }
    return "read";
}

std::string body_words(body_kind kind, std::string_view member, reflect::type_info const& type) {
    switch (kind) {
        case body_kind::none: return "none";
        case body_kind::json: return fmt::format("JSON, {}", type.name);
        case body_kind::optional_json: return fmt::format("JSON or none, {}", type.name);
        case body_kind::member: return fmt::format("JSON, the {} of {} alone", member, type.name);
        case body_kind::arrow_stream: return "Arrow IPC stream";
        case body_kind::arrow_file: return "Arrow IPC file";
    }
    return {};
}

/// `id`, `mode?`: the parameters that travel at @p in.
std::string parameters_at(contract::operation const& op, contract::location in) {
    std::string out;
    for (auto const& p : op.parameters)
        if (p.in == in && p.name != "delimiter")
            out += fmt::format("{}`{}`{}", out.empty() ? "" : ", ", p.name, p.required ? "" : "?");
    return out.empty() ? "none" : out;
}

std::string statuses(contract::operation const& op) {
    std::string out;
    for (auto const status : op.error_statuses)
        out += (out.empty() ? "" : ", ") + (status == 500 ? std::string("5XX") : std::to_string(status));
    return out;
}

std::string codes(contract::operation const& op) {
    if (!op.codes_listed) return "not listed";
    std::string out;
    for (auto const code : op.error_codes)
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", static_cast<int>(code), info(code).name);
    return out.empty() ? "the common ones" : out;
}

json::object field_json(reflect::field_info const& row) {
    auto schema = contract::json_schema_of(row, latest_spec_version);
    json::object out{{"name", row.name}, {"required", row.is_required}, {"since", name(row.since)}};
    if (row.is_body) out["travels"] = "body";
    if (row.text == reflect::text_rule::field_path) out["language"] = "field path";
    if (row.text == reflect::text_rule::where_clause) out["language"] = "WHERE clause";
    if (row.default_in_prose) out["default"] = parse_json(row.default_value).value();
    out["schema"] = std::move(schema);
    return out;
}

json::object half_json(body_kind kind, std::string_view member, reflect::type_info const& type) {
    constexpr std::string_view words[] = {"none",         "JSON",      "JSON, optional", "JSON, one member",
                                          "Arrow stream", "Arrow file"};
    json::array fields;
    for (auto const& row : type.fields) fields.emplace_back(field_json(row));
    json::object out{{"body", words[static_cast<std::size_t>(kind)]}, {"schema", type.name}};
    if (!member.empty()) out["member"] = member;
    out["fields"] = std::move(fields);
    return out;
}

}  // namespace

std::string operations_text() {
    std::size_t id = 0;
    std::size_t path = 0;
    for (auto const& op : contract::operations()) {
        id = std::max(id, op.id.size());
        path = std::max(path, op.path.size());
    }
    std::string out;
    for (auto const& op : contract::operations())
        out += fmt::format("{:{}}  {:4}  {:{}}  {}\n", op.id, id, op.method, op.path, path, op.summary);
    return out + fmt::format("\n{} operations of the specification, to {}\n", contract::operations().size(),
                             name(latest_spec_version));
}

std::string operations_markdown() {
    std::string out = "# The operations\n\nWritten by `lancespec operations --format markdown`; a test compares.\n\n";
    out += "Every route with an id takes `delimiter` too, a query parameter: what joins the names of the id (`$`).\n";
    out += "A question mark follows what may be left out. Every operation may answer with the common error codes:\n";
    std::string common;
    for (auto const code : contract::common_error_codes)
        common += fmt::format("{}{} {}", common.empty() ? "" : ", ", static_cast<int>(code), info(code).name);
    out += common + ".\n";
    for (auto const& op : contract::operations()) {
        out += fmt::format("\n## {}\n\n{}. `{} {}`\n\n", op.id, op.summary, op.method, op.path);
        out += fmt::format("- request: path {}; query {}; body {}\n", parameters_at(op, contract::location::path),
                           parameters_at(op, contract::location::query),
                           body_words(op.request_body, op.request_member, op.request()));
        out += fmt::format("- response: {}; body {}\n", op.success_status,
                           body_words(op.response_body, op.response_member, op.response()));
        out += fmt::format("- errors: {}; codes {}\n", statuses(op), codes(op));
    }
    return out;
}

json::object operations_json() {
    json::array all;
    for (auto const& op : contract::operations()) {
        json::array parameters;
        for (auto const& p : op.parameters)
            parameters.emplace_back(json::object{{"name", p.name},
                                                 {"in", p.in == contract::location::path ? "path" : "query"},
                                                 {"required", p.required},
                                                 {"member", p.field},
                                                 {"description", p.doc}});
        json::array error_codes;
        for (auto const code : op.error_codes) error_codes.emplace_back(static_cast<int>(code));
        all.emplace_back(
            json::object{{"id", op.id},
                         {"method", op.method},
                         {"path", op.path},
                         {"summary", op.summary},
                         {"tags", json::array(op.tags.begin(), op.tags.end())},
                         {"effect", word(op.does)},
                         {"idempotent", op.idempotent},
                         {"since", name(op.since)},
                         {"parameters", std::move(parameters)},
                         {"request", half_json(op.request_body, op.request_member, op.request())},
                         {"response", half_json(op.response_body, op.response_member, op.response())},
                         {"success_status", op.success_status},
                         {"error_statuses", json::array(op.error_statuses.begin(), op.error_statuses.end())},
                         {"error_codes", std::move(error_codes)},
                         {"error_codes_listed", op.codes_listed}});
    }
    return {{"schema_version", json_schema_version},
            {"spec_version", name(latest_spec_version)},
            {"operations", std::move(all)}};
}

}  // namespace lancespec::conformance
