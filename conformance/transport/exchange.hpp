// SPDX-License-Identifier: Apache-2.0
// One request and what came back, and what it takes to send it again.
#pragma once

#include "conformance/transport/transport.hpp"

#include <lancespec/http/message.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace lancespec::conformance {

/// What has to be there for a request to be sent again, after the suite has removed its objects.
struct reproduction {
    std::vector<http::request> make;    ///< as the suite sent them, in order
    std::vector<http::request> remove;  ///< what the suite would send, in order
    std::string run_id;                 ///< part of every name that the run made up

    /// The request needs nothing that the suite has made.
    [[nodiscard]] bool empty() const noexcept { return make.empty() && remove.empty(); }
};

/// One request of a check and what came back, kept for messages, curl lines and traces.
struct exchange_record {
    http::request request;
    exchange_result result;
    std::size_t number = 0;  ///< of the run's requests, from 1; 0: none of them
    reproduction needs = {};
};

}  // namespace lancespec::conformance
