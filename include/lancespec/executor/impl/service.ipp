// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/service.hpp.
#pragma once

#include <lancespec/core/percent.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/executor/job_json.hpp>
#include <lancespec/executor/service.hpp>
#include <lancespec/http/dispatch.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/target.hpp>

#include <string_view>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

inline constexpr std::string_view jobs_path = "/lancespec/jobs/";

inline http::response job_response(catalog const& behind, std::string_view path) {
    auto const id = percent_decode(path.substr(jobs_path.size()));
    auto const job = id ? behind.find_job(*id) : std::nullopt;
    http::response out;
    out.fields.add("content-type", "application/json");
    if (job) {
        out.body = to_json(*job);
        return out;
    }
    // No code of the specification is about jobs; the status alone says it.
    return http::write_error({error_code::invalid_input, "no job has this id", "", to_valid_utf8(path)}, 404);
}

}  // namespace detail

LANCESPEC_DECL bool executes(contract::operation const& op) noexcept {
    bool out = false;
    auto const* next = contract::operations().data();
    contract::for_each_operation([&]<class Request, class>() {
        if (&op == next++) out = http::executes_request<catalog, Request>;
    });
    return out;
}

LANCESPEC_DECL service::service(catalog& behind, service_options options)
    : catalog_(behind), options_(std::move(options)) {}

LANCESPEC_DECL http::admission service::admit(http::request const& head) const {
    return http::admit(head, options_);
}

LANCESPEC_DECL http::response service::handle(http::request const& request, std::stop_token const& stop) noexcept {
    try {
        std::string_view const path = http::parse_target(request.target).path;
        if (request.method != "GET" || !path.starts_with(detail::jobs_path))
            return http::dispatch(request, catalog_, options_, stop);
        auto out = http::refuse(request, options_, contract::effect::read);
        if (!out) out = detail::job_response(catalog_, path);
        if (auto const id = request.fields.find("x-request-id")) out->fields.set("x-request-id", std::string(*id));
        return std::move(*out);
    } catch (...) {
        return http::detail::failure("there is no memory left for the request");
    }
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
