// Field tables of what every operation shares: Identity and ErrorResponse. (Context is a plain map.)
#pragma once

#include <lancespec/core/describe.hpp>
#include <lancespec/model/common.hpp>

#include <array>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

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

}  // namespace reflect
LANCESPEC_END_NAMESPACE
