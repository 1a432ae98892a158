// SPDX-License-Identifier: Apache-2.0
// Requests of any operation from its members as JSON, right or wrong: where each member travels is in the contract.
#pragma once

#include "conformance/engine/operation.hpp"

#include <lancespec/core/violation.hpp>
#include <lancespec/http/message.hpp>

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// The request of @p op on the object called @p names. Members travel in path, query and body as the table says;
/// @p rows is the body of an operation that takes Arrow data. Nothing is checked: values of any type are written.
http::request write_members(operation const& op, std::vector<std::string> const& names,
                            boost::json::object const& members, std::string_view delimiter, std::string rows = {});

/// What is wrong with @p request, by the field tables.
violations violations_of(operation const& op, http::request const& request);

/// A request that breaks one rule, ready to be written.
struct broken_request {
    std::string what;  ///< `/limit = true`
    rule broken = rule::type;
    boost::json::object members;
};

/// Every way in which one rule of the good request @p members can be broken so that it shows on the wire.
///
/// Left out: identity and context, which many servers read from headers alone; a null or a member too many, which may
/// be taken for none; limits below one, which servers answer with an empty page too; a query without a vector;
/// bounds of a search, and all that builds another type of index, which servers ignore; and
/// locations, paths and storage options, since a server may do harm by another one than it gave.
std::vector<broken_request> broken_requests(operation const& op, boost::json::object const& members);

}  // namespace lancespec::conformance
