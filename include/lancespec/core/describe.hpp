// SPDX-License-Identifier: Apache-2.0
// From C++ types to type_info: a struct is described once, by specialising describe<T>.
#pragma once

#include <lancespec/core/box.hpp>
#include <lancespec/core/type_info.hpp>

#include <boost/json/value.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

/// Specialise for a struct, in namespace lancespec::reflect:
///
///     template <> struct describe<point> {
///         static constexpr std::string_view name = "Point";
///         static constexpr auto fields = std::to_array<field_info>({field<&point::x>("x").required()});
///     };
///
/// or for an enumeration whose enumerators count from 0: `name` and `enumerators`, the spellings in that order, and a
/// member `any_case` when PascalCase and snake_case in any case are the same word. An empty name: the document writes
/// the type where it is used, without a schema of its own.
///
/// A struct may say more: `choices`, groups of members of which so many are given, and `object_to`, a function from the
/// struct to what it has against members that do not go together.
template <class T>
struct describe;

template <class T>
type_info const& type_of() noexcept;

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
struct member_of;
template <class Class, class Member>
struct member_of<Member Class::*> {
    using class_type = Class;
    using member_type = Member;
};

template <class T>
struct unboxed {
    using type = T;
    static T& of(T& value) { return value; }
};
template <class T>
struct unboxed<box<T>> {
    using type = T;
    static T& of(box<T>& value) { return *value; }
};

template <class T>
struct plain_of : unboxed<T> {};
template <class T>
struct plain_of<std::optional<T>> : unboxed<T> {};
/// What an optional or a box holds.
template <class T>
using plain = typename plain_of<T>::type;

template <class T>
slot engage(T& member) {
    if constexpr (is_optional<T>)
        return engage(member.emplace());
    else
        return {&unboxed<T>::of(member), &type_of<plain<T>>()};
}

template <class T>
view peek(T const& member) {
    if constexpr (is_optional<T>)
        return member ? peek(*member) : view{nullptr, &type_of<plain<T>>()};
    else
        return {&unboxed<T>::of(const_cast<T&>(member)), &type_of<plain<T>>()};
}

template <class T>
struct reach {
    static slot engage_at(void* member) { return engage(*static_cast<T*>(member)); }
    static view peek_at(void const* member) { return peek(*static_cast<T const*>(member)); }
    static void clear_at(void* member) {
        if constexpr (is_optional<T>) static_cast<T*>(member)->reset();
    }
    static constexpr member_access value{&engage_at, &peek_at, is_optional<T> ? &clear_at : nullptr,
                                         &type_of<plain<T>>};
};

template <auto Member, class Class>
void* place(void* object) {
    return std::addressof(static_cast<Class*>(object)->*Member);
}

/// Types of which every value is valid as long as no row bounds it.
template <class T>
inline constexpr bool is_plain =
    std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::string> ||
    std::is_same_v<T, boost::json::value> || std::is_enum_v<T>;
template <class T>
inline constexpr bool is_plain<std::optional<T>> = is_plain<T>;
template <class T>
inline constexpr bool is_plain<std::vector<T>> = is_plain<T>;
template <class T>
inline constexpr bool is_plain<std::map<std::string, T>> = is_plain<T>;

// What a table points to are functions with names: a closure each would cost a compiler twice as much.

template <class T>
struct make_type {  // a described struct or enumeration
    static void* create() { return new T(); }
    static void destroy(void* object) { delete static_cast<T*>(object); }
    static void reset(void* object) {
        std::destroy_at(static_cast<T*>(object));
        std::construct_at(static_cast<T*>(object));
    }
    static objection object_to(void const* object) { return describe<T>::object_to(*static_cast<T const*>(object)); }
    static void set_enumerator(void* value, std::size_t which) { *static_cast<T*>(value) = static_cast<T>(which); }
    static std::size_t get_enumerator(void const* value) {
        return static_cast<std::size_t>(*static_cast<T const*>(value));
    }

    static constexpr type_info make() {
        type_info t;
        t.name = describe<T>::name;
        if constexpr (std::is_enum_v<T>) {
            t.kind = value_kind::enumeration;
            t.enumerators = describe<T>::enumerators;
            t.any_case = requires { describe<T>::any_case; };
            t.set_enumerator = &set_enumerator;
            t.get_enumerator = &get_enumerator;
        } else {
            t.kind = value_kind::object;
            t.fields = describe<T>::fields;
            t.make = &create;
            t.destroy = &destroy;
            t.reset = &reset;
            if constexpr (requires { describe<T>::choices; }) t.choices = describe<T>::choices;
            if constexpr (requires { describe<T>::object_to; }) t.object_to = &object_to;
            t.hash_slots = index.slots;
            t.hash_seed = index.seed;
            for (std::size_t i = 0; i < t.fields.size(); ++i) {
                auto const bit = std::uint64_t{1} << i;
                if (t.fields[i].is_required) t.required_bits |= bit;
                if (t.fields[i].is_bounded()) t.bounded_bits |= bit;
            }
        }
        return t;
    }
    static constexpr auto index = [] {
        if constexpr (std::is_enum_v<T>)
            return key_index<0>{};
        else
            return make_key_index(describe<T>::fields);
    }();
};

