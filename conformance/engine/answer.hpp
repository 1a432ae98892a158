// SPDX-License-Identifier: Apache-2.0
// What a server answered to one request, read once, so that checks can ask it plain questions.
#pragma once

#include "conformance/engine/run_result.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lancespec::conformance {

/// An answer and its body as JSON, when it is JSON.
struct answer {
    exchange_record record;
    std::optional<boost::json::value> body;  ///< nothing when the body is empty or no JSON

    [[nodiscard]] int status() const noexcept { return record.result.response.status; }

    /// A success status, whatever it says.
    [[nodiscard]] bool accepted() const noexcept { return has_status(200, 300); }

    /// To somewhere else; nothing was done here.
    [[nodiscard]] bool is_redirect() const noexcept { return has_status(300, 400); }

    /// A success that shows a page for people: of another server, or a login page in front of this one.
    [[nodiscard]] bool is_web_page() const;

    /// A client error: the request was turned down, and nobody crashed.
    [[nodiscard]] bool refused() const noexcept { return has_status(400, 500); }

    /// The body's integer member `code`.
    [[nodiscard]] std::optional<std::int64_t> code() const;

    /// The body's member of that name, or null.
    [[nodiscard]] boost::json::value const* member(std::string_view name) const noexcept;

    /// The string member `job_id`.
    [[nodiscard]] std::optional<std::string> job_id() const;

    [[nodiscard]] bool bodyless() const noexcept { return record.result.response.body.empty(); }

    /// Turned down as a thing that the server does not do: an error with code 0.
    [[nodiscard]] bool declined() const { return status() >= 400 && code() == 0; }

    /// Turned down in words alone: 500 with code 18 that says "not implemented", as Lance's RestAdapter does.
    [[nodiscard]] bool declined_in_words() const;

    /// What a web framework answers where it has no such route: without a code, and often with words of its own.
    [[nodiscard]] bool unrouted() const { return !code() && (status() == 404 || status() == 405 || status() == 501); }

    /// Not a statement about the request: too many requests, or not ready.
    [[nodiscard]] bool busy() const noexcept { return status() == 429 || status() == 503; }

private:
    /// A response that did not come has no status, whatever it was initialised with.
    [[nodiscard]] bool has_status(int first, int end) const noexcept {
        return record.result.status == exchange_status::answered && status() >= first && status() < end;
    }
};

/// Reads the response of @p record.
answer read_answer(exchange_record record);

/// The integer that @p value is; 3.0 is one, 3.5 and what leaves 64 bits are not.
std::optional<std::int64_t> as_integer(boost::json::value const& value) noexcept;

/// What came back, for people: `404 with code 4 (TableNotFound): "no such table"`. Short, and valid UTF-8.
std::string describe(answer const& a);

}  // namespace lancespec::conformance
