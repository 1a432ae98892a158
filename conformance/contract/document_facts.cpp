// SPDX-License-Identifier: Apache-2.0
#include "conformance/contract/document_facts.hpp"

#include <lancespec/core/ascii.hpp>

#include <boost/json/array.hpp>

#include <algorithm>
#include <vector>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

json::object const no_members;

std::string lower(std::string_view text) {
    std::string out(text);
    for (auto& c : out) c = ascii_lower(c);
    return out;
}

std::string upper(std::string_view text) {
    std::string out(text);
    for (auto& c : out)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return out;
}

/// `application/json; Charset=UTF-8` as `application/json`; other parameters stay, in order.
std::string media_type(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        auto const end = std::min(text.find(';', at), text.size());
        auto part = text.substr(at, end - at);
        at = end + 1;
        auto const first = part.find_first_not_of(" \t");
        if (first == std::string_view::npos) continue;
        part = part.substr(first, part.find_last_not_of(" \t") - first + 1);
        auto const equals = parts.empty() ? std::string_view::npos : part.find('=');
        // The type and the names of parameters are the same in any case; values are not.
        auto name = lower(part.substr(0, equals));
        if (equals != std::string_view::npos) name += part.substr(equals);
        // What JSON is written in anyway.
        if (lower(name) != "charset=utf-8" && lower(name) != "charset=\"utf-8\"") parts.push_back(std::move(name));
    }
    if (parts.empty()) return std::string(text);
    std::sort(parts.begin() + 1, parts.end());
    std::string out;
    for (auto const& part : parts) out += (out.empty() ? "" : ";") + part;
    return out;
}

/// `POST /a/{id}/b` with each `{…}` as `{}`, and the names in them.
std::string shape_of(std::string_view route, std::vector<std::string>& names) {
    std::string out;
    for (std::size_t at = 0; at < route.size();) {
        auto const open = std::min(route.find('{', at), route.size());
        auto const close = route.find('}', open);
        out += route.substr(at, open - at);
        if (close == std::string_view::npos) return out + std::string(route.substr(open));
        names.emplace_back(route.substr(open + 1, close - open - 1));
        out += "{}";
        at = close + 1;
    }
    return out;
}

}  // namespace

json::object const& object_in(json::object const& of, std::string_view key) {
    auto const* value = of.if_contains(key);
    auto const* object = value != nullptr ? value->if_object() : nullptr;
    return object != nullptr ? *object : no_members;
}

json::value value_in(json::object const& of, std::string_view key) {
    auto const* value = of.if_contains(key);
    return value != nullptr ? *value : json::value();
}

