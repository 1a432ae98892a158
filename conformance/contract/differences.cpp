// SPDX-License-Identifier: Apache-2.0
#include "conformance/contract/differences.hpp"

#include "conformance/contract/document_facts.hpp"
#include "conformance/contract/schema_comparison.hpp"

#include <lancespec/contract/openapi.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/core/quote.hpp>

#include <fmt/format.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;
using names = std::set<std::string, std::less<>>;

// What the objects of OpenAPI have that is compared elsewhere, or is for people and tools alone. Whatever else a
// document has is said.
names const of_operation{"tags",       "summary",     "description", "externalDocs", "operationId",
                         "parameters", "requestBody", "responses",   "deprecated",   "security"};
names const of_path{"$ref", "summary", "description", "parameters", "get",     "post",
                    "put",  "delete",  "patch",       "head",       "options", "trace"};
names const of_parameter{"name",    "in",      "description",   "required", "deprecated", "allowEmptyValue",
                         "style",   "explode", "allowReserved", "schema",   "content",    "example",
                         "examples"};
names const of_body{"description", "content", "required"};
names const of_response{"description", "headers", "content", "links"};
names const of_content{"schema", "example", "examples"};
names const of_document{"openapi", "info", "servers", "paths", "components", "security", "tags", "externalDocs"};
names const of_components{"schemas", "responses",       "parameters", "examples",  "requestBodies",
                          "headers", "securitySchemes", "links",      "callbacks", "pathItems"};

class comparison {
public:
    comparison(json::value const& ours, json::value const& theirs)
        : ours_(ours, budget_),
          theirs_(theirs, budget_),
          a_(ours.get_object(), ours_),
          b_(theirs.get_object(), theirs_) {}

    std::vector<difference> run(json::object const& ours, json::object const& theirs) {
        b_.rename_path_parameters(a_);
        match_by_route(a_, b_);
        match_by_route(b_, a_);
        others("document", ours, theirs, of_document);
        others("components", object_in(ours, "components"), object_in(theirs, "components"), of_components);
        each(
            a_.operations, b_.operations, "", "operation",
            [&](std::string const& id, operation_facts const& a, operation_facts const& b) { operations(id, a, b); },
            [](operation_facts const& one) { return json::value(one.route); });
        security();
        schemas();
        return std::move(out_.found);
    }

private:
    /// What stands for a thing that is there: never null.
    static json::value there(json::value shown) { return shown.is_null() ? json::value(true) : shown; }

    /// Calls @p both for what is on both sides, and reports what is on one.
    template <class T, class Both, class Show>
    void each(std::map<std::string, T> const& ours, std::map<std::string, T> const& theirs, std::string const& within,
              std::string_view what, Both both, Show show) {
        for (auto const& [name, a] : ours) {
            auto const b = theirs.find(name);
            if (b != theirs.end())
                both(within + name, a, b->second);
            else
                out_.add(within + name, what, there(show(a)), nullptr);
        }
        for (auto const& [name, b] : theirs)
            if (!ours.contains(name)) out_.add(within + name, what, nullptr, there(show(b)));
    }

    /// Members that nothing else here looks at.
    void others(std::string const& where, json::object const& a, json::object const& b, names const& known) {
        std::set<std::string> all;
        for (auto const* object : {&a, &b})
            for (auto const& one : *object)
                if (!known.contains(one.key()) && !one.key().starts_with("x-")) all.emplace(one.key());
        for (auto const& key : all) {
            auto const p = value_in(a, key);
            auto const q = value_in(b, key);
            if (spelled(p, budget_) != spelled(q, budget_)) out_.add(where, key, p, q);
        }
    }

    void flag(std::string const& where, char const* key, json::object const& a, json::object const& b) {
        out_.differ(where, key, is_true(a, key), is_true(b, key));
    }

    /// An operation without an id is the one that has its route.
    static void match_by_route(document_facts const& named, document_facts& other) {
        for (auto const& [id, op] : named.operations)
            if (op.has_id && !other.operations.contains(id))
                if (auto unnamed = other.operations.extract(op.route); !unnamed.empty()) {
                    unnamed.key() = id;
                    other.operations.insert(std::move(unnamed));
                }
    }

