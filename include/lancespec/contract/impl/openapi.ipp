// SPDX-License-Identifier: Apache-2.0
// Bodies of contract/openapi.hpp.
#pragma once

#include <lancespec/contract/fields/partitions.hpp>
#include <lancespec/contract/impl/json_schema.ipp>
#include <lancespec/contract/openapi.hpp>

#include <algorithm>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {
namespace detail {

/// Adds @p type and what it refers to, each name once.
inline void collect(reflect::type_info const& type, spec_version version, std::vector<named_schema>& out) {
    using reflect::value_kind;
    if (type.kind == value_kind::array || type.kind == value_kind::map) return collect(type.element(), version, out);
    if (type.kind != value_kind::object && type.kind != value_kind::enumeration) return;
    if (!type.name.empty()) {
        if (std::any_of(out.begin(), out.end(), [&](auto const& one) { return one.name == type.name; })) return;
        out.push_back({type.name, json_schema(type, version)});
    }
    for (auto const& row : type.fields)
        if (row.since <= version) collect(row.type(), version, out);
}

/// The schemas of plain types that the document gives a name.
inline std::vector<named_schema> plain_schemas() {
    json::object const text{{"type", "string"}};
    return {
        {"Binary", {{"type", "string"}, {"format", "binary"}}},
        {"Context", {{"type", "object"}, {"additionalProperties", text}}},
        {"ManifestNamingScheme", text},
        {"PageLimit", {{"type", json::array{"integer", "null"}}}},
        {"PageToken", {{"type", json::array{"string", "null"}}}},
    };
}

inline json::object parameter_json(operation const& op, parameter const& p, spec_version version) {
    json::object schema{{"type", "string"}};
    auto const& fields = op.request().fields;
    auto const index = p.field.empty() ? fields.size() : op.request().find(p.field);
    if (index < fields.size() && p.field != "id" && fields[index].type().kind != reflect::value_kind::map) {
        schema = member_schema(fields[index], version);
        schema.erase("default");
        schema.erase("description");
    }
    if (!p.default_value.empty()) schema["default"] = parse_json(p.default_value).value();
    return {{"name", p.name},
            {"in", p.in == location::path ? "path" : "query"},
            {"required", p.required},
            {"description", p.doc},
            {"schema", std::move(schema)}};
}

/// `content` of a request or response body.
inline json::object content(body_kind kind, std::string_view member, reflect::type_info const& type,
                            spec_version version) {
    if (kind == body_kind::arrow_stream || kind == body_kind::arrow_file) {
        auto const* media = kind == body_kind::arrow_stream ? "application/vnd.apache.arrow.stream"
                                                            : "application/vnd.apache.arrow.file";
        return {{media, {{"schema", {{"type", "string"}, {"format", "binary"}}}}}};
    }
    auto schema =
        kind == body_kind::member ? member_schema(type.fields[type.find(member)], version) : reference(type.name);
    return {{"application/json", {{"schema", std::move(schema)}}}};
}

inline json::object operation_json(operation const& op, spec_version version) {
    json::array tags;
    for (auto const tag : op.tags) tags.emplace_back(tag);
    json::array parameters;
    for (auto const& p : op.parameters) parameters.emplace_back(parameter_json(op, p, version));
    json::object out{{"operationId", op.id},
                     {"summary", op.summary},
                     {"tags", std::move(tags)},
                     {"parameters", std::move(parameters)}};
    if (op.request_body != body_kind::none)
        out["requestBody"] = {{"required", op.request_body != body_kind::optional_json},
                              {"content", content(op.request_body, op.request_member, op.request(), version)}};
    json::object success{{"description", "done"}};
    if (op.success_status == 202) success["description"] = "accepted: a job was started";
    if (op.response_body != body_kind::none)
        success["content"] = content(op.response_body, op.response_member, op.response(), version);
    json::object responses{{std::to_string(op.success_status), std::move(success)}};
    for (auto const status : op.error_statuses)
        responses[status == 500 ? std::string("5XX") : std::to_string(status)] = {
            {"description", status == 500 ? "a failure of the server" : "why it was not done"},
            {"content", {{"application/json", {{"schema", reference("ErrorResponse")}}}}}};
    out["responses"] = std::move(responses);
    return out;
}

/// The three ways to say who asks: any of them will do for every operation.
inline json::object security_schemes() {
    json::object const flow{{"tokenUrl", "/oauth/token"}, {"scopes", json::object{}}};
    return {{"OAuth2", {{"type", "oauth2"}, {"flows", {{"clientCredentials", flow}}}}},
            {"BearerAuth", {{"type", "http"}, {"scheme", "bearer"}}},
            {"ApiKeyAuth", {{"type", "apiKey"}, {"in", "header"}, {"name", "x-api-key"}}}};
}

/// `{scheme}://{host}:{port}/{basePath}`, with and without a port, as any server may have it.
inline json::array servers() {
    json::object variables{
        {"scheme", {{"default", "http"}}}, {"host", {{"default", "localhost"}}}, {"basePath", {{"default", ""}}}};
    auto with_port = variables;
    with_port["port"] = {{"default", "2333"}};
    return {{{"url", "{scheme}://{host}:{port}/{basePath}"}, {"variables", std::move(with_port)}},
            {{"url", "{scheme}://{host}/{basePath}"}, {"variables", std::move(variables)}}};
}

}  // namespace detail

