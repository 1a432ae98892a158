// SPDX-License-Identifier: Apache-2.0
// HTTP requests and responses as plain values, so that the contract can be mapped to HTTP without a transport.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace http {

/// Header fields in the order they were sent. Names are compared without regard to ASCII case.
class headers {
public:
    headers() = default;
    headers(std::initializer_list<std::pair<std::string, std::string>> fields) : fields_(fields) {}

    /// The value of the first field called @p name, or nothing. Linear in the fields.
    [[nodiscard]] LANCESPEC_DECL std::optional<std::string_view> find(std::string_view name) const noexcept;

    /// How many fields are called @p name. Linear in the fields.
    [[nodiscard]] LANCESPEC_DECL std::size_t count(std::string_view name) const noexcept;

    /// Adds a field, keeping others of that name.
    void add(std::string name, std::string value) { fields_.emplace_back(std::move(name), std::move(value)); }

    /// Replaces every field called @p name by one.
    LANCESPEC_DECL void set(std::string_view name, std::string value);

    /// Removes every field called @p name.
    LANCESPEC_DECL void erase(std::string_view name);

    [[nodiscard]] auto begin() const noexcept { return fields_.begin(); }
    [[nodiscard]] auto end() const noexcept { return fields_.end(); }
    [[nodiscard]] std::size_t size() const noexcept { return fields_.size(); }

    friend bool operator==(headers const&, headers const&) = default;

private:
    std::vector<std::pair<std::string, std::string>> fields_;
};

struct request {
    std::string method = "GET";
    std::string target =
        "/";  ///< path and query as they are on the wire, percent-encoded: `/v1/table/a%24b/…?delimiter=…`
    headers fields;
    std::string body;  ///< empty: no body

    friend bool operator==(request const&, request const&) = default;
};

struct response {
    int status = 200;
    headers fields;
    std::string body;

    friend bool operator==(response const&, response const&) = default;
};

/// The media type of a Content-Type value, without parameters, in lower case: `application/json`.
LANCESPEC_DECL std::string media_type(std::string_view content_type);

}  // namespace http
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/http/impl/message.ipp>
#endif