std::string text_in(json::object const& of, std::string_view key) {
    auto const* value = of.if_contains(key);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

bool is_true(json::object const& of, std::string_view key) {
    auto const* value = of.if_contains(key);
    return value != nullptr && value->is_bool() && value->get_bool();
}

document_facts::document_facts(json::object const& document, schema_source const& source)
    : document_(document), source_(source) {
    auto const& components = object_in(document, "components");
    for (auto const& [name, schema] : object_in(components, "schemas")) schemas[std::string(name)] = &schema;
    security = security_of(document.if_contains("security"));
    if (auto const* list = document.if_contains("security"); list != nullptr && list->is_array())
        for (auto const& one : list->get_array())
            if (one.is_object())
                for (auto const& scheme : one.get_object()) {
                    auto const* written = object_in(components, "securitySchemes").if_contains(scheme.key());
                    schemes[std::string(scheme.key())] = written != nullptr ? &follow(*written) : &no_members;
                }
    for (auto const& [path, written] : object_in(document, "paths")) {
        if (path.starts_with("x-")) continue;
        auto const& item = follow(written);
        for (auto const* method : {"get", "post", "put", "delete", "patch", "head", "options", "trace"})
            if (auto const* op = item.if_contains(method); op != nullptr && op->is_object())
                add(std::string(path), method, item, op->get_object());
    }
}

json::object const& document_facts::follow(json::value const& value) const {
    auto const* at = &value;
    // Each step leads somewhere else, or there are too many.
    for (int steps = 0; steps < 100; ++steps) {
        source_.budget().spend();
        auto const* object = at->if_object();
        if (object == nullptr) return no_members;
        auto const* reference = object->if_contains("$ref");
        if (reference == nullptr || !reference->is_string()) return *object;
        at = source_.find(reference->get_string());
        if (at == nullptr) return *object;  // compared as it is written
    }
    return no_members;
}

member_map document_facts::headers(json::object const& response) const {
    member_map out;
    for (auto const& [name, header] : object_in(response, "headers"))
        if (auto key = lower(name); key != "content-type") out[std::move(key)] = &follow(header);
    return out;
}

member_map document_facts::contents(json::object const& of) const {
    member_map out;
    for (auto const& [type, content] : object_in(of, "content")) out[media_type(type)] = &follow(content);
    return out;
}

void document_facts::add(std::string const& path, std::string_view method, json::object const& item,
                         json::object const& op) {
    operation_facts out;
    out.object = &op;
    out.path = &item;
    out.route = upper(method) + ' ' + path;
    std::vector<std::string> names;
    out.shape = shape_of(out.route, names);
    for (auto const* level : {&item, &op})
        if (auto const* list = level->if_contains("parameters"); list != nullptr && list->is_array())
            for (auto const& one : list->get_array()) {
                auto const& p = follow(one);
                auto const in = text_in(p, "in");
                auto const name = in == "header" ? lower(text_in(p, "name")) : text_in(p, "name");
                // OpenAPI: these three are told by the bodies and by `security`.
                if (in == "header" && (name == "accept" || name == "content-type" || name == "authorization")) continue;
                out.parameters[in + ':' + name] = &p;
            }
    if (auto const* tags = op.if_contains("tags"); tags != nullptr && tags->is_array())
        for (auto const& tag : tags->get_array())
            if (tag.is_string()) out.tags.emplace(tag.get_string());
    if (auto const* body = op.if_contains("requestBody")) out.body = &follow(*body);
    for (auto const& [status, response] : object_in(op, "responses"))
        if (!status.starts_with("x-"))
            out.responses[status == "default" ? std::string(status) : upper(status)] = &follow(response);
    out.deprecated = is_true(op, "deprecated");
    if (auto const* list = op.if_contains("security"))
        if (auto own = security_of(list); own != security) out.security = std::move(own);
    auto id = text_in(op, "operationId");
    out.has_id = !id.empty();
    operations[out.has_id ? std::move(id) : out.route] = std::move(out);
}

std::string document_facts::security_of(json::value const* list) const {
    // Schemes by what they are: their names are not on the wire.
    auto const& known = object_in(object_in(document_, "components"), "securitySchemes");
    std::set<std::string> ways;
    if (list != nullptr && list->is_array())
        for (auto const& one : list->get_array()) {
            std::set<std::string> needed;
            if (one.is_object())
                for (auto const& [name, scopes] : one.get_object()) {
                    auto const* written = known.if_contains(name);
                    auto scheme = written != nullptr ? follow(*written) : no_members;
                    scheme.erase("description");
                    auto text = scheme.empty() ? std::string(name) : spelled(scheme, source_.budget());
                    std::set<std::string> all;
                    if (scopes.is_array())
                        for (auto const& scope : scopes.get_array()) all.insert(spelled(scope, source_.budget()));
                    for (auto const& scope : all) text += ' ' + scope;
                    needed.insert(std::move(text));
                }
            std::string all;
            for (auto const& text : needed) all += (all.empty() ? "" : " and ") + text;
            ways.insert(all.empty() ? "anybody" : all);
        }
    if (ways.empty()) return "anybody";
    std::string out;
    for (auto const& way : ways) out += (out.empty() ? "" : ", or ") + way;
    return out;
}

void document_facts::rename_path_parameters(document_facts const& other) {
    std::map<std::string, std::string const*> routes;
    for (auto const& [id, op] : other.operations) routes[op.shape] = &op.route;
    for (auto& [id, op] : operations) {
        auto const known = routes.find(op.shape);
        if (known == routes.end()) continue;
        std::vector<std::string> here;
        std::vector<std::string> there;
        shape_of(op.route, here);
        shape_of(*known->second, there);
        member_map renamed;
        for (auto const& [key, parameter] : op.parameters) {
            auto name = key;
            for (std::size_t i = 0; i < here.size() && i < there.size(); ++i)
                if (key == "path:" + here[i]) name = "path:" + there[i];
            renamed[std::move(name)] = parameter;
        }
        op.parameters = std::move(renamed);
        op.route = *known->second;
    }
}

}  // namespace lancespec::conformance
