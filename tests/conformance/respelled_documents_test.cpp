// SPDX-License-Identifier: Apache-2.0
// Laws of `diff`: a document that is spelled anew, by rewrites that keep its meaning, has no difference; and one thing
// that is changed besides is the only one.
#include "conformance/contract/differences.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/contract/openapi.hpp>
#include <lancespec/core/json.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

namespace respelled_documents_test {

namespace json = boost::json;
namespace lc = lancespec::conformance;
using namespace lancespec;

/// Of its own, since RapidCheck's small cases would make every choice the same way.
std::mt19937 choices;

void seed_choices() {
    choices.seed(*rc::gen::resize(100, rc::gen::arbitrary<unsigned>()));
}

std::size_t below(std::size_t n) {
    return choices() % n;
}

bool often(std::size_t percent) {
    return below(100) < percent;
}

json::array shuffled(json::array list) {
    for (std::size_t i = list.size(); i > 1; --i) list[i - 1].swap(list[below(i)]);
    return list;
}

json::object shuffled(json::object const& members) {
    std::vector<std::string> keys;
    for (auto const& one : members) keys.emplace_back(one.key());
    for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[below(i)]);
    json::object out;
    for (auto const& key : keys) out[key] = members.at(key);
    return out;
}

/// Calls @p f with every schema directly below @p schema.
void each_schema_in(json::object& schema, std::function<void(json::value&)> const& f) {
    if (auto* members = schema.if_contains("properties"))
        for (auto& one : members->as_object()) f(one.value());
    for (auto const* key : {"items", "additionalProperties"})
        if (auto* part = schema.if_contains(key); part != nullptr && part->is_object()) f(*part);
    for (auto const* key : {"oneOf", "anyOf", "allOf"})
        if (auto* list = schema.if_contains(key))
            for (auto& one : list->as_array()) f(one);
}

/// Spells a document anew.
class respelling {
public:
    explicit respelling(json::object& document) : document_(document) {}

    void run() {
        auto& components = document_["components"].as_object();
        for (auto& path : document_["paths"].as_object())
            for (auto& op : path.value().as_object()) operation(op.value().as_object());
        paths();
        for (auto& one : components["schemas"].as_object()) schema(one.value());
        for (auto& [name, hoisted] : hoisted_) components["schemas"].as_object()[name] = std::move(hoisted);
        for (auto& [kind, all] : kept_) components[kind] = std::move(all);
        components["schemas"] = shuffled(components["schemas"].as_object());
        document_ = shuffled(document_);
    }

private:
    void schema(json::value& value) {
        auto& s = value.as_object();
        each_schema_in(s, [&](json::value& below_it) { schema(below_it); });
        null(s);
        type_and_enum(s);
        if (auto* required = s.if_contains("required")) *required = shuffled(required->as_array());
        if (auto* members = s.if_contains("properties")) *members = shuffled(members->as_object());
        if (auto* minimum = s.if_contains("minimum"); minimum != nullptr && often(30)) {
            bool const whole = s.if_contains("type") != nullptr && s.at("type") == "integer";
            if (whole && minimum->is_int64()) {
                s["exclusiveMinimum"] = minimum->as_int64() - 1;
                s.erase("minimum");
            } else {
                s["exclusiveMinimum"] = false;
            }
        }
        if (often(20) && !s.contains("minLength")) s["minLength"] = 0;
        if (often(20)) s["x-note"] = json::array{1};
        if (often(20)) s["description"] = "another text";
        if (often(20)) s["example"] = 7;
        if (often(20) && !s.contains("deprecated")) s["deprecated"] = false;
        if (often(15)) value = json::object{{"allOf", json::array{value}}, {"title", "Wrapped"}};
        if (often(10)) hoist(value);
    }

    void null(json::object& s) {
        auto* type = s.if_contains("type");
        if (type == nullptr || !type->is_array() || type->as_array().size() != 2) return;
        auto rest = s;
        rest["type"] = type->as_array().front();
        switch (below(4)) {
            case 0: *type = shuffled(type->as_array()); break;
            case 1:
                s = rest;
                s["nullable"] = true;
                break;
            default: s = {{often(50) ? "anyOf" : "oneOf", shuffled(json::array{rest, {{"type", "null"}}})}};
        }
    }

    void type_and_enum(json::object& s) {
        if (auto* type = s.if_contains("type"); type != nullptr && type->is_string() && often(20))
            *type = json::array{*type};
        auto* words = s.if_contains("enum");
        if (words == nullptr) return;
        *words = shuffled(words->as_array());
        if (often(30)) {
            json::array each;
            for (auto const& word : words->as_array()) each.push_back(json::object{{"const", word}});
            s.erase("enum");
            s["oneOf"] = std::move(each);
        }
    }

    /// A name for what had none.
    void hoist(json::value& value) {
        auto const name = "Hoisted" + std::to_string(hoisted_.size());
        hoisted_.emplace_back(name, std::move(value));
        value = json::object{{"$ref", "#/components/schemas/" + name}};
    }

    void keep(std::string const& kind, json::value& value) {
        auto const name = "k" + std::to_string(kept_[kind].size());
        kept_[kind][name] = std::move(value);
        value = json::object{{"$ref", "#/components/" + kind + "/" + name}};
    }

    void contents(json::object& of) {
        auto* content = of.if_contains("content");
        if (content == nullptr) return;
        json::object out;
        for (auto& [type, media] : content->as_object()) {
            schema(media.as_object()["schema"]);
            auto name = std::string(type);
            if (name == "application/json" && often(30)) name = "Application/json; charset=utf-8";
            out[name] = media;
        }
        *content = std::move(out);
    }

