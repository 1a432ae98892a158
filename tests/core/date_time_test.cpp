// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/date_time.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/text.hpp>

namespace date_time_test {

using lancespec::is_date_time;

TEST_CASE("Dates with times of RFC 3339 are recognised") {
    for (auto const* text : {"2026-01-31T12:00:00Z", "2024-02-29t23:59:60.123456789z", "2000-02-29T00:00:00+23:59",
                             "0000-12-31T00:00:00-00:00"})
        CHECK(is_date_time(text));
}

TEST_CASE("What lacks a part, or has a day or hour that is none, is not") {
    for (auto const* text : {"",
                             "2026-01-31",
                             "2026-01-31T12:00:00",
                             "2026-01-31 12:00:00Z",
                             "2026-02-29T00:00:00Z",
                             "1900-02-29T00:00:00Z",
                             "2026-04-31T00:00:00Z",
                             "2026-13-01T00:00:00Z",
                             "2026-00-01T00:00:00Z",
                             "2026-01-00T00:00:00Z",
                             "2026-01-31T24:00:00Z",
                             "2026-01-31T12:60:00Z",
                             "2026-01-31T12:00:61Z",
                             "2026-01-31T12:00:00.Z",
                             "2026-01-31T12:00:00.5",
                             "2026-01-31T12:00:00+1:00",
                             "2026-01-31T12:00:00+24:00",
                             "2026-01-31T12:00:00ZZ",
                             "+026-01-31T12:00:00Z",
                             "2026-01-31T12:00:00+0100"})
        CHECK_FALSE(is_date_time(text));
}

TEST_CASE("Law: generated dates are dates, and any bytes are harmless") {
    rc::prop("date-time/generated", [] { RC_ASSERT(is_date_time(*lancespec::arbitrary::date_time())); });
    rc::prop("date-time/bytes", [] {
        auto text = *lancespec::arbitrary::date_time();
        text[*rc::gen::inRange<std::size_t>(0, text.size())] = static_cast<char>(*rc::gen::arbitrary<unsigned char>());
        (void)is_date_time(text);
        (void)is_date_time(*lancespec::arbitrary::bytes());
    });
}

}  // namespace date_time_test
