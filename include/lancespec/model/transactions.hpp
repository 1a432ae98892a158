// SPDX-License-Identifier: Apache-2.0
// Requests and responses: transactions.
#pragma once

#include <lancespec/model/common.hpp>
#include <lancespec/model/enums.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// `POST /v1/transaction/{id}/describe`.
struct describe_transaction_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;  ///< absent: the route's

    friend bool operator==(describe_transaction_request const&, describe_transaction_request const&) = default;
};

/// The answer of DescribeTransaction.
struct describe_transaction_response {
    std::optional<model::context> context;
    transaction_status status{};           ///< how it stands
    std::optional<string_map> properties;  ///< its properties

    friend bool operator==(describe_transaction_response const&, describe_transaction_response const&) = default;
};

/// Changes the state.
struct alter_transaction_set_status {
    std::optional<transaction_status> status;  ///< the new state

    friend bool operator==(alter_transaction_set_status const&, alter_transaction_set_status const&) = default;
};

/// Sets a property.
struct alter_transaction_set_property {
    std::optional<std::string> key;         ///< the property
    std::optional<std::string> value;       ///< its value
    std::optional<set_property_mode> mode;  ///< what to do when it is there

    friend bool operator==(alter_transaction_set_property const&, alter_transaction_set_property const&) = default;
};

/// Takes a property away.
struct alter_transaction_unset_property {
    std::optional<std::string> key;           ///< the property
    std::optional<unset_property_mode> mode;  ///< what to do when it is not there

    friend bool operator==(alter_transaction_unset_property const&, alter_transaction_unset_property const&) = default;
};

/// One change: exactly one member is given.
struct alter_transaction_action {
    std::optional<alter_transaction_set_status> setStatusAction;          ///< change the state
    std::optional<alter_transaction_set_property> setPropertyAction;      ///< set a property
    std::optional<alter_transaction_unset_property> unsetPropertyAction;  ///< take a property away

    friend bool operator==(alter_transaction_action const&, alter_transaction_action const&) = default;
};

/// `POST /v1/transaction/{id}/alter`.
struct alter_transaction_request {
    std::optional<model::identity> identity;
    std::optional<model::context> context;
    std::optional<std::vector<std::string>> id;     ///< absent: the route's
    std::vector<alter_transaction_action> actions;  ///< what to change, in this order

    friend bool operator==(alter_transaction_request const&, alter_transaction_request const&) = default;
};

/// The answer of AlterTransaction.
struct alter_transaction_response {
    std::optional<model::context> context;
    transaction_status status{};           ///< how it stands now
    std::optional<string_map> properties;  ///< its properties now

    friend bool operator==(alter_transaction_response const&, alter_transaction_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
