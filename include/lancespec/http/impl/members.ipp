// SPDX-License-Identifier: Apache-2.0
// Reaching members of a described struct by name: the id, identity and context that travel outside the body.
#pragma once

#include <lancespec/core/describe.hpp>

#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace http::detail {

inline reflect::field_info const* find_field(reflect::type_info const& type, std::string_view name) {
    auto const index = type.find(name);
    return index < type.fields.size() ? &type.fields[index] : nullptr;
}

/// The member @p name of @p object, or a null view when it is absent or there is none.
inline reflect::view get_member(reflect::view object, std::string_view name) {
    auto const* field = find_field(*object.type, name);
    return field != nullptr ? field->get(object.value) : reflect::view{};
}

inline std::string const* get_string(reflect::view object, std::string_view name) {
    auto const member = get_member(object, name);
    bool const is_string = member.value != nullptr && member.type->kind == reflect::value_kind::string;
    return is_string ? static_cast<std::string const*>(member.value) : nullptr;
}

inline void set_string(reflect::slot object, std::string_view name, std::string text) {
    if (auto const* field = find_field(*object.type, name))
        *static_cast<std::string*>(field->access(object.value).value) = std::move(text);
}

/// The member `id`, an array of names, as the vector it is.
inline std::vector<std::string> const* get_id(reflect::view object) {
    auto const member = get_member(object, "id");
    return static_cast<std::vector<std::string> const*>(member.value);
}

inline void set_id(reflect::slot object, std::vector<std::string> names) {
    if (auto const* field = find_field(*object.type, "id"))
        *static_cast<std::vector<std::string>*>(field->access(object.value).value) = std::move(names);
}

/// The member `context`, or null.
inline std::map<std::string, std::string> const* get_context(reflect::view object) {
    return static_cast<std::map<std::string, std::string> const*>(get_member(object, "context").value);
}

/// Engages the member @p name and returns its place; an absent optional struct is made, a present one is emptied,
/// so callers copy what they want to keep.
inline reflect::slot engage(reflect::slot object, std::string_view name) {
    auto const* field = find_field(*object.type, name);
    return field != nullptr ? field->access(object.value) : reflect::slot{};
}

}  // namespace http::detail
LANCESPEC_END_NAMESPACE