    void operations(std::string const& id, operation_facts const& a, operation_facts const& b) {
        out_.differ(id, "route", json::value(a.route), json::value(b.route));
        out_.differ(id, "tags", json::array(a.tags.begin(), a.tags.end()), json::array(b.tags.begin(), b.tags.end()));
        out_.differ(id, "deprecated", a.deprecated, b.deprecated);
        if (!a.security.empty() || !b.security.empty())
            out_.differ(id, "security", json::value(a.security.empty() ? a_.security : a.security),
                        json::value(b.security.empty() ? b_.security : b.security));
        others(id, *a.object, *b.object, of_operation);
        others(id, *a.path, *b.path, of_path);
        each(
            a.parameters, b.parameters, id + ' ', "parameter",
            [&](std::string const& where, json::object const* p, json::object const* q) { parameters(where, *p, *q); },
            [&](json::object const* p) { return value_in(object_in(*p, "schema"), "type"); });
        auto const& p = a.body != nullptr ? *a.body : nothing_;
        auto const& q = b.body != nullptr ? *b.body : nothing_;
        flag(id + " request body", "required", p, q);
        others(id + " request body", p, q, of_body);
        contents(id + " request body", p, q);
        responses(id, a.responses, b.responses);
    }

    static std::string text_or(json::object const& of, char const* key, char const* otherwise) {
        auto text = text_in(of, key);
        return text.empty() ? otherwise : text;
    }

    /// A parameter or a header.
    void parameters(std::string const& where, json::object const& p, json::object const& q) {
        auto const in = text_or(p, "in", "header");
        if (in != "path") flag(where, "required", p, q);
        for (auto const* key : {"deprecated", "allowEmptyValue", "allowReserved"}) flag(where, key, p, q);
        bool const form = in == "query" || in == "cookie";
        auto const style = [&](json::object const& of) { return text_or(of, "style", form ? "form" : "simple"); };
        auto const explode = [&](json::object const& of) {
            return of.contains("explode") ? is_true(of, "explode") : style(of) == "form";
        };
        out_.differ(where, "style", json::value(style(p)), json::value(style(q)));
        out_.differ(where, "explode", explode(p), explode(q));
        others(where, p, q, of_parameter);
        schema_in(where, p, q);
        contents(where, p, q);
    }

    void schema_in(std::string const& where, json::object const& p, json::object const& q) {
        schemas_.compare(where, schema_of(p), schema_of(q));
    }

    static conjunction schema_of(json::object const& of) {
        static json::value const anything = json::object();
        auto const* schema = of.if_contains("schema");
        return {schema != nullptr ? schema : &anything};
    }

    void contents(std::string const& where, json::object const& a, json::object const& b) {
        each(
            a_.contents(a), b_.contents(b), where + ' ', "body",
            [&](std::string const& in, json::object const* p, json::object const* q) {
                others(in, *p, *q, of_content);
                schema_in(in, *p, *q);
            },
            [](json::object const* media) {
                auto const name = text_in(object_in(*media, "schema"), "$ref");
                return name.empty() ? json::value(true) : json::value(name.substr(name.rfind('/') + 1));
            });
    }

    /// What the document says of a status: by itself, by its hundred, or by `default`.
    static json::object const* response_to(std::string const& status, member_map const& all) {
        for (auto const& key : {status, status.substr(0, 1) + "XX", std::string("default")})
            if (auto const found = all.find(key); found != all.end()) return found->second;
        return nullptr;
    }

    void responses(std::string const& id, member_map const& ours, member_map const& theirs) {
        std::set<std::string> all;
        for (auto const* map : {&ours, &theirs})
            for (auto const& one : *map) all.insert(one.first);
        for (auto const& status : all) {
            auto const* p = response_to(status, ours);
            auto const* q = response_to(status, theirs);
            auto const where = id + ' ' + status;
            if (p == nullptr || q == nullptr) {
                auto const side = [](json::object const* of) {
                    return of != nullptr ? there(json::value(text_in(*of, "description"))) : json::value();
                };
                out_.add(where, "status", side(p), side(q));
                continue;
            }
            others(where, *p, *q, of_response);
            contents(where, *p, *q);
            each(
                a_.headers(*p), b_.headers(*q), where + " header:", "header",
                [&](std::string const& in, json::object const* h, json::object const* k) { parameters(in, *h, *k); },
                [](json::object const*) { return json::value(); });
        }
    }

