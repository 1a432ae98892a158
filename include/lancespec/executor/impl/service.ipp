// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/service.hpp.
#pragma once

#include <lancespec/core/percent.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/executor/job_json.hpp>
#include <lancespec/executor/service.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/target.hpp>

#include <boost/json/object.hpp>

#include <algorithm>
#include <concepts>
#include <new>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

inline constexpr std::string_view jobs_path = "/lancespec/jobs/";

/// Compares in time that depends on the lengths alone, so that a token cannot be guessed byte by byte.
inline bool same_secret(std::string_view given, std::string_view wanted) noexcept {
    unsigned difference = given.size() == wanted.size() ? 0u : 1u;
    for (std::size_t i = 0; i < given.size(); ++i)
        difference |= static_cast<unsigned char>(given[i]) ^
                      static_cast<unsigned char>(wanted.empty() ? '\0' : wanted[i % wanted.size()]);
    return difference == 0;
}

inline std::optional<namespace_error> authenticate(service_options const& options,
                                                   std::optional<std::string> const& token,
                                                   std::optional<std::string> const& key, contract::effect does) {
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

inline namespace_error not_executed() {
    return {error_code::unsupported, "this server does not execute the operation", "", ""};
}

/// Whether the catalog executes a @p Request. The response must be its own: a request may derive from another one.
template <class Request>
concept executed = requires(catalog& behind, Request const& request) {
    { behind.execute(request) } -> std::same_as<result<contract::response_for<Request>, namespace_error>>;
};

/// As `behind.execute(request)`, for operations that can be stopped as well as for those that never take long.
template <class Request>
auto execute(catalog& behind, Request const& request, std::stop_token const& stop) {
    if constexpr (requires { behind.execute(request, stop); })
        return behind.execute(request, stop);
    else
        return behind.execute(request);
}

/// Reads, authenticates and executes a request of the operation with row @p Row.
template <class Request>
http::response serve(catalog& behind, service_options const& options, http::route_match const& match,
                     http::request const& request, std::string const& instance, std::stop_token const& stop) {
    Request value{};
    violations broken;
    read_request(match, request, {&value, &reflect::type_of<Request>()}, broken);
    // Authentication comes before anything the body may have wrong, yet the body's identity counts where no header
    // does.
    auto const token = value.identity ? value.identity->auth_token : std::nullopt;
    auto const key = value.identity ? value.identity->api_key : std::nullopt;
    auto error = authenticate(options, token, key, match.operation->does);
    if constexpr (!executed<Request>) broken.clear();
    if (!error && !broken.empty()) error = http::to_error(broken);
    if (!error) {
        if constexpr (executed<Request>) {
            auto answer = execute(behind, value, stop);
            if (answer)
                return http::write_response(*match.operation,
                                            {&*answer, &reflect::type_of<contract::response_for<Request>>()});
            error = std::move(answer.error());
        } else {
            error = not_executed();
        }
    }
    error->instance = instance;
    return http::write_error(*error);
}

/// Calls serve() with the request type of the matched operation.
inline http::response dispatch(catalog& behind, service_options const& options, http::route_match const& match,
                               http::request const& request, std::string const& instance, std::stop_token const& stop) {
    http::response out;
    auto const* next = contract::operations().data();
    contract::for_each_operation([&]<class Request, class>() {
        if (match.operation == next++) out = serve<Request>(behind, options, match, request, instance, stop);
    });
    return out;
}

inline http::response job_response(catalog const& behind, std::string_view escaped_id, std::string const& instance) {
    auto const id = percent_decode(escaped_id);
    auto const job = id ? behind.find_job(*id) : std::nullopt;
    http::response out;
    out.fields.add("content-type", "application/json");
    if (job) {
        out.body = to_json(*job);
        return out;
    }
    // No code of the specification is about jobs; the status alone says it.
    return http::write_error({error_code::invalid_input, "no job has this id", "", instance}, 404);
}

/// Two credentials of one kind: which of them counts is not for a server to choose.
inline std::optional<namespace_error> repeated_credentials(http::headers const& fields) {
    for (auto const* name : {"authorization", "x-api-key"})
        if (fields.count(name) > 1)
            return namespace_error{error_code::invalid_input,
                                   std::string("header:") + name + ": is given more than once", "", ""};
    return std::nullopt;
}

inline http::response write_error_at(namespace_error error, std::string const& instance) {
    error.instance = instance;
    return http::write_error(error);
}

inline namespace_error told_to_be_unavailable() {
    return {error_code::service_unavailable, "the server was told to be unavailable", "", ""};
}

inline constexpr std::size_t identity_bytes = std::size_t{1} << 20;

inline http::admission admit(service_options const& options, http::request const& head) {
    std::string const path(http::parse_target(head.target).path);
    if (options.unavailable) return {0, write_error_at(told_to_be_unavailable(), path)};
    if (auto const repeated = repeated_credentials(head.fields)) return {0, write_error_at(*repeated, path)};
    auto const match = http::match_route(head.method, path);
    if (match.operation == nullptr) return {0, http::write_no_route(match, path)};
    auto const sent = http::read_credentials(head.fields);
    auto const error = authenticate(options, sent.auth_token, sent.api_key, match.operation->does);
    if (!error) return {};
    bool const may_have_identity = match.operation->request_body != contract::body_kind::arrow_stream;
    return {may_have_identity ? identity_bytes : 0, write_error_at(*error, path)};
}

inline http::response answer(catalog& behind, service_options const& options, http::request const& request,
                             std::stop_token const& stop) {
    std::string_view const path = http::parse_target(request.target).path;
    auto const instance = to_valid_utf8(path);
    if (options.unavailable) return write_error_at(told_to_be_unavailable(), instance);
    if (auto const repeated = repeated_credentials(request.fields)) return write_error_at(*repeated, instance);
    if (path.starts_with(jobs_path) && request.method == "GET") {
        auto const sent = http::read_credentials(request.fields);
        if (auto const error = authenticate(options, sent.auth_token, sent.api_key, contract::effect::read))
            return write_error_at(*error, instance);
        return job_response(behind, path.substr(jobs_path.size()), instance);
    }
    auto const match = http::match_route(request.method, path);
    if (match.operation == nullptr) return http::write_no_route(match, instance);
    return dispatch(behind, options, match, request, instance, stop);
}

/// A 500 with code 18. When there is no memory for the message, a body that needs none.
inline http::response failure(char const* message) noexcept {
    try {
        return http::write_error({error_code::internal, message, "", ""});
    } catch (...) {
        http::response out;
        out.status = 500;
        out.body = R"({"code":18})";  // as long as a string holds without allocating
        return out;
    }
}

}  // namespace detail

