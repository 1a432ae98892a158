#include "conformance/contract/differences.hpp"

#include <lancespec/contract/openapi.hpp>
#include <lancespec/core/json.hpp>

#include <fmt/format.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

json::object const no_members;

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
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

/// One operation, taken apart.
struct operation_facts {
    std::string route;  ///< `POST /v1/…`
    std::set<std::string> tags;
    std::map<std::string, json::object> parameters;  ///< by `query:mode`
    json::object body;
    std::map<std::string, json::object> responses;
};

/// A document with its references to parameters, responses and bodies followed.
class facts {
public:
    explicit facts(json::object const& document) : components_(object_in(document, "components")) {
        if (auto const* list = document.if_contains("security"); list != nullptr && list->is_array())
            for (auto const& one : list->as_array())
                if (one.is_object())
                    for (auto const& scheme : one.as_object())
                        security[std::string(scheme.key())] =
                            object_in(object_in(components_, "securitySchemes"), scheme.key());
        for (auto const& [path, item] : object_in(document, "paths")) {
            if (!item.is_object()) continue;
            for (auto const* method : {"get", "post", "put", "delete", "patch", "head"})
                if (auto const* op = item.as_object().if_contains(method); op != nullptr && op->is_object())
                    add(std::string(path), method, item.as_object(), op->as_object());
        }
    }

    std::map<std::string, operation_facts> operations;
    std::map<std::string, json::object> security;  ///< the schemes that every operation takes

    [[nodiscard]] json::object const& schemas() const { return object_in(components_, "schemas"); }

private:
    json::object const& follow(json::value const& value, std::string_view kind) const {
        auto const* object = value.if_object();
        if (object == nullptr) return no_members;
        auto const target = text_in(*object, "$ref");
        if (target.empty()) return *object;
        return object_in(object_in(components_, kind), target.substr(target.rfind('/') + 1));
    }

    void add(std::string const& path, std::string_view method, json::object const& item, json::object const& op) {
        operation_facts out;
        std::string upper(method);
        std::ranges::transform(upper, upper.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
        out.route = upper + ' ' + path;
        for (auto const* level : {&item, &op})
            if (auto const* list = level->if_contains("parameters"); list != nullptr && list->is_array())
                for (auto const& one : list->as_array()) {
                    auto const& p = follow(one, "parameters");
                    out.parameters[text_in(p, "in") + ':' + text_in(p, "name")] = p;
                }
        if (auto const* tags = op.if_contains("tags"); tags != nullptr && tags->is_array())
            for (auto const& tag : tags->as_array())
                if (tag.is_string()) out.tags.emplace(tag.as_string());
        if (auto const* body = op.if_contains("requestBody")) out.body = follow(*body, "requestBodies");
        for (auto const& [status, response] : object_in(op, "responses"))
            out.responses[std::string(status)] = follow(response, "responses");
        auto const id = text_in(op, "operationId");
        operations[id.empty() ? out.route : id] = std::move(out);
    }

    json::object components_;
};

bool is_null_type(json::value const& schema) {
    return schema.is_object() && value_in(schema.as_object(), "type") == json::value("null");
}

/// A schema with every spelling of `null is allowed` as the member `null`.
json::object plain(json::object schema) {
    bool null = value_in(schema, "nullable") == json::value(true);
    schema.erase("nullable");
    for (auto const* key : {"oneOf", "anyOf"}) {
        auto* list = schema.if_contains(key);
        if (list == nullptr || !list->is_array()) continue;
        json::array rest;
        for (auto const& one : list->as_array())
            if (is_null_type(one))
                null = true;
            else
                rest.push_back(one);
        if (rest.size() == 1 && rest.front().is_object()) {
            schema.erase(key);
            for (auto const& [name, value] : plain(rest.front().as_object())) schema[name] = value;
        }
    }
    if (auto* type = schema.if_contains("type"); type != nullptr && type->is_array()) {
        json::array rest;
        for (auto const& one : type->as_array())
            if (one == json::value("null"))
                null = true;
            else
                rest.push_back(one);
        *type = rest.size() == 1 ? rest.front() : json::value(rest);
    }
    if (null) schema["null"] = true;
    if (auto const* ref = schema.if_contains("$ref"); ref != nullptr && ref->is_string()) {
        std::string_view const target = ref->as_string();
        schema["$ref"] = target.substr(target.rfind('/') + 1);
    }
    return schema;
}

class comparison {
public:
    std::vector<difference> found;

    void documents(facts const& ours, facts const& theirs) {
        each(
            ours.operations, theirs.operations, "", "operation",
            [&](std::string const& id, operation_facts const& a, operation_facts const& b) { operations(id, a, b); },
            [](operation_facts const& one) { return json::value(one.route); });
        each(
            ours.security, theirs.security, "", "security scheme",
            [&](std::string const& name, json::object a, json::object b) {
                for (auto* scheme : {&a, &b}) scheme->erase("description");
                differ(name, "security scheme", a, b);
            },
            [](json::object const& one) { return value_in(one, "type"); });
        each(
            by_name(ours.schemas()), by_name(theirs.schemas()), "", "schema",
            [&](std::string const& name, json::object const& a, json::object const& b) { schemas(name, a, b); },
            [](json::object const& one) { return value_in(one, "type"); });
    }

private:
    static std::map<std::string, json::object> by_name(json::object const& members) {
        std::map<std::string, json::object> out;
        for (auto const& [name, value] : members)
            out[std::string(name)] = value.is_object() ? value.as_object() : no_members;
        return out;
    }

    void add(std::string where, std::string what, json::value contract, json::value document) {
        found.push_back({std::move(where), std::move(what), std::move(contract), std::move(document)});
    }

