// SPDX-License-Identifier: Apache-2.0
// Body of contract/mutations.hpp.
#pragma once

#include <lancespec/contract/mutations.hpp>
#include <lancespec/core/json.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {
namespace detail {

/// Collects the changes, walking document and table together.
class breaker {
public:
    std::vector<mutation> changes;

    void object(boost::json::value const& at, reflect::type_info const& type, std::string const& pointer) {
        auto const& members = at.as_object();
        add(pointer, "no such member", 1, pointer + "/no such member", rule::unknown_member);
        for (auto const& field : type.fields) {
            if (!field.in_json(latest_spec_version)) continue;
            auto const here = pointer + "/" + pointer_token(field.name);
            auto const* value = members.if_contains(field.name);
            bool const nullable = field.nullable != reflect::null_spelling::none;
            bool const bound = type.object_to != nullptr && field.is_required;  // others are judged by its value
            if (field.is_required && !bound) take(pointer, field.name, here);
            if (bound || in_choice(type, field.name)) {
                if (value != nullptr && !value->is_null()) inside(*value, field, here);
                continue;
            }
            if (!nullable) add(pointer, field.name, nullptr, here, rule::not_null);
            wrong_values(pointer, field, here);
            if (value != nullptr && !value->is_null()) inside(*value, field, here);
        }
        for (auto const& group : type.choices)
            if (group.least == 1) none_of(at, group, pointer);
    }

private:
    void add(std::string const& within, std::string_view key, boost::json::value put, std::string pointer,
             rule broken) {
        changes.push_back({within, std::string(key), 0, false, std::move(put), std::move(pointer), broken});
    }
    void take(std::string const& within, std::string_view key, std::string pointer) {
        changes.push_back({within, std::string(key), 0, true, nullptr, std::move(pointer), rule::required});
    }

    static bool in_choice(reflect::type_info const& type, std::string_view name) {
        for (auto const& group : type.choices)
            for (auto const member : group.members)
                if (member == name) return true;
        return false;
    }

    /// Only where one member alone is given: one change takes away one member.
    void none_of(boost::json::value const& at, reflect::choice const& group, std::string const& pointer) {
        std::vector<std::string_view> given;
        for (auto const name : group.members)
            if (auto const* value = at.as_object().if_contains(name); value != nullptr && !value->is_null())
                given.push_back(name);
        if (given.size() != 1) return;
        take(pointer, given.front(), pointer);
        changes.back().broken = rule::choice;
    }

    /// A value of each JSON type that is not that of @p kind.
    static std::vector<boost::json::value> of_other_kinds(reflect::value_kind kind) {
        using reflect::value_kind;
        std::vector<boost::json::value> out;
        if (kind == value_kind::boolean)
            out.emplace_back("true");
        else if (kind != value_kind::string && kind != value_kind::enumeration)
            out.emplace_back("x");
        if (kind != value_kind::boolean) out.emplace_back(true);
        if (kind != value_kind::int64 && kind != value_kind::float64) out.emplace_back(7);
        if (kind == value_kind::int64) out.emplace_back(1.5);
        if (kind != value_kind::array) out.emplace_back(boost::json::array{});
        if (kind != value_kind::object && kind != value_kind::map) out.emplace_back(boost::json::object{});
        return out;
    }

    /// Wrong values of the member itself.
    void wrong_values(std::string const& within, reflect::field_info const& field, std::string const& here) {
        auto const kind = field.type().kind;
        using reflect::value_kind;
        if (kind != value_kind::json || field.must_be_object)
            for (auto& wrong : of_other_kinds(kind == value_kind::json ? value_kind::object : kind)) {
                if (field.list_since && wrong.is_string()) continue;  // one item, as earlier versions have it
                add(within, field.name, std::move(wrong), here, rule::type);
            }
        if (kind == value_kind::int64) {
            if (field.minimum) add(within, field.name, *field.minimum - 1, here, rule::minimum);
            if (field.format == reflect::number_format::int32)
                add(within, field.name, std::int64_t{INT32_MAX} + 1, here, rule::type);
        }
        if (kind == value_kind::enumeration) add(within, field.name, "no such word", here, rule::vocabulary);
        if (kind == value_kind::string)
            wrong_text(field, [&](char const* text, rule broken) { add(within, field.name, text, here, broken); });
        if (kind == value_kind::array && field.min_items != 0)
            add(within, field.name, boost::json::array{}, here, rule::item_count);
    }