LANCESPEC_DECL bool executes(contract::operation const& op) noexcept {
    bool out = false;
    auto const* next = contract::operations().data();
    contract::for_each_operation([&]<class Request, class>() {
        if (&op == next++) out = detail::executed<Request>;
    });
    return out;
}

LANCESPEC_DECL bool read_request(http::route_match const& match, http::request const& source, reflect::slot root,
                                 violations& out) {
    auto const first = out.size();
    http::read_request(match, source, root, {}, out);
    auto const& parameters = match.operation->parameters;
    bool const is_paged =
        std::any_of(parameters.begin(), parameters.end(), [](auto const& p) { return p.field == "limit"; });
    auto const at = root.type->find("limit");
    if (!is_paged || at >= root.type->fields.size()) return out.size() == first;
    auto const limit = root.type->fields[at].get(root.value);
    if (limit.value == nullptr || *static_cast<std::int64_t const*>(limit.value) >= 1) return out.size() == first;
    bool const in_query = http::parse_target(source.target).find("limit").has_value();
    out.push_back({in_query ? "query:limit" : "/limit", rule::minimum, "must be at least 1", std::nullopt});
    return false;
}

LANCESPEC_DECL service::service(catalog& behind, service_options options)
    : catalog_(behind), options_(std::move(options)) {}

LANCESPEC_DECL http::admission service::admit(http::request const& head) const {
    auto out = detail::admit(options_, head);
    if (auto const id = head.fields.find("x-request-id")) out.otherwise.fields.set("x-request-id", std::string(*id));
    return out;
}

LANCESPEC_DECL http::response service::handle(http::request const& request, std::stop_token const& stop) {
    try {
        auto out = detail::answer(catalog_, options_, request, stop);
        if (auto const id = request.fields.find("x-request-id")) out.fields.set("x-request-id", std::string(*id));
        return out;
    } catch (std::bad_alloc const&) {
        return detail::failure("there is no memory left for the request");
    } catch (...) {
        return detail::failure("an unexpected failure inside the server");
    }
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