template <value_kind Kind>
struct make_scalar {
    static constexpr type_info make() {
        type_info t;
        t.kind = Kind;
        return t;
    }
};
template <>
struct make_type<bool> : make_scalar<value_kind::boolean> {};
template <>
struct make_type<std::int64_t> : make_scalar<value_kind::int64> {};
template <>
struct make_type<double> : make_scalar<value_kind::float64> {};
template <>
struct make_type<std::string> : make_scalar<value_kind::string> {};
template <>
struct make_type<boost::json::value> : make_scalar<value_kind::json> {};

template <class T>
struct make_type<std::vector<T>> {
    using array = std::vector<T>;
    static slot append(void* a) {
        auto& items = *static_cast<array*>(a);
        if (sizeof(T) <= 64 && items.capacity() == 0) items.reserve(4);  // most arrays are short lists of names
        return engage(items.emplace_back());
    }
    static void reserve(void* a, std::size_t count, std::size_t bytes) {
        static_cast<array*>(a)->reserve(std::min(count, bytes / sizeof(T)));
    }
    static bool append_null(void* a, std::string*) {
        static_cast<array*>(a)->emplace_back();
        return true;
    }
    static std::size_t size(void const* a) { return static_cast<array const*>(a)->size(); }
    static view at(void const* a, std::size_t i) { return peek((*static_cast<array const*>(a))[i]); }

    static constexpr type_info make() {
        type_info t;
        t.kind = value_kind::array;
        t.element = &type_of<plain<T>>;
        t.append = &append;
        t.reserve = &reserve;
        t.size = &size;
        t.at = &at;
        if constexpr (is_optional<T>) t.append_null = &append_null;
        return t;
    }
};

template <class T>
struct make_type<std::map<std::string, T>> {
    using map = std::map<std::string, T>;
    static std::size_t size(void const* m) { return static_cast<map const*>(m)->size(); }
    static slot insert(void* m, std::string&& key, bool& fresh) {
        auto const [at, inserted] = static_cast<map*>(m)->try_emplace(std::move(key));
        fresh = inserted;
        return engage(at->second);
    }
    static bool insert_null(void* m, std::string* key) {
        return static_cast<map*>(m)->try_emplace(std::move(*key)).second;
    }
    static void for_each(void const* m, void (*visit)(void*, std::string_view, view), void* with) {
        for (auto const& [key, value] : *static_cast<map const*>(m)) visit(with, key, peek(value));
    }

    static constexpr type_info make() {
        type_info t;
        t.kind = value_kind::map;
        t.element = &type_of<plain<T>>;
        t.size = &size;
        t.insert = &insert;
        t.for_each = &for_each;
        if constexpr (is_optional<T>) t.append_null = &insert_null;
        return t;
    }
};

template <class T>
inline constexpr type_info type_info_v = make_type<T>::make();

}  // namespace detail

/// The description of @p T. A function, so that its body is compiled late and recursive types work.
template <class T>
type_info const& type_of() noexcept {
    return detail::type_info_v<T>;
}

/// Where the tables are compiled: with each file that includes them, or once in the library.
#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#define LANCESPEC_TABLES_HERE 1
#define LANCESPEC_TABLE(type)
#elif defined(LANCESPEC_LIBRARY_SOURCE)
#define LANCESPEC_TABLES_HERE 1
#define LANCESPEC_TABLE(type) template type_info const& type_of<type>() noexcept;
#else
#define LANCESPEC_TABLES_HERE 0
#define LANCESPEC_TABLE(type)                      \
    template <>                                    \
    inline constexpr bool in_library<type> = true; \
    extern template type_info const& type_of<type>() noexcept;
#endif

/// Types whose table is in the compiled library.
template <class T>
inline constexpr bool in_library = false;

/// A struct with a field table.
template <class T>
concept described = in_library<T> || requires { describe<T>::fields; };

/// A row of a field table: the member @p Member of @p Class under the JSON name @p name.
template <auto Member, class Class = typename detail::member_of<decltype(Member)>::class_type>
constexpr field_info field(std::string_view name) {
    using member_type = typename detail::member_of<decltype(Member)>::member_type;
    field_info f;
    f.name = name;
    f.place = &detail::place<Member, Class>;
    f.reach = &detail::reach<member_type>::value;
    f.plain = detail::is_plain<member_type>;
    return f;
}

}  // namespace reflect
LANCESPEC_END_NAMESPACE
