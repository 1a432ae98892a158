// SPDX-License-Identifier: Apache-2.0
// A request of a check while it is being put together.
#pragma once

#include "conformance/engine/operation.hpp"
#include "conformance/engine/rules.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Starts as a plain request on the fixture; each call changes one thing and returns the draft.
class request_draft {
public:
    request_draft(operation const& op, std::vector<std::string> names, boost::json::object members)
        : op_(&op), names_(std::move(names)), members_(std::move(members)) {}

    /// Another object in the route.
    request_draft&& on(std::vector<std::string> names) &&;
    /// These exact characters as the route's id, before percent-encoding.
    request_draft&& route_id(std::string text) &&;
    /// Another delimiter, in the route and as the query parameter.
    request_draft&& delimiter(std::string text) &&;
    /// No delimiter parameter: the route is joined by `$`.
    request_draft&& without_delimiter() &&;
    /// Sets members of the body.
    request_draft&& with(boost::json::object const& members) &&;
    request_draft&& without(std::string_view member) &&;
    /// These exact bytes as the body.
    request_draft&& body(std::string bytes) &&;
    /// Sends no credentials.
    request_draft&& anonymous() &&;
    /// Sends this header, in place of one that the suite would send.
    request_draft&& header(std::string name, std::string value) &&;
    request_draft&& method(std::string name) &&;
    request_draft&& trailing_slash() &&;

    /// Names the object in the body too.
    request_draft&& with_id(std::vector<std::string> const& names) &&;

    [[nodiscard]] operation const& op() const noexcept { return *op_; }
    [[nodiscard]] routing how() const noexcept { return how_; }
    [[nodiscard]] bool sends_credentials() const noexcept { return credentials_; }
    [[nodiscard]] std::vector<std::string> const& names() const noexcept { return names_; }

    /// The request, but for credentials and the request id.
    [[nodiscard]] http::request build() const;

private:
    operation const* op_;
    std::vector<std::string> names_;
    boost::json::object members_;
    std::optional<std::string> route_id_;
    std::optional<std::string> bytes_;
    std::string delimiter_ = "$";
    bool delimiter_sent_ = true;
    bool credentials_ = true;
    bool slash_ = false;
    std::string method_ = {};
    routing how_ = routing::ordinary;
    http::headers fields_;
};

}  // namespace lancespec::conformance
