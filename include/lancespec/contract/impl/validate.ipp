// SPDX-License-Identifier: Apache-2.0
// Body of contract/validate.hpp.
#pragma once

#include <lancespec/contract/validate.hpp>
#include <lancespec/core/date_time.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/language/field_path.hpp>
#include <lancespec/language/where.hpp>

#include <boost/json/value.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {
namespace detail {

/// One step of the way to a value, linked to the step before it: the pointer is built only for a violation.
struct place {
    place const* parent = nullptr;
    std::string_view key;
    std::size_t index = 0;
    bool is_index = false;

    [[nodiscard]] std::string pointer() const {
        if (parent == nullptr) return {};
        return parent->pointer() + '/' + (is_index ? std::to_string(index) : quoted_pointer_token(key));
    }
};

class validator {
public:
    validator(validate_options const& options, violations& out) : options_(options), out_(out) {}

    void value(reflect::view v, place const& at) {
        using reflect::value_kind;
        if (v.type->kind != value_kind::float64 && reported(at)) return;  // what could not be read has no more to say
        switch (v.type->kind) {
            case value_kind::float64: number(*static_cast<double const*>(v.value), at); break;
            case value_kind::array:
                if (v.type->element().kind == value_kind::string) break;
                if (v.type->element().kind == value_kind::float64 && v.type->append_null == nullptr) {
                    numbers(*static_cast<std::vector<double> const*>(v.value), at);
                    break;
                }
                for (std::size_t i = 0; i < v.type->size(v.value); ++i)
                    if (auto const item = v.type->at(v.value, i); item.value != nullptr)
                        value(item, place{&at, {}, i, true});
                break;
            case value_kind::map:
                if (v.type->element().kind != value_kind::string) map(v, at);
                break;
            case value_kind::object: object(v, at); break;
            default: break;
        }
    }

private:
    void object(reflect::view v, place const& at) {
        for (auto const& group : v.type->choices) choose(group, v, at);
        if (v.type->object_to != nullptr && !reported_within(at))
            if (auto const found = v.type->object_to(v.value); !found.message.empty())
                report(place{&at, found.member}, rule::choice, std::string(found.message));
        for (auto bits = v.type->bounded_bits; bits != 0; bits &= bits - 1) {
            auto const& field = v.type->fields[static_cast<std::size_t>(std::countr_zero(bits))];
            auto const member = field.get(v.value);
            if (member.value == nullptr || !field.in_json(options_.version)) continue;
            bounds(field, member, place{&at, field.name});
        }
    }

    void choose(reflect::choice const& group, reflect::view v, place const& at) {
        std::size_t given = 0;
        auto const each = [&](auto const& visit) {
            for (auto const name : group.members) {
                if (name.empty()) break;
                auto const& field = v.type->fields[v.type->find(name)];
                if (field.in_json(options_.version)) visit(field);
            }
        };
        each([&](reflect::field_info const& field) { given += field.get(v.value).value != nullptr; });
        if (given >= group.least && given <= group.most) return;
        std::string names;
        each([&](reflect::field_info const& field) { names += (names.empty() ? "" : ", ") + std::string(field.name); });
        auto const* many = group.least == 0  ? "at most one of "
                           : group.most == 1 ? "exactly one of "
                                             : "at least one of ";
        report(at, rule::choice, many + names + " must be given, not " + std::to_string(given));
    }

    void map(reflect::view v, place const& at) {
        struct visitor {
            validator& self;
            place const& at;
        } with{*this, at};
        v.type->for_each(
            v.value,
            [](void* state, std::string_view key, reflect::view item) {
                auto& [self, parent] = *static_cast<visitor*>(state);
                if (item.value != nullptr) self.value(item, place{&parent, key});
            },
            &with);
    }

    void bounds(reflect::field_info const& field, reflect::view member, place const& at) {
        using reflect::value_kind;
        if (member.type->kind == value_kind::string) {
            text(field, *static_cast<std::string const*>(member.value), at);
        } else if (member.type->kind == value_kind::int64) {
            auto const number_ = *static_cast<std::int64_t const*>(member.value);
            if (field.minimum && number_ < *field.minimum)
                report(at, rule::minimum, "must be at least " + std::to_string(*field.minimum));
            else if (field.format == reflect::number_format::int32 && (number_ < INT32_MIN || number_ > INT32_MAX))
                report(at, rule::type, "must be an integer of 32 bits (-2147483648 to 2147483647)");
        } else if (field.must_be_object) {
            if (!static_cast<boost::json::value const*>(member.value)->is_object())
                report(at, rule::type, "must be an object");
        } else {
            if (member.type->kind == value_kind::array) items(field, member, at);
            bool const of_strings =
                member.type->element != nullptr && member.type->element().kind == value_kind::string;
            if (of_strings && (field.min_length || field.text != reflect::text_rule::none))
                each_text(field, member, at);
            else
                value(member, at);
        }
    }

