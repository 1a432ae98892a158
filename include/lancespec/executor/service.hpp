// SPDX-License-Identifier: Apache-2.0
// The catalog behind HTTP: one function from request to response, without a transport.
#pragma once

#include <lancespec/contract/operation.hpp>
#include <lancespec/executor/catalog.hpp>
#include <lancespec/http/admission.hpp>
#include <lancespec/http/message.hpp>
#include <lancespec/http/route.hpp>

#include <optional>
#include <stop_token>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {

/// How the service treats requests.
struct service_options {
    std::optional<std::string> token;            ///< the bearer token asked for
    std::optional<std::string> api_key;          ///< the API key asked for; with a token too, either will do
    std::optional<std::string> read_only_token;  ///< known, but without the right to start jobs or write: 403
    bool unavailable = false;                    ///< answer everything with 503, code 17 and Retry-After
};

/// Whether the catalog executes @p op, a row of contract::operations(); the service answers the others with 406.
[[nodiscard]] LANCESPEC_DECL bool executes(contract::operation const& op) noexcept;

/// Reads a request as the service does: http::read_request(), and one rule that the specification leaves open: a page's
/// `limit` is at least 1, since a walk of pages of nothing would never end (rule::minimum, at `query:limit` or
/// `/limit`). Appends the violations and returns whether there is none.
LANCESPEC_DECL bool read_request(http::route_match const& match, http::request const& source, reflect::slot root,
                                 violations& out);

/// Serves @p behind over HTTP: routes, authenticates, decodes, executes and encodes. Every error, of the transport
/// and routing too, has both documented error shapes. Besides the contract it answers
/// `GET /lancespec/jobs/{job_id}` with the state of a job.
class service {
public:
    /// @p behind must outlive the service.
    LANCESPEC_DECL service(catalog& behind, service_options options);

    /// The answer to @p request. Thread-safe. Never throws: whatever goes wrong inside is a 500 with code 18 that
    /// tells nothing of the inside.
    ///
    /// @p stop ends work that takes long: the answer is then a 503 with code 17 within some microseconds, and nothing
    /// has changed. For a client that has gone, and for a server that ends.
    LANCESPEC_DECL http::response handle(http::request const& request, std::stop_token const& stop = {});

    /// What of @p head's body to read before handle() is called, by the route and the credentials in the headers: none
    /// where the answer is an error already; 1 MiB of JSON where credentials are asked for and no header has them,
    /// since they may be in the body's `identity`; all of it otherwise. A transport that buffers bodies asks first, so
    /// that nobody without credentials fills its memory. Thread-safe, constant. Never throws but for want of memory.
    [[nodiscard]] LANCESPEC_DECL http::admission admit(http::request const& head) const;

private:
    catalog& catalog_;
    service_options options_;
};

}  // namespace executor
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/executor/impl/service.ipp>
#endif
