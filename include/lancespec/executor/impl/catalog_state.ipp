// What a catalog holds.
#pragma once

#include <lancespec/executor/catalog.hpp>
#include <lancespec/executor/impl/backfill.ipp>
#include <lancespec/executor/impl/bounded_work.ipp>
#include <lancespec/executor/impl/refresh.ipp>

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
          kept(std::make_shared<detail::store>(clock_of(options))),
          pool(options.workers, options.inline_jobs, options.seed ? *options.seed : detail::system_seed(),
               clock_of(options), options.close_wait) {}

    static std::function<std::int64_t()> clock_of(catalog_options const& options) {
        return options.clock ? options.clock : &detail::system_millis;
    }

    work_bounds bounds_of_request;
    work_bounds bounds_of_job;
    std::shared_ptr<detail::store> const kept;  ///< jobs keep it too: one may still run when the catalog has gone
    detail::store& objects = *kept;
    detail::functions known;
    detail::job_pool pool;  ///< last: its workers end before what they work on
};

}  // namespace executor
LANCESPEC_END_NAMESPACE