    template <class Put>
    static void wrong_text(reflect::field_info const& field, Put put) {
        if (field.min_length.value_or(0) == 1) put("", rule::min_length);
        if (field.text == reflect::text_rule::field_path) put("a..b", rule::field_path);
        if (field.text == reflect::text_rule::where_clause) put("id >", rule::where_clause);
        if (field.text == reflect::text_rule::date_time) put("2026-02-30T00:00:00Z", rule::date_time);
    }

    /// What can be broken within the value of a member.
    void inside(boost::json::value const& value, reflect::field_info const& field, std::string const& here) {
        auto const& type = field.type();
        if (type.kind == reflect::value_kind::object) return object(value, type, here);
        if (type.element == nullptr) return;
        items(value, type, &field, here);
    }

    void items(boost::json::value const& value, reflect::type_info const& type, reflect::field_info const* field,
               std::string const& here) {
        using reflect::value_kind;
        auto const& element = type.element();
        auto const visit = [&](boost::json::value const& item, std::string const& at, auto put) {
            if (type.append_null == nullptr) put(nullptr, rule::not_null);
            if (element.kind != value_kind::json)
                for (auto& wrong : of_other_kinds(element.kind)) put(std::move(wrong), rule::type);
            if (item.is_null()) return;
            if (element.kind == value_kind::object) object(item, element, at);
            if (element.element != nullptr) items(item, element, nullptr, at);
            if (element.kind == value_kind::string && field != nullptr) wrong_text(*field, put);
            if (element.kind == value_kind::array && field != nullptr && field->items_each != 0)
                put(boost::json::array{}, rule::item_count);
        };
        if (type.kind == value_kind::map) {
            for (auto const& [key, item] : value.as_object()) {
                auto const at = here + "/" + pointer_token(key);
                visit(item, at, [&, name = std::string_view(key)](boost::json::value put, rule broken) {
                    add(here, name, std::move(put), at, broken);
                });
            }
            return;
        }
        auto const& array = value.as_array();
        for (std::size_t i = 0; i < array.size(); ++i) {
            auto const at = here + "/" + std::to_string(i);
            visit(array[i], at, [&](boost::json::value put, rule broken) {
                changes.push_back({here, "", i, false, std::move(put), at, broken});
            });
        }
        if (field != nullptr && field->unique && !array.empty())
            changes.push_back({here, "", array.size(), false, array.front(), here + "/" + std::to_string(array.size()),
                               rule::unique_items});
    }
};

}  // namespace detail

LANCESPEC_DECL std::vector<mutation> mutations_of(boost::json::value const& document, reflect::type_info const& type) {
    detail::breaker with;
    with.object(document, type, "");
    return std::move(with.changes);
}

LANCESPEC_DECL void apply(mutation const& change, boost::json::value& document) {
    auto& in = document.at_pointer(change.within);
    if (auto* const array = in.if_array()) {
        if (change.index == array->size())
            array->push_back(change.put);
        else
            (*array)[change.index] = change.put;
    } else if (change.remove) {
        in.as_object().stable_erase(change.key);
    } else {
        in.as_object()[change.key] = change.put;
    }
}

LANCESPEC_DECL std::string to_string(mutation const& change) {
    // A choice is reported at the object, whichever of its members is missing.
    if (change.remove) return "without " + change.within + "/" + pointer_token(change.key);
    return change.pointer + " = " + to_json(change.put);
}

LANCESPEC_DECL std::vector<mutated_document> mutated_documents(boost::json::value const& document,
                                                               reflect::type_info const& type) {
    std::vector<mutated_document> out;
    for (auto const& change : mutations_of(document, type)) {
        out.push_back({document, change.pointer, change.broken, to_string(change)});
        apply(change, out.back().document);
    }
    return out;
}

}  // namespace contract
LANCESPEC_END_NAMESPACE
