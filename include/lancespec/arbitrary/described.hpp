// SPDX-License-Identifier: Apache-2.0
// RapidCheck generators of described structs, made from their field tables: a new struct needs no generator of its own.
#pragma once

#include <lancespec/arbitrary/text.hpp>
#include <lancespec/contract/codec.hpp>

#include <rapidcheck.h>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <ostream>

LANCESPEC_BEGIN_NAMESPACE
namespace arbitrary {
namespace detail {

/// Integers near every bound that a reader may get wrong, and small ones.
inline std::int64_t integer(std::int64_t least) {
    using bounds = std::numeric_limits<std::int64_t>;
    auto const any = *rc::gen::oneOf(
        rc::gen::inRange<std::int64_t>(-3, 1000), rc::gen::arbitrary<std::int64_t>(),
        rc::gen::element<std::int64_t>(bounds::min(), bounds::max(), 0, -1, (std::int64_t{1} << 53) + 1, INT32_MAX,
                                       std::int64_t{INT32_MAX} + 1, INT32_MIN, std::int64_t{INT32_MIN} - 1));
    return any < least ? least : any;
}

inline double number() {
    return *rc::gen::oneOf(rc::gen::arbitrary<double>(),
                           rc::gen::element(0.0, -0.0, 1.0, 0.1, 1e308, 5e-324, 2.2250738585072014e-308, 1.0 / 3));
}

/// Objects within objects beyond which optional members stay absent and lists empty, so that types that hold
/// themselves come to an end.
inline constexpr int deepest = 5;

inline void fill(reflect::slot to, reflect::field_info const* row, int depth = 0);

/// Makes members of a choice present or absent until as many are given as may be. Deep down it is the first.
inline void keep_choice(reflect::choice const& group, reflect::slot to, int depth) {
    std::vector<reflect::field_info const*> fields;
    for (auto const name : group.members)
        if (!name.empty()) fields.push_back(&to.type->fields[to.type->find(name)]);
    std::size_t given = 0;
    for (auto const* field : fields) given += field->get(to.value).value != nullptr;
    if (given >= group.least && given <= group.most) return;
    for (auto const* field : fields) field->clear(to.value);
    auto const* one = depth >= deepest ? fields.front() : *rc::gen::elementOf(fields);
    if (group.most != 0) fill(one->access(to.value), one, depth + 1);
}

inline void fill_object(reflect::slot to, int depth) {
    for (auto const& field : to.type->fields) {
        bool const may_be_null = field.nullable != reflect::null_spelling::none && field.can_be_absent();
        bool const wanted = field.is_required && !may_be_null;
        if (wanted || (depth < deepest && *rc::gen::arbitrary<bool>())) fill(field.access(to.value), &field, depth + 1);
    }
    for (auto const& group : to.type->choices) keep_choice(group, to, depth);
    while (to.type->object_to != nullptr) {
        auto const found = to.type->object_to(to.value);
        if (found.message.empty()) break;
        auto const& field = to.type->fields[to.type->find(found.member)];
        field.clear(to.value);
        if (*rc::gen::arbitrary<bool>()) fill(field.access(to.value), &field, depth + 1);
    }
}

/// Whether the row of a list or map of strings bounds each of them.
inline bool bounds_each(reflect::slot container) {
    return container.type->element().kind == reflect::value_kind::string;
}

inline void fill_container(reflect::slot to, reflect::field_info const* row, int depth) {
    auto const least = row != nullptr ? static_cast<int>(row->min_items) : 0;
    auto const count = std::max(depth < deepest ? *rc::gen::inRange(0, 4) : 0, least);
    auto const* each = bounds_each(to) ? row : nullptr;
    for (int i = 0; i < count; ++i) {
        if (to.type->kind == reflect::value_kind::map) {
            bool fresh = true;
            auto key = *text();
            fill(to.type->insert(to.value, std::move(key), fresh), each, depth + 1);
        } else if (row != nullptr && row->items_each != 0) {
            auto const inner = to.type->append(to.value);
            for (std::uint32_t n = 0; n < row->items_each; ++n)
                fill(inner.type->append(inner.value), nullptr, depth + 1);
        } else {
            fill(to.type->append(to.value), each, depth + 1);
        }
    }
    if (row == nullptr || !row->unique) return;
    auto& list = *static_cast<std::vector<std::string>*>(to.value);
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

inline void fill_text(std::string& to, reflect::field_info const* row) {
    if (row != nullptr && row->is_body)
        to = *bytes();
    else if (row != nullptr && row->text == reflect::text_rule::field_path)
        to = (*path()).to_string();
    else if (row != nullptr && row->text == reflect::text_rule::where_clause)
        to = *where_clause();
    else if (row != nullptr && row->text == reflect::text_rule::date_time)
        to = *date_time();
    else
        to = *text(row != nullptr ? row->min_length.value_or(0) : 0);
}

/// Any JSON, or an object where it must be one.
inline boost::json::value opaque(reflect::field_info const* row) {
    boost::json::object object;
    auto const members = *rc::gen::inRange(0, 3);
    for (int i = 0; i < members; ++i) object[*text()] = *rc::gen::arbitrary<std::int64_t>();
    if ((row != nullptr && row->must_be_object) || *rc::gen::arbitrary<bool>()) return object;
    return *rc::gen::arbitrary<bool>();
}

inline void fill(reflect::slot to, reflect::field_info const* row, int depth) {
    using reflect::value_kind;
    switch (to.type->kind) {
        case value_kind::boolean: *static_cast<bool*>(to.value) = *rc::gen::arbitrary<bool>(); break;
        case value_kind::int64: {
            auto const least = row != nullptr ? row->minimum.value_or(INT64_MIN) : INT64_MIN;
            auto const n = integer(least);
            bool const narrow = row != nullptr && row->format == reflect::number_format::int32;
            *static_cast<std::int64_t*>(to.value) =
                narrow ? std::clamp<std::int64_t>(n, std::max<std::int64_t>(least, INT32_MIN), INT32_MAX) : n;
            break;
        }
        case value_kind::float64: *static_cast<double*>(to.value) = number(); break;
        case value_kind::string: fill_text(*static_cast<std::string*>(to.value), row); break;
        case value_kind::enumeration:
            to.type->set_enumerator(to.value, *rc::gen::inRange<std::size_t>(0, to.type->enumerators.size()));
            break;
        case value_kind::json: *static_cast<boost::json::value*>(to.value) = opaque(row); break;
        case value_kind::array:
        case value_kind::map: fill_container(to, row, depth); break;
        case value_kind::object: fill_object(to, depth); break;
    }
}

}  // namespace detail

/// Makes the default value at @p to a valid one; for use within a property or generator.
inline void make_valid(reflect::slot to) {
    detail::fill(to, nullptr);
}

/// Valid values of the described struct @p T: every optional member is absent in some and present in others, and every
/// bound is reached.
template <class T>
rc::Gen<T> valid() {
    return rc::gen::exec([] {
        T value{};
        make_valid({&value, &reflect::type_of<T>()});
        return value;
    });
}

}  // namespace arbitrary

namespace model {

/// Shows a counterexample as its JSON text. Found by RapidCheck through the type's namespace.
template <class T>
    requires reflect::described<T>
void showValue(T const& value, std::ostream& out) {
    out << contract::encode(value);
}

}  // namespace model
LANCESPEC_END_NAMESPACE
