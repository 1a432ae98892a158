// SPDX-License-Identifier: Apache-2.0
// The built-in service, without a network, that remembers what it was asked and can be made to fail on purpose.
#pragma once

#include "conformance/engine/session.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/transport/in_process_transport.hpp"

#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace lancespec_test {

class watched_service {
public:
    struct asked {
        lancespec::contract::operation const* operation;  ///< null: no route
        std::string id;                                   ///< the route's, decoded
        lancespec::http::request request;
        int status;  ///< 0: the answer was lost
    };

    /// Answers in place of the service, or does not.
    using twist = std::function<std::optional<lancespec::http::response>(std::string_view operation,
                                                                         lancespec::http::request const&)>;

    explicit watched_service(bool demo = false) : service_(with_demo(demo)) {}

    twist instead;                                                ///< asked first
    std::function<bool(std::string_view operation)> loses;        ///< whose answer is lost, after the service has acted
    std::function<void(std::string_view operation)> before_each;  ///< called first of all

    [[nodiscard]] lancespec::conformance::handler handler() {
        return [this](lancespec::http::request const& request) { return answer(request); };
    }

    [[nodiscard]] std::vector<asked> requests() const {
        std::lock_guard const lock(mutex_);
        return seen_;
    }

    /// The ids that @p operation was asked with, in order.
    [[nodiscard]] std::vector<std::string> ids(std::string_view operation) const {
        std::vector<std::string> out;
        for (auto const& one : requests())
            if (one.operation != nullptr && one.operation->id == operation) out.push_back(one.id);
        return out;
    }

private:
    static lancespec::conformance::built_in_options with_demo(bool demo) {
        lancespec::conformance::built_in_options out;
        out.demo = demo;
        return out;
    }

    lancespec::http::response answer(lancespec::http::request const& request) {
        auto const parts = lancespec::http::parse_target(request.target);
        auto match = lancespec::http::match_route(request.method, parts.path);
        std::string_view const id = match.operation != nullptr ? match.operation->id : std::string_view{};
        if (before_each) before_each(id);
        std::optional<lancespec::http::response> out;
        if (instead) out = instead(id, request);
        if (!out) out = service_.handle(request);
        bool const lost = loses && loses(id);
        {
            std::lock_guard const lock(mutex_);
            seen_.push_back({match.operation, std::move(match.id), request, lost ? 0 : out->status});
        }
        if (lost) throw std::runtime_error("the answer is lost");
        return *out;
    }

    lancespec::conformance::built_in_service service_;
    mutable std::mutex mutex_;
    std::vector<asked> seen_;
};

}  // namespace lancespec_test
