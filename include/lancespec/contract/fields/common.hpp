// SPDX-License-Identifier: Apache-2.0
// Field tables of what every operation shares: Identity, ErrorResponse, and the members that begin every request and
// response. (Context is a plain map.)
#pragma once

#include <lancespec/core/describe.hpp>
#include <lancespec/model/common.hpp>

#include <array>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

namespace detail {

/// @p first, then @p own.
template <std::size_t N, std::size_t M>
consteval std::array<field_info, N + M> join(std::array<field_info, N> const& first, field_info const (&own)[M]) {
    std::array<field_info, N + M> all{};
    for (std::size_t i = 0; i < N; ++i) all[i] = first[i];
    for (std::size_t i = 0; i < M; ++i) all[N + i] = own[i];
    return all;
}

}  // namespace detail

/// The members that begin every request, those about no one object too (no id).
template <class T>
consteval auto request_fields_without_id() {
    return std::to_array<field_info>({
        field<&T::identity, T>("identity").says("who asks; headers win over it"),
        field<&T::context, T>("context").says("free key-value pairs of the caller"),
    });
}
template <class T, std::size_t N>
consteval auto request_fields_without_id(field_info const (&own)[N]) {
    return detail::join(request_fields_without_id<T>(), own);
}

/// The members that begin every request about an object: identity, context, id.
template <class T>
consteval auto request_fields() {
    return request_fields_without_id<T>(
        {field<&T::id, T>("id").says("names of the object from the root; must agree with the route")});
}
template <class T, std::size_t N>
consteval auto request_fields(field_info const (&own)[N]) {
    return detail::join(request_fields<T>(), own);
}

/// The member that begins every response: context.
template <class T>
consteval auto response_fields() {
    return std::to_array<field_info>(
        {field<&T::context, T>("context").says("free key-value pairs of the implementation")});
}
template <class T, std::size_t N>
consteval auto response_fields(field_info const (&own)[N]) {
    return detail::join(response_fields<T>(), own);
}

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::identity> {
    static constexpr std::string_view name = "Identity";
    static constexpr auto fields = std::to_array<field_info>({
        field<&model::identity::api_key>("api_key").says("API key; travels as the header x-api-key"),
        field<&model::identity::auth_token>("auth_token")
            .says("bearer token; travels as the header Authorization: Bearer …"),
    });
};

template <>
struct describe<model::error_response> {
    static constexpr std::string_view name = "ErrorResponse";
    static constexpr auto fields = std::to_array<field_info>({
        field<&model::error_response::context>("context").says("what the implementation has to say besides"),
        field<&model::error_response::error>("error").says("a short message for a person"),
        field<&model::error_response::code>("code").required().at_least(0).says("the error code"),
        field<&model::error_response::detail>("detail").says("more about the cause, a stack trace perhaps"),
        field<&model::error_response::instance>("instance").says("identifies this occurrence"),
        field<&model::error_response::type>("type").not_in_schema().says(
            "documented examples: a URI of the kind of error"),
        field<&model::error_response::title>("title").not_in_schema().says("documented examples: the kind of error"),
        field<&model::error_response::status>("status").not_in_schema().says("documented examples: the HTTP status"),
    });
};

#endif

LANCESPEC_TABLE(model::identity)
LANCESPEC_TABLE(model::error_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
