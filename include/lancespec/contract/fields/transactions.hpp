// SPDX-License-Identifier: Apache-2.0
// Field tables: transactions.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/enums.hpp>
#include <lancespec/model/transactions.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::describe_transaction_request> {
    using t = model::describe_transaction_request;
    static constexpr std::string_view name = "DescribeTransactionRequest";
    static constexpr auto fields = request_fields<t>();
};

template <>
struct describe<model::describe_transaction_response> {
    using t = model::describe_transaction_response;
    static constexpr std::string_view name = "DescribeTransactionResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::status>("status").required().says("how it stands"),
        field<&t::properties>("properties").says("its properties"),
    });
};

template <>
struct describe<model::alter_transaction_set_status> {
    using t = model::alter_transaction_set_status;
    static constexpr std::string_view name = "AlterTransactionSetStatus";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::status>("status").says("the new state"),
    });
};

template <>
struct describe<model::alter_transaction_set_property> {
    using t = model::alter_transaction_set_property;
    static constexpr std::string_view name = "AlterTransactionSetProperty";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::key>("key").says("the property"),
        field<&t::value>("value").says("its value"),
        field<&t::mode>("mode").defaults_in_prose_to(R"("Overwrite")").says("what to do when it is there"),
    });
};

template <>
struct describe<model::alter_transaction_unset_property> {
    using t = model::alter_transaction_unset_property;
    static constexpr std::string_view name = "AlterTransactionUnsetProperty";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::key>("key").says("the property"),
        field<&t::mode>("mode").defaults_in_prose_to(R"("Skip")").says("what to do when it is not there"),
    });
};

template <>
struct describe<model::alter_transaction_action> {
    using t = model::alter_transaction_action;
    static constexpr std::string_view name = "AlterTransactionAction";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::setStatusAction>("setStatusAction").says("change the state"),
        field<&t::setPropertyAction>("setPropertyAction").says("set a property"),
        field<&t::unsetPropertyAction>("unsetPropertyAction").says("take a property away"),
    });
    static constexpr choice choices[] = {exactly_one("setStatusAction", "setPropertyAction", "unsetPropertyAction")};
};

template <>
struct describe<model::alter_transaction_request> {
    using t = model::alter_transaction_request;
    static constexpr std::string_view name = "AlterTransactionRequest";
    static constexpr auto fields = request_fields<t>({
        field<&t::actions>("actions").required().at_least_items(1).says("what to change, in this order"),
    });
};

template <>
struct describe<model::alter_transaction_response> {
    using t = model::alter_transaction_response;
    static constexpr std::string_view name = "AlterTransactionResponse";
    static constexpr auto fields = response_fields<t>({
        field<&t::status>("status").required().says("how it stands now"),
        field<&t::properties>("properties").says("its properties now"),
    });
};

#endif

LANCESPEC_TABLE(model::describe_transaction_request)
LANCESPEC_TABLE(model::describe_transaction_response)
LANCESPEC_TABLE(model::alter_transaction_set_status)
LANCESPEC_TABLE(model::alter_transaction_set_property)
LANCESPEC_TABLE(model::alter_transaction_unset_property)
LANCESPEC_TABLE(model::alter_transaction_action)
LANCESPEC_TABLE(model::alter_transaction_request)
LANCESPEC_TABLE(model::alter_transaction_response)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
