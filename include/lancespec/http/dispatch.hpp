// SPDX-License-Identifier: Apache-2.0
// A server's half over any store: from a request to the call that it means, and from the result to the answer.
#pragma once

#include <lancespec/contract/operations.hpp>
#include <lancespec/http/admission.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/message.hpp>
#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

#include <concepts>
#include <new>
#include <optional>
#include <stop_token>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace http {

/// How dispatch() treats requests. Without a token and a key nobody needs credentials.
struct dispatch_options {
    std::optional<std::string> token = {};            ///< the bearer token asked for
    std::optional<std::string> api_key = {};          ///< the API key asked for; with a token too, either will do
    std::optional<std::string> read_only_token = {};  ///< known, but without the right to start jobs or write: 403
    bool unavailable = false;                         ///< answer everything with 503, code 17 and Retry-After
};

/// Whether @p Handler executes a @p Request, by `execute(request)` or, for operations that can take long, by
/// `execute(request, stop_token)`. The result must be the operation's own: a request may derive from another one.
template <class Handler, class Request>
concept executes_request = requires(Handler& by, Request const& request) {
    { by.execute(request) } -> std::same_as<result<contract::response_for<Request>, namespace_error>>;
} || requires(Handler& by, Request const& request, std::stop_token const& stop) {
    { by.execute(request, stop) } -> std::same_as<result<contract::response_for<Request>, namespace_error>>;
};

/// Reads a request as dispatch() does: read_request(), and one rule that the specification leaves open: a page's
/// `limit` is at least 1, since a walk of pages of nothing would never end (rule::minimum, at `query:limit` or
/// `/limit`). Appends the violations and returns whether there is none.
LANCESPEC_DECL bool read_served_request(route_match const& match, request const& source, reflect::slot root,
                                        violations& out);

/// The refusal of a request that nobody looks at any further: the server is unavailable, a credential is there twice,
/// or those in the headers do not allow what an operation that @p does so may do. For routes of one's own beside the
/// contract's; dispatch() refuses by itself.
[[nodiscard]] LANCESPEC_DECL std::optional<response> refuse(request const& source, dispatch_options const& options,
                                                            contract::effect does);

/// What of the body of the request with head @p head to read before dispatch() is called, by the route and the
/// credentials in the headers: none where the answer is an error already; 1 MiB of JSON where credentials are asked for
/// and no header has them, since they may be in the body's `identity`; all of it otherwise. A transport that buffers
/// bodies asks first, so that nobody without credentials fills its memory. Constant. Throws std::bad_alloc only.
[[nodiscard]] LANCESPEC_DECL admission admit(request const& head, dispatch_options const& options);

namespace detail {

/// What the answer to a request, of whatever operation, begins with.
struct served {
    route_match match;
    std::string instance;
    std::optional<response> answer;  ///< there is no operation to execute, or no right to
};
LANCESPEC_DECL served begin_answer(request const& source, dispatch_options const& options);

/// The error of credentials that are not enough; nothing when they are.
LANCESPEC_DECL std::optional<namespace_error> authenticate(dispatch_options const& options,
                                                           std::optional<std::string> const& token,
                                                           std::optional<std::string> const& key,
                                                           contract::effect does);

LANCESPEC_DECL response write_error_at(namespace_error error, std::string const& instance);
LANCESPEC_DECL namespace_error not_executed();

/// A 500 with code 18. When there is no memory for the message, a body that needs none.
LANCESPEC_DECL response failure(char const* message) noexcept;

template <class Handler, class Request>
auto execute(Handler& by, Request const& request, std::stop_token const& stop) {
    if constexpr (requires { by.execute(request, stop); })
        return by.execute(request, stop);
    else
        return by.execute(request);
}

/// Reads, authenticates and executes a request of the operation with row @p Request.
template <class Request, class Handler>
response serve(Handler& by, dispatch_options const& options, served const& begun, request const& source,
               std::stop_token const& stop) {
    Request value{};
    violations broken;
    read_served_request(begun.match, source, {&value, &reflect::type_of<Request>()}, broken);
    if constexpr (requires { value.delimiter; }) {
        auto const target = parse_target(source.target);
        if (auto const given = target.find("delimiter")) value.delimiter = *given;
    }
    // Authentication comes before anything the body may have wrong, yet the body's identity counts where no header
    // does.
    auto const token = value.identity ? value.identity->auth_token : std::nullopt;
    auto const key = value.identity ? value.identity->api_key : std::nullopt;
    if (auto denied = authenticate(options, token, key, begun.match.operation->does))
        return write_error_at(*std::move(denied), begun.instance);
    if constexpr (executes_request<Handler, Request>) {
        if (!broken.empty()) return write_error_at(to_error(broken), begun.instance);
        auto answer = execute(by, value, stop);
        if (!answer) return write_error_at(std::move(answer.error()), begun.instance);
        return write_response(*begun.match.operation, {&*answer, &reflect::type_of<contract::response_for<Request>>()});
    } else {
        return write_error_at(not_executed(), begun.instance);
    }
}

}  // namespace detail

/// The answer to @p source: routed, authenticated, decoded, executed by @p by and encoded. Never throws: what @p by
/// throws is a 500 with code 18 that tells nothing of the inside.
///
/// @p by is any object that has `execute` for the requests that it can serve, each with a result of that operation's
/// response and namespace_error: an executor::catalog, or a store of one's own. Operations that it has not are answered
/// 406 with code 0. An error's `instance` becomes the request's path, and an `x-request-id` is sent back.
/// @p stop is passed on to what takes it. Thread-safe where @p by is. Linear in the request and the answer.
template <class Handler>
response dispatch(request const& source, Handler& by, dispatch_options const& options = {},
                  std::stop_token const& stop = {}) noexcept {
    try {
        auto begun = detail::begin_answer(source, options);
        response out;
        if (begun.answer) {
            out = std::move(*begun.answer);
        } else {
            auto const* next = contract::operations().data();
            contract::for_each_operation([&]<class Request, class>() {
                if (begun.match.operation == next++) out = detail::serve<Request>(by, options, begun, source, stop);
            });
        }
        if (auto const id = source.fields.find("x-request-id")) out.fields.set("x-request-id", std::string(*id));
        return out;
    } catch (std::bad_alloc const&) {
        return detail::failure("there is no memory left for the request");
    } catch (...) {
        return detail::failure("an unexpected failure inside the server");
    }
}

}  // namespace http
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/http/impl/dispatch.ipp>
#endif