    void items(reflect::field_info const& field, reflect::view member, place const& at) {
        auto const count = member.type->size(member.value);
        if (count < field.min_items)
            return report(
                at, rule::item_count,
                "must have at least " + std::to_string(field.min_items) + (field.min_items == 1 ? " item" : " items"));
        for (std::size_t i = 0; field.items_each != 0 && i < count; ++i) {
            auto const item = member.type->at(member.value, i);
            if (item.value != nullptr && item.type->size(item.value) != field.items_each)
                report(place{&at, {}, i, true}, rule::item_count,
                       "must have " + std::to_string(field.items_each) + " items");
        }
        if (field.unique) repeated(*static_cast<std::vector<std::string> const*>(member.value), at);
    }

    /// Reports each string that is in the list before. Takes n log n comparisons.
    void repeated(std::vector<std::string> const& list, place const& at) {
        std::vector<std::size_t> order(list.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return list[a] < list[b]; });
        for (std::size_t i = 1; i < order.size(); ++i)
            if (list[order[i]] == list[order[i - 1]])
                report(place{&at, {}, order[i], true}, rule::unique_items,
                       "is in the list before, as item " + std::to_string(order[i - 1]));
    }

    /// The strings of an array or map, each bounded by the row of the whole.
    void each_text(reflect::field_info const& field, reflect::view member, place const& at) {
        if (member.type->kind == reflect::value_kind::array) {
            for (std::size_t i = 0; i < member.type->size(member.value); ++i)
                if (auto const item = member.type->at(member.value, i); item.value != nullptr)
                    text(field, *static_cast<std::string const*>(item.value), place{&at, {}, i, true});
            return;
        }
        struct visitor {
            validator& self;
            reflect::field_info const& field;
            place const& at;
        } with{*this, field, at};
        member.type->for_each(
            member.value,
            [](void* state, std::string_view key, reflect::view item) {
                auto& [self, row, parent] = *static_cast<visitor*>(state);
                if (item.value != nullptr)
                    self.text(row, *static_cast<std::string const*>(item.value), place{&parent, key});
            },
            &with);
    }

    /// Vectors are long: the places of their numbers are made for the ones with which something is wrong.
    void numbers(std::vector<double> const& list, place const& at) {
        for (std::size_t i = 0; i < list.size(); ++i)
            if (!std::isfinite(list[i])) number(list[i], place{&at, {}, i, true});
    }

    void number(double n, place const& at) {
        if (!std::isfinite(n)) report(at, rule::type, "must be a JSON number, not infinity or NaN");
    }

    void text(reflect::field_info const& field, std::string const& text_, place const& at) {
        // Text of four bytes a character cannot be too short: most is not counted.
        if (field.min_length && text_.size() / 4 < *field.min_length && utf8_length(text_) < *field.min_length)
            return report(at, rule::min_length,
                          "must have at least " + std::to_string(*field.min_length) +
                              (*field.min_length == 1 ? " character" : " characters"));
        if (!options_.languages) return;
        switch (field.text) {
            case reflect::text_rule::none: break;
            case reflect::text_rule::date_time:
                if (!is_date_time(text_)) report(at, rule::date_time, "not a date and time: 2026-01-31T12:00:00Z");
                break;
            case reflect::text_rule::field_path: path(text_, at); break;
            case reflect::text_rule::where_clause: clause(text_, at); break;
        }
    }

    void path(std::string const& text_, place const& at) {
        if (auto const read = field_path::parse(text_, options_.bounds); !read)
            report(at, rule::field_path, "not a field path: " + std::string(message(read.error().code)),
                   read.error().offset);
    }

    void clause(std::string const& text_, place const& at) {
        auto const read = where::parse(text_, options_.bounds);
        if (read) return;
        auto const& error = read.error();
        report(at, rule::where_clause,
               "not a WHERE clause: " + error.message + (error.hint.empty() ? "" : "; " + error.hint), error.offset);
    }

    [[nodiscard]] bool reported(place const& at) const {
        if (out_.empty()) return false;
        auto const pointer = at.pointer();
        return std::any_of(out_.begin(), out_.end(), [&](violation const& v) { return v.pointer == pointer; });
    }

    [[nodiscard]] bool reported_within(place const& at) const {
        if (out_.empty()) return false;
        auto const pointer = at.pointer() + '/';
        return std::any_of(out_.begin(), out_.end(),
                           [&](violation const& v) { return v.pointer.starts_with(pointer); });
    }

    void report(place const& at, rule broken, std::string message_, std::optional<std::size_t> offset = {}) {
        if (out_.size() >= options_.bounds.violations) return;
        auto pointer = at.pointer();
        if (std::any_of(out_.begin(), out_.end(), [&](violation const& v) { return v.pointer == pointer; })) return;
        out_.push_back({std::move(pointer), broken, std::move(message_), offset});
    }

    validate_options const& options_;
    violations& out_;
};

}  // namespace detail

LANCESPEC_DECL void validate(reflect::view value, validate_options const& options, violations& out) {
    detail::validator(options, out).value(value, {});
}

}  // namespace contract
LANCESPEC_END_NAMESPACE
