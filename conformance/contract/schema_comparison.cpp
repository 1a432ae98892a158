// SPDX-License-Identifier: Apache-2.0
#include "conformance/contract/schema_comparison.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <cmath>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

constexpr std::size_t most_differences = 10'000;
constexpr std::size_t longest_place = 1'000;

json::value list_of(std::vector<conjunction> const& schemas) {
    json::array out;
    for (auto const& one : schemas) out.push_back(*one.front());
    return out;
}

json::value written(conjunction const& schemas) {
    return schemas.size() == 1 ? *schemas.front() : json::value(json::object{{"allOf", list_of({schemas})}});
}

json::value values_of(std::optional<value_set> const& values) {
    if (!values) return nullptr;
    json::array out;
    for (auto const& one : *values) out.push_back(one.second);
    return out;
}

json::value one_or_all(value_set const& values) {
    return values.size() == 1 ? values.begin()->second : values_of(values);
}

json::value number(double value) {
    if (std::floor(value) == value && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
    return value;
}

json::value types_of(schema_form const& form, bool null) {
    if (form.never) return null ? json::value("null") : json::value(false);
    if (!form.types) return nullptr;
    json::array out(form.types->begin(), form.types->end());
    if (null) out.emplace_back("null");
    return out.size() == 1 ? out.front() : json::value(out);
}

template <class Map>
std::set<std::string> keys_of(Map const& a, Map const& b) {
    std::set<std::string> out;
    for (auto const* map : {&a, &b})
        for (auto const& one : *map) out.insert(one.first);
    return out;
}

}  // namespace

void difference_list::add(std::string_view where, std::string_view what, json::value contract, json::value document) {
    if (stops_at_first) throw difference_found();
    if (found.size() > most_differences) return;
    if (found.size() == most_differences) {
        found.push_back({"document", "more", nullptr, most_differences});
        return;
    }
    std::string place(where.substr(0, longest_place));
    if (place.size() < where.size()) place += "…";
    found.push_back({std::move(place), std::string(what), std::move(contract), std::move(document)});
}

json::value schema_comparison::shown(conjunction const& schemas, schema_source const& source) {
    auto const form = form_of(schemas, source, false);
    if (!form.references.empty()) {
        auto const& name = *form.references.begin();
        return json::value(name.substr(name.rfind('/') + 1));
    }
    auto types = types_of(form, false);
    return types.is_null() ? json::value(true) : types;
}

void schema_comparison::compare(std::string const& where, conjunction const& ours, conjunction const& theirs,
                                bool with_null) {
    if (!seen_.insert({{ours, theirs}, with_null}).second) return;
    comparison_budget::level const deeper(ours_.budget());
    auto a = form_of(ours, ours_, false);
    auto b = form_of(theirs, theirs_, false);
    if (a.references != b.references) {
        a = form_of(ours, ours_, true);
        b = form_of(theirs, theirs_, true);
        out_->differ(where, "$ref", json::array(a.references.begin(), a.references.end()),
                     json::array(b.references.begin(), b.references.end()));
    }
    bool const null_a = with_null && allows_null(ours, ours_);
    bool const null_b = with_null && allows_null(theirs, theirs_);
    if (a.never != b.never || a.types != b.types)
        out_->add(where, "type", types_of(a, null_a && a.types), types_of(b, null_b && b.types));
    else if (null_a != null_b)
        out_->add(where, "null", null_a ? json::value(true) : nullptr, null_b ? json::value(true) : nullptr);
    if (a.never || b.never) return;
    if (a.values.has_value() != b.values.has_value() ||
        (a.values &&
         !std::ranges::equal(
             *a.values, *b.values, {}, [](auto const& v) { return v.first; }, [](auto const& v) { return v.first; })))
        out_->add(where, "enum", values_of(a.values), values_of(b.values));
    for (auto const& key : keys_of(a.bounds, b.bounds)) {
        auto const side = [&](auto const& map) { return map.contains(key) ? number(map.at(key)) : json::value(); };
        out_->differ(where, key, side(a.bounds), side(b.bounds));
    }
    for (auto const& key : keys_of(a.others, b.others)) {
        auto const p = a.others.find(key);
        auto const q = b.others.find(key);
        bool const same =
            p != a.others.end() && q != b.others.end() &&
            std::ranges::equal(
                p->second, q->second, {}, [](auto const& v) { return v.first; }, [](auto const& v) { return v.first; });
        if (!same)
            out_->add(where, key, p != a.others.end() ? one_or_all(p->second) : nullptr,
                      q != b.others.end() ? one_or_all(q->second) : nullptr);
    }
    members(where, a, b);
    parts(where, {}, a.parts, b.parts);
    parts(where, "patternProperties", a.pattern_properties, b.pattern_properties);
    parts(where, "dependentSchemas", a.dependent_schemas, b.dependent_schemas);
    if (a.prefix_items.size() != b.prefix_items.size())
        out_->add(where, "prefixItems", a.prefix_items.empty() ? nullptr : list_of(a.prefix_items),
                  b.prefix_items.empty() ? nullptr : list_of(b.prefix_items));
    for (std::size_t i = 0; i < std::min(a.prefix_items.size(), b.prefix_items.size()); ++i)
        compare(where + "/prefixItems/" + std::to_string(i), a.prefix_items[i], b.prefix_items[i]);
    groups(where, a, b);
    alternatives(where, "not", a.excluded, b.excluded);
    conditions(where, a, b);
}

