// SPDX-License-Identifier: Apache-2.0
// Bodies of core/type_info.hpp: equality over the tables, so that no struct's own == is compiled for it.
#pragma once

#include <lancespec/core/type_info.hpp>

#include <boost/json/value.hpp>

#include <algorithm>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

namespace detail {

template <class T>
bool equal_as(view a, view b) {
    return *static_cast<T const*>(a.value) == *static_cast<T const*>(b.value);
}

using entries = std::vector<std::pair<std::string_view, view>>;

/// The entries of a map, in the order of their keys.
LANCESPEC_DECL entries entries_of(view map) {
    entries out;
    map.type->for_each(
        map.value,
        [](void* with, std::string_view key, view value) { static_cast<entries*>(with)->emplace_back(key, value); },
        &out);
    return out;
}

}  // namespace detail

LANCESPEC_DECL bool equal(view a, view b) {
    if (a.value == nullptr || b.value == nullptr) return a.value == b.value;
    auto const& type = *a.type;
    switch (type.kind) {
        case value_kind::boolean: return detail::equal_as<bool>(a, b);
        case value_kind::int64: return detail::equal_as<std::int64_t>(a, b);
        case value_kind::float64: return detail::equal_as<double>(a, b);
        case value_kind::string: return detail::equal_as<std::string>(a, b);
        case value_kind::json: return detail::equal_as<boost::json::value>(a, b);
        case value_kind::enumeration: return type.get_enumerator(a.value) == type.get_enumerator(b.value);
        case value_kind::array: {
            auto const size = type.size(a.value);
            if (type.size(b.value) != size) return false;
            for (std::size_t i = 0; i < size; ++i) {
                if (!equal(type.at(a.value, i), type.at(b.value, i))) return false;
            }
            return true;
        }
        case value_kind::map: {
            auto const left = detail::entries_of(a);
            auto const right = detail::entries_of(b);
            return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](auto const& x, auto const& y) {
                return x.first == y.first && equal(x.second, y.second);
            });
        }
        case value_kind::object:
            return std::all_of(type.fields.begin(), type.fields.end(),
                               [&](field_info const& field) { return equal(field.get(a.value), field.get(b.value)); });
    }
    return false;
}

}  // namespace reflect
LANCESPEC_END_NAMESPACE
