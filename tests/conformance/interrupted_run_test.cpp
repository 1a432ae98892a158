// SPDX-License-Identifier: Apache-2.0
// A run that the user stops while any one of its requests is under way: nothing of that is the server's failure.
#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <atomic>
#include <stdexcept>

namespace interrupted_run_test {

namespace lc = lancespec::conformance;

/// A run whose request with that number (from 1 on) is cut off by the user. How many requests there were is in @p sent.
lc::run_result run_cut_at(int number, unsigned jobs, std::atomic<int>& sent) {
    std::atomic<int> wishes{0};
    sent = 0;
    auto options = canned::options();
    options.interrupts = &wishes;
    options.jobs = jobs;
    options.load = false;  // the requests that many checks share
    return canned::run(
        [&, server = canned::server{}](lancespec::http::request const& request) {
            if (++sent == number) {
                wishes = 1;
                throw std::runtime_error("cut off");
            }
            return server(request);
        },
        options, {"backfill_column.*", "refresh_materialized_view.*", "list_tables.*", "describe_table.*"});
}

TEST_CASE("a run that is interrupted at any request fails nothing, and has no verdict") {
    std::atomic<int> sent{0};
    (void)run_cut_at(-1, 1, sent);
    int const all = sent;
    REQUIRE(all > 50);
    for (int number = 1; number <= all; ++number)
        for (unsigned const jobs : {1U, 4U}) {
            auto const run = run_cut_at(number, jobs, sent);
            INFO("request " << number << " of " << all << ", " << jobs << " at a time: " << verdict_of(run));
            if (sent < number) continue;  // at several at a time the number differs a little
            CHECK(status_of(run) == lc::exit_status::no_verdict);
            CHECK(run.interrupted);
            for (auto const& c : run.checks)
                if (c.result >= lc::outcome::warn) FAIL_CHECK(c.id << ": " << name(c.result) << ", " << c.reason);
        }
}

}  // namespace interrupted_run_test