void schema_comparison::members(std::string const& where, schema_form const& a, schema_form const& b) {
    for (auto const& name : keys_of(a.properties, b.properties)) {
        auto const place = where + '/' + name;
        auto const p = a.properties.find(name);
        auto const q = b.properties.find(name);
        if (p == a.properties.end()) {
            out_->add(place, "member", nullptr, shown(q->second, theirs_));
        } else if (q == b.properties.end()) {
            out_->add(place, "member", shown(p->second, ours_), nullptr);
        } else {
            out_->differ(place, "required", a.required.contains(name), b.required.contains(name));
            compare(place, p->second, q->second);
        }
    }
    // One that is required and nowhere described.
    std::set<std::string> all;
    for (auto const* form : {&a, &b}) all.insert(form->required.begin(), form->required.end());
    for (auto const& name : all)
        if (!a.properties.contains(name) && !b.properties.contains(name))
            out_->differ(where + '/' + name, "required", a.required.contains(name), b.required.contains(name));
}

void schema_comparison::parts(std::string const& where, std::string_view what,
                              std::map<std::string, conjunction> const& a,
                              std::map<std::string, conjunction> const& b) {
    for (auto const& key : keys_of(a, b)) {
        auto const p = a.find(key);
        auto const q = b.find(key);
        if (p != a.end() && q != b.end()) {
            auto const below = key == "additionalProperties" && what.empty() ? "*" : key;
            compare(where + '/' + (what.empty() ? "" : std::string(what) + '/') + below, p->second, q->second);
        } else {
            auto const side = [&](auto const& at, auto const& map) {
                if (at == map.end()) return json::value();
                return what.empty() ? written(at->second) : json::value(json::object{{key, written(at->second)}});
            };
            out_->add(where, what.empty() ? std::string_view(key) : what, side(p, a), side(q, b));
        }
    }
}

void schema_comparison::alternatives(std::string const& where, std::string const& what, std::vector<conjunction> a,
                                     std::vector<conjunction> b) {
    // In any order; null has been looked at in all of them together.
    for (auto one = a.begin(); one != a.end();) {
        auto const other = std::ranges::find_if(b, [&](auto const& each) { return are_same(*one, each); });
        if (other == b.end()) {
            ++one;
            continue;
        }
        b.erase(other);
        one = a.erase(one);
    }
    if (a.size() == 1 && b.size() == 1)
        compare(where + '/' + what, a.front(), b.front(), false);
    else if (!a.empty() || !b.empty())
        out_->add(where, what, a.empty() ? nullptr : list_of(a), b.empty() ? nullptr : list_of(b));
}

void schema_comparison::groups(std::string const& where, schema_form const& a, schema_form const& b) {
    auto const compare_all = [&](std::string const& what, auto const& p, auto const& q) {
        if (p.size() == q.size()) {
            for (std::size_t i = 0; i < p.size(); ++i) alternatives(where, what, p[i], q[i]);
            return;
        }
        auto const side = [](auto const& all) {
            json::array out;
            for (auto const& one : all) out.push_back(list_of(one));
            return out.empty() ? json::value() : out.size() == 1 ? out.front() : json::value(out);
        };
        out_->add(where, what, side(p), side(q));
    };
    compare_all("anyOf", a.any_of, b.any_of);
    compare_all("oneOf", a.one_of, b.one_of);
}

void schema_comparison::conditions(std::string const& where, schema_form const& a, schema_form const& b) {
    static json::value const anything = json::object();
    if (a.conditions.size() != b.conditions.size()) {
        auto const side = [](schema_form const& form) {
            json::array out;
            for (auto const* one : form.conditions) out.push_back(one->at("if"));
            return out.empty() ? json::value() : json::value(out);
        };
        return out_->add(where, "if", side(a), side(b));
    }
    for (std::size_t i = 0; i < a.conditions.size(); ++i)
        for (auto const* key : {"if", "then", "else"}) {
            auto const part = [&](json::value const& of) {
                auto const* found = of.get_object().if_contains(key);
                return conjunction{found != nullptr ? found : &anything};
            };
            compare(where + '/' + key, part(*a.conditions[i]), part(*b.conditions[i]), false);
        }
}

bool schema_comparison::are_same(conjunction const& a, conjunction const& b) {
    difference_list first;
    first.stops_at_first = true;
    schema_comparison apart(ours_, theirs_, first);
    try {
        apart.compare({}, a, b, false);
    } catch (difference_list::difference_found const&) {
        return false;
    }
    return true;
}

}  // namespace lancespec::conformance
