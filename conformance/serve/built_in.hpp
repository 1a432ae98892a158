// SPDX-License-Identifier: Apache-2.0
// The built-in server: the in-memory catalog and its service, listening, with one clause broken if asked.
#pragma once

#include "conformance/engine/fault.hpp"
#include "conformance/serve/server.hpp"

#include <lancespec/executor/service.hpp>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace lancespec::conformance {

struct built_in_options {
    executor::service_options service{};
    executor::catalog_options catalog{};
    bool demo = false;              ///< load the demo data
    bool stub = false;              ///< answer operations that the catalog does not execute by stub_answer()
    fault const* broken = nullptr;  ///< must outlive the server
    server_options listen{};
};

/// The operations that the catalog does not execute: what `stub` is about.
std::vector<contract::operation const*> not_executed_operations();

/// A catalog with a service in front of it, without a network: what the built-in server answers with.
class built_in_service {
public:
    explicit built_in_service(built_in_options const& options);

    http::response handle(http::request const& request, std::stop_token const& stop = {});

    /// executor::service::admit(); everything where a clause is broken, since the fault is to see every request.
    http::admission admit(http::request const& head) const;

private:
    http::response answer(http::request const& request, std::stop_token const& stop);

    executor::catalog catalog_;
    executor::service service_;
    bool stub_;
    fault const* broken_;
};

class built_in_server {
public:
    /// The error is a sentence, as of server::start().
    static result<std::unique_ptr<built_in_server>, std::string> start(built_in_options const& options);

    [[nodiscard]] server& http() noexcept { return *server_; }

private:
    explicit built_in_server(built_in_options const& options) : service_(options) {}

    built_in_service service_;
    std::unique_ptr<server> server_;  // last, so that it stops before what it calls is gone
};

}  // namespace lancespec::conformance