    void security() {
        // One of another name that is the same in everything else is the same.
        auto const plain = [&](json::object const* scheme) {
            auto out = *scheme;
            out.erase("description");
            return out;
        };
        for (auto const& [name, scheme] : a_.schemes) {
            if (b_.schemes.contains(name)) continue;
            auto const same = std::ranges::find_if(b_.schemes, [&](auto const& one) {
                return !a_.schemes.contains(one.first) && plain(one.second) == plain(scheme);
            });
            if (same == b_.schemes.end()) continue;
            auto renamed = b_.schemes.extract(same);
            renamed.key() = name;
            b_.schemes.insert(std::move(renamed));
        }
        auto const before = out_.found.size();
        each(
            a_.schemes, b_.schemes, "", "security scheme",
            [&](std::string const& name, json::object const* a, json::object const* b) {
                out_.differ(name, "security scheme", plain(a), plain(b));
            },
            [](json::object const* one) { return value_in(*one, "type"); });
        if (out_.found.size() == before)
            out_.differ("document", "security", json::value(a_.security), json::value(b_.security));
    }

    /// Schemas by name. One that only one side gives a name, and that something else there refers to, was compared
    /// where it is used.
    void schemas() {
        auto const used_here = used(a_, b_, ours_);
        auto const used_there = used(b_, a_, theirs_);
        for (auto const& [name, schema] : a_.schemas)
            if (auto const other = b_.schemas.find(name); other != b_.schemas.end())
                schemas_.compare(name, {schema}, {other->second});
            else if (!used_here.contains(schema))
                out_.add(name, "schema", there(schema_comparison::shown({schema}, ours_)), nullptr);
        for (auto const& [name, schema] : b_.schemas)
            if (!a_.schemas.contains(name) && !used_there.contains(schema))
                out_.add(name, "schema", nullptr, there(schema_comparison::shown({schema}, theirs_)));
    }

    /// What the operations of @p document, and the schemas that @p other has too, refer to, directly or not.
    std::set<json::value const*> used(document_facts const& document, document_facts const& other,
                                      schema_source const& source) {
        std::set<json::value const*> out;
        std::vector<json::value const*> left;
        for (auto const& [name, schema] : document.schemas)
            if (other.schemas.contains(name)) left.push_back(schema);
        if (auto const* paths = source.find("#/paths")) left.push_back(paths);
        while (!left.empty()) {
            auto const& value = *left.back();
            left.pop_back();
            budget_.spend();
            if (auto const* list = value.if_array()) {
                for (auto const& one : *list) left.push_back(&one);
            } else if (auto const* object = value.if_object()) {
                for (auto const& [key, one] : *object) {
                    left.push_back(&one);
                    if (key != "$ref" || !one.is_string()) continue;
                    if (auto const* target = source.find(one.get_string()); target && out.insert(target).second)
                        left.push_back(target);
                }
            }
        }
        return out;
    }

    json::object const nothing_;
    comparison_budget budget_;
    schema_source ours_;
    schema_source theirs_;
    document_facts a_;
    document_facts b_;
    difference_list out_;
    schema_comparison schemas_{ours_, theirs_, out_};
};

}  // namespace

std::string difference::text() const {
    bool const whole = what == "operation" || what == "parameter" || what == "status" || what == "schema" ||
                       what == "member" || what == "body" || what == "header" || what == "security scheme";
    if (what == "more") return fmt::format("the document differs in more than these {} places", to_json(document));
    if (whole && (contract.is_null() || document.is_null()))
        return document.is_null() ? fmt::format("{}: the {} is missing from the document", where, what)
                                  : fmt::format("{}: the {} is not in the contract", where, what);
    auto const side = [](json::value const& value) {
        return value.is_null() ? std::string("absent") : quote(to_json(value), 200);
    };
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
    return differences(contract::openapi(version), document);
}

result<std::vector<difference>, std::string> differences(json::value const& contract, json::value const& document) {
    auto const* object = document.if_object();
    if (object == nullptr || !text_in(*object, "openapi").starts_with("3."))
        return std::string("no OpenAPI 3 document: the member openapi is not \"3.…\"");
    if (!object->contains("paths")) return std::string("no OpenAPI document: it has no paths");
    try {
        return comparison(contract, document).run(contract.get_object(), *object);
    } catch (too_costly const& e) {
        return e.why;
    }
}

}  // namespace lancespec::conformance
