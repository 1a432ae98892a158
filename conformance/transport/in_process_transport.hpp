// SPDX-License-Identifier: Apache-2.0
// A transport that calls a function instead of a network: for tests, and for checking a service within a program.
#pragma once

#include "conformance/transport/handler.hpp"
#include "conformance/transport/transport.hpp"

#include <functional>

namespace lancespec::conformance {

class in_process_transport final : public transport {
public:
    /// @p answer is called from the threads that call exchange(). @p name stands for the URL in messages.
    explicit in_process_transport(handler answer, std::string name = "http://in-process");

    /// As of a server: a handler that throws has broken the connection.
    exchange_result exchange(http::request const& request) override;

    [[nodiscard]] std::string base_url() const override { return name_; }

private:
    handler answer_;
    std::string name_;
};

}  // namespace lancespec::conformance
