// SPDX-License-Identifier: Apache-2.0
// The parts that every request and response shares: identity, context, the error body.
#pragma once

#include <lancespec/config.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// Who sends the request (schema `Identity`). On REST both travel as headers, which win over the body.
struct identity {
    std::optional<std::string> api_key;     ///< header `x-api-key`
    std::optional<std::string> auth_token;  ///< header `Authorization: Bearer …`

    friend bool operator==(identity const&, identity const&) = default;
};

/// Free key-value pairs: properties, metadata, storage options.
using string_map = std::map<std::string, std::string>;

/// Free key-value pairs of the caller or the implementation (schema `Context`). On REST an entry whose key starts
/// with `header.` travels as the HTTP header named by the rest.
using context = string_map;

/// The body of an error (schema `ErrorResponse`) together with the members of the documented error examples,
/// which the schema does not have.
struct error_response {
    std::optional<model::context> context;
    std::optional<std::string> error;  ///< a short message
    std::int64_t code = 0;             ///< at least 0; see lancespec::error_code
    std::optional<std::string> detail;
    std::optional<std::string> instance;
    std::optional<std::string> type;     ///< documented example: `/errors/bad-request`
    std::optional<std::string> title;    ///< documented example: `Malformed request`
    std::optional<std::int64_t> status;  ///< documented example: the HTTP status

    friend bool operator==(error_response const&, error_response const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
