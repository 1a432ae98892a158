// SPDX-License-Identifier: Apache-2.0
// One request and its answer as JSON, and back: in reports, traces and recordings.
#pragma once

#include "conformance/transport/exchange.hpp"

#include <lancespec/core/result.hpp>

#include <boost/json/object.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace lancespec::conformance {

/// `{"request": …, "answer": …}` as docs/reports.md says; at most @p longest_body bytes of each body.
boost::json::object exchange_json(exchange_record const& e, std::size_t longest_body);

/// The exchange that exchange_json() wrote. The error is a sentence.
result<exchange_record, std::string> read_exchange_json(boost::json::value const& from);

/// @p s as a JSON string; bytes that are no UTF-8 become U+FFFD.
boost::json::value valid_text(std::string_view s);

}  // namespace lancespec::conformance
