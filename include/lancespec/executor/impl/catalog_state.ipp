// SPDX-License-Identifier: Apache-2.0
// What a catalog holds.
#pragma once

#include <lancespec/executor/catalog.hpp>
#include <lancespec/executor/impl/backfill.ipp>
#include <lancespec/executor/impl/bounded_work.ipp>
#include <lancespec/executor/impl/refresh.ipp>
#include <lancespec/executor/impl/transactions.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

inline std::int64_t system_millis() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

inline std::uint64_t system_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) ^ device();
}

}  // namespace detail

struct catalog::state {
    explicit state(catalog_options const& options)
        : bounds_of_request(detail::bounds_of_request(options)),
          bounds_of_job(detail::bounds_of_job(options)),
          reading(bounds_of_reading(options)),
          kept(std::make_shared<detail::store>(clock_of(options), bytes_of(options.table_bytes),
                                               bytes_of(options.catalog_bytes))),
          pool(options.workers, options.inline_jobs, options.seed ? *options.seed : detail::system_seed(),
               clock_of(options), options.close_wait) {}

    static std::size_t bytes_of(std::int64_t option) {
        return static_cast<std::size_t>(std::max<std::int64_t>(option, 0));
    }

    /// Nothing that no table could hold is made of a request.
    static limits bounds_of_reading(catalog_options const& options) {
        auto out = options.reading;
        out.ipc_memory = std::min({out.ipc_memory, bytes_of(options.table_bytes), bytes_of(options.catalog_bytes)});
        return out;
    }

    static std::function<std::int64_t()> clock_of(catalog_options const& options) {
        return options.clock ? options.clock : &detail::system_millis;
    }

    work_bounds bounds_of_request;
    work_bounds bounds_of_job;
    limits reading;
    std::shared_ptr<detail::store> const kept;  ///< jobs keep it too: one may still run when the catalog has gone
    detail::store& objects = *kept;
    detail::functions known;
    detail::transactions begun;
    detail::job_pool pool;  ///< last: its workers end before what they work on
};

}  // namespace executor
LANCESPEC_END_NAMESPACE