LANCESPEC_DECL boost::json::object json_schema(reflect::type_info const& type, spec_version version) {
    return type.kind == reflect::value_kind::enumeration ? detail::word_schema(type)
           : type.kind == reflect::value_kind::object    ? detail::struct_schema(type, version)
                                                         : detail::of_type(type, nullptr, version);
}

LANCESPEC_DECL boost::json::object json_schema_of(reflect::field_info const& row, spec_version version) {
    return detail::member_schema(row, version);
}

LANCESPEC_DECL std::vector<named_schema> named_schemas(spec_version version) {
    auto out = detail::plain_schemas();
    detail::collect(reflect::type_of<model::error_response>(), version, out);
    detail::collect(reflect::type_of<model::partition_spec>(), version, out);
    for (auto const& op : operations()) {
        if (op.since > version) continue;
        detail::collect(op.request(), version, out);
        detail::collect(op.response(), version, out);
    }
    std::sort(out.begin(), out.end(), [](auto const& a, auto const& b) { return a.name < b.name; });
    return out;
}

LANCESPEC_DECL boost::json::object openapi(spec_version version) {
    boost::json::object paths;
    for (auto const& op : operations()) {
        if (op.since > version) continue;
        std::string method(op.method);
        for (auto& c : method) c = ascii_lower(c);
        auto& path = paths[op.path];
        if (!path.is_object()) path.emplace_object();
        path.as_object()[method] = detail::operation_json(op, version);
    }
    boost::json::object schemas;
    for (auto& [name, schema] : named_schemas(version)) schemas[name] = std::move(schema);
    auto schemes = detail::security_schemes();
    boost::json::array security;
    for (auto const& scheme : schemes) security.push_back(boost::json::object{{scheme.key(), boost::json::array{}}});
    return {{"openapi", "3.1.1"},
            {"info",
             {{"title", "Lance Namespace, REST"},
              {"version", name(version)},
              {"summary", "The REST operations of the Lance Namespace specification"},
              {"license", {{"name", "Apache 2.0"}, {"identifier", "Apache-2.0"}}}}},
            {"servers", detail::servers()},
            {"security", std::move(security)},
            {"paths", std::move(paths)},
            {"components", {{"schemas", std::move(schemas)}, {"securitySchemes", std::move(schemes)}}}};
}

}  // namespace contract
LANCESPEC_END_NAMESPACE
