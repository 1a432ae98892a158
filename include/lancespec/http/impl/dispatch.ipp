// SPDX-License-Identifier: Apache-2.0
// Bodies of http/dispatch.hpp: what does not depend on the store.
#pragma once

#include <lancespec/http/dispatch.hpp>

#include <lancespec/core/utf8.hpp>
#include <lancespec/http/target.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace http {

namespace detail {

/// Compares in time that depends on the lengths alone, so that a token cannot be guessed byte by byte.
inline bool same_secret(std::string_view given, std::string_view wanted) noexcept {
    unsigned difference = given.size() == wanted.size() ? 0u : 1u;
    for (std::size_t i = 0; i < given.size(); ++i)
        difference |= static_cast<unsigned char>(given[i]) ^
                      static_cast<unsigned char>(wanted.empty() ? '\0' : wanted[i % wanted.size()]);
    return difference == 0;
}

LANCESPEC_DECL std::optional<namespace_error> authenticate(dispatch_options const& options,
                                                           std::optional<std::string> const& token,
                                                           std::optional<std::string> const& key,
                                                           contract::effect does) {
    if (!options.token && !options.api_key) return std::nullopt;
    if (options.token && token && same_secret(*token, *options.token)) return std::nullopt;
    if (options.api_key && key && same_secret(*key, *options.api_key)) return std::nullopt;
    if (options.read_only_token && token && same_secret(*token, *options.read_only_token)) {
        if (does == contract::effect::read) return std::nullopt;
        return namespace_error{error_code::permission_denied, "these credentials may only read", "", ""};
    }
    return namespace_error{error_code::unauthenticated,
                           token || key ? "the credentials are not valid"
                                        : "the request carries no credentials: send Authorization: Bearer or x-api-key",
                           "", ""};
}

LANCESPEC_DECL namespace_error not_executed() {
    return {error_code::unsupported, "this server does not execute the operation", "", ""};
}

LANCESPEC_DECL response write_error_at(namespace_error error, std::string const& instance) {
    error.instance = instance;
    return write_error(error);
}

/// What no credentials help against: the server is unavailable, or has two of one kind. Which of them counts is not for
/// a server to choose.
inline std::optional<namespace_error> refuse_all(headers const& fields, dispatch_options const& options) {
    if (options.unavailable)
        return namespace_error{error_code::service_unavailable, "the server was told to be unavailable", "", ""};
    for (auto const* name : {"authorization", "x-api-key"})
        if (fields.count(name) > 1)
            return namespace_error{error_code::invalid_input,
                                   std::string("header:") + name + ": is given more than once", "", ""};
    return std::nullopt;
}

LANCESPEC_DECL served begin_answer(request const& source, dispatch_options const& options) {
    std::string_view const path = parse_target(source.target).path;
    served out;
    out.instance = to_valid_utf8(path);
    if (auto error = refuse_all(source.fields, options)) {
        out.answer = write_error_at(*std::move(error), out.instance);
        return out;
    }
    out.match = match_route(source.method, path);
    if (out.match.operation == nullptr) out.answer = write_no_route(out.match, out.instance);
    return out;
}

LANCESPEC_DECL response failure(char const* message) noexcept {
    try {
        return write_error({error_code::internal, message, "", ""});
    } catch (...) {
        response out;
        out.status = 500;
        out.body = R"({"code":18})";  // as long as a string holds without allocating
        return out;
    }
}

inline constexpr std::size_t identity_bytes = std::size_t{1} << 20;

}  // namespace detail

LANCESPEC_DECL bool read_served_request(route_match const& match, request const& source, reflect::slot root,
                                        violations& out) {
    auto const first = out.size();
    read_request(match, source, root, {}, out);
    auto const& parameters = match.operation->parameters;
    bool const is_paged =
        std::any_of(parameters.begin(), parameters.end(), [](auto const& p) { return p.field == "limit"; });
    auto const at = root.type->find("limit");
    if (!is_paged || at >= root.type->fields.size()) return out.size() == first;
    auto const limit = root.type->fields[at].get(root.value);
    if (limit.value == nullptr || *static_cast<std::int64_t const*>(limit.value) >= 1) return out.size() == first;
    bool const in_query = parse_target(source.target).find("limit").has_value();
    out.push_back({in_query ? "query:limit" : "/limit", rule::minimum, "must be at least 1", std::nullopt});
    return false;
}

LANCESPEC_DECL std::optional<response> refuse(request const& source, dispatch_options const& options,
                                              contract::effect does) {
    auto error = detail::refuse_all(source.fields, options);
    if (!error) {
        auto const sent = read_credentials(source.fields);
        error = detail::authenticate(options, sent.auth_token, sent.api_key, does);
    }
    if (!error) return std::nullopt;
    return detail::write_error_at(*std::move(error), to_valid_utf8(parse_target(source.target).path));
}

LANCESPEC_DECL admission admit(request const& head, dispatch_options const& options) {
    auto out = [&]() -> admission {
        auto begun = detail::begin_answer(head, options);
        if (begun.answer) return {0, std::move(*begun.answer)};
        auto refused = refuse(head, options, begun.match.operation->does);
        if (!refused) return {};
        bool const may_have_identity = begun.match.operation->request_body != contract::body_kind::arrow_stream;
        return {may_have_identity ? detail::identity_bytes : 0, std::move(*refused)};
    }();
    if (auto const id = head.fields.find("x-request-id")) out.otherwise.fields.set("x-request-id", std::string(*id));
    return out;
}

}  // namespace http
LANCESPEC_END_NAMESPACE