    void operation(json::object& op) {
        for (auto& one : op["parameters"].as_array()) {
            auto& p = one.as_object();
            schema(p["schema"]);
            bool const query = p["in"] == "query";
            if (often(20)) p["explode"] = query;
            if (often(20)) p["style"] = query ? "form" : "simple";
            if (often(20)) keep("parameters", one);
        }
        op["parameters"] = shuffled(op["parameters"].as_array());
        if (auto* body = op.if_contains("requestBody")) {
            contents(body->as_object());
            if (often(20)) keep("requestBodies", *body);
        }
        json::object responses;
        for (auto& [status, response] : op["responses"].as_object()) {
            contents(response.as_object());
            auto name = std::string(status);
            if (name == "5XX" && often(50)) name = "5xx";
            if (often(20)) keep("responses", response);
            responses[name] = response;
        }
        op["responses"] = std::move(responses);
        if (often(20)) op["security"] = shuffled(document_["security"].as_array());
        if (often(20)) op["deprecated"] = false;
        if (often(10)) op.erase("operationId");
    }

    void paths() {
        json::object out;
        for (auto& [path, item] : document_["paths"].as_object()) {
            auto name = std::string(path);
            auto& members = item.as_object();
            if (members.size() == 1 && often(30)) {
                auto& op = members.begin()->value().as_object();
                auto const parameters = op["parameters"];
                op.erase("parameters");
                members["parameters"] = parameters;
            }
            out[name] = std::move(members);
        }
        document_["paths"] = shuffled(out);
    }

    json::object& document_;
    std::vector<std::pair<std::string, json::value>> hoisted_;
    std::map<std::string, json::object> kept_;
};

void names_in(json::value const& value, std::set<std::string>& out) {
    if (auto const* object = value.if_object()) {
        for (auto const& [key, one] : *object)
            if (key == "$ref")
                out.insert(std::string(one.as_string()).substr(21));
            else
                names_in(one, out);
    } else if (auto const* list = value.if_array()) {
        for (auto const& one : *list) names_in(one, out);
    }
}

/// Some operations of the contract, with the schemas that they need.
json::object some_of_the_contract() {
    static auto const whole = contract::openapi();
    auto out = whole;
    auto const& paths = whole.at("paths").as_object();
    json::object few;
    for (int i = 0; i < 3; ++i) {
        auto const at = std::next(paths.begin(), static_cast<std::ptrdiff_t>(below(paths.size())));
        few[at->key()] = at->value();
    }
    auto const& schemas = whole.at("components").at("schemas").as_object();
    json::object needed;
    std::set<std::string> names;
    names_in(few, names);
    while (!names.empty()) {
        auto const name = *names.begin();
        names.erase(names.begin());
        if (needed.contains(name)) continue;
        needed[name] = schemas.at(name);
        names_in(schemas.at(name), names);
    }
    out["paths"] = std::move(few);
    out["components"].as_object()["schemas"] = std::move(needed);
    return out;
}

std::string told(result<std::vector<lc::difference>, std::string> const& found) {
    if (!found) return found.error();
    std::string out;
    for (auto const& one : *found) out += one.text() + '\n';
    return out;
}

TEST_CASE("Law: a document that is spelled anew has no difference, from either side") {
    rc::prop("respelled", [] {
        seed_choices();
        auto const document = some_of_the_contract();
        auto respelled = document;
        respelling(respelled).run();
        RC_LOG() << to_json(respelled).substr(0, 4000);
        RC_ASSERT(told(lc::differences(document, respelled)) == "");
        RC_ASSERT(told(lc::differences(respelled, document)) == "");
    });
}

TEST_CASE("Law: one thing that is changed in a document that is spelled anew is told, and nothing else") {
    rc::prop("respelled and changed", [] {
        seed_choices();
        auto const document = some_of_the_contract();
        auto changed = document;
        // A member of a schema, which has it in one place alone.
        auto& schemas = changed["components"].as_object()["schemas"].as_object();
        std::vector<std::pair<std::string, std::string>> members;
        for (auto const& [name, schema] : schemas)
            if (auto const* list = schema.as_object().if_contains("properties"))
                for (auto const& one : list->as_object()) members.emplace_back(name, one.key());
        RC_PRE(!members.empty());
        auto const [name, member] = members[below(members.size())];
        auto& value = schemas.at(name).as_object()["properties"].as_object()[member];
        std::vector<std::pair<std::string, json::value>> const changes{{"const", 17},
                                                                       {"not", json::object{{"enum", json::array{17}}}},
                                                                       {"deprecated", true},
                                                                       {"readOnly", true},
                                                                       {"format", "never-heard-of"},
                                                                       {"unheardOf", 1},
                                                                       {"default", "never-heard-of"}};
        auto const& [key, what] = changes[below(changes.size())];
        value.as_object()[key] = what;
        respelling(changed).run();
        RC_LOG() << name << '/' << member << ' ' << key << '\n' << to_json(changed).substr(0, 4000);
        auto const found = lc::differences(document, changed);
        RC_ASSERT(found.has_value());
        RC_LOG() << told(found);
        RC_ASSERT(!found->empty());
        for (auto const& one : *found) RC_ASSERT(one.where.find('/' + member) != std::string::npos);
    });
}

}  // namespace respelled_documents_test
