// RapidCheck generators of documents that break exactly one rule, at a known place: valid ones, changed by their
// tables.
#pragma once

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/core/json.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace arbitrary {

/// A document that breaks one rule of its table.
struct broken_document {
    std::string json;
    std::string pointer;  ///< where a strict decoder must report it
    rule broken = rule::malformed;
};

namespace detail {

/// One way to break a document: a value put in the place of another, or a member taken away.
struct change {
    boost::json::value* in = nullptr;  ///< the object or array
    std::string key;                   ///< its member, or empty
    std::size_t index = 0;             ///< its item otherwise
    bool remove = false;
    boost::json::value put;
    std::string pointer;
    rule broken = rule::type;
};

class breaker {
public:
    std::vector<change> changes;

    void object(boost::json::value& at, reflect::type_info const& type, std::string const& pointer) {
        auto& members = at.as_object();
        add(at, "no such member", 1, pointer + "/no such member", rule::unknown_member);
        for (auto const& field : type.fields) {
            if (!field.in_json(latest_spec_version)) continue;
            auto const here = pointer + "/" + pointer_token(field.name);
            auto* value = members.if_contains(field.name);
            bool const nullable = field.nullable != reflect::null_spelling::none;
            bool const bound = type.object_to != nullptr && field.is_required;  // others are judged by its value
            if (field.is_required && !bound) take(at, field.name, here);
            if (bound || in_choice(type, field.name)) {
                if (value != nullptr && !value->is_null()) inside(*value, field, here);
                continue;
            }
            if (!nullable) add(at, field.name, nullptr, here, rule::not_null);
            wrong_values(at, field, here);
            if (value != nullptr && !value->is_null()) inside(*value, field, here);
        }
        for (auto const& group : type.choices)
            if (group.least == 1) none_of(at, group, pointer);
    }

private:
    void add(boost::json::value& in, std::string_view key, boost::json::value put, std::string pointer, rule broken) {
        changes.push_back({&in, std::string(key), 0, false, std::move(put), std::move(pointer), broken});
    }
    void take(boost::json::value& in, std::string_view key, std::string pointer) {
        changes.push_back({&in, std::string(key), 0, true, nullptr, std::move(pointer), rule::required});
    }

    static bool in_choice(reflect::type_info const& type, std::string_view name) {
        for (auto const& group : type.choices)
            for (auto const member : group.members)
                if (member == name) return true;
        return false;
    }

    /// Only where one member alone is given: one change takes away one member.
    void none_of(boost::json::value& at, reflect::choice const& group, std::string const& pointer) {
        std::vector<std::string_view> given;
        for (auto const name : group.members)
            if (auto const* value = at.as_object().if_contains(name); value != nullptr && !value->is_null())
                given.push_back(name);
        if (given.size() != 1) return;
        take(at, given.front(), pointer);
        changes.back().broken = rule::choice;
    }

    static boost::json::value of_another_kind(reflect::value_kind kind) {
        if (kind == reflect::value_kind::boolean) return "true";
        if (kind == reflect::value_kind::object || kind == reflect::value_kind::map) return boost::json::array{};
        return true;
    }

    /// Wrong values of the member itself.
    void wrong_values(boost::json::value& at, reflect::field_info const& field, std::string const& here) {
        auto const kind = field.type().kind;
        using reflect::value_kind;
        if (kind != value_kind::json)
            add(at, field.name, of_another_kind(kind), here, rule::type);
        else if (field.must_be_object)
            add(at, field.name, 7, here, rule::type);
        if (kind == value_kind::int64) {
            add(at, field.name, 1.5, here, rule::type);
            if (field.minimum) add(at, field.name, *field.minimum - 1, here, rule::minimum);
            if (field.format == reflect::number_format::int32)
                add(at, field.name, std::int64_t{INT32_MAX} + 1, here, rule::type);
        }
        if (kind == value_kind::word) add(at, field.name, "no such word", here, rule::vocabulary);
        if (kind == value_kind::string)
            wrong_text(field, [&](char const* text, rule broken) { add(at, field.name, text, here, broken); });
        if (kind == value_kind::array && field.min_items != 0)
            add(at, field.name, boost::json::array{}, here, rule::item_count);
    }

    template <class Put>
    static void wrong_text(reflect::field_info const& field, Put put) {
        if (field.min_length.value_or(0) == 1) put("", rule::min_length);
        if (field.text == reflect::text_rule::field_path) put("a..b", rule::field_path);
        if (field.text == reflect::text_rule::where_clause) put("id >", rule::where_clause);
        if (field.text == reflect::text_rule::date_time) put("2026-02-30T00:00:00Z", rule::date_time);
    }

    /// What can be broken within the value of a member.
    void inside(boost::json::value& value, reflect::field_info const& field, std::string const& here) {
        auto const& type = field.type();
        if (type.kind == reflect::value_kind::object) return object(value, type, here);
        if (type.element == nullptr) return;
        items(value, type, &field, here);
    }

    void items(boost::json::value& value, reflect::type_info const& type, reflect::field_info const* field,
               std::string const& here) {
        using reflect::value_kind;
        auto const& element = type.element();
        auto const visit = [&](boost::json::value& item, std::string const& at, auto put) {
            if (type.append_null == nullptr) put(nullptr, rule::not_null);
            if (element.kind != value_kind::json) put(of_another_kind(element.kind), rule::type);
            if (item.is_null()) return;
            if (element.kind == value_kind::object) object(item, element, at);
            if (element.element != nullptr) items(item, element, nullptr, at);
            if (element.kind == value_kind::string && field != nullptr) wrong_text(*field, put);
            if (element.kind == value_kind::array && field != nullptr && field->items_each != 0)
                put(boost::json::array{}, rule::item_count);
        };
        if (type.kind == value_kind::map) {
            for (auto& [key, item] : value.as_object()) {
                auto const at = here + "/" + pointer_token(key);
                visit(item, at, [&, name = std::string_view(key)](boost::json::value put, rule broken) {
                    add(value, name, std::move(put), at, broken);
                });
            }
            return;
        }
        auto& array = value.as_array();
        for (std::size_t i = 0; i < array.size(); ++i) {
            auto const at = here + "/" + std::to_string(i);
            visit(array[i], at, [&](boost::json::value put, rule broken) {
                changes.push_back({&value, "", i, false, std::move(put), at, broken});
            });
        }
        if (field != nullptr && field->unique && !array.empty())
            changes.push_back({&value, "", array.size(), false, array.front(),
                               here + "/" + std::to_string(array.size()), rule::unique_items});
    }
};

inline void apply(change const& c) {
    if (c.in->is_array()) {
        auto& array = c.in->as_array();
        if (c.index == array.size())
            array.push_back(c.put);
        else
            array[c.index] = c.put;
    } else if (c.remove) {
        c.in->as_object().erase(c.key);
    } else {
        c.in->as_object()[c.key] = c.put;
    }
}

}  // namespace detail

/// @p json, a valid document of @p type, with exactly one rule broken; for use within a property or generator.
inline broken_document break_one(std::string const& json, reflect::type_info const& type) {
    auto document = parse_json(json).value();
    detail::breaker with;
    with.object(document, type, "");
    auto const& chosen = with.changes[*rc::gen::inRange<std::size_t>(0, with.changes.size())];
    broken_document out{{}, chosen.pointer, chosen.broken};
    detail::apply(chosen);
    out.json = to_json(document);
    return out;
}

/// Documents of the described struct @p T that break exactly one rule; every rule of every member of its table is
/// broken in some.
template <class T>
rc::Gen<broken_document> invalid() {
    return rc::gen::exec([] { return break_one(contract::encode(*valid<T>()), reflect::type_of<T>()); });
}

inline void showValue(broken_document const& document, std::ostream& out) {
    out << document.pointer << " " << name(document.broken) << " in " << document.json;
}

}  // namespace arbitrary
LANCESPEC_END_NAMESPACE
