// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/work.hpp>

#include "tests/support/catch.hpp"

#include <thread>
#include <vector>

namespace work_test {

using namespace lancespec;

TEST_CASE("Steps are counted exactly, however they are taken", "[core][work]") {
    rc::check("the steps of shares add up, and one step beyond the bound is refused", [](std::vector<unsigned> parts) {
        std::int64_t total = 0;
        for (auto const part : parts) total += part % 200'000;
        work_meter enough({total});
        work_meter short_by_one({total - 1});
        for (auto* meter : {&enough, &short_by_one}) {
            bool went_on = true;
            {
                work_share share(meter);
                for (auto const part : parts) went_on = share.spend(part % 200'000) && went_on;
            }
            bool const expected = meter == &enough || total == 0;
            RC_ASSERT(went_on == expected);
            RC_ASSERT(meter->ended() == (expected ? work_end::none : work_end::steps));
            if (expected) RC_ASSERT(meter->steps() == std::max<std::int64_t>(total, 0));
        }
    });
}

TEST_CASE("Shares of several threads add up", "[core][work]") {
    work_meter meter({4 * 300'000});
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&meter] {
                work_share share(&meter);
                for (int k = 0; k < 100'000; ++k)
                    if (!share.spend(2)) return;
            });
    }
    CHECK(meter.ended() == work_end::none);
    CHECK(meter.steps() == 4 * 200'000);
}

TEST_CASE("A stop is seen after a portion of steps at most", "[core][work]") {
    std::stop_source source;
    work_meter meter({}, source.get_token());
    work_share share(&meter);
    CHECK(share.spend(1));
    source.request_stop();
    std::int64_t more = 0;
    while (share.spend(1)) ++more;
    CHECK(more < work_share::portion);
    CHECK(share.ended() == work_end::stopped);
    CHECK(share.message() == "it was stopped");
    // Once it has ended it stays so, for everybody who shares the meter.
    CHECK_FALSE(share.spend(1));
    CHECK_FALSE(share.spend(0));
    CHECK_FALSE(meter.spend(0));
    CHECK_FALSE(meter.make(0, 0));

    // What a share still has does not outlive a step that it could not take, and goes back to the meter.
    work_meter short_of_steps({10});
    work_share last(&short_of_steps);
    CHECK(last.spend(4));
    CHECK_FALSE(last.spend(7));
    CHECK_FALSE(last.spend(0));
    CHECK(short_of_steps.steps() == 4);
}

TEST_CASE("What is made is bounded by rows and by bytes; the first reason stays", "[core][work]") {
    work_meter rows({work_bounds::unlimited, 10, 1000});
    CHECK(rows.make(10, 1000));
    CHECK_FALSE(rows.make(1, 0));
    CHECK(rows.ended() == work_end::rows);
    CHECK(message(rows.ended(), rows.bounds()) == "it makes more than 10 rows");

    work_meter bytes({5, 10, 1000});
    CHECK(bytes.make(0, 1000));
    CHECK_FALSE(bytes.make(0, work_bounds::unlimited));
    CHECK_FALSE(bytes.spend(6));
    CHECK(bytes.ended() == work_end::bytes);
    CHECK(message(bytes.ended(), bytes.bounds()) == "it makes more than 1000 bytes");

    work_share unbounded(nullptr);
    CHECK(unbounded.spend(work_bounds::unlimited));
    CHECK(unbounded.spend(work_bounds::unlimited));
    CHECK(unbounded.message().empty());
}

}  // namespace work_test
