// SPDX-License-Identifier: Apache-2.0
// The REST mapping of every operation, both ways: a server reads requests and writes responses, a client the
// other halves. Nothing here knows an operation by name; all of it reads the operation table.
#pragma once

#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/operations.hpp>
#include <lancespec/core/identifier.hpp>
#include <lancespec/http/message.hpp>
#include <lancespec/http/route.hpp>

#include <optional>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace http {

/// The credentials in a request's headers. A header wins over the body's identity even when it holds nothing valid.
struct credentials {
    bool has_authorization = false;         ///< an Authorization header was sent
    std::optional<std::string> auth_token;  ///< its bearer token
    std::optional<std::string> api_key;     ///< header x-api-key
};
LANCESPEC_DECL credentials read_credentials(headers const& fields);

// ---- a server's half ------------------------------------------------------------------------------------

/// Reads @p source, which match_route() led to @p match, into the request at @p root.
///
/// The path's id, and an index's name, fill a body that has none (an empty list is none) and must agree with one that
/// has; query parameters and header credentials replace what the body says; no body means `{}` where nothing in it is
/// required. The body of GET is not looked at. Violations of a parameter are told at `path:NAME` or `query:NAME`.
/// Appends every violation and returns whether there is none.
LANCESPEC_DECL bool read_request(route_match const& match, request const& source, reflect::slot root,
                                 contract::decode_options const& options, violations& out);

/// The success response of @p op that carries @p value. Context entries that start with `header.` become headers.
LANCESPEC_DECL response write_response(contract::operation const& op, reflect::view value);

/// The error response for @p error: the code's status, and a body that has both documented shapes at once.
/// @p status replaces the code's own where HTTP has a truer one (405, 404 for a route), in the body too; 0 does not.
/// The body has some 6,000 bytes at most: longer texts are cut.
LANCESPEC_DECL response write_error(namespace_error const& error, int status = 0);

/// The error response where @p match has no operation: 404, or 405 with `Allow` where the path has other methods.
LANCESPEC_DECL response write_no_route(route_match const& match, std::string const& instance);

/// Violations of a request as the error a server answers with: InvalidInput. The detail lists them, cut after some
/// 2,000 bytes.
LANCESPEC_DECL namespace_error to_error(violations const& broken);

// ---- a client's half ------------------------------------------------------------------------------------

struct write_options {
    std::string delimiter{default_delimiter};  ///< sent as a parameter unless it is the default
    contract::validate_options validation{};
};

/// Writes the request at @p value as @p op's HTTP request into @p out. The id travels in the path, other parameters in
/// path and query, identity and `header.` context entries as headers, the rest in the body. Appends the violations and
/// returns whether none.
LANCESPEC_DECL bool write_request(contract::operation const& op, reflect::view value, write_options const& options,
                                  request& out, violations& broken);

/// Why a client got no response value.
struct call_error {
    int status = 0;
    std::optional<namespace_error> answered;  ///< the server's own error, when its body could be read
    violations broken;                        ///< otherwise what is wrong with the response
};
[[noreturn]] LANCESPEC_DECL void throw_exception_from_error(call_error const& error, boost::source_location const&);

/// Reads @p source, any 2xx being success, into the response of @p op at @p root; nothing when that went well. A 204
/// has no body. Response headers become context entries `header.NAME`.
LANCESPEC_DECL std::optional<call_error> read_response(contract::operation const& op, response const& source,
                                                       reflect::slot root, contract::decode_options const& options);

// ---- the same, typed ------------------------------------------------------------------------------------

/// The HTTP request of @p value.
template <class Request>
[[nodiscard]] result<request, violations> to_http(Request const& value, write_options const& options = {}) {
    request out;
    violations broken;
    if (!write_request(contract::operation_for<Request>(), {&value, &reflect::type_of<Request>()}, options, out,
                       broken))
        return broken;
    return out;
}

/// The request that @p source holds; rule::route_body at `path:` when it is another operation's.
template <class Request>
[[nodiscard]] result<Request, violations> from_http(request const& source,
                                                    contract::decode_options const& options = {}) {
    Request value{};
    violations broken;
    auto const match = match_route(source.method, std::string_view(source.target).substr(0, source.target.find('?')));
    if (match.operation != &contract::operation_for<Request>())
        broken.push_back({"path:", rule::route_body, "the route is not that of the operation", std::nullopt});
    else
        read_request(match, source, {&value, &reflect::type_of<Request>()}, options, broken);
    if (!broken.empty()) return broken;
    return value;
}

/// The answer to a @p Request that @p source holds.
template <class Request>
[[nodiscard]] result<contract::response_for<Request>, call_error> answer_from_http(
    response const& source, contract::decode_options const& options = {}) {
    contract::response_for<Request> value{};
    auto error = read_response(contract::operation_for<Request>(), source,
                               {&value, &reflect::type_of<contract::response_for<Request>>()}, options);
    if (error) return std::move(*error);
    return value;
}

}  // namespace http
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/http/impl/mapping.ipp>
#endif
