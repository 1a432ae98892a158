// SPDX-License-Identifier: Apache-2.0
// The catalog behind HTTP: one function from request to response, without a transport.
#pragma once

#include <lancespec/contract/operation.hpp>
#include <lancespec/executor/catalog.hpp>
#include <lancespec/http/dispatch.hpp>
#include <lancespec/http/message.hpp>

#include <stop_token>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {

/// How the service treats requests.
using service_options = http::dispatch_options;

/// Whether the catalog executes @p op, a row of contract::operations(); the service answers the others with 406.
[[nodiscard]] LANCESPEC_DECL bool executes(contract::operation const& op) noexcept;

/// Serves a catalog over HTTP by http::dispatch(). Besides the contract it answers `GET /lancespec/jobs/{job_id}` with
/// the state of a job.
class service {
public:
    /// @p behind must outlive the service.
    LANCESPEC_DECL service(catalog& behind, service_options options);

    /// The answer to @p request. Thread-safe. Never throws: whatever goes wrong inside is a 500 with code 18 that
    /// tells nothing of the inside.
    ///
    /// @p stop ends work that takes long: the answer is then a 503 with code 17 within some microseconds, and nothing
    /// has changed. For a client that has gone, and for a server that ends.
    LANCESPEC_DECL http::response handle(http::request const& request, std::stop_token const& stop = {}) noexcept;

    /// As http::admit(). Thread-safe.
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
