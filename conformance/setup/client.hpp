// SPDX-License-Identifier: Apache-2.0
// Calls any operation of the contract on the server under test, to prepare what checks look at and to read it back.
#pragma once

#include "conformance/engine/answer.hpp"
#include "conformance/engine/session.hpp"

#include <lancespec/http/mapping.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace lancespec::conformance {

/// What came of a call.
struct called {
    answer a;
    bool ok = false;        ///< a success status
    bool declined = false;  ///< the server does not have the operation, and says so or has no route for it
    std::string why;        ///< otherwise: a sentence with the server's words
};

/// Requests that serve one check, numbered under its id.
class client {
public:
    client(session& run, std::string id) : run_(run), id_(std::move(id)) {}

    template <class Request>
    called call(Request const& value) {
        http::write_options options;
        options.delimiter = run_.options().delimiter;
        auto request = http::to_http(value, options);
        if (!request) return unwritten(contract::operation_for<Request>().id, to_string(request.error()));
        return send(std::move(*request), contract::operation_for<Request>().id);
    }

    /// Sends @p request as it is; @p operation names it in what is said of the answer.
    called call(http::request request, std::string_view operation) { return send(std::move(request), operation); }

    /// The number of rows for which @p predicate holds (empty: all), or why it cannot be read.
    result<std::int64_t, std::string> count(std::vector<std::string> const& names, std::string_view predicate,
                                            std::optional<std::string> branch = {});

    /// Whether the last answer was a success, whatever came of reading it.
    [[nodiscard]] bool was_accepted() const noexcept { return accepted_; }

    [[nodiscard]] session& run() noexcept { return run_; }

private:
    /// A request that cannot be put into the form of HTTP: nothing is sent.
    static called unwritten(std::string_view operation, std::string const& why);
    called send(http::request request, std::string_view operation);

    session& run_;
    std::string id_;
    std::size_t number_ = 0;
    bool accepted_ = false;
};

}  // namespace lancespec::conformance
