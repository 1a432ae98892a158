// SPDX-License-Identifier: Apache-2.0
// Body of contract/example.hpp.
#pragma once

#include <lancespec/contract/example.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/core/json_reader.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {
namespace detail {

class example_maker {
public:
    explicit example_maker(example_options const& options) : options_(options) {}

    /// @p row, when there is one, bounds the value; @p number tells apart the items of a list.
    boost::json::value value(reflect::type_info const& type, reflect::field_info const* row, int depth,
                             std::uint32_t number = 0) const {
        using reflect::value_kind;
        switch (type.kind) {
            case value_kind::boolean: return true;
            case value_kind::int64: return row == nullptr ? 1 : std::max<std::int64_t>(row->minimum.value_or(1), 1);
            case value_kind::float64: return 0.5;
            case value_kind::string: return boost::json::string(text(row, number));
            case value_kind::enumeration:
                return boost::json::string(type.enumerators[number % type.enumerators.size()]);
            case value_kind::json: return boost::json::object{{"a", 1}};
            case value_kind::array: return array(type, row, depth);
            case value_kind::map: return map(type, row, depth);
            case value_kind::object: return object(type, depth);
        }
        return nullptr;
    }

private:
    static std::string text(reflect::field_info const* row, std::uint32_t number) {
        std::string const letters(row == nullptr ? 1 : std::max(row->min_length.value_or(1), 1U),
                                  static_cast<char>('a' + number % 26));
        switch (row == nullptr ? reflect::text_rule::none : row->text) {
            case reflect::text_rule::where_clause: return letters + " > 1";
            case reflect::text_rule::date_time: return "2026-01-31T12:00:00Z";
            default: return letters;  // a field path too
        }
    }

    /// The row of a list or map of strings bounds each of them.
    static reflect::field_info const* row_of_each(reflect::type_info const& type, reflect::field_info const* row) {
        return type.element().kind == reflect::value_kind::string ? row : nullptr;
    }

    [[nodiscard]] std::uint32_t count(reflect::field_info const* row, int depth) const {
        return std::max(row == nullptr ? 0U : row->min_items, depth < options_.deepest ? 1U : 0U);
    }

    boost::json::value array(reflect::type_info const& type, reflect::field_info const* row, int depth) const {
        // A list in later versions only: one item, not in a list.
        if (row != nullptr && row->list_since && *row->list_since > options_.version)
            return value(type.element(), row_of_each(type, row), depth);
        boost::json::array out;
        for (std::uint32_t i = 0; i < count(row, depth); ++i) {
            if (row == nullptr || row->items_each == 0) {
                out.push_back(value(type.element(), row_of_each(type, row), depth, i));
                continue;
            }
            boost::json::array inner;
            for (std::uint32_t n = 0; n < row->items_each; ++n)
                inner.push_back(value(type.element().element(), nullptr, depth, n));
            out.push_back(std::move(inner));
        }
        return out;
    }

    boost::json::value map(reflect::type_info const& type, reflect::field_info const* row, int depth) const {
        boost::json::object out;
        for (std::uint32_t i = 0; i < count(row, depth); ++i)
            out[std::string(1, static_cast<char>('a' + i % 26))] =
                value(type.element(), row_of_each(type, row), depth, i);
        return out;
    }

    /// Whether no choice has as many members as it may, @p name being another of them.
    static bool has_room(reflect::type_info const& type, std::string_view name,
                         std::vector<reflect::field_info const*> const& given) {
        return std::all_of(type.choices.begin(), type.choices.end(), [&](reflect::choice const& group) {
            auto const in = [&](std::string_view member) {
                return std::find(group.members.begin(), group.members.end(), member) != group.members.end();
            };
            return !in(name) ||
                   std::count_if(given.begin(), given.end(), [&](auto const* f) { return in(f->name); }) < group.most;
        });
    }

    /// The members to give, in the order of the fields: the required ones, then what choices need, then the others.
    std::vector<reflect::field_info const*> members(reflect::type_info const& type, int depth) const {
        std::vector<reflect::field_info const*> given;
        for (auto const& field : type.fields)
            if (field.is_required && field.in_json(options_.version)) given.push_back(&field);
        for (auto const& group : type.choices)
            if (group.least != 0) add_first_of(group, type, given);
        if (options_.optional_members && depth < options_.deepest)
            for (auto const& field : type.fields)
                if (field.in_json(options_.version) && std::find(given.begin(), given.end(), &field) == given.end() &&
                    has_room(type, field.name, given))
                    given.push_back(&field);
        std::sort(given.begin(), given.end());  // rows of one table: their order is that of the fields
        return given;
    }

    void add_first_of(reflect::choice const& group, reflect::type_info const& type,
                      std::vector<reflect::field_info const*>& given) const {
        reflect::field_info const* first = nullptr;
        for (auto const name : group.members) {
            if (name.empty()) break;
            auto const& field = type.fields[type.find(name)];
            if (!field.in_json(options_.version)) continue;
            if (std::find(given.begin(), given.end(), &field) != given.end()) return;
            if (first == nullptr) first = &field;
        }
        if (first != nullptr) given.push_back(first);
    }

    boost::json::value object(reflect::type_info const& type, int depth) const {
        boost::json::object out;
        for (auto const* field : members(type, depth)) out[field->name] = value(field->type(), field, depth + 1);
        if (type.object_to == nullptr) return out;
        // A member that does not go with the others is taken away, one that is missed is added.
        for (std::size_t tries = 0; tries < type.fields.size(); ++tries) {
            reflect::instance read(type);
            violations ignored;
            reflect::read_options how;
            how.version = options_.version;
            reflect::read_json(to_json(out), read.write(), how, ignored);
            auto const found = type.object_to(read.read().value);
            if (found.message.empty()) break;
            auto const& field = type.fields[type.find(found.member)];
            if (out.erase(field.name) == 0) out[field.name] = value(field.type(), &field, depth + 1);
        }
        return out;
    }

    example_options const& options_;
};

}  // namespace detail

LANCESPEC_DECL boost::json::value example(reflect::type_info const& type, example_options const& options) {
    return detail::example_maker(options).value(type, nullptr, 0);
}

}  // namespace contract
LANCESPEC_END_NAMESPACE