    /// What stands for a thing that is there: never null.
    static json::value there(json::value shown) { return shown.is_null() ? json::value(true) : shown; }

    void differ(std::string const& where, std::string_view what, json::value const& contract,
                json::value const& document) {
        if (contract != document) add(where, std::string(what), contract, document);
    }

    /// Calls @p both for what is on both sides, and reports what is on one.
    template <class T, class Both, class Show>
    void each(std::map<std::string, T> const& ours, std::map<std::string, T> const& theirs, std::string const& within,
              std::string const& what, Both both, Show show) {
        for (auto const& [name, a] : ours) {
            auto const b = theirs.find(name);
            if (b != theirs.end())
                both(within + name, a, b->second);
            else
                add(within + name, what, there(show(a)), nullptr);
        }
        for (auto const& [name, b] : theirs)
            if (!ours.contains(name)) add(within + name, what, nullptr, there(show(b)));
    }

    void operations(std::string const& id, operation_facts const& a, operation_facts const& b) {
        differ(id, "route", json::value(a.route), json::value(b.route));
        json::array ours(a.tags.begin(), a.tags.end());
        json::array theirs(b.tags.begin(), b.tags.end());
        differ(id, "tags", ours, theirs);
        each(
            a.parameters, b.parameters, id + ' ', "parameter",
            [&](std::string const& where, json::object const& p, json::object const& q) {
                differ(where, "required", is_true(p, "required"), is_true(q, "required"));
                schemas(where, object_in(p, "schema"), object_in(q, "schema"));
            },
            [](json::object const& p) { return value_in(object_in(p, "schema"), "type"); });
        differ(id + " request body", "required", is_true(a.body, "required"), is_true(b.body, "required"));
        contents(id + " request body", a.body, b.body);
        each(
            a.responses, b.responses, id + ' ', "status",
            [&](std::string const& where, json::object const& p, json::object const& q) { contents(where, p, q); },
            [](json::object const& r) { return json::value(text_in(r, "description")); });
    }

    static bool is_true(json::object const& of, std::string_view key) { return value_in(of, key) == json::value(true); }

    void contents(std::string const& where, json::object const& a, json::object const& b) {
        each(
            by_name(object_in(a, "content")), by_name(object_in(b, "content")), where + ' ', "body",
            [&](std::string const& in, json::object const& p, json::object const& q) {
                schemas(in, object_in(p, "schema"), object_in(q, "schema"));
            },
            [](json::object const& media) { return value_in(plain(object_in(media, "schema")), "$ref"); });
    }

    void schemas(std::string const& where, json::object const& ours, json::object const& theirs) {
        auto const a = plain(ours);
        auto const b = plain(theirs);
        for (auto const* key : {"$ref", "type", "format", "minimum", "maximum", "minLength", "maxLength", "pattern",
                                "minItems", "maxItems", "uniqueItems", "enum", "default", "null"})
            differ(where, key, value_in(a, key), value_in(b, key));
        auto const required_a = names_in(a);
        auto const required_b = names_in(b);
        each(
            by_name(object_in(a, "properties")), by_name(object_in(b, "properties")), where + '/', "member",
            [&](std::string const& in, json::object const& p, json::object const& q) {
                auto const name = in.substr(where.size() + 1);
                differ(in, "required", required_a.contains(name), required_b.contains(name));
                schemas(in, p, q);
            },
            [](json::object const& p) { return p.contains("$ref") ? plain(p).at("$ref") : value_in(p, "type"); });
        for (auto const* key : {"items", "additionalProperties"}) {
            bool const in_a = a.contains(key) && a.at(key).is_object();
            bool const in_b = b.contains(key) && b.at(key).is_object();
            if (in_a && in_b)
                schemas(where + (*key == 'i' ? "/items" : "/*"), a.at(key).as_object(), b.at(key).as_object());
            else
                differ(where, key, value_in(a, key), value_in(b, key));
        }
    }

    static std::set<std::string> names_in(json::object const& schema) {
        std::set<std::string> out;
        if (auto const* list = schema.if_contains("required"); list != nullptr && list->is_array())
            for (auto const& name : list->as_array())
                if (name.is_string()) out.emplace(name.as_string());
        return out;
    }
};

}  // namespace

std::string difference::text() const {
    bool const whole = what == "operation" || what == "parameter" || what == "status" || what == "schema" ||
                       what == "member" || what == "body" || what == "security scheme";
    if (whole && (contract.is_null() || document.is_null()))
        return document.is_null() ? fmt::format("{}: the {} is missing from the document", where, what)
                                  : fmt::format("{}: the {} is not in the contract", where, what);
    auto const side = [](json::value const& value) { return value.is_null() ? std::string("absent") : to_json(value); };
    if (what == "null")
        return fmt::format("{}: null {} in the contract, {} in the document", where,
                           contract.is_null() ? "is not allowed" : "is allowed",
                           document.is_null() ? "not" : "allowed");
    if (what == "required")
        return fmt::format("{}: {} in the contract, {} in the document", where,
                           contract.as_bool() ? "required" : "optional", document.as_bool() ? "required" : "optional");
    return fmt::format("{}: {} is {} in the contract, {} in the document", where, what, side(contract), side(document));
}

result<std::vector<difference>, std::string> differences(spec_version version, json::value const& document) {
    auto const* object = document.if_object();
    if (object == nullptr || !text_in(*object, "openapi").starts_with("3."))
        return std::string("no OpenAPI 3 document: the member openapi is not \"3.…\"");
    if (!object->contains("paths")) return std::string("no OpenAPI document: it has no paths");
    comparison with;
    with.documents(facts(contract::openapi(version)), facts(*object));
    return std::move(with.found);
}

}  // namespace lancespec::conformance
