// SPDX-License-Identifier: Apache-2.0
#include "conformance/contract/schema_form.hpp"

#include <lancespec/core/json.hpp>
#include <lancespec/core/percent.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;
using names = std::set<std::string, std::less<>>;

/// For people and tools, or of use to those alone who refer to the place.
names const without_meaning{"title",   "description", "$comment",       "example",     "examples", "externalDocs",
                            "$schema", "$id",         "$anchor",        "$vocabulary", "$defs",    "definitions",
                            "summary", "nullable",    "$dynamicAnchor", "then",        "else"};
/// Keywords with one schema each.
names const with_schema{"items",         "additionalProperties", "propertyNames",        "contains",
                        "contentSchema", "unevaluatedItems",     "unevaluatedProperties"};
/// Of two, the one that allows less holds.
names const lower_bounds{"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"};
names const upper_bounds{"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"};
/// True says something, false is the same as nothing.
names const flags{"uniqueItems", "deprecated", "readOnly", "writeOnly"};

struct type_keywords {
    names types;
    names keywords;
};
/// What bears on values of some types alone.
std::array<type_keywords, 4> const of_types{{
    {{"string"}, {"minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType", "contentSchema"}},
    {{"integer", "number"}, {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}},
    {{"array"},
     {"items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems",
      "unevaluatedItems"}},
    {{"object"},
     {"properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
      "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "discriminator"}},
}};

std::string type_of(json::value const& value) {
    switch (value.kind()) {
        case json::kind::null: return "null";
        case json::kind::bool_: return "boolean";
        case json::kind::string: return "string";
        case json::kind::array: return "array";
        case json::kind::object: return "object";
        case json::kind::double_: return std::floor(value.get_double()) == value.get_double() ? "integer" : "number";
        default: return "integer";
    }
}

bool has_type(std::set<std::string> const& types, json::value const& value) {
    auto const type = type_of(value);
    return types.contains(type) || (type == "integer" && types.contains("number"));
}

json::value const* member(json::value const& of, std::string_view name) {
    auto const* object = of.if_object();
    return object != nullptr ? object->if_contains(name) : nullptr;
}

bool is_true(json::value const* value) {
    return value != nullptr && value->is_bool() && value->get_bool();
}

std::optional<double> number_of(json::value const& value) {
    if (value.is_int64()) return static_cast<double>(value.get_int64());
    if (value.is_uint64()) return static_cast<double>(value.get_uint64());
    if (value.is_double()) return value.get_double();
    return std::nullopt;
}

std::set<std::string> both(std::set<std::string> const& a, std::set<std::string> const& b) {
    std::set<std::string> out;
    for (auto const& one : a)
        if (b.contains(one) || (one == "integer" && b.contains("number"))) out.insert(one);
    if (a.contains("number") && b.contains("integer")) out.insert("integer");
    return out;
}

/// Builds one form: schemas are looked at until none adds another.
class builder {
public:
    builder(schema_source const& source, bool follow) : source_(source), follow_(follow) {}

    schema_form build(conjunction work) {
        comparison_budget::level const deeper(source_.budget());
        source_.budget().spend(10);
        for (; !work.empty() || !groups_.empty();) {
            if (work.empty()) {
                auto const [key, elements] = groups_.back();
                groups_.pop_back();
                group(key, *elements, work);
                continue;
            }
            auto const* schema = work.back();
            work.pop_back();
            // One that comes twice, or contains itself, adds nothing.
            if (seen_.insert(schema).second) add(*schema, work);
        }
        finish();
        return std::move(out_);
    }

private:
    void add(json::value const& schema, conjunction& work) {
        source_.budget().spend();
        if (schema.is_bool()) {
            out_.never = out_.never || !schema.get_bool();
            return;
        }
        auto const* object = schema.if_object();
        if (object == nullptr) return other("schema", schema);
        if (object->contains("if") && (object->contains("then") || object->contains("else")))
            out_.conditions.push_back(&schema);
        for (auto const& [key, value] : *object) {
            source_.budget().spend();
            if (!without_meaning.contains(key) && !key.starts_with("x-") && key != "if")
                keyword(std::string(key), value, *object, work);
        }
    }

    void keyword(std::string const& key, json::value const& value, json::object const& schema, conjunction& work) {
        auto const* object = value.if_object();
        auto const* list = value.if_array();
        bool const is_schema = object != nullptr || value.is_bool();
        if (key == "$ref" && value.is_string()) return reference(std::string(value.get_string()), work);
        if (key == "allOf" && list != nullptr) {
            for (auto const& one : *list) work.push_back(&one);
        } else if ((key == "anyOf" || key == "oneOf") && list != nullptr) {
            groups_.emplace_back(key, list);
        } else if (key == "type" && (value.is_string() || list != nullptr)) {
            type(value);
        } else if (key == "const") {
            enumeration({&value, 1});
        } else if (key == "enum" && list != nullptr) {
            enumeration({list->data(), list->size()});
        } else if (lower_bounds.contains(key) || upper_bounds.contains(key)) {
            bound(key, value, schema);
        } else if (key == "required" && list != nullptr) {
            for (auto const& name : *list)
                if (name.is_string()) out_.required.emplace(name.get_string());
        } else if (key == "properties" && object != nullptr) {
            add_members(out_.properties, *object);
        } else if (key == "patternProperties" && object != nullptr) {
            add_members(out_.pattern_properties, *object);
        } else if (key == "dependentSchemas" && object != nullptr) {
            add_members(out_.dependent_schemas, *object);
        } else if (key == "additionalProperties" && is_schema) {
            out_.parts[key].push_back(&value);
            names own;
            for (auto const* which : {"properties", "patternProperties"})
                if (auto const* members = member(schema, which); members != nullptr && members->is_object())
                    for (auto const& one : members->get_object()) own.emplace(one.key());
            additional_.push_back(std::move(own));
        } else if (with_schema.contains(key) && is_schema) {
            out_.parts[key].push_back(&value);
        } else if ((key == "prefixItems" || key == "items") && list != nullptr) {
            out_.prefix_items.resize(std::max(out_.prefix_items.size(), list->size()));
            for (std::size_t i = 0; i < list->size(); ++i) out_.prefix_items[i].push_back(&(*list)[i]);
        } else if (key == "not" && is_schema) {
            out_.excluded.push_back({&value});
        } else if (!(flags.contains(key) && value.is_bool() && !value.get_bool()) &&
                   !(key == "dependentRequired" && object != nullptr && object->empty())) {
            other(key, value);
        }
    }

    void add_members(std::map<std::string, conjunction>& to, json::object const& members) {
        for (auto const& [name, schema] : members) {
            source_.budget().spend();
            to[std::string(name)].push_back(&schema);
        }
    }

    void reference(std::string name, conjunction& work) {
        // What has a name keeps it: both sides may mean the same one. Any other place of the document is followed.
        bool const named = name.starts_with("#/components/schemas/") && name.find('/', 21) == std::string::npos;
        auto const* target = named && !follow_ ? nullptr : source_.find(name);
        if (target == nullptr) {
            out_.references.insert(std::move(name));
            return;
        }
        work.push_back(target);
    }

    void type(json::value const& value) {
        std::set<std::string> types;
        auto const add = [&](json::value const& one) {
            if (!one.is_string()) return other("type", value);
            if (one.get_string() != "null") types.emplace(one.get_string());
        };
        if (auto const* list = value.if_array())
            for (auto const& one : *list) add(one);
        else
            add(value);
        if (types.contains("number")) types.erase("integer");
        allow(types);
    }

    void allow(std::set<std::string> const& types) { out_.types = out_.types ? both(*out_.types, types) : types; }

    void enumeration(std::span<json::value const> values) {
        value_set all;
        for (auto const& one : values)
            if (!one.is_null()) all.emplace(spelled(one, source_.budget()), one);
        allow(std::move(all));
    }

    void allow(value_set values) {
        if (out_.values) std::erase_if(values, [&](auto const& one) { return !out_.values->contains(one.first); });
        out_.values = std::move(values);
    }

    void bound(std::string key, json::value const& value, json::object const& schema) {
        bool const exclusive = key.starts_with("exclusive");
        if (value.is_bool() && exclusive) return;  // OpenAPI 3.0: it is told beside the bound
        auto const number = number_of(value);
        if (!number) return other(key, value);
        bool const lower = lower_bounds.contains(key);
        if (key == "minimum" && is_true(member(schema, "exclusiveMinimum"))) key = "exclusiveMinimum";
        if (key == "maximum" && is_true(member(schema, "exclusiveMaximum"))) key = "exclusiveMaximum";
        auto const [at, is_new] = out_.bounds.emplace(key, *number);
        if (!is_new) at->second = lower ? std::max(at->second, *number) : std::min(at->second, *number);
    }

    void other(std::string const& key, json::value const& value) {
        out_.others[key].emplace(spelled(value, source_.budget()), value);
    }

    /// One `anyOf` or `oneOf`: its alternatives but those that null alone fits. One that is left is a part of @p work.
    void group(std::string const& key, json::array const& elements, conjunction& work) {
        source_.budget().spend(10);
        std::vector<conjunction> left;
        std::set<std::string> spellings;
        for (auto const& one : elements) {
            if (source_.summary(one, true).never) continue;
            if (key == "anyOf" && !spellings.insert(spelled(one, source_.budget())).second) continue;
            left.push_back({&one});
        }
        if (left.empty()) {
            out_.never = true;
        } else if (left.size() == 1) {
            work.push_back(left.front().front());
        } else if (!unite(key, left)) {
            (key == "anyOf" || are_apart(left) ? out_.any_of : out_.one_of).push_back(std::move(left));
        }
    }

    /// Alternatives that are types alone, or values alone, are one `type` or `enum`.
    bool unite(std::string const& key, std::vector<conjunction> const& alternatives) {
        std::set<std::string> types;
        value_set values;
        std::size_t all = 0;
        bool only_types = true;
        bool only_values = true;
        for (auto const& one : alternatives) {
            if (!is_plain(*one.front())) return false;
            auto const form = form_of(one, source_, false);
            only_values = only_values && form.values;
            only_types = only_types && form.types && !form.values;
            if (form.values) {
                all += form.values->size();
                values.insert(form.values->begin(), form.values->end());
            } else if (form.types) {
                all += form.types->size();
                types.insert(form.types->begin(), form.types->end());
            }
        }
        if (key == "oneOf" && all != types.size() + values.size()) return false;
        if (only_types) {
            if (key == "oneOf" && types.contains("number") && types.contains("integer")) return false;
            if (types.contains("number")) types.erase("integer");
            allow(types);
        } else if (only_values) {
            allow(std::move(values));
        }
        return only_types || only_values;
    }

    static bool is_plain(json::value const& schema) {
        auto const* object = schema.if_object();
        return object != nullptr && std::ranges::all_of(*object, [](auto const& one) {
                   return one.key() == "type" || one.key() == "enum" || one.key() == "const" ||
                          without_meaning.contains(one.key()) || one.key().starts_with("x-");
               });
    }

    /// Whether no value fits two of @p alternatives, by their types: `oneOf` is `anyOf` then.
    [[nodiscard]] bool are_apart(std::vector<conjunction> const& alternatives) const {
        std::set<std::string> taken;
        for (auto const& one : alternatives) {
            auto const& types = source_.summary(*one.front(), true).types;
            if (!types) return false;
            for (auto type : *types)
                if (!taken.insert(type == "number" ? "integer" : std::move(type)).second) return false;
        }
        return true;
    }

    void finish() {
        if (out_.values) values();
        if (out_.types == std::set<std::string>{"array", "boolean", "number", "object", "string"}) out_.types.reset();
        if (out_.types) {
            out_.never = out_.never || out_.types->empty();
            for (auto const& [types, keywords] : of_types)
                if (std::ranges::none_of(types, [&](auto const& one) { return out_.types->contains(one); }))
                    drop(keywords);
        }
        bounds();
        std::erase_if(out_.parts, [&](auto const& part) { return allows_all(part.first, part.second); });
        std::erase_if(out_.pattern_properties, [&](auto const& part) { return allows_all({}, part.second); });
        while (!out_.prefix_items.empty() && allows_all({}, out_.prefix_items.back())) out_.prefix_items.pop_back();
        std::erase_if(out_.excluded, [&](auto const& one) { return source_.summary(*one.front(), false).never; });
        for (auto const& one : out_.excluded) out_.never = out_.never || source_.summary(*one.front(), false).empty;
        closed();
        if (out_.never) {
            out_ = {};
            out_.never = true;
        }
    }

    /// `enum` beside `type`: the values of the type are left, and they say what the type is.
    void values() {
        auto& values = *out_.values;
        if (out_.types) std::erase_if(values, [&](auto const& one) { return !has_type(*out_.types, one.second); });
        std::set<std::string> types;
        for (auto const& one : values) types.insert(type_of(one.second));
        if (types.contains("number")) types.erase("integer");
        out_.types = types;
        if (types == std::set<std::string>{"boolean"} && values.size() == 2) out_.values.reset();
    }

    void drop(names const& keywords) {
        for (auto const& key : keywords) {
            out_.bounds.erase(key);
            out_.parts.erase(key);
            out_.others.erase(key);
        }
        if (keywords.contains("properties")) {
            out_.properties.clear();
            out_.pattern_properties.clear();
            out_.dependent_schemas.clear();
            out_.required.clear();
        }
        if (keywords.contains("prefixItems")) out_.prefix_items.clear();
    }

    void bounds() {
        auto& all = out_.bounds;
        bool const whole = out_.types && !out_.types->contains("number");
        auto const tighten = [&](char const* inclusive, char const* exclusive, double direction) {
            auto const open = all.find(exclusive);
            if (open != all.end() && whole) {  // above 1.5, and above 1, is from 2 on
                auto const next = direction > 0 ? std::floor(open->second) + 1 : std::ceil(open->second) - 1;
                auto const [at, is_new] = all.emplace(inclusive, next);
                if (!is_new) at->second = direction > 0 ? std::max(at->second, next) : std::min(at->second, next);
                all.erase(open);
            }
            auto const at = all.find(inclusive);
            if (at == all.end()) return;
            if (whole) at->second = direction > 0 ? std::ceil(at->second) : std::floor(at->second);
            if (auto const other = all.find(exclusive); other != all.end())
                all.erase(direction * other->second >= direction * at->second ? at : other);
        };
        tighten("minimum", "exclusiveMinimum", 1);
        tighten("maximum", "exclusiveMaximum", -1);
        for (auto const* key : {"minLength", "minItems", "minProperties"})
            if (auto const at = all.find(key); at != all.end() && at->second <= 0) all.erase(at);
    }

    [[nodiscard]] bool allows_all(std::string const& key, conjunction const& schemas) const {
        if (key == "contains") return false;  // there is at least one item
        return std::ranges::all_of(schemas, [&](auto const* one) {
            // Names of members are texts, so that propertyNames need not say so.
            if (key == "propertyNames" && is_plain(*one) && !member(*one, "enum") && !member(*one, "const")) {
                auto const& types = source_.summary(*one, false).types;
                return !types || types->contains("string");
            }
            return source_.summary(*one, false).empty && source_.allows_null(*one);
        });
    }

    /// `additionalProperties` is about the members that its own schema does not name.
    void closed() {
        if (!out_.parts.contains("additionalProperties")) return;
        names all;
        for (auto const* members : {&out_.properties, &out_.pattern_properties})
            for (auto const& one : *members) all.insert(one.first);
        for (auto const& own : additional_)
            if (own != all) other("additionalProperties", json::array(own.begin(), own.end()));
    }

    schema_source const& source_;
    bool follow_;
    std::set<json::value const*> seen_;
    std::vector<std::pair<std::string, json::array const*>> groups_;
    std::vector<names> additional_;
    schema_form out_;
};

/// Whether null is a value of a schema; a reference that leads back to itself adds nothing.
class null_finder {
public:
    explicit null_finder(schema_source const& source) : source_(source) {}

    [[nodiscard]] bool allows(json::value const& schema) const {
        source_.budget().spend();
        if (schema.is_bool()) return schema.get_bool();
        auto const* object = schema.if_object();
        if (object == nullptr || is_true(object->if_contains("nullable"))) return true;
        comparison_budget::level const deeper(source_.budget());
        if (!fits(*object)) return false;
        if (auto const* name = object->if_contains("$ref"); name != nullptr && name->is_string())
            if (auto const* target = source_.find(name->get_string());
                target != nullptr && !source_.allows_null(*target))
                return false;
        if (number_in(*object, "allOf", false) > 0) return false;
        if (is_list(*object, "anyOf") && number_in(*object, "anyOf", true) == 0) return false;
        if (is_list(*object, "oneOf") && number_in(*object, "oneOf", true) != 1) return false;
        if (auto const* other = object->if_contains("not"); other != nullptr && allows(*other)) return false;
        if (auto const* condition = object->if_contains("if")) {
            auto const* then = object->if_contains(allows(*condition) ? "then" : "else");
            if (then != nullptr && !allows(*then)) return false;
        }
        return true;
    }

private:
    static bool is_list(json::object const& schema, std::string_view key) {
        auto const* list = schema.if_contains(key);
        return list != nullptr && list->is_array();
    }

    /// How many of a list do, or do not, allow null.
    [[nodiscard]] std::size_t number_in(json::object const& schema, std::string_view key, bool allowing) const {
        std::size_t out = 0;
        if (is_list(schema, key))
            for (auto const& one : schema.at(key).get_array()) out += allows(one) == allowing;
        return out;
    }

    static bool fits(json::object const& schema) {
        if (auto const* type = schema.if_contains("type")) {
            auto const* list = type->if_array();
            if (list == nullptr ? *type != json::value("null")
                                : std::ranges::find(*list, json::value("null")) == list->end())
                return false;
        }
        if (auto const* value = schema.if_contains("const"); value != nullptr && !value->is_null()) return false;
        auto const* values = schema.if_contains("enum");
        return values == nullptr || !values->is_array() ||
               std::ranges::any_of(values->get_array(), [](auto const& one) { return one.is_null(); });
    }

    schema_source const& source_;
};

void spell(std::string& out, json::value const& value, comparison_budget& budget) {
    budget.spend();
    comparison_budget::level const deeper(budget);
    if (auto const* object = value.if_object()) {
        std::map<std::string_view, json::value const*> members;
        for (auto const& [key, one] : *object) members.emplace(key, &one);
        out += '{';
        for (auto const& [key, one] : members) {
            append_json_string(out, key);
            spell(out, *one, budget);
        }
        out += '}';
    } else if (auto const* list = value.if_array()) {
        out += '[';
        for (auto const& one : *list) {
            spell(out, one, budget);
            out += ',';
        }
        out += ']';
    } else if (auto const* number = value.if_double();
               number != nullptr && std::floor(*number) == *number && std::abs(*number) < 9e18) {
        out += std::to_string(static_cast<std::int64_t>(*number));
    } else {
        out += to_json(value);
    }
}

}  // namespace

json::value const* schema_source::find(std::string_view reference) const {
    if (!reference.starts_with('#')) return nullptr;
    auto pointer = percent_decode(reference.substr(1));
    boost::system::error_code ec;
    auto const* found = pointer ? document_.find_pointer(*pointer, ec) : nullptr;
    return ec ? nullptr : found;
}

schema_summary const& schema_source::summary(json::value const& schema, bool follow) const {
    auto const [at, is_new] = summaries_.try_emplace({&schema, follow});
    if (is_new) {
        auto form = form_of({&schema}, *this, follow);
        at->second = {form.never, form.is_empty(), std::move(form.types)};
    }
    return at->second;
}

bool schema_source::allows_null(json::value const& schema) const {
    auto const [at, is_new] = allowing_null_.try_emplace(&schema, true);
    if (is_new) at->second = null_finder(*this).allows(schema);
    return at->second;
}

bool schema_form::is_empty() const {
    return !never && references.empty() && !types && !values && bounds.empty() && required.empty() &&
           properties.empty() && pattern_properties.empty() && dependent_schemas.empty() && parts.empty() &&
           prefix_items.empty() && any_of.empty() && one_of.empty() && excluded.empty() && conditions.empty() &&
           others.empty();
}

schema_form form_of(conjunction const& schemas, schema_source const& source, bool follow) {
    return builder(source, follow).build(schemas);
}

bool allows_null(conjunction const& schemas, schema_source const& source) {
    return std::ranges::all_of(schemas, [&](auto const* one) { return source.allows_null(*one); });
}

std::string spelled(json::value const& value, comparison_budget& budget) {
    std::string out;
    spell(out, value, budget);
    return out;
}

}  // namespace lancespec::conformance
